-- Conversations: sessions, turns, the event log that clients read, the steps a turn has finished.
create table batuta.sessions (
  id uuid primary key,
  org_id uuid not null references batuta.organisations,
  user_id uuid not null references batuta.users on delete cascade,
  title text,
  cursor jsonb not null default '{}',          -- where the conversation stands in its workflows
  last_no integer not null default 0,          -- number of the newest message
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user on batuta.sessions (user_id, updated_at desc);

create table batuta.turns (
  id uuid primary key,
  org_id uuid not null,
  user_id uuid not null references batuta.users on delete cascade,
  session_id uuid not null references batuta.sessions on delete cascade,
  no bigint generated always as identity,      -- order of arrival
  kind text not null check (kind in ('message', 'approval', 'ui', 'file', 'people')),
  status text not null check
    (status in ('queued', 'running', 'finished', 'blocked', 'waiting', 'cancelled', 'failed')),
  input jsonb not null default '{}',           -- emptied when a guard blocks it; edited arguments go at the end
  options jsonb not null default '{}',
  attempt integer not null default 0,          -- the fence: only the newest attempt may write
  last_seq integer not null default 0,
  frozen boolean not null default false,       -- it held its worker's loop; nobody tries it again
  cancel_requested boolean not null default false,
  error_code text,
  engine_id text,                              -- the engine's workflow, when it is not the first one
  idempotency_key text,
  request_hash bytea,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
) with (fillfactor = 70);
create unique index turns_one_running on batuta.turns (session_id) where status = 'running';
create unique index turns_idempotency on batuta.turns (user_id, idempotency_key) where idempotency_key is not null;
create index turns_session on batuta.turns (session_id, no);
create index turns_user on batuta.turns (user_id, created_at);
create index turns_org on batuta.turns (org_id, created_at);  -- for the review budget's share
create index turns_open on batuta.turns (created_at) where status in ('running', 'queued');
create index turns_finished on batuta.turns (finished_at) where finished_at is not null;

-- What a person did lately, of every kind that has a limit. It outlives what was done: deleting a
-- conversation, or an account that an issuer vouches for anew, frees nobody of a limit. So there is
-- no foreign key; rows are of use for a minute and go at the next message, or with the retention.
create table batuta.recent_uses (
  user_id uuid not null,
  kind text not null check (kind in ('message', 'session', 'upload', 'dropped_turn', 'reply')),
  at timestamptz not null default now()
);
create index recent_uses_user on batuta.recent_uses (user_id, kind, at);

create table batuta.turn_events (
  turn_id uuid not null references batuta.turns on delete cascade,
  seq integer not null,
  at timestamptz not null,
  type text not null,
  body json not null,                          -- json, not jsonb: replays byte for byte
  primary key (turn_id, seq)
);
create unique index turn_events_one_done on batuta.turn_events (turn_id) where type = 'done';

create table batuta.turn_steps (
  turn_id uuid not null references batuta.turns on delete cascade,
  key text not null,
  result json not null,
  at timestamptz not null default now(),
  primary key (turn_id, key)
);

create table batuta.messages (
  id uuid primary key,
  org_id uuid not null,
  user_id uuid not null references batuta.users on delete cascade,
  session_id uuid not null references batuta.sessions on delete cascade,
  turn_id uuid not null references batuta.turns on delete cascade,
  no integer not null,
  role text not null check (role in ('user', 'assistant')),
  blocks json not null,
  workflow text,
  created_at timestamptz not null default now(),
  unique (session_id, no)
);
create index messages_turn on batuta.messages (turn_id);

create table batuta.approvals (
  id uuid primary key,
  org_id uuid not null,
  user_id uuid not null references batuta.users on delete cascade,
  session_id uuid not null references batuta.sessions on delete cascade,
  turn_id uuid not null references batuta.turns on delete cascade,
  kind text not null check (kind in ('tool', 'continue', 'retry', 'repeat')),
  call_id text not null,
  tool text not null,
  title text not null,
  args json not null default '{}',
  reason text not null,
  code text not null,
  status text not null default 'open' check (status in ('open', 'approved', 'denied')),
  answer_turn uuid,
  expires_at timestamptz not null,
  answered_at timestamptz,
  created_at timestamptz not null default now()
);
create index approvals_session on batuta.approvals (session_id);
create index approvals_turn on batuta.approvals (turn_id);
create index approvals_user on batuta.approvals (user_id, created_at);

create table batuta.remembered_approvals (
  session_id uuid not null references batuta.sessions on delete cascade,
  tool text not null,
  created_at timestamptz not null default now(),
  primary key (session_id, tool)
);

-- What people asked to have noted down. `key` is the call's idempotency key: a call that is
-- repeated after a takeover keeps one note.
create table batuta.notes (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references batuta.organisations,
  user_id uuid not null references batuta.users on delete cascade,
  session_id uuid not null references batuta.sessions on delete cascade,
  key text not null check (length(key) <= 200),
  text text not null check (length(text) <= 2000),
  created_at timestamptz not null default now(),
  unique (user_id, key)
);
create index notes_user on batuta.notes (user_id, created_at);
create index notes_session on batuta.notes (session_id);

create table batuta.usage (
  id bigint generated always as identity primary key,
  org_id uuid not null,
  user_id uuid not null references batuta.users on delete cascade,
  session_id uuid,
  turn_id uuid,
  agent text not null,
  provider text not null,
  model text not null,
  input integer not null,
  output integer not null,
  cached integer not null,
  cost_usd numeric(18, 12),                    -- a short call costs less than the sixth decimal can tell
  at timestamptz not null default now()
);
create index usage_user_at on batuta.usage (user_id, at);
create index usage_at on batuta.usage (at);

create table batuta.workers (
  id text primary key,
  version text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

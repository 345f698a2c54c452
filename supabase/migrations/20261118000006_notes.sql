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

alter table batuta.notes enable row level security;
create policy server on batuta.notes to batuta_server using (true) with check (true);
grant select on batuta.notes to authenticated;
create policy own on batuta.notes for select to authenticated using (user_id = (select auth.uid()));

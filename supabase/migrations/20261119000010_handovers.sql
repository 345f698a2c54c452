-- Conversations that people take over from the assistant: who waits, who has them, who may answer.
--
-- A handover belongs to its conversation and goes with it. While one is open the assistant is silent:
-- what the person writes is stored by turns as ever, what the staff writes by turns of kind `people`.
create table batuta.staff (                    -- those who answer people
  user_id uuid primary key references batuta.users on delete cascade,
  org_id uuid not null references batuta.organisations,
  teams text[] not null default '{}' check (cardinality(teams) <= 100),
  name text check (length(name) between 1 and 60),  -- by which people know them; null: their team's title
  away boolean not null default false,
  seen_at timestamptz                          -- when they last looked at the queue
);
create index staff_org on batuta.staff (org_id);

create table batuta.handovers (
  id uuid primary key,
  org_id uuid not null references batuta.organisations,
  user_id uuid not null references batuta.users on delete cascade,
  session_id uuid not null references batuta.sessions on delete cascade,
  turn_id uuid not null,                       -- in which the person was handed over
  team text not null check (length(team) <= 100),
  workflow text,
  language text not null check (language in ('en', 'pt')),
  status text not null default 'waiting'
    check (status in ('waiting', 'taken', 'returned', 'closed', 'left', 'expired')),
  staff uuid,                                  -- who has it, or had it last
  staff_name text,
  waits_since timestamptz not null default clock_timestamp(),
  heard_at timestamptz not null default now(), -- the person's last word
  spoken_at timestamptz,                       -- the staff's last word
  told_late boolean not null default false,
  last_no integer,                             -- messages up to here belong to it, once it has ended
  created_at timestamptz not null default now(),
  taken_at timestamptz,
  ended_at timestamptz,
  check ((status in ('waiting', 'taken')) = (ended_at is null)),
  check (status <> 'taken' or staff is not null)
);
create unique index handovers_one_open on batuta.handovers (session_id) where ended_at is null;
create index handovers_queue on batuta.handovers (org_id, waits_since) where ended_at is null;
create index handovers_ended on batuta.handovers (org_id, ended_at) where ended_at is not null;
create index handovers_user on batuta.handovers (user_id);
create index handovers_session on batuta.handovers (session_id);

create table batuta.handover_readings (        -- who of the staff has read which conversation
  handover_id uuid not null references batuta.handovers on delete cascade,
  reader uuid not null,
  at timestamptz not null default now(),
  primary key (handover_id, reader, at)
);

-- A conversation begins to wait for people. Reported again by a replayed turn it changes nothing.
-- What waits for approval is taken back: nobody of the assistant is there to carry it out.
create function batuta.open_handover(
  p_id uuid, p_turn uuid, p_team text, p_workflow text, p_language text, p_most_waiting integer,
  p_most_own integer
) returns text
language plpgsql as $$
declare
  t batuta.turns;
begin
  select * into t from batuta.turns where id = p_turn;
  if not found then
    return 'gone';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(t.org_id::text, 23));
  if exists (select from batuta.handovers where id = p_id
      or (session_id = t.session_id and ended_at is null)) then
    return 'waiting';
  end if;
  if (select count(*) from batuta.handovers
      where org_id = t.org_id and ended_at is null) >= p_most_waiting then
    return 'full';
  end if;
  if (select count(*) from batuta.handovers
      where user_id = t.user_id and ended_at is null) >= p_most_own then
    return 'several';
  end if;
  insert into batuta.handovers (id, org_id, user_id, session_id, turn_id, team, workflow, language)
    values (p_id, t.org_id, t.user_id, t.session_id, p_turn, p_team, p_workflow, p_language);
  update batuta.approvals set status = 'denied', answered_at = now()
    where session_id = t.session_id and status = 'open';
  return 'waiting';
end $$;

-- What the staff tells a conversation: a turn that has ended already, with its events and perhaps a
-- message. Its caller holds the session's row, so numbers follow one another.
create function batuta.tell_session(
  p_turn uuid, p_session uuid, p_at timestamptz, p_types text[], p_bodies json[], p_message uuid,
  p_blocks json
) returns integer
language plpgsql as $$
declare
  s batuta.sessions;
begin
  update batuta.sessions set updated_at = now(),
      last_no = last_no + case when p_message is null then 0 else 1 end
    where id = p_session returning * into s;
  insert into batuta.turns (id, org_id, user_id, session_id, kind, status, last_seq, started_at, finished_at)
    values (p_turn, s.org_id, s.user_id, s.id, 'people', 'finished', cardinality(p_types), now(), now());
  insert into batuta.turn_events (turn_id, seq, at, type, body)
    select p_turn, e.n, p_at, e.type, e.body
    from unnest(p_types, p_bodies) with ordinality as e (type, body, n);
  if p_message is not null then
    insert into batuta.messages (id, org_id, user_id, session_id, turn_id, no, role, blocks)
      values (p_message, s.org_id, s.user_id, s.id, p_turn, s.last_no, 'assistant', p_blocks);
  end if;
  return s.last_no;
end $$;

-- The assistant goes on by itself: a turn that nobody has sent, behind those that are on record.
-- Its caller holds the session's row. Answers whether it runs at once.
create function batuta.continue_session(p_turn uuid, p_session uuid, p_input jsonb) returns boolean
language plpgsql as $$
declare
  ahead integer;
begin
  select count(*) into ahead from batuta.turns
    where session_id = p_session and status in ('running', 'queued');
  insert into batuta.turns (id, org_id, user_id, session_id, kind, status, input, last_seq, started_at)
    select p_turn, s.org_id, s.user_id, s.id, 'people',
      case when ahead = 0 then 'running' else 'queued' end, p_input, least(ahead, 1),
      case when ahead = 0 then now() end
    from batuta.sessions s where s.id = p_session;
  if ahead > 0 then
    insert into batuta.turn_events (turn_id, seq, at, type, body)
      values (p_turn, 1, clock_timestamp(), 'queued', json_build_object('position', ahead));
  end if;
  return ahead = 0;
end $$;

revoke execute on function batuta.open_handover, batuta.tell_session, batuta.continue_session from public;
alter table batuta.staff enable row level security;
alter table batuta.handovers enable row level security;
alter table batuta.handover_readings enable row level security;
create policy server on batuta.staff to batuta_server using (true) with check (true);
create policy server on batuta.handovers to batuta_server using (true) with check (true);
create policy server on batuta.handover_readings to batuta_server using (true) with check (true);
-- A person may see that they wait, and not who of the staff has read it.
grant select (id, org_id, user_id, session_id, team, status, staff_name, waits_since, created_at,
  taken_at, ended_at) on batuta.handovers to authenticated;
create policy own on batuta.handovers for select to authenticated using (user_id = (select auth.uid()));

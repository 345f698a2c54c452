-- Datasets: tables that people upload into a conversation, or that a project brings along for all
-- whom it serves. Their rows are Parquet, in pieces that a connection carries without a pause.
create table batuta.datasets (
  id uuid primary key,
  org_id uuid references batuta.organisations,
  user_id uuid references batuta.users on delete cascade,
  session_id uuid references batuta.sessions on delete cascade,
  turn_id uuid,                                -- the upload; one workbook may give several datasets
  project text check (length(project) <= 200), -- whose data it is, where it is no person's
  name text not null check (length(name) between 1 and 200),
  sheet text check (length(sheet) <= 200),
  place integer not null default 0,            -- among those of its upload
  rows bigint not null check (rows >= 0),
  columns integer not null check (columns between 0 and 5000),
  bytes bigint not null,
  hash bytea not null,                         -- of its Parquet: workers remember it by that
  source bytea,                                -- hash of the file it was read from
  profile json not null,
  created_at timestamptz not null default now(),
  check ((project is null) = (user_id is not null and session_id is not null and org_id is not null))
);
create index datasets_session on batuta.datasets (session_id, created_at);
create index datasets_user on batuta.datasets (user_id);
create index datasets_turn on batuta.datasets (turn_id);
create index datasets_project on batuta.datasets (project) where project is not null;

create table batuta.dataset_pieces (
  dataset_id uuid not null references batuta.datasets on delete cascade,
  no integer not null,
  data bytea not null check (length(data) <= 1048576),
  primary key (dataset_id, no)
);
alter table batuta.dataset_pieces alter column data set storage external;  -- compressed already

-- Whether a person may send a file into a conversation, before anybody reads it: reading one costs
-- seconds, so one that comes to nothing counts as well. A key that was used names an upload that is
-- on record, which needs no more room.
create function batuta.begin_upload(
  p_org uuid, p_user uuid, p_session uuid, p_key text, p_per_minute integer, p_most integer, p_most_bytes bigint
) returns table (outcome text, retry_after integer)
language plpgsql as $$
declare
  wait integer := 0;
  held record;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_user::text, 20));
  if not exists (select from batuta.sessions s
      where s.id = p_session and s.user_id = p_user and s.org_id = p_org) then
    return query select 'not_found', 0;
    return;
  end if;
  if p_per_minute > 0 then
    wait := batuta.seconds_to_wait(p_user, 'upload', p_per_minute);
    if wait > 0 then
      return query select 'rate_limited', wait;
      return;
    end if;
    perform batuta.note_use(p_user, 'upload');
  end if;
  if p_key is not null and exists (select from batuta.turns t
      where t.user_id = p_user and t.idempotency_key = p_key) then
    return query select 'go', 0;
    return;
  end if;
  select count(*) as number, coalesce(sum(d.bytes), 0) as bytes into held
    from batuta.datasets d where d.user_id = p_user;
  if p_most > 0 and held.number >= p_most then
    return query select 'too_many', 0;
  elsif p_most_bytes > 0 and held.bytes >= p_most_bytes then
    return query select 'too_many_bytes', 0;
  else
    return query select 'go', 0;
  end if;
end $$;
revoke execute on function batuta.begin_upload from public;

alter table batuta.datasets enable row level security;
alter table batuta.dataset_pieces enable row level security;
create policy server on batuta.datasets to batuta_server using (true) with check (true);
create policy server on batuta.dataset_pieces to batuta_server using (true) with check (true);
grant select on batuta.datasets, batuta.dataset_pieces to authenticated;
create policy own on batuta.datasets for select to authenticated using (user_id = (select auth.uid()));
create policy own on batuta.dataset_pieces for select to authenticated using (exists (
  select from batuta.datasets d where d.id = dataset_id and d.user_id = (select auth.uid())));

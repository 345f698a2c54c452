-- Dashboards: documents with their history, the snapshots that they pin, the links that share them,
-- and what lets a browser see one; and artifacts, the HTML and SVG of answers.
create table batuta.dashboards (
  id uuid primary key,
  org_id uuid not null references batuta.organisations,
  user_id uuid not null references batuta.users on delete cascade,
  session_id uuid references batuta.sessions on delete set null,  -- whose datasets its queries name
  title text not null check (length(title) between 1 and 200),
  version integer not null default 1,          -- rises with every change: who edits an older one is told
  revision integer not null default 1,         -- the one that is shown; later ones can be done again
  key text check (length(key) <= 200),         -- of the call that made it
  calls text[] not null default '{}',          -- the last calls that changed it: made twice they count once
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, key)
);
create index dashboards_user on batuta.dashboards (user_id, updated_at desc);
create index dashboards_session on batuta.dashboards (session_id, updated_at desc);

create table batuta.dashboard_revisions (
  dashboard_id uuid not null references batuta.dashboards on delete cascade,
  no integer not null,
  document json not null,
  what text not null check (length(what) <= 500),
  at timestamptz not null default now(),
  primary key (dashboard_id, no)
);

create table batuta.dashboard_snapshots (      -- a result as it was when somebody pinned it
  id uuid primary key,
  dashboard_id uuid not null references batuta.dashboards on delete cascade,
  result json not null,
  taken_at timestamptz not null default now()
);
create index dashboard_snapshots_dashboard on batuta.dashboard_snapshots (dashboard_id, taken_at);

create table batuta.dashboard_shares (
  id uuid primary key default gen_random_uuid(),
  hash bytea not null unique,                  -- of the token: the link itself is kept nowhere
  dashboard_id uuid not null references batuta.dashboards on delete cascade,
  org_id uuid not null references batuta.organisations,
  user_id uuid not null references batuta.users on delete cascade,  -- with whose eyes its data is read
  audience text not null check (audience in ('public', 'organisation', 'people')),
  people uuid[] not null default '{}',
  key text check (length(key) <= 200),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  views bigint not null default 0,
  viewed_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, key)
);
create index dashboard_shares_dashboard on batuta.dashboard_shares (dashboard_id, created_at);
create index dashboard_shares_expiry on batuta.dashboard_shares (expires_at);

-- What a browser shows instead of a token: a ticket stands in an address, is used once and within a
-- minute, and becomes a pass, which stands in a cookie and opens one dashboard for an hour.
create table batuta.view_passes (
  hash bytea primary key,
  kind text not null check (kind in ('ticket', 'pass')),
  user_id uuid not null references batuta.users on delete cascade,
  epoch integer not null,                      -- who signs out everywhere closes these as well
  dashboard_id uuid not null references batuta.dashboards on delete cascade,
  share_id uuid references batuta.dashboard_shares on delete cascade,
  expires_at timestamptz not null
);
create index view_passes_user on batuta.view_passes (user_id);
create index view_passes_dashboard on batuta.view_passes (dashboard_id);
create index view_passes_share on batuta.view_passes (share_id);
create index view_passes_expiry on batuta.view_passes (expires_at);

create table batuta.artifacts (
  id uuid primary key,                         -- follows from the turn and its place in the answer
  org_id uuid not null references batuta.organisations,
  user_id uuid not null references batuta.users on delete cascade,
  session_id uuid not null references batuta.sessions on delete cascade,
  turn_id uuid not null references batuta.turns on delete cascade,
  kind text not null check (kind in ('html', 'svg')),
  title text not null check (length(title) <= 200),
  content text not null check (length(content) <= 262144),
  created_at timestamptz not null default now()
);
create index artifacts_user on batuta.artifacts (user_id, created_at desc);
create index artifacts_session on batuta.artifacts (session_id);
create index artifacts_turn on batuta.artifacts (turn_id);

-- A change of a document: the revision after the shown one, later ones gone, and of all of them the
-- newest hundred kept, with the snapshots that one of these pins. Answers the new version; null where
-- somebody else was faster, or it is not theirs.
create function batuta.save_dashboard(
  p_org uuid, p_user uuid, p_id uuid, p_version integer, p_title text, p_document json, p_what text, p_key text
) returns integer
language plpgsql as $$
declare
  d batuta.dashboards;
begin
  update batuta.dashboards set version = version + 1, revision = revision + 1, title = p_title, updated_at = now(),
      calls = case when p_key is null then calls else (array_prepend(p_key, calls))[1:20] end
    where id = p_id and org_id = p_org and user_id = p_user and version = p_version
    returning * into d;
  if not found then
    return null;
  end if;
  delete from batuta.dashboard_revisions
    where dashboard_id = p_id and (no >= d.revision or no <= d.revision - 100);
  insert into batuta.dashboard_revisions (dashboard_id, no, document, what)
    values (p_id, d.revision, p_document, p_what);
  delete from batuta.dashboard_snapshots s where s.dashboard_id = p_id and s.taken_at < now() - interval '1 hour'
    and not exists (select from batuta.dashboard_revisions r
      where r.dashboard_id = p_id and strpos(r.document::text, s.id::text) > 0);
  return d.version;
end $$;

do $$
declare name text;
begin
  foreach name in array array['dashboards', 'dashboard_revisions', 'dashboard_snapshots', 'dashboard_shares',
      'view_passes', 'artifacts'] loop
    execute format('alter table batuta.%I enable row level security', name);
    execute format('create policy server on batuta.%I to batuta_server using (true) with check (true)', name);
  end loop;
  foreach name in array array['dashboards', 'artifacts'] loop
    execute format('grant select on batuta.%I to authenticated', name);
    execute format('create policy own on batuta.%I for select to authenticated using (user_id = (select auth.uid()))', name);
  end loop;
end $$;
revoke execute on function batuta.save_dashboard from public;

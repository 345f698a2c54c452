-- What is known of a person beyond one conversation: the slots that workflows save.
create table batuta.profiles (
  user_id uuid primary key references batuta.users on delete cascade,
  org_id uuid not null references batuta.organisations,
  data jsonb not null default '{}' check (pg_column_size(data) <= 65536),
  updated_at timestamptz not null default now()
);

alter table batuta.profiles enable row level security;
create policy server on batuta.profiles to batuta_server using (true) with check (true);
grant select on batuta.profiles to authenticated;
create policy own on batuta.profiles for select to authenticated using (user_id = (select auth.uid()));

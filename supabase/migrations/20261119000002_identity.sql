-- Organisations, people, and the secrets their tokens are signed with.
create table batuta.organisations (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique,
  name text not null,
  created_at timestamptz not null default now()
);
insert into batuta.organisations (slug, name) values ('default', 'Default');

create table batuta.users (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references batuta.organisations,
  email text not null check (email = lower(email)),
  password_hash text,                          -- null: signs in through an issuer or a link
  issuer text,                                 -- an outside identity: who vouches, and for whom
  subject text,
  roles text[] not null default '{user}'
    check (roles <@ array['user', 'moderator', 'owner', 'operator', 'admin']),
  token_epoch integer not null default 0,      -- raised by logout and password change: older tokens die
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  unique (issuer, subject),
  check ((issuer is null) = (subject is null))
);
create unique index users_email on batuta.users (email);

create table batuta.signing_keys (
  id text primary key,
  secret text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz                       -- still verifies until the tokens it signed are gone
);
create unique index signing_keys_one_in_use on batuta.signing_keys ((true)) where retired_at is null;

create function batuta.rotate_signing_key(p_id text, p_secret text, p_forget boolean) returns void
language plpgsql as $$
begin
  lock table batuta.signing_keys in share row exclusive mode;
  delete from batuta.signing_keys where p_forget or retired_at < now() - interval '31 days';
  update batuta.signing_keys set retired_at = now() where retired_at is null;
  insert into batuta.signing_keys (id, secret) values (p_id, p_secret);
end $$;

create table batuta.one_time_tokens (          -- refresh tokens and one-time links, by hash
  hash bytea primary key,
  user_id uuid not null references batuta.users on delete cascade,
  kind text not null check (kind in ('refresh', 'login', 'reset')),
  family uuid,                                 -- refresh tokens of one sign-in: reuse revokes them all
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index one_time_tokens_user on batuta.one_time_tokens (user_id);
create index one_time_tokens_family on batuta.one_time_tokens (family);
create index one_time_tokens_expiry on batuta.one_time_tokens (expires_at);

create table batuta.known_devices (            -- where somebody has proved a password before
  hash bytea primary key,                      -- of the mark that the device keeps
  user_id uuid not null references batuta.users on delete cascade,
  created_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
create index known_devices_user on batuta.known_devices (user_id, last_at);

create table batuta.login_failures (           -- slows guessing down, across workers
  key bytea primary key,                       -- hash of an e-mail, an address, both, or a device
  count double precision not null,             -- sinks as time passes
  last_at timestamptz not null default now()
);

create table batuta.preferences (
  user_id uuid primary key references batuta.users on delete cascade,
  data jsonb not null default '{}',
  updated_at timestamptz not null default now()
);

-- What is known of a person beyond one conversation: the slots that workflows save.
create table batuta.profiles (
  user_id uuid primary key references batuta.users on delete cascade,
  org_id uuid not null references batuta.organisations,
  data jsonb not null default '{}' check (pg_column_size(data) <= 65536),
  updated_at timestamptz not null default now()
);

create table batuta.audit (
  id bigint generated always as identity primary key,
  org_id uuid references batuta.organisations,
  actor uuid,
  action text not null,
  subject text,
  detail jsonb not null default '{}',
  at timestamptz not null default now()
);
create index audit_org_at on batuta.audit (org_id, at);

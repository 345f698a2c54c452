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
    check (roles <@ array['user', 'staff', 'moderator', 'owner', 'operator', 'admin']),
  token_epoch integer not null default 0,      -- raised by logout and password change: older tokens die
  disabled_at timestamptz,
  last_sign_in_at timestamptz,                 -- null: never here; another issuer's tokens leave none
  created_at timestamptz not null default now(),
  unique (issuer, subject),
  check ((issuer is null) = (subject is null))
);
create unique index users_email on batuta.users (email);
create index users_org on batuta.users (org_id, email);

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
  device bytea,                                -- hash of the mark of the device it was given to
  salt bytea,                                  -- makes the successor of a used token, until that is used
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

-- The log is only ever added to. It names people by their ids alone, so that a person can be erased
-- without it. What was written is tied into one chain for all organisations: each link's hash covers
-- the row and the hash before, so that a row cannot be changed, taken out or put in unnoticed
-- (`batuta doctor` goes along it). Whoever owns the database could forge the whole chain: note the
-- head's hash elsewhere, and that shows too.
create table batuta.audit_links (
  no bigint primary key,
  audit_id bigint unique,                      -- null: the rows up to here are past their time
  hash bytea not null
);
create table batuta.audit_head (
  one boolean primary key default true check (one),
  no bigint not null,
  hash bytea not null
);
insert into batuta.audit_head (no, hash) values (0, '');

create function batuta.audit_hash(p_before bytea, p_row batuta.audit) returns bytea
language sql stable
-- Each value by its length, so that no two rows read alike; moments as numbers, whatever the zone.
return sha256(p_before || convert_to((
  select string_agg(coalesce(length(v) || ':' || v, '-'), ',' order by n)
  from unnest(array[p_row.id::text, p_row.org_id::text, p_row.actor::text, p_row.action, p_row.subject,
    p_row.detail::text, extract(epoch from p_row.at)::text]) with ordinality as each (v, n)), 'UTF8'));

-- Ties rows to the chain at the very end of their transaction: the head is locked for the time of a
-- commit and nothing is waited for under that lock, so writers neither queue behind one another's
-- work nor meet in a deadlock.
create function batuta.link_audit() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
declare
  known bytea;
  number bigint;
begin
  select no + 1, hash into number, known from batuta.audit_head for update;
  known := batuta.audit_hash(known, new);
  insert into batuta.audit_links (no, audit_id, hash) values (number, new.id, known);
  update batuta.audit_head set no = number, hash = known;
  return null;
end $$;
create constraint trigger audit_link after insert on batuta.audit
  deferrable initially deferred for each row execute function batuta.link_audit();

create function batuta.keep_audit() returns trigger
language plpgsql set search_path = pg_catalog as $$
begin
  if tg_op = 'DELETE' and current_setting('batuta.audit_trim', true) = 'on' then
    return old;
  end if;
  raise exception 'the audit log is only ever added to' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_keep before update or delete on batuta.audit
  for each row execute function batuta.keep_audit();
create trigger audit_keep_all before truncate on batuta.audit
  for each statement execute function batuta.keep_audit();

-- Takes away the oldest rows, never any of the last thirty days, and leaves the chain's link from
-- which the rest goes on. Nothing in the middle can be taken out this way.
create function batuta.trim_audit(p_before timestamptz, p_most integer) returns bigint
language plpgsql security definer set search_path = pg_catalog as $$
declare
  last bigint;
  gone bigint;
begin
  perform from batuta.audit_head for update;
  select max(f.no) into last from (
    select l.no, bool_and(a.at < least(p_before, now() - interval '30 days')) over (order by l.no) as old
    from (select no, audit_id from batuta.audit_links where audit_id is not null order by no limit p_most) l
    join batuta.audit a on a.id = l.audit_id) f where f.old;
  if last is null then
    return 0;
  end if;
  perform set_config('batuta.audit_trim', 'on', true);
  delete from batuta.audit a using batuta.audit_links l where l.audit_id = a.id and l.no <= last;
  get diagnostics gone = row_count;
  perform set_config('batuta.audit_trim', '', true);
  delete from batuta.audit_links where no < last;
  update batuta.audit_links set audit_id = null where no = last;
  return gone;
end $$;

-- What Supabase brings along, created only where the platform lacks it: its roles, the auth
-- schema, and the functions that read the caller out of a verified token. batuta_server is the
-- role the server works under: it owns nothing and cannot change the schema.
do $$
declare wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role', 'batuta_server'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin', wanted);
      exception when duplicate_object or unique_violation then null; -- another database's start won the race
      end;
    end if;
  end loop;
  if not pg_has_role(current_user, 'batuta_server', 'member') then
    execute format('grant batuta_server to %I', current_user);
  end if;
  if to_regnamespace('auth') is null then
    create schema auth;
    grant usage on schema auth to anon, authenticated, service_role, batuta_server;
  end if;
  if to_regprocedure('auth.uid()') is null then
    create function auth.uid() returns uuid language sql stable as
      $f$ select (nullif(current_setting('request.jwt.claims', true), '')::json ->> 'sub')::uuid $f$;
  end if;
  if to_regprocedure('auth.role()') is null then
    create function auth.role() returns text language sql stable as
      $f$ select nullif(current_setting('request.jwt.claims', true), '')::json ->> 'role' $f$;
  end if;
end $$;

create schema batuta;
grant usage on schema batuta to batuta_server, authenticated, service_role;
alter default privileges in schema batuta grant select, insert, update, delete on tables to batuta_server;
alter default privileges in schema batuta grant usage, select on sequences to batuta_server;
alter default privileges in schema batuta grant execute on functions to batuta_server;

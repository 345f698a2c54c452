-- Who may read what, for clients that reach the database themselves (Supabase's data API). The
-- server is one role for all people and scopes each of its queries by caller; nobody but it writes.
do $$
declare name text;
begin
  for name in select tablename from pg_tables where schemaname = 'batuta' loop
    execute format('alter table batuta.%I enable row level security', name);
    execute format('create policy server on batuta.%I to batuta_server using (true) with check (true)', name);
  end loop;
  -- Not of cases and what belongs to them: they are for moderators, who come through the server.
  foreach name in array array['sessions', 'turns', 'messages', 'approvals', 'usage', 'preferences', 'profiles',
      'notes', 'feedback'] loop
    execute format('grant select on batuta.%I to authenticated', name);
    execute format('create policy own on batuta.%I for select to authenticated using (user_id = (select auth.uid()))', name);
  end loop;
  grant select on batuta.turn_events to authenticated;
  create policy own on batuta.turn_events for select to authenticated using (exists (
    select from batuta.turns t where t.id = turn_id and t.user_id = (select auth.uid())));
end $$;
-- The audit log grows and does not change: numbers and times are its own, and what ties it together
-- is written by its own functions.
revoke insert, update, delete on batuta.audit from batuta_server;
grant insert (org_id, actor, action, subject, detail) on batuta.audit to batuta_server;
revoke insert, update, delete on batuta.audit_links, batuta.audit_head from batuta_server;
grant select (id, org_id, email, roles, created_at) on batuta.users to authenticated;
create policy own on batuta.users for select to authenticated using (id = (select auth.uid()));
-- A schema's default privileges cannot take back what PUBLIC has by default: a later migration that
-- makes a table or a function does for it what is done here.
revoke execute on all functions in schema batuta from public;

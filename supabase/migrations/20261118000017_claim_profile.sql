-- A turn is routed by what is known of the person: the profile comes with the claim, so that it
-- costs no round trip of its own.
create or replace function batuta.claim_turn(p_turn uuid, p_engine text, p_owner text, p_history integer) returns json
language plpgsql as $$
declare
  t batuta.turns;
begin
  perform from dbos.workflow_status w
    where w.workflow_uuid = p_engine and w.owner_xid = p_owner for share;
  if not found then
    return json_build_object('outcome', 'lost');
  end if;
  update batuta.turns set attempt = attempt + 1, started_at = coalesce(started_at, now())
    where id = p_turn and status = 'running' returning * into t;
  if not found then
    return json_build_object('outcome', 'ended');
  end if;
  return json_build_object(
    'outcome', 'run',
    'turn', json_build_object('session_id', t.session_id, 'org_id', t.org_id, 'user_id', t.user_id,
      'kind', t.kind, 'input', t.input, 'options', t.options, 'attempt', t.attempt,
      'last_seq', t.last_seq, 'cancel_requested', t.cancel_requested, 'created_at', t.created_at),
    'user', (select json_build_object('email', u.email, 'roles', u.roles)
      from batuta.users u where u.id = t.user_id),
    'cursor', (select s.cursor from batuta.sessions s where s.id = t.session_id),
    'preferences', (select p.data from batuta.preferences p where p.user_id = t.user_id),
    'profile', (select p.data from batuta.profiles p where p.user_id = t.user_id and p.org_id = t.org_id),
    'approvals', (select json_agg(json_build_object('id', a.id, 'kind', a.kind, 'call_id', a.call_id,
        'tool', a.tool, 'args', a.args, 'turn_id', a.turn_id, 'status', a.status) order by a.created_at, a.expires_at)
      from batuta.approvals a where a.session_id = t.session_id and
        (a.answer_turn = p_turn or a.status = 'open' and a.expires_at > now())),
    'remembered', (select json_agg(r.tool) from batuta.remembered_approvals r where r.session_id = t.session_id),
    'history', (select json_agg(json_build_array(m.role, m.blocks, m.workflow) order by m.no)
      from (select m.role, m.blocks, m.workflow, m.no from batuta.messages m
            where m.session_id = t.session_id order by m.no desc limit p_history) m),
    'steps', case when t.attempt > 1 then
      (select json_object_agg(s.key, s.result) from batuta.turn_steps s where s.turn_id = p_turn) end,
    'said', case when t.attempt > 1 then
      (select json_agg(json_build_array(e.type, coalesce(e.body ->> 'call', e.body ->> 'content')) order by e.seq)
       from batuta.turn_events e
       where e.turn_id = p_turn and e.type in ('text', 'text_restart', 'tool_start', 'tool_end')) end
  );
end $$;

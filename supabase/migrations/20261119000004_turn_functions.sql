-- The four moments of a turn, each one round trip and one transaction.

-- How long a person must wait before they may do one more of a kind, so many being allowed in a
-- minute; 0: they may now. A use from the future is a clock's that was put back, and counts as none.
create function batuta.seconds_to_wait(p_user uuid, p_kind text, p_per_minute integer) returns integer
language sql stable as $$
  select case when count(*) < p_per_minute then 0
    else greatest(ceil(extract(epoch from min(u.at) + interval '1 minute' - now())), 1)::integer end
  from (select at from batuta.recent_uses
    where user_id = p_user and kind = p_kind
      and at > now() - interval '1 minute' and at < now() + interval '1 minute'
    order by at desc limit p_per_minute) u
$$;

-- Note that a person does one of a kind now, and forget what no limit asks for any more. Its caller
-- holds the person's lock. What is much older is left to the retention, so that the two never meet.
create function batuta.note_use(p_user uuid, p_kind text) returns void language sql as $$
  delete from batuta.recent_uses where user_id = p_user and at > now() - interval '12 hours'
    and (at < now() - interval '1 minute' or at > now() + interval '1 minute');
  insert into batuta.recent_uses (user_id, kind) values (p_user, p_kind)
$$;

create function batuta.has_room_for_session(p_user uuid, p_most integer) returns boolean
language sql stable as $$
  select p_most = 0 or count(*) < p_most
    from (select from batuta.sessions where user_id = p_user limit p_most) s
$$;

-- A turn that is deleted while it runs goes on until its worker has noticed, so it stays open for
-- as long as that may take, whatever has deleted it.
create function batuta.keep_dropped_turn() returns trigger language plpgsql as $$
begin
  insert into batuta.recent_uses (user_id, kind) values (old.user_id, 'dropped_turn');
  return null;
end $$;
create trigger keep_dropped after delete on batuta.turns
  for each row when (old.status = 'running') execute function batuta.keep_dropped_turn();

-- 1. A message arrives: rate, idempotency, ownership and order are decided under one lock per
--    person, so that every worker decides alike.
create function batuta.accept_turn(
  p_turn uuid, p_org uuid, p_user uuid, p_session uuid, p_kind text, p_input jsonb, p_options jsonb,
  p_key text, p_hash bytea, p_per_minute integer, p_max_open integer, p_max_sessions integer,
  p_reject_busy boolean
) returns table (outcome text, turn_id uuid, session_id uuid, place integer, retry_after integer)
language plpgsql as $$
#variable_conflict use_column
declare
  known record;
  ahead integer;
  wait integer;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_user::text, 20));
  if p_key is not null then
    select t.id, t.session_id, t.request_hash, t.created_at into known
      from batuta.turns t where t.user_id = p_user and t.idempotency_key = p_key;
    if found and known.created_at < now() - interval '24 hours' then
      update batuta.turns t set idempotency_key = null where t.id = known.id;
    elsif found then
      return query select case when known.request_hash = p_hash then 'known' else 'conflict' end,
        known.id, known.session_id, 0, 0;
      return;
    end if;
  end if;
  if p_kind not in ('approval', 'file') and p_per_minute > 0 then
    wait := batuta.seconds_to_wait(p_user, 'message', p_per_minute);
    if wait > 0 then
      return query select 'rate_limited', null::uuid, null::uuid, 0, wait;
      return;
    end if;
  end if;
  if p_max_open > 0 and (select count(*) from batuta.turns t
      where t.user_id = p_user and t.status in ('running', 'queued')
        and t.created_at > now() - interval '1 day')
    + (select count(*) from batuta.recent_uses u
      where u.user_id = p_user and u.kind = 'dropped_turn'
        and u.at > now() - interval '10 seconds') >= p_max_open then
    return query select 'too_many_open', null::uuid, null::uuid, 0, 5;
    return;
  end if;
  if p_max_sessions > 0 and not exists (select from batuta.sessions where id = p_session)
    and not batuta.has_room_for_session(p_user, p_max_sessions) then
    return query select 'too_many_sessions', null::uuid, null::uuid, 0, 0;
    return;
  end if;
  insert into batuta.sessions (id, org_id, user_id) values (p_session, p_org, p_user)
    on conflict (id) do update set updated_at = now()
      where sessions.user_id = p_user and sessions.org_id = p_org;
  if not found then
    return query select 'not_found', null::uuid, null::uuid, 0, 0;
    return;
  end if;
  select count(*) into ahead from batuta.turns t
    where t.session_id = p_session and t.status in ('running', 'queued');
  if ahead > 0 and p_reject_busy then
    return query select 'busy', null::uuid, p_session, 0, 1;
    return;
  end if;
  insert into batuta.turns
    (id, org_id, user_id, session_id, kind, status, input, options, idempotency_key, request_hash, started_at)
  values (p_turn, p_org, p_user, p_session, p_kind, case when ahead = 0 then 'running' else 'queued' end,
    p_input, p_options, p_key, p_hash, case when ahead = 0 then now() end);
  if p_kind not in ('approval', 'file') and p_per_minute > 0 then
    perform batuta.note_use(p_user, 'message');
  end if;
  if ahead > 0 then
    insert into batuta.turn_events (turn_id, seq, at, type, body)
      values (p_turn, 1, clock_timestamp(), 'queued', json_build_object('position', ahead));
    update batuta.turns t set last_seq = 1 where t.id = p_turn;
  end if;
  return query select case when ahead = 0 then 'run' else 'queued' end, p_turn, p_session, ahead, 0;
end $$;

-- A conversation that begins without a message, under the same lock and limits.
create function batuta.create_session(
  p_session uuid, p_org uuid, p_user uuid, p_title text, p_per_minute integer, p_max_sessions integer
) returns table (outcome text, retry_after integer)
language plpgsql as $$
declare
  wait integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_user::text, 20));
  if p_per_minute > 0 then
    wait := batuta.seconds_to_wait(p_user, 'session', p_per_minute);
  end if;
  if wait > 0 then
    return query select 'rate_limited', wait;
  elsif exists (select from batuta.sessions where id = p_session) then
    return query select 'taken', 0;
  elsif not batuta.has_room_for_session(p_user, p_max_sessions) then
    return query select 'too_many_sessions', 0;
  else
    insert into batuta.sessions (id, org_id, user_id, title)
      values (p_session, p_org, p_user, p_title) on conflict (id) do nothing;
    if found and p_per_minute > 0 then
      perform batuta.note_use(p_user, 'session');
    end if;
    return query select case when found then 'made' else 'taken' end, 0;
  end if;
end $$;

-- Of a widget that was shown, a later turn is told what it was and not the data in it: a chart would
-- push the words of the conversation out of what is read of it.
create function batuta.without_widget_data(p_blocks json) returns json
language sql immutable as $$
  select case when strpos(p_blocks::text, '"widget"') = 0 then p_blocks else
    (select json_agg(case when b ->> 'type' <> 'widget' or b #>> '{event,type}' in ('ui', 'task_list') then b
        else json_build_object('type', 'widget', 'event', json_build_object(
          'type', b #> '{event,type}', 'id', b #> '{event,id}',
          'title', left(coalesce(b #>> '{event,title}', b #>> '{event,label}'), 200))) end order by place)
      from json_array_elements(p_blocks) with ordinality e (b, place)) end
$$;

-- 2. A worker takes the turn up. Only the execution that the engine names as owner gets in, and
--    the attempt it is given fences off every earlier one. All that the turn needs comes along.
create function batuta.claim_turn(
  p_turn uuid, p_engine text, p_owner text, p_history integer, p_characters integer
) returns json
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
      'last_seq', t.last_seq, 'frozen', t.frozen, 'created_at', t.created_at,
      'cancel_requested', t.cancel_requested or exists (select from batuta.users u
        where u.id = t.user_id and u.disabled_at is not null)),
    'user', (select json_build_object('email', u.email, 'roles', u.roles)
      from batuta.users u where u.id = t.user_id),
    'cursor', (select s.cursor from batuta.sessions s where s.id = t.session_id),
    'preferences', (select p.data from batuta.preferences p where p.user_id = t.user_id),
    'profile', (select p.data from batuta.profiles p where p.user_id = t.user_id and p.org_id = t.org_id),
    'approvals', (select json_agg(json_build_object('id', a.id, 'kind', a.kind, 'call_id', a.call_id,
        'tool', a.tool, 'args', a.args, 'turn_id', a.turn_id, 'status', a.status) order by a.created_at, a.expires_at)
      from batuta.approvals a where a.session_id = t.session_id and
        (a.answer_turn = p_turn or a.status = 'open' and a.expires_at > now())),
    'handover', (select json_build_object('id', h.id, 'turn_id', h.turn_id, 'team', h.team,
        'status', h.status, 'name', h.staff_name)
      from batuta.handovers h where h.session_id = t.session_id and h.ended_at is null),
    'remembered', (select json_agg(r.tool) from batuta.remembered_approvals r where r.session_id = t.session_id),
    -- The newest messages, until they are too many or too long together; the newest one in any case.
    'history', (select json_agg(json_build_array(m.role, m.blocks, m.workflow, m.id) order by m.no)
      from (select n.*, sum(length(n.blocks::text)) over (order by n.no desc
              rows between unbounded preceding and 1 preceding) as newer
            from (select m.id, m.role, batuta.without_widget_data(m.blocks) as blocks, m.workflow, m.no
                  from batuta.messages m
                  where m.session_id = t.session_id order by m.no desc limit p_history) n) m
      where coalesce(m.newer, 0) < p_characters),
    'steps', case when t.attempt > 1 then
      (select json_object_agg(s.key, s.result) from batuta.turn_steps s where s.turn_id = p_turn) end,
    'said', case when t.attempt > 1 then
      (select json_agg(json_build_array(e.type, coalesce(e.body ->> 'call', e.body ->> 'content')) order by e.seq)
       from batuta.turn_events e
       where e.turn_id = p_turn and e.type in ('text', 'text_restart', 'tool_start', 'tool_end')) end
  );
end $$;

-- 3. Events and finished steps, in one fenced write. Answers null when the fence has closed.
--    A writer that lost the answer to its commit may repeat it: p_after tells that it is done.
create function batuta.append_turn(
  p_turn uuid, p_attempt integer, p_after integer, p_at timestamptz, p_types text[], p_bodies json[],
  p_keys text[], p_results json[]
) returns boolean
language plpgsql as $$
declare
  cancelled boolean;
begin
  update batuta.turns set last_seq = p_after + cardinality(p_types)
    where id = p_turn and attempt = p_attempt and status = 'running' and last_seq = p_after
    returning cancel_requested into cancelled;
  if not found then
    select cancel_requested into cancelled from batuta.turns
      where id = p_turn and attempt = p_attempt and status = 'running'
        and last_seq = p_after + cardinality(p_types) and cardinality(p_types) > 0;
    return cancelled;
  end if;
  insert into batuta.turn_events (turn_id, seq, at, type, body)
    select p_turn, p_after + e.n, p_at, e.type, e.body
    from unnest(p_types, p_bodies) with ordinality as e (type, body, n);
  if cardinality(p_keys) > 0 then
    insert into batuta.turn_steps (turn_id, key, result)
      select p_turn, s.key, s.result from unnest(p_keys, p_results) as s (key, result)
      on conflict (turn_id, key) do update set result = excluded.result, at = now();
  end if;
  return cancelled;
end $$;

-- 4. The end: last events, the messages, the cursor, the usage, the approvals that are asked for,
--    and the next message of the session in one fenced write.
create function batuta.finish_turn(
  p_turn uuid, p_attempt integer, p_after integer, p_status text, p_error text,
  p_at timestamptz, p_types text[], p_bodies json[],
  p_messages json, p_cursor jsonb, p_usage json, p_approvals json
) returns json
language plpgsql as $$
declare
  t batuta.turns;
  next_turn uuid;
  no integer;
begin
  update batuta.turns set last_seq = p_after + cardinality(p_types), status = p_status,
      error_code = p_error, finished_at = now(),
      input = case when p_status = 'blocked' then '{}'
        -- What was edited has been carried out, or a guard has refused it, or nobody has read it.
        when input ? 'approval' then input #- '{approval,edited_args}' else input end,
      options = case when p_status = 'blocked' then '{}' else options end
    where id = p_turn and attempt = p_attempt and status = 'running' and last_seq = p_after
    returning * into t;
  if not found then
    select * into t from batuta.turns where id = p_turn and attempt = p_attempt
      and status = p_status and last_seq = p_after + cardinality(p_types);
    if not found then
      return null;
    end if;
    return json_build_object('next', (select r.id from batuta.turns r
      where r.session_id = t.session_id and r.status = 'running'));
  end if;
  insert into batuta.turn_events (turn_id, seq, at, type, body)
    select p_turn, p_after + e.n, p_at, e.type, e.body
    from unnest(p_types, p_bodies) with ordinality as e (type, body, n);
  if p_status = 'blocked' then  -- an answer that was begun beside the judge may repeat the message
    delete from batuta.turn_steps where turn_id = p_turn;
  end if;
  update batuta.sessions s set
      last_no = s.last_no + json_array_length(p_messages),
      cursor = coalesce(p_cursor, s.cursor),
      title = coalesce(s.title, (select left(m ->> 'title', 80) from json_array_elements(p_messages) m
                                 where m ->> 'title' is not null limit 1)),
      updated_at = now()
    where s.id = t.session_id returning s.last_no - json_array_length(p_messages) into no;
  insert into batuta.messages (id, org_id, user_id, session_id, turn_id, no, role, blocks, workflow)
    select (m.value ->> 'id')::uuid, t.org_id, t.user_id, t.session_id, p_turn, no + m.n,
      m.value ->> 'role', m.value -> 'blocks', m.value ->> 'workflow'
    from json_array_elements(p_messages) with ordinality as m (value, n);
  if json_array_length(p_usage) > 0 then
    insert into batuta.usage (org_id, user_id, session_id, turn_id, agent, provider, model, input, output, cached, cost_usd)
      select t.org_id, t.user_id, t.session_id, p_turn, u.agent, u.provider, u.model, u.input, u.output, u.cached, u.cost_usd
      from json_to_recordset(p_usage) as u (agent text, provider text, model text, input integer, output integer,
        cached integer, cost_usd numeric);
  end if;
  if json_array_length(p_approvals) > 0 then
    insert into batuta.approvals (id, org_id, user_id, session_id, turn_id, kind, call_id, tool, title, args, reason, code, expires_at)
      select a.id, t.org_id, t.user_id, t.session_id, p_turn, a.kind, a.call_id, a.tool, a.title, a.args, a.reason, a.code, a.expires_at
      from json_to_recordset(p_approvals) as a (id uuid, kind text, call_id text, tool text, title text,
        args json, reason text, code text, expires_at timestamptz);
  end if;
  loop  -- again when the first in the queue was cancelled while we waited for its lock
    select q.id into next_turn from batuta.turns q
      where q.session_id = t.session_id and q.status = 'queued' order by q.no limit 1 for update;
    exit when next_turn is not null or not exists (
      select from batuta.turns q where q.session_id = t.session_id and q.status = 'queued');
  end loop;
  if next_turn is not null then
    update batuta.turns set status = 'running', started_at = now() where id = next_turn;
  end if;
  return json_build_object('next', next_turn);
end $$;

-- Stopping: a turn that waits ends here; one that runs is told, and its worker ends it.
create function batuta.cancel_turn(p_turn uuid, p_user uuid, p_at timestamptz) returns text
language plpgsql as $$
declare
  t batuta.turns;
begin
  select * into t from batuta.turns where id = p_turn and user_id = p_user for update;
  if not found then
    return 'not_found';
  end if;
  if t.status = 'queued' then
    update batuta.turns set status = 'cancelled', finished_at = now(), last_seq = last_seq + 1,
        input = input #- '{approval,edited_args}' where id = p_turn;
    insert into batuta.turn_events (turn_id, seq, at, type, body)
      values (p_turn, t.last_seq + 1, p_at, 'done', json_build_object('status', 'cancelled'));
    return 'cancelled';
  end if;
  if t.status = 'running' then
    update batuta.turns set cancel_requested = true where id = p_turn;
    return 'asked';
  end if;
  return 'ended';
end $$;

-- An approval is answered once. The turn that carries the answer is the proof of who came first.
create function batuta.answer_approval(
  p_approval uuid, p_user uuid, p_turn uuid, p_approve boolean, p_remember boolean
) returns text
language plpgsql as $$
declare
  a batuta.approvals;
begin
  select * into a from batuta.approvals where id = p_approval and user_id = p_user for update;
  if not found then
    return 'not_found';
  end if;
  if a.answer_turn = p_turn then
    return 'answered';
  end if;
  if a.status <> 'open' or a.expires_at <= now() then
    return 'expired';
  end if;
  update batuta.approvals set status = case when p_approve then 'approved' else 'denied' end,
      answer_turn = p_turn, answered_at = now() where id = p_approval;
  if p_approve and p_remember and a.kind = 'tool' then
    insert into batuta.remembered_approvals (session_id, tool) values (a.session_id, a.tool)
      on conflict do nothing;
  end if;
  return 'answered';
end $$;

-- Moderation: what a guard, a person, a workflow or chance has put before a moderator, what was
-- decided about it, and the examples that the guards learn from it.
--
-- `evidence` is the only column in which text may stand that a guard has blocked, and `remarks` holds
-- what an agent said of it. All other columns are facts, so that a queue can be read without reading
-- anybody's words. A case outlives its conversation (a person must not be able to sweep away what was
-- flagged) and never its person: so its turn and its session are named without foreign keys, its
-- person with one.
create table batuta.cases (
  id uuid primary key,
  no bigint generated always as identity unique,  -- order of arrival, and the pages' cursor
  org_id uuid not null references batuta.organisations,
  user_id uuid not null references batuta.users on delete cascade,
  session_id uuid not null,
  turn_id uuid not null,
  workflow text,
  stage text not null check (stage in
    ('input', 'tool_args', 'tool_result', 'output', 'feedback', 'sample', 'report')),
  category text not null check (length(category) between 1 and 100),
  verdict text not null check (verdict in ('allow', 'redact', 'review', 'block')),
  guard text not null default '' check (length(guard) <= 100),  -- who found it; '': no guard did
  about text not null default '' check (length(about) <= 200),
  reason text not null default '' check (length(reason) <= 500),
  scores jsonb not null default '{}',
  length integer not null,                     -- of the text as it was found, in characters
  language text check (language in ('en', 'pt')),  -- null: it does not tell
  evidence text[],                             -- one per finding; null: its time is over
  remarks text[],                              -- one per finding, mostly empty; goes with the evidence
  path jsonb not null default '[]',            -- where the conversation stood: workflows and states
  route jsonb,
  findings jsonb not null default '[]',
  finding_ids uuid[] not null default '{}',    -- what a replayed turn reports again is known here
  found integer not null default 1,
  status text not null default 'open' check (status in ('open', 'escalated', 'decided')),
  decision text check (decision in ('confirm', 'false_positive')),
  reviewers integer,                           -- how many must agree; settled at the first review
  assignee uuid,
  team text check (length(team) <= 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  decided_at timestamptz,
  -- A guess of the local heads is weighed: only what fits the review budget is queued. The highest
  -- come first, so one that is waiting for a place may get it later, and one that nobody has looked
  -- at may lose it. What weighs nothing and is not queued was only counted.
  queued boolean not null default true,
  weight real,                                 -- how far a guess lies from its head's blocking limit
  repeat bytea,                                -- hash of a guess's text: the same again joins its case
  check ((status = 'decided') = (decision is not null))
);
create index cases_queue on batuta.cases (org_id, status, no desc);
create index cases_org on batuta.cases (org_id, no desc);
-- What the queue counts by stands in an index of its own: a count reads no row.
create index cases_counts on batuta.cases (org_id, status, category, stage, verdict, guard)
  include (user_id, queued);
create index cases_weighed on batuta.cases (org_id, created_at) where weight is not null;
create index cases_turn on batuta.cases (turn_id);
create index cases_session on batuta.cases (session_id);
create index cases_user on batuta.cases (user_id);
create index cases_created on batuta.cases (created_at);
create index cases_category on batuta.cases (org_id, category, no desc);
create index cases_decided on batuta.cases (org_id, decided_at) where decided_at is not null;
create index cases_evidence on batuta.cases (created_at) where evidence is not null;

create table batuta.case_reviews (
  case_id uuid not null references batuta.cases on delete cascade,
  reviewer uuid not null,
  decision text not null check (decision in ('confirm', 'false_positive')),
  category text not null,
  note text check (length(note) <= 4000),
  at timestamptz not null default clock_timestamp(),
  primary key (case_id, reviewer)
);

create table batuta.case_notes (
  id bigint generated always as identity primary key,
  case_id uuid not null references batuta.cases on delete cascade,
  author uuid not null,
  kind text not null default 'note' check (kind in ('note', 'escalation')),
  text text not null check (length(text) between 1 and 4000),
  at timestamptz not null default now()
);
create index case_notes_case on batuta.case_notes (case_id);

create table batuta.case_readings (
  id bigint generated always as identity primary key,
  case_id uuid not null references batuta.cases on delete cascade,
  reader uuid not null,
  kind text not null check (kind in ('opened', 'revealed')),
  reason text check (length(reason) <= 500),
  at timestamptz not null default now(),
  check ((kind = 'revealed') = (reason is not null))
);
create index case_readings_case on batuta.case_readings (case_id);

create table batuta.guard_examples (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references batuta.organisations,
  user_id uuid not null references batuta.users on delete cascade,  -- whose words they were
  kind text not null check (kind in ('allow', 'block')),
  stage text not null check (stage in ('input', 'tool_args', 'tool_result', 'output')),
  category text not null,
  text text check (length(text) <= 8000),      -- null: its case's evidence is gone
  folded bytea not null,                       -- hash of the text as it is compared: it goes on to hold
  case_id uuid not null,
  made_by uuid not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  hits bigint not null default 0,              -- how often it has settled a text, and when last:
  last_hit_at timestamptz,                     -- a settled text opens no case any more
  unique (org_id, stage, folded)
);
create index guard_examples_user on batuta.guard_examples (user_id);
create index guard_examples_case on batuta.guard_examples (case_id);

-- When a text's time is over nothing is left that quotes it: moderators' notes may, examples do.
create function batuta.forget_words() returns trigger
language plpgsql as $$
begin
  update batuta.guard_examples set text = null where case_id = old.id and text is not null;
  if tg_op = 'UPDATE' then
    new.remarks := null;
    delete from batuta.case_notes where case_id = old.id;
    update batuta.case_reviews set note = null where case_id = old.id and note is not null;
    return new;
  end if;
  return old;
end $$;
create trigger cases_forget before update of evidence on batuta.cases for each row
  when (old.evidence is not null and new.evidence is null) execute function batuta.forget_words();
create trigger cases_forget_all before delete on batuta.cases for each row
  execute function batuta.forget_words();

create table batuta.feedback (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references batuta.organisations,
  user_id uuid not null references batuta.users on delete cascade,
  session_id uuid not null references batuta.sessions on delete cascade,
  turn_id uuid not null references batuta.turns on delete cascade,
  type text not null check (type in ('positive', 'negative', 'correction', 'preference')),
  comment text check (length(comment) <= 4000),
  data jsonb check (pg_column_size(data) <= 262144),
  times integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (turn_id, type)
);
create index feedback_user on batuta.feedback (user_id, updated_at);
create index feedback_session on batuta.feedback (session_id);

-- A finding opens a case, or joins the one that is open for the same turn and category. Reported
-- twice it changes nothing. Answers the case's id; null when the turn is gone.
create function batuta.open_case(
  p_turn uuid, p_finding uuid, p_stage text, p_category text, p_verdict text, p_about text,
  p_reason text, p_scores jsonb, p_length integer, p_language text, p_evidence text, p_remark text,
  p_workflow text, p_path jsonb, p_route jsonb, p_team text, p_guard text
) returns uuid
language plpgsql as $$
declare
  known uuid;
  t batuta.turns;
  finding jsonb := jsonb_build_array(jsonb_build_object('stage', p_stage, 'verdict', p_verdict,
    'about', p_about, 'reason', p_reason, 'scores', p_scores, 'length', p_length,
    'language', p_language, 'at', now()));
  weights constant text[] := array['allow', 'redact', 'review', 'block'];
begin
  perform pg_advisory_xact_lock(hashtextextended(p_turn::text, 21));
  select c.id into known from batuta.cases c where c.turn_id = p_turn and p_finding = any (c.finding_ids);
  if found then
    return known;
  end if;
  select * into t from batuta.turns where id = p_turn;
  if not found then
    return null;
  end if;
  -- Of a turn that goes on finding, the first twenty findings are kept and the others counted.
  update batuta.cases c set
      found = c.found + 1,
      finding_ids = c.finding_ids || p_finding,
      findings = case when c.found < 20 then c.findings || finding else c.findings end,
      evidence = case when c.found < 20 then c.evidence || p_evidence else c.evidence end,
      remarks = case when c.found < 20 then c.remarks || p_remark else c.remarks end,
      verdict = weights[greatest(array_position(weights, c.verdict), array_position(weights, p_verdict))],
      team = coalesce(c.team, p_team),
      queued = true, weight = null, repeat = null,  -- if it was a guess, it is more than that now
      updated_at = now()
    where c.turn_id = p_turn and c.category = p_category and c.status <> 'decided'
    returning c.id into known;
  if found then
    return known;
  end if;
  insert into batuta.cases (id, org_id, user_id, session_id, turn_id, workflow, stage, category, verdict,
      guard, about, reason, scores, length, language, evidence, remarks, path, route, findings, finding_ids, status, team)
    values (p_finding, t.org_id, t.user_id, t.session_id, p_turn,
      coalesce(p_workflow, (select m.workflow from batuta.messages m
        where m.turn_id = p_turn and m.workflow is not null order by m.no desc limit 1)), p_stage, p_category, p_verdict,
      p_guard, p_about, p_reason, p_scores, p_length, p_language, array[p_evidence], array[p_remark], p_path, p_route, finding, array[p_finding],
      case when p_team is null then 'open' else 'escalated' end, p_team);
  return p_finding;
end $$;

-- Which guesses of the last day are queued: the heaviest, as many as the budget allows (below one: a
-- share of the messages of that day, of which twenty thousand are counted), and all that somebody
-- has looked at. Whoever calls it holds the organisation's lock.
create function batuta.balance_reviews(p_org uuid, p_budget real) returns void
language plpgsql as $$
declare
  allowed integer := case when p_budget >= 1 then floor(p_budget) else ceil(p_budget * (
    select count(*) from (select 1 from batuta.turns t where t.org_id = p_org
      and t.created_at > now() - interval '1 day' limit 20000) as counted)) end;
begin
  with weighed as (
    select c.id, c.weight, c.no, c.status <> 'open' or c.assignee is not null
        or exists (select from batuta.case_readings r where r.case_id = c.id)
        or exists (select from batuta.case_notes n where n.case_id = c.id)
        or exists (select from batuta.case_reviews v where v.case_id = c.id) as touched
      from batuta.cases c
      where c.org_id = p_org and c.weight is not null and c.created_at > now() - interval '1 day'),
  placed as (
    select id, touched, row_number() over (order by touched desc, weight desc, no) as place from weighed)
  update batuta.cases c set queued = p.touched or p.place <= allowed
    from placed p where p.id = c.id and c.queued <> (p.touched or p.place <= allowed);
end $$;

-- A guess that asks for review. The same text again joins the case of its category that is open, and
-- so does the same conversation; words are only added where they are the same person's. A weight of
-- null is counted and never queued.
create function batuta.propose_case(
  p_turn uuid, p_finding uuid, p_stage text, p_category text, p_verdict text, p_about text,
  p_reason text, p_scores jsonb, p_length integer, p_language text, p_evidence text, p_remark text,
  p_workflow text, p_path jsonb, p_route jsonb, p_team text, p_guard text,
  p_weight real, p_budget real, p_repeat bytea
) returns uuid
language plpgsql as $$
declare
  t batuta.turns;
  known batuta.cases;
  made uuid;
  finding jsonb := jsonb_build_array(jsonb_build_object('stage', p_stage, 'verdict', p_verdict,
    'about', p_about, 'reason', p_reason, 'scores', p_scores, 'length', p_length,
    'language', p_language, 'at', now()));
begin
  select * into t from batuta.turns where id = p_turn;
  if not found then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(t.org_id::text, 23));
  select * into known from batuta.cases c where c.org_id = t.org_id and c.category = p_category
      and c.repeat is not null and c.status <> 'decided' and c.created_at > now() - interval '7 days'
      and (c.repeat = p_repeat or c.session_id = t.session_id)
    order by c.repeat = p_repeat desc, c.no desc limit 1 for update;
  if not found then
    made := batuta.open_case(p_turn, p_finding, p_stage, p_category, p_verdict, p_about, p_reason,
      p_scores, p_length, p_language, p_evidence, p_remark, p_workflow, p_path, p_route, p_team, p_guard);
    update batuta.cases c set queued = false, weight = p_weight, repeat = p_repeat
      where c.id = p_finding and c.found = 1 and c.repeat is null;
  elsif p_finding = any (known.finding_ids) then
    return known.id;
  else
    made := known.id;
    update batuta.cases c set
        found = c.found + 1,
        finding_ids = c.finding_ids[greatest(1, cardinality(c.finding_ids) - 200):] || p_finding,
        findings = case when c.found < 20 and c.user_id = t.user_id then c.findings || finding else c.findings end,
        evidence = case when c.found < 20 and c.user_id = t.user_id then c.evidence || p_evidence else c.evidence end,
        remarks = case when c.found < 20 and c.user_id = t.user_id then c.remarks || p_remark else c.remarks end,
        weight = greatest(c.weight, p_weight),
        updated_at = now()
      where c.id = made;
  end if;
  perform batuta.balance_reviews(t.org_id, p_budget);
  return made;
end $$;

-- What a person says of an answer of theirs: one row per turn and kind, the latest words count.
create function batuta.give_feedback(
  p_user uuid, p_org uuid, p_turn uuid, p_type text, p_comment text, p_data jsonb,
  p_per_minute integer, p_times integer
) returns text
language plpgsql as $$
declare
  t batuta.turns;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_user::text, 22));
  select * into t from batuta.turns where id = p_turn and user_id = p_user and org_id = p_org;
  if not found then
    return 'not_found';
  end if;
  if (select count(*) from batuta.feedback f
      where f.user_id = p_user and f.updated_at > now() - interval '1 minute') >= p_per_minute then
    return 'rate_limited';
  end if;
  insert into batuta.feedback as f (org_id, user_id, session_id, turn_id, type, comment, data)
    values (p_org, p_user, t.session_id, p_turn, p_type, p_comment, p_data)
    on conflict (turn_id, type) do update set comment = coalesce(excluded.comment, f.comment),
      data = coalesce(excluded.data, f.data), times = f.times + 1, updated_at = now()
      where f.times < p_times;
  return case when found then 'kept' else 'rate_limited' end;
end $$;

-- Conversations, what they cost, and budgets that are reserved before a model is called (docs/decisions/108).

create table public.prompt_conversations (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  assistant_id uuid not null,
  auth_user_id uuid, -- a member; null: a visitor, who continues it with the secret
  proof_hash text, -- hex of SHA-256
  title text not null check (char_length(title) between 1 and 200),
  handed_over_at timestamptz,
  created_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check ((auth_user_id is null) <> (proof_hash is null)),
  foreign key (tenant_id, assistant_id) references public.prompt_assistants (tenant_id, id) on delete cascade,
  foreign key (tenant_id, auth_user_id) references auth.users (pool_id, id) on delete cascade
);
create index prompt_conversations_newest on public.prompt_conversations (tenant_id, last_at desc, id desc);
create index prompt_conversations_by_assistant on public.prompt_conversations (tenant_id, assistant_id, last_at desc);
create index prompt_conversations_by_member on public.prompt_conversations (tenant_id, auth_user_id, last_at desc);

-- A question and its answer.
create table public.prompt_messages (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  conversation_id uuid not null,
  auth_user_id uuid, -- as of the conversation
  question text not null check (char_length(question) <= 2000),
  answer text not null default '' check (char_length(answer) <= 40000),
  state text not null default 'running' check (state in ('running', 'answered', 'passages', 'refused', 'stopped', 'failed')),
  problem text check (char_length(problem) <= 40),
  citations jsonb not null default '[]' check (jsonb_typeof(citations) = 'array'), -- `[{number, title, url}]`
  -- What the model was given: `[{kind, source, ref, digest}]` by number. A later question includes the answer only while the person may read all of it.
  given jsonb not null default '[]' check (jsonb_typeof(given) = 'array'),
  rating smallint check (rating in (-1, 1)),
  comment text check (char_length(comment) <= 1000),
  model text check (char_length(model) <= 200),
  reserved integer not null default 0, -- tokens, until it is settled
  tokens_in integer not null default 0,
  tokens_out integer not null default 0,
  cost bigint, -- millionths of the currency; null: no price is known
  took_ms integer,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, conversation_id) references public.prompt_conversations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, auth_user_id) references auth.users (pool_id, id) on delete cascade
);
create index prompt_messages_by_conversation on public.prompt_messages (tenant_id, conversation_id, id);
create index prompt_messages_by_member on public.prompt_messages (tenant_id, auth_user_id);
create index prompt_messages_running on public.prompt_messages (created_at) where state = 'running';

-- What was asked and used: of the tenant by day and month, of a person and of a visitor's network by day. Persons and networks are keyed hashes.
create table app.prompt_meters (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  scope text not null check (scope in ('day', 'month', 'member', 'visitor')),
  name text not null check (char_length(name) <= 100),
  questions integer not null default 0,
  reserved bigint not null default 0,
  tokens_in bigint not null default 0,
  tokens_out bigint not null default 0,
  cost bigint,
  refused integer not null default 0,
  failed integer not null default 0,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, scope, name)
);
create index prompt_meters_old on app.prompt_meters (updated_at);

create table public.prompt_tests (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  assistant_id uuid not null,
  place smallint not null,
  question text not null check (char_length(question) between 1 and 2000),
  must text not null check (must in ('cite', 'refuse')),
  sources uuid[] not null default '{}' check (cardinality(sources) <= 20),
  primary key (tenant_id, id),
  unique (tenant_id, assistant_id, place),
  foreign key (tenant_id, assistant_id) references public.prompt_assistants (tenant_id, id) on delete cascade
);
create table public.prompt_test_runs (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  assistant_id uuid not null,
  total integer not null,
  passed integer not null,
  knowledge_at timestamptz,
  results jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, assistant_id) references public.prompt_assistants (tenant_id, id) on delete cascade
);
create index prompt_test_runs_newest on public.prompt_test_runs (tenant_id, assistant_id, id desc);

select app.protect('public.prompt_conversations'), app.protect('public.prompt_messages'), app.protect('app.prompt_meters'),
  app.protect('public.prompt_tests'), app.protect('public.prompt_test_runs');

-- Members read and delete their own; the server shows a visitor's to those who have its secret. No role writes them.
grant select (tenant_id, id, assistant_id, auth_user_id, title, created_at, last_at), delete on public.prompt_conversations to end_user;
grant select (tenant_id, id, conversation_id, auth_user_id, question, answer, state, problem, citations, given, rating, created_at)
  on public.prompt_messages to end_user;
create policy of_member on public.prompt_conversations for select to end_user
  using (tenant_id = app.tenant_id() and auth_user_id = auth.uid());
create policy member_deletes on public.prompt_conversations for delete to end_user
  using (tenant_id = app.tenant_id() and auth_user_id = auth.uid());
create policy of_member on public.prompt_messages for select to end_user
  using (tenant_id = app.tenant_id() and auth_user_id = auth.uid());
grant select (tenant_id, id, assistant_id, auth_user_id, title, handed_over_at, created_at, last_at), delete
  on public.prompt_conversations to authenticated;
grant select (tenant_id, id, conversation_id, auth_user_id, question, answer, state, problem, citations, rating, comment, model, tokens_in,
    tokens_out, cost, took_ms, created_at) on public.prompt_messages to authenticated;
create policy of_staff on public.prompt_conversations for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('people'))));
create policy staff_deletes on public.prompt_conversations for delete to authenticated
  using (tenant_id = any (array(select app.tenants_with('people'))));
create policy of_staff on public.prompt_messages for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('people'))));
grant select (tenant_id, id, assistant_id, place, question, must, sources), insert (tenant_id, assistant_id, place, question, must, sources),
  delete on public.prompt_tests to authenticated;
grant select (tenant_id, id, assistant_id, total, passed, knowledge_at, results, created_at),
  insert (tenant_id, assistant_id, total, passed, knowledge_at, results) on public.prompt_test_runs to authenticated;
create policy of_editors on public.prompt_tests for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))))
  with check (tenant_id = any (array(select app.tenants_with('content'))));
create policy of_editors on public.prompt_test_runs for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))))
  with check (tenant_id = any (array(select app.tenants_with('content'))));

-- Counts a question and reserves the most tokens that its answer can use, or returns which limit refuses it. Questions of a tenant wait for each
-- other at the row of its month, so that those at once cannot exceed a limit together.
create function app.reserve_prompt(p_tenant uuid, p_conversation uuid, p_message uuid, p_person text, p_tokens integer, p_at_once integer,
  p_question text, p_model text, p_given jsonb) returns text language plpgsql set search_path = '' as $$
declare
  v_day constant text := to_char(now() at time zone 'utc', 'YYYY-MM-DD');
  v_conversation public.prompt_conversations;
  v_limits public.prompt_assistants;
  v_scope text;
begin
  select c.* into strict v_conversation from public.prompt_conversations c where c.tenant_id = p_tenant and c.id = p_conversation;
  select a.* into strict v_limits from public.prompt_assistants a where a.tenant_id = p_tenant and a.id = v_conversation.assistant_id;
  v_scope := case when v_conversation.auth_user_id is null then 'visitor' else 'member' end;
  insert into app.prompt_meters (tenant_id, scope, name)
    values (p_tenant, 'month', left(v_day, 7)), (p_tenant, 'day', v_day), (p_tenant, v_scope, v_day || ' ' || p_person)
    on conflict do nothing;
  perform from app.prompt_meters m where m.tenant_id = p_tenant and m.scope = 'month' and m.name = left(v_day, 7) for update;
  if p_tokens > 0 and (select count(*) from public.prompt_messages r join public.prompt_conversations c
      on c.tenant_id = r.tenant_id and c.id = r.conversation_id
      where r.tenant_id = p_tenant and r.state = 'running' and r.created_at > now() - interval '5 minutes') >= p_at_once then
    return 'too_many_at_once';
  end if;
  if (select m.questions from app.prompt_meters m where m.tenant_id = p_tenant and m.scope = v_scope and m.name = v_day || ' ' || p_person)
      >= (case v_scope when 'visitor' then v_limits.visitor_questions else v_limits.member_questions end) then
    return 'limit_' || v_scope;
  end if;
  if p_tokens > 0 and (select m.reserved + m.tokens_in + m.tokens_out + p_tokens from app.prompt_meters m
      where m.tenant_id = p_tenant and m.scope = 'day' and m.name = v_day) > v_limits.day_tokens then
    return 'limit_day';
  end if;
  if p_tokens > 0 and (select m.reserved + m.tokens_in + m.tokens_out + p_tokens from app.prompt_meters m
      where m.tenant_id = p_tenant and m.scope = 'month' and m.name = left(v_day, 7)) > v_limits.month_tokens then
    return 'limit_month';
  end if;
  update app.prompt_meters m set questions = m.questions + 1, updated_at = now(),
      reserved = m.reserved + case when m.scope in ('day', 'month') then p_tokens else 0 end
    where m.tenant_id = p_tenant and (m.scope, m.name) in (('month', left(v_day, 7)), ('day', v_day), (v_scope, v_day || ' ' || p_person));
  insert into public.prompt_messages (tenant_id, id, conversation_id, auth_user_id, question, model, reserved, given)
    values (p_tenant, p_message, p_conversation, v_conversation.auth_user_id, p_question, p_model, p_tokens, p_given);
  update public.prompt_conversations c set last_at = now() where c.tenant_id = p_tenant and c.id = p_conversation;
  return null;
end $$;

-- Replaces the reservation of a question by what was used. Once: a question that is settled is left as it is.
create function app.settle_prompt(p_tenant uuid, p_message uuid, p_state text, p_problem text, p_answer text, p_citations jsonb,
  p_tokens_in integer, p_tokens_out integer, p_cost bigint, p_ms integer) returns boolean language plpgsql set search_path = '' as $$
declare
  v_message public.prompt_messages;
  v_day text;
begin
  -- The month first, as reservations do.
  select m.* into v_message from public.prompt_messages m where m.tenant_id = p_tenant and m.id = p_message;
  v_day := to_char(v_message.created_at at time zone 'utc', 'YYYY-MM-DD');
  perform from app.prompt_meters m where m.tenant_id = p_tenant and m.scope = 'month' and m.name = left(v_day, 7) for update;
  update public.prompt_messages m set state = p_state, problem = p_problem, answer = left(p_answer, 40000), citations = p_citations,
      tokens_in = p_tokens_in, tokens_out = p_tokens_out, cost = p_cost, took_ms = p_ms, reserved = 0
    where m.tenant_id = p_tenant and m.id = p_message and m.state = 'running';
  if not found then
    return false;
  end if;
  update app.prompt_meters m set reserved = m.reserved - v_message.reserved, tokens_in = m.tokens_in + p_tokens_in,
      tokens_out = m.tokens_out + p_tokens_out, updated_at = now(),
      cost = case when p_cost is null then m.cost else coalesce(m.cost, 0) + p_cost end,
      refused = m.refused + (p_state = 'refused')::integer, failed = m.failed + (p_state = 'failed')::integer
    where m.tenant_id = p_tenant and (m.scope, m.name) in (('month', left(v_day, 7)), ('day', v_day));
  return true;
end $$;

-- What a killed server left. What the provider charged is not known, so the whole reservation counts as used.
create function app.settle_lost_prompts() returns integer language sql set search_path = '' begin atomic
  select count(app.settle_prompt(m.tenant_id, m.id, 'failed', 'model_broken', m.answer, m.citations, m.reserved, 0, null, null))::integer
  from public.prompt_messages m where m.state = 'running' and m.created_at < now() - interval '5 minutes';
end;
grant execute on function app.reserve_prompt(uuid, uuid, uuid, text, integer, integer, text, text, jsonb),
  app.settle_prompt(uuid, uuid, text, text, text, jsonb, integer, integer, bigint, integer), app.settle_lost_prompts() to service_role;

select app.add_person_data('public.prompt_conversations', 'auth_user_id', 'cascades', p_exported => '{id,title,created_at,last_at}');
select app.add_person_data('public.prompt_messages', 'auth_user_id', 'cascades',
  p_exported => '{conversation_id,question,answer,rating,comment,created_at}');
select app.audit('public.prompt_conversations', 'conversation', null, p_who => 'administrators', p_on => 'delete', p_hidden => array['title']);
select app.audit('public.prompt_tests', 'assistant_test', null, p_hidden => array['question']);

-- A conversation that is deleted while its answer is written leaves no reservation behind: all of it counts as used.
create function app.charge_deleted_prompt() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update app.prompt_meters m set reserved = m.reserved - old.reserved, tokens_in = m.tokens_in + old.reserved
    where m.tenant_id = old.tenant_id
      and (m.scope, m.name) in (('month', to_char(old.created_at at time zone 'utc', 'YYYY-MM')),
        ('day', to_char(old.created_at at time zone 'utc', 'YYYY-MM-DD')));
  return null;
end $$;
create trigger charge_deleted after delete on public.prompt_messages for each row
  when (old.state = 'running' and old.reserved > 0) execute function app.charge_deleted_prompt();

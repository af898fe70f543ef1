-- The assistant: who may ask it, what it knows, and passages of it that only those read whom their source is open to
-- (docs/decisions/108, blocks/prompt/README.md).

-- How the words of a language are compared. Other languages are compared as they are written.
create function app.prompt_config(p_language text) returns regconfig language sql immutable
  return case p_language when 'ar' then 'arabic'::regconfig when 'da' then 'danish'::regconfig when 'de' then 'german'::regconfig
    when 'en' then 'english'::regconfig when 'es' then 'spanish'::regconfig when 'fi' then 'finnish'::regconfig
    when 'fr' then 'french'::regconfig when 'it' then 'italian'::regconfig when 'nl' then 'dutch'::regconfig
    when 'no' then 'norwegian'::regconfig when 'pt' then 'portuguese'::regconfig when 'ru' then 'russian'::regconfig
    when 'sv' then 'swedish'::regconfig when 'tr' then 'turkish'::regconfig else 'simple'::regconfig end;
create function app.prompt_words(p_language text, p_title text, p_text text) returns tsvector language sql immutable
  return setweight(to_tsvector(app.prompt_config(p_language), p_title), 'A')
    || setweight(to_tsvector(app.prompt_config(p_language), p_text), 'B');
create function app.valid_suggestions(p_texts text[]) returns boolean language sql immutable
  return cardinality(p_texts) <= 4 and array_position(p_texts, null) is null
    and not exists (select from unnest(p_texts) as t (text) where not app.valid_name(t.text, 200));
grant execute on function app.prompt_config(text), app.prompt_words(text, text, text), app.valid_suggestions(text[])
  to anon, authenticated, end_user, service_role;

create table public.prompt_assistants (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  name text not null check (app.valid_name(name, 80)),
  language text not null default 'en' check (language ~ '^[a-z]{2}$'), -- of its sources
  greeting text not null default '' check (char_length(greeting) <= 500),
  suggestions text[] not null default '{}' check (app.valid_suggestions(suggestions)),
  instructions text check (char_length(instructions) between 1 and 4000),
  only_sources boolean not null default true,
  refusal text not null default '' check (char_length(refusal) <= 500),
  audience_id uuid, -- who may ask; null: no one
  is_on boolean not null default true,
  hand_over jsonb check (hand_over ->> 'kind' in ('email', 'form')),
  keep_days smallint not null default 30 check (keep_days between 0 and 730),
  visitor_questions integer not null default 20 check (visitor_questions between 0 and 10000), -- in a day, for each network
  member_questions integer not null default 50 check (member_questions between 0 and 10000), -- in a day
  day_tokens bigint not null default 200000 check (day_tokens between 0 and 1000000000),
  month_tokens bigint not null default 2000000 check (month_tokens between 0 and 10000000000),
  answer_tokens integer not null default 800 check (answer_tokens between 50 and 4000),
  knowledge_at timestamptz, -- when its sources last changed
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, audience_id) references public.audiences (tenant_id, id)
);
create index prompt_assistants_by_audience on public.prompt_assistants (tenant_id, audience_id);

-- What an assistant knows. Pages, files and answers are copied into passages, which only the source's audience reads. Tables, the library and
-- events are not copied: the server reads them as the asking person, so their audience is null.
create table public.prompt_sources (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  assistant_id uuid not null,
  kind text not null check (kind in ('pages', 'file', 'answers', 'table', 'library', 'events')),
  title text not null check (app.valid_name(title, 160)),
  design jsonb not null check (jsonb_typeof(design) = 'object' and octet_length(design::text) <= 500000),
  audience_id uuid, -- null: no one
  sync_days smallint check (sync_days between 1 and 30),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed')),
  problem text check (char_length(problem) <= 500),
  documents integer not null default 0,
  passages integer not null default 0,
  synced_at timestamptz,
  next_sync_at timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check (audience_id is null or kind in ('pages', 'file', 'answers')),
  foreign key (tenant_id, assistant_id) references public.prompt_assistants (tenant_id, id) on delete cascade,
  foreign key (tenant_id, audience_id) references public.audiences (tenant_id, id)
);
create index prompt_sources_by_assistant on public.prompt_sources (tenant_id, assistant_id);
create index prompt_sources_by_audience on public.prompt_sources (tenant_id, audience_id);
create index prompt_sources_due on public.prompt_sources (next_sync_at) where next_sync_at is not null;

-- The pages of a site, a file, or the questions of a source of answers.
create table public.prompt_documents (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  source_id uuid not null,
  name text not null check (char_length(name) between 1 and 2000), -- the address, the path of the file, or the question
  title text not null check (char_length(title) <= 300),
  url text check (url ~ '^https?://' and char_length(url) <= 2000),
  digest text not null check (char_length(digest) <= 64), -- of what was read, so that what did not change is left
  state text not null default 'ready' check (state in ('ready', 'failed', 'skipped')),
  problem text check (char_length(problem) <= 500),
  passages integer not null default 0,
  fetched_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, source_id, name),
  foreign key (tenant_id, source_id) references public.prompt_sources (tenant_id, id) on delete cascade
);

-- Copies of text, about 800 characters each. The API does not have this schema; the server's statements read it as the asking person.
create table app.prompt_passages (
  tenant_id uuid not null,
  source_id uuid not null,
  document_id uuid not null,
  position smallint not null,
  assistant_id uuid not null,
  language text not null,
  title text not null check (char_length(title) <= 300),
  body text not null check (char_length(body) between 1 and 4000),
  search tsvector not null generated always as (app.prompt_words(language, title, body)) stored,
  primary key (tenant_id, document_id, position),
  foreign key (tenant_id, document_id) references public.prompt_documents (tenant_id, id) on delete cascade,
  foreign key (tenant_id, source_id) references public.prompt_sources (tenant_id, id) on delete cascade
);
create index prompt_passages_by_assistant on app.prompt_passages (tenant_id, assistant_id, source_id);
create index prompt_passages_by_source on app.prompt_passages (tenant_id, source_id);

select app.protect('public.prompt_assistants'), app.protect('public.prompt_sources'), app.protect('public.prompt_documents'),
  app.protect('app.prompt_passages');

-- The sources whose passages the caller may read: the one rule, computed once per statement.
create function app.open_prompt_sources() returns setof uuid language sql stable security definer set search_path = '' begin atomic
  select s.id from public.prompt_sources s
  where s.tenant_id = app.tenant_id() and s.audience_id = any (array(select app.my_audiences()));
end;
grant execute on function app.open_prompt_sources() to anon, end_user;
grant select (tenant_id, source_id, document_id, position, assistant_id, language, title, body, search) on app.prompt_passages
  to anon, end_user;
create policy of_audience on app.prompt_passages for select to anon, end_user
  using (tenant_id = app.tenant_id() and source_id = any (array(select app.open_prompt_sources())));
-- The address of a passage's document, for citations: as its passages.
grant select (tenant_id, id, source_id, title, url) on public.prompt_documents to anon, end_user;
create policy of_audience on public.prompt_documents for select to anon, end_user
  using (tenant_id = app.tenant_id() and source_id = any (array(select app.open_prompt_sources())));

-- The assistant that a page names, or the first of the tenant; and whether the caller may ask it.
create function app.prompt_state(p_assistant uuid) returns table (id uuid, state text) language sql stable security definer
set search_path = '' begin atomic
  select a.id, case when not a.is_on then 'closed'
    when a.audience_id = any (array(select app.my_audiences())) then 'open'
    when auth.role() = 'end_user' then 'not_for_you' else 'sign_in' end
  from public.prompt_assistants a
  where a.tenant_id = app.tenant_id() and (p_assistant is null or a.id = p_assistant)
  order by a.id limit 1;
end;
grant execute on function app.prompt_state(uuid) to anon, end_user;

-- The staff.
grant select (tenant_id, id, name, language, greeting, suggestions, instructions, only_sources, refusal, audience_id, is_on, hand_over,
    keep_days, visitor_questions, member_questions, day_tokens, month_tokens, answer_tokens, knowledge_at, revision, created_at, updated_at),
  insert (tenant_id, name, language, greeting, suggestions, instructions, only_sources, refusal, audience_id, is_on, hand_over,
    keep_days, visitor_questions, member_questions, day_tokens, month_tokens, answer_tokens),
  update (name, language, greeting, suggestions, instructions, only_sources, refusal, audience_id, is_on, hand_over,
    keep_days, visitor_questions, member_questions, day_tokens, month_tokens, answer_tokens, revision), delete
  on public.prompt_assistants to authenticated;
-- What is read when is decided by the server alone, so creators do not write states.
grant select (tenant_id, id, assistant_id, kind, title, design, audience_id, sync_days, state, problem, documents, passages, synced_at,
    next_sync_at, revision, created_at, updated_at), delete on public.prompt_sources to authenticated;
grant select (tenant_id, id, source_id, name, title, url, state, problem, passages, fetched_at) on public.prompt_documents to authenticated;
create policy of_readers on public.prompt_assistants for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('see'))));
create policy of_editors on public.prompt_assistants for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))))
  with check (tenant_id = any (array(select app.tenants_with('content'))));
create policy of_editors on public.prompt_sources for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))))
  with check (tenant_id = any (array(select app.tenants_with('content'))));
create policy of_editors on public.prompt_documents for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))));
create trigger touch before update on public.prompt_assistants for each row execute function app.touch_updated_at();
create trigger touch before update on public.prompt_sources for each row execute function app.touch_updated_at();

-- When knowledge changed: runs of the test set name it.
create function app.mark_knowledge() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.prompt_assistants a set knowledge_at = now()
    where a.tenant_id = coalesce(new.tenant_id, old.tenant_id) and a.id = coalesce(new.assistant_id, old.assistant_id);
  return null;
end $$;
create trigger mark_knowledge after insert or delete or update of design, audience_id, synced_at on public.prompt_sources
  for each row execute function app.mark_knowledge();

-- Plans: Pro has one assistant, Business 10. In test mode each plan tries it.
create function app.prompt_most(p_tenant uuid) returns integer language sql stable security definer set search_path = '' begin atomic
  select case when app.has_plan(t.owner_user_id, 'business') then 10
    when app.has_plan(t.owner_user_id, 'pro') or t.stripe_mode = 'test' then 1 else 0 end
  from public.tenants t where t.id = p_tenant;
end;
grant execute on function app.prompt_most(uuid) to authenticated, service_role;
-- Passages of all assistants together.
create function app.prompt_most_passages(p_tenant uuid) returns integer language sql stable security definer set search_path = ''
begin atomic
  select case when app.has_plan(t.owner_user_id, 'business') then 20000 when app.has_plan(t.owner_user_id, 'pro') then 5000
    when t.stripe_mode = 'test' then 500 else 0 end
  from public.tenants t where t.id = p_tenant;
end;
grant execute on function app.prompt_most_passages(uuid) to service_role;

create function app.refuse_prompt(p_name text, p_detail text default '') returns void language plpgsql set search_path = '' as $$
begin
  raise exception 'The assistant refuses this: %', p_name using errcode = 'check_violation', constraint = 'prompt_' || p_name, detail = p_detail;
end $$;

-- Calls at once wait for each other, so that their sum cannot exceed the limit.
create function app.check_prompt_assistant() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_most constant integer := app.prompt_most(new.tenant_id);
begin
  if v_most = 0 then
    perform app.refuse_prompt('plan', 'pro');
  end if;
  if new.instructions is not null and v_most < 10
    and (tg_op = 'INSERT' or new.instructions is distinct from old.instructions) then
    perform app.refuse_prompt('plan', 'business');
  end if;
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock(hashtextextended('assistants of ' || new.tenant_id::text, 0));
    if (select count(*) from public.prompt_assistants a where a.tenant_id = new.tenant_id) >= v_most then
      perform app.refuse_prompt('most_assistants', v_most::text);
    end if;
  end if;
  return new;
end $$;
create trigger check_assistant before insert or update on public.prompt_assistants for each row
  when (current_user = 'authenticated') execute function app.check_prompt_assistant();

create function app.limit_prompt_sources() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.prompt_assistants a where a.tenant_id = new.tenant_id and a.id = new.assistant_id for no key update;
  if (select count(*) from public.prompt_sources s where s.tenant_id = new.tenant_id and s.assistant_id = new.assistant_id) >= 100 then
    perform app.refuse_prompt('most_sources', '100');
  end if;
  return new;
end $$;
create trigger limit_sources before insert on public.prompt_sources for each row execute function app.limit_prompt_sources();

create function app.keep_audience_of_prompt() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.keep_used_audience(old.tenant_id, 'assistant', array(
    select a.name from public.prompt_assistants a where a.tenant_id = old.tenant_id and a.audience_id = old.id
    union all
    select s.title from public.prompt_sources s where s.tenant_id = old.tenant_id and s.audience_id = old.id order by 1));
  return old;
end $$;
create trigger keep_audience_of_prompt before delete on public.audiences
  for each row execute function app.keep_audience_of_prompt();

-- The bucket of the sources is never opened: members reach its text as passages alone.
create function app.keep_prompt_bucket_closed() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.public or new.member_folders or new.read_audience_id is not null then
    raise exception 'The files of the assistant are opened by its sources'
      using errcode = 'check_violation', constraint = 'prompt_bucket', table = 'buckets';
  end if;
  return new;
end $$;
create trigger keep_prompt_closed before insert or update on storage.buckets for each row
  when (new.id = 'bb-prompt') execute function app.keep_prompt_bucket_closed();

select app.audit('public.prompt_assistants', 'assistant', 'name', p_except => array['created_at', 'updated_at', 'revision', 'knowledge_at']);
select app.audit('public.prompt_sources', 'assistant_source', 'title', p_hidden => array['design'],
  p_except => array['created_at', 'updated_at', 'revision', 'state', 'problem', 'documents', 'passages', 'synced_at', 'next_sync_at']);

-- The model's provider of a tenant. Its key is sealed and read by the server alone.
create table app.prompt_providers (
  tenant_id uuid primary key references public.tenants (id) on delete cascade,
  base_url text not null check (char_length(base_url) <= 500),
  model text not null check (char_length(model) between 1 and 200),
  key_sealed text,
  price_in bigint check (price_in between 0 and 1000000000), -- of a million tokens, in millionths of the currency
  price_out bigint check (price_out between 0 and 1000000000),
  max_field text not null default 'max_tokens' check (max_field in ('max_tokens', 'max_completion_tokens')),
  checked_at timestamptz,
  updated_at timestamptz not null default now()
);
comment on column app.prompt_providers.key_sealed is 'sealed at prompt_providers.key:{tenant_id}';
select app.protect('app.prompt_providers');
select app.audit('app.prompt_providers', 'assistant_provider', null, p_hidden => array['key_sealed'], p_except => array['checked_at', 'updated_at']);

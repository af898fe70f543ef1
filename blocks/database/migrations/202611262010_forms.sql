-- Forms that fill a tenant's own tables: docs/decisions/067. Their design names fields by id; the server checks it before it is written
-- and applies it to each submission, so that no role may write it directly.
create table public.data_forms (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  table_id uuid not null,
  title text not null check (app.valid_name(title, 80)),
  design jsonb not null check (jsonb_typeof(design -> 'pages') = 'array' and octet_length(design::text) <= 100000),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object' and octet_length(settings::text) <= 20000),
  audience_id uuid, -- who may send it; null: everyone
  is_open boolean not null default true,
  opens_at timestamptz,
  closes_at timestamptz,
  most integer check (most between 1 and 1000000), -- submissions in all
  per_person smallint check (per_person between 1 and 1000), -- submissions of one member; visitors must sign in
  submitted integer not null default 0 check (submitted >= 0),
  place smallint not null check (place between 1 and 200), -- the plan decides how many there are
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, place),
  check (closes_at > opens_at),
  foreign key (tenant_id, table_id) references public.data_tables (tenant_id, id) on delete cascade,
  foreign key (tenant_id, audience_id) references public.audiences (tenant_id, id)
);
create index data_forms_by_table on public.data_forms (tenant_id, table_id);
create index data_forms_by_audience on public.data_forms (tenant_id, audience_id);
select app.protect('public.data_forms');
grant select (tenant_id, id, table_id, title, design, settings, audience_id, is_open, opens_at, closes_at, most, per_person, submitted, place,
  revision, created_at, updated_at) on public.data_forms to authenticated;
create policy of_staff on public.data_forms for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))));
select app.add_person_data('public.data_forms', 'per_person', 'kept', p_reason => 'a number');
select app.audit('public.data_forms', 'form', 'title', p_except => array['submitted', 'place', 'revision', 'created_at', 'updated_at']);

-- What was sent. The ticket is the proof of work of one submission, so a repeated request finds the first one here.
create table app.form_submissions (
  tenant_id uuid not null,
  form_id uuid not null,
  id uuid not null default app.uuidv7(),
  record_id uuid not null, -- of app.records; it may be deleted while this row still counts
  sender uuid, -- a member; null: a visitor
  ticket bytea not null,
  body bytea not null, -- hash of the values
  edit_hash bytea, -- of the link with which the sender changes the row; null: there is none
  language text not null default 'en' check (language ~ '^[a-z]{2}$'),
  created_at timestamptz not null default now(),
  primary key (tenant_id, form_id, id),
  constraint form_submissions_once unique (tenant_id, form_id, ticket),
  foreign key (tenant_id, form_id) references public.data_forms (tenant_id, id) on delete cascade
);
create index form_submissions_by_link on app.form_submissions (tenant_id, form_id, edit_hash) where edit_hash is not null;
create index form_submissions_by_sender on app.form_submissions (tenant_id, sender) where sender is not null;
select app.protect('app.form_submissions');
select app.add_person_data('app.form_submissions', 'sender', 'deleted', p_exported => '{form_id,created_at}');

-- The lowest free place: on Free the first, on the other plans one of 200. The lock makes concurrent calls wait.
create function app.place_data_form() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_owner uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('data_forms ' || new.tenant_id::text, 0));
  select g.n into new.place from generate_series(1, 200) as g (n)
    where not exists (select from public.data_forms f where f.tenant_id = new.tenant_id and f.place = g.n)
    order by g.n limit 1;
  select t.owner_user_id into v_owner from public.tenants t where t.id = new.tenant_id;
  if new.place is null or (exists (select from public.data_forms f where f.tenant_id = new.tenant_id)
      and not app.has_plan(v_owner, 'pro')) then
    raise exception 'This plan includes no more forms' using errcode = 'check_violation',
      constraint = case when new.place is null then 'data_forms_limit' else 'data_forms_plan' end, table = 'data_forms';
  end if;
  return new;
end $$;
create trigger place before insert on public.data_forms for each row execute function app.place_data_form();

-- A form for the caller: what it asks, and whether the caller may send it now. `closed`, `not_yet`, `ended`, `full`, `sign_in`,
-- `not_for_you`, `done` or `open`. No row: the caller's tenant has no such form. When the plan of the owner ended, all forms but the
-- first are closed.
create function app.open_form(p_form uuid) returns table (id uuid, table_id uuid, title text, design jsonb, settings jsonb,
  opens_at timestamptz, revision integer, state text)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  v_member constant uuid := case when auth.role() = 'end_user' then auth.uid() end;
begin
  return query
    select f.id, f.table_id, f.title, f.design, f.settings, f.opens_at, f.revision, case
      when not f.is_open or (f.place > (select min(o.place) from public.data_forms o where o.tenant_id = f.tenant_id)
        and not app.has_plan(n.owner_user_id, 'pro')) then 'closed'
      when f.opens_at > now() then 'not_yet'
      when f.closes_at <= now() then 'ended'
      when f.submitted >= f.most then 'full'
      when v_member is null and (f.per_person is not null or f.audience_id is not null
        and f.audience_id <> all (array(select app.my_audiences()))) then 'sign_in'
      when f.audience_id is not null and f.audience_id <> all (array(select app.my_audiences())) then 'not_for_you'
      when f.per_person <= (select count(*) from app.form_submissions s
        where s.tenant_id = f.tenant_id and s.form_id = f.id and s.sender = v_member) then 'done'
      else 'open' end
    from public.data_forms f
    join public.tenants n on n.id = f.tenant_id
    join public.data_tables t on t.tenant_id = f.tenant_id and t.id = f.table_id and t.deleted_at is null
    where f.tenant_id = app.tenant_id() and f.id = p_form;
end $$;
grant execute on function app.open_form(uuid) to anon, end_user;

create function app.keep_audience_of_form() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.keep_used_audience(old.tenant_id, 'form', array(
    select f.title from public.data_forms f where f.tenant_id = old.tenant_id and f.audience_id = old.id order by f.title, f.id));
  return old;
end $$;
create trigger keep_audience_of_form before delete on public.audiences
  for each row execute function app.keep_audience_of_form();

-- For emails about submissions.
grant execute on function app.record_values(app.records, jsonb) to service_role;

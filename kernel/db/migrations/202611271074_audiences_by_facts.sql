-- Audiences are read from app.member_facts (docs/decisions/075): two tables in the statement, where there were five.

-- Times without nulls: each condition of a statement costs time before it reads a row.
alter table app.audience_terms
  add opens timestamptz not null generated always as (coalesce(opens_at, '-infinity')) stored,
  add closes timestamptz not null generated always as (coalesce(closes_at, 'infinity')) stored,
  -- In hours: a day of an interval is as long as the caller's time zone says.
  add waits interval not null generated always as (make_interval(hours => 24 * coalesce(after_days, 0))) stored;
drop index app.audience_terms_by_fact;
create index audience_terms_by_fact on app.audience_terms (tenant_id, kind, which) include (audience_id, opens, closes, waits);

create or replace function app.open_audiences(p_tenant uuid, p_member uuid) returns table (audience_id uuid) language sql stable
begin atomic
  select t.audience_id as audience_id
  from app.member_facts f
  join app.audience_terms t on t.tenant_id = f.tenant_id and t.kind = f.kind and t.which = f.which
  where f.tenant_id = p_tenant and f.auth_user_id = p_member and f.barred_until <= now() and f.until > now()
    and (f.mode = 'live' or (select s.stripe_mode from public.tenants s where s.id = p_tenant) = 'test')
    and t.opens <= now() and t.closes > now() and f.since + t.waits <= now();
end;

-- For those who are no members in good standing.
create function app.audiences_of_everyone(p_tenant uuid) returns table (audience_id uuid) language sql stable
begin atomic
  select t.audience_id as audience_id from app.audience_terms t
  where t.tenant_id = p_tenant and t.kind = 'everyone' and t.which = ''
    and t.opens <= now() and t.closes > now();
end;

create or replace function app.my_audiences() returns setof uuid language plpgsql stable security definer rows 20
set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  v_claims constant jsonb := auth.jwt();
begin
  if v_claims ->> 'role' = 'end_user' and not v_claims ? 'pretend' then
    return query
      select o.audience_id from app.open_audiences((v_claims ->> 'tenant')::uuid, (v_claims ->> 'sub')::uuid) o;
    if found then
      return;
    end if;
  end if;
  -- View as (docs/decisions/061): an assumed member is no row.
  if v_claims ->> 'role' in ('anon', 'end_user') then
    if v_claims ? 'pretend' then
      return query
        select a.id from public.audiences a
        where a.tenant_id = (v_claims ->> 'tenant')::uuid and app.rule_opens(a.rule, v_claims -> 'pretend');
    else
      return query select e.audience_id from app.audiences_of_everyone((v_claims ->> 'tenant')::uuid) e;
    end if;
  end if;
end $$;

create or replace function app.audiences_of(p_tenant uuid, p_member uuid) returns setof uuid language plpgsql stable
security definer rows 20 set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return query select o.audience_id from app.open_audiences(p_tenant, p_member) o;
  if not found then
    return query select e.audience_id from app.audiences_of_everyone(p_tenant) e;
  end if;
end $$;

-- The facts about a member in good standing, or about a visitor when there is none: for rules in place and lists of what is open.
create or replace function app.audience_facts(p_tenant uuid, p_member uuid, p_joined timestamptz)
returns table (kind text, which text, since timestamptz) language sql stable begin atomic
  select 'everyone'::text as kind, ''::text as which, null::timestamptz as since
  union all
  select f.kind as kind, f.which as which, f.since as since from app.member_facts f
  where f.tenant_id = p_tenant and f.auth_user_id = p_member and f.kind <> 'everyone' and f.barred_until <= now() and f.until > now()
    and (f.mode = 'live' or (select s.stripe_mode from public.tenants s where s.id = p_tenant) = 'test');
end;

-- A unit that adds a kind stores its facts in app.member_facts.
drop function app.add_audience_kind(text, text, text, text);
create function app.add_audience_kind(p_kind text, p_field text, p_value text) returns void language sql set search_path = ''
begin atomic
  insert into app.audience_kinds (kind, field, value) values (p_kind, p_field, p_value);
end;
alter table app.audience_kinds drop column facts;
drop function app.signed_in_facts(uuid, uuid, timestamptz);
drop function app.people_facts(uuid, uuid, timestamptz);
drop function app.role_facts(uuid, uuid, timestamptz);
drop function app.bought_facts(uuid, uuid, timestamptz);

-- Audiences of a tenant: who may see or do something. docs/decisions/057 says why it is one rule and how to add to it.

-- Whether a rule is well formed: `any` lists at most 20 alternatives, and one that applies is enough. Without any it has no members. Each has
-- a kind, at most one field that says which (an id, a name, or up to 1,000 ids), and a time: `from` and `until` in UTC without
-- fractions, `after_days` since the caller joined, bought or got it. Which kinds exist is checked by app.spell_audience.
create function app.valid_moment(p_moment jsonb) returns boolean language sql immutable
  return jsonb_typeof(p_moment) = 'string' and p_moment #>> '{}' ~ '^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$'
    -- Refuses 31 February; without the zone, because the comparison with one depends on the session.
    and jsonb_path_exists(to_jsonb(rtrim(p_moment #>> '{}', 'Z')), '$.datetime()', '{}', true);

create function app.valid_audience(p_rule jsonb) returns boolean language sql immutable
  return coalesce(jsonb_typeof(p_rule) = 'object' and p_rule - 'any' = '{}' and jsonb_typeof(p_rule -> 'any') = 'array'
    and jsonb_array_length(p_rule -> 'any') <= 20 and not exists (
      select from jsonb_array_elements(p_rule -> 'any') as a where not coalesce(
        jsonb_typeof(a) = 'object' and jsonb_typeof(a -> 'kind') = 'string'
        and (not a ? 'from' or app.valid_moment(a -> 'from'))
        and (not a ? 'until' or app.valid_moment(a -> 'until'))
        and (not a ?& '{from,until}' or (a ->> 'from') collate "C" < (a ->> 'until') collate "C")
        and (not a ? 'after_days' or (a ->> 'kind' not in ('everyone', 'owner')
          and jsonb_typeof(a -> 'after_days') = 'number' and a ->> 'after_days' ~ '^[1-9]\d{0,3}$'))
        and (select count(*) <= 1 and coalesce(bool_and(case jsonb_typeof(which.value)
            when 'string' then app.valid_name(which.value #>> '{}', 60)
            when 'array' then jsonb_array_length(which.value) between 1 and 1000 and not exists (
              select from jsonb_array_elements(which.value) as id
              where jsonb_typeof(id) <> 'string' or id #>> '{}' !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
            else false end), true)
          from jsonb_each(a - '{kind,from,until,after_days}'::text[]) as which), false)), false);

grant execute on function app.valid_moment(jsonb), app.valid_audience(jsonb)
  to anon, authenticated, end_user, service_role;

-- The kinds of alternatives that exist in this product. A unit adds its own with app.add_audience_kind.
create table app.audience_kinds (
  kind text primary key check (kind ~ '^[a-z][a-z_]{0,29}$'),
  field text check (field ~ '^[a-z]{1,20}$'), -- the field that says which; null: there is only one
  value text check (value in ('id', 'name', 'ids')),
  facts text, -- function of tenant and member; null: it depends on the row, as `owner` does
  check ((field is null) = (value is null))
);
select app.protect('app.audience_kinds');
revoke insert, update, delete on app.audience_kinds from service_role;

create table public.audiences (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  name text not null check (app.valid_name(name, 80)),
  rule jsonb not null default '{"any": []}' check (app.valid_audience(rule)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select app.protect('public.audiences');
create trigger touch before update on public.audiences for each row execute function app.touch_updated_at();
grant select (tenant_id, id, name, rule, created_at, updated_at), insert (tenant_id, name, rule), update (name, rule), delete
  on public.audiences to authenticated;
create policy of_own_tenants on public.audiences for all to authenticated
  using (tenant_id = any (array(select app.owned_tenants())))
  with check (tenant_id = any (array(select app.owned_tenants())));

-- The rules, a row for each alternative and each of its ids, so that finding a caller's audiences is one join.
create table app.audience_terms (
  tenant_id uuid not null,
  audience_id uuid not null,
  place smallint not null, -- of the alternative in `any`
  kind text not null,
  which text not null, -- which product, role or person; empty where there is only one
  opens_at timestamptz,
  closes_at timestamptz,
  after_days smallint,
  primary key (tenant_id, audience_id, place, which),
  foreign key (tenant_id, audience_id) references public.audiences (tenant_id, id) on delete cascade
);
create index audience_terms_by_fact on app.audience_terms (tenant_id, kind, which)
  include (audience_id, opens_at, closes_at, after_days);
select app.protect('app.audience_terms');
revoke insert, update, delete on app.audience_terms from service_role;

create function app.spell_audience() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_term record;
begin
  delete from app.audience_terms where tenant_id = new.tenant_id and audience_id = new.id;
  for v_term in
    select a.value as rule, a.ordinality as place, k.*, a.value -> k.field as which,
      array(select jsonb_object_keys(a.value - '{kind,from,until,after_days}'::text[])) as fields
    from jsonb_array_elements(new.rule -> 'any') with ordinality as a
    left join app.audience_kinds k on k.kind = a.value ->> 'kind'
  loop
    if v_term.kind is null or v_term.fields <> array_remove(array[v_term.field], null)
      or (v_term.value = 'ids') <> (jsonb_typeof(v_term.which) = 'array')
      or (v_term.value = 'id' and v_term.which #>> '{}' !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
    then
      raise exception 'Alternative % of the audience is of no known kind, or lacks the field of its kind', v_term.place
        using errcode = 'check_violation', constraint = 'audiences_kinds', table = 'audiences';
    end if;
    insert into app.audience_terms
      select distinct new.tenant_id, new.id, v_term.place, v_term.kind, item.which,
        (v_term.rule ->> 'from')::timestamptz, (v_term.rule ->> 'until')::timestamptz, (v_term.rule ->> 'after_days')::smallint
      from jsonb_array_elements_text(case when v_term.value = 'ids' then v_term.which
        else jsonb_build_array(coalesce(v_term.which, '""')) end) as item (which);
  end loop;
  return null;
end $$;
create trigger spell after insert or update of rule on public.audiences
  for each row execute function app.spell_audience();

-- Adds a kind, or replaces it. p_facts names a function (tenant uuid, member uuid, joined timestamptz) that returns rows
-- (which text, since timestamptz): what the database says now about a member in good standing. It is `stable`, no definer
-- function and granted to no one: then the planner merges all of them into one statement.
create function app.add_audience_kind(p_kind text, p_field text, p_value text, p_facts text) returns void language plpgsql
set search_path = '' as $$
begin
  insert into app.audience_kinds (kind, field, value, facts) values (p_kind, p_field, p_value, p_facts)
    on conflict (kind) do update set field = excluded.field, value = excluded.value, facts = excluded.facts;
  -- Every column has a name, because a restored dump would otherwise name them and differ.
  execute 'create or replace function app.audience_facts(p_tenant uuid, p_member uuid, p_joined timestamptz)
    returns table (kind text, which text, since timestamptz) language sql stable begin atomic
      select ''everyone''::text as kind, ''''::text as which, null::timestamptz as since '
    || (select string_agg(format('union all select %L::text as kind, f.which, f.since from %s(p_tenant, p_member, p_joined) as f', k.kind, k.facts),
          ' ' order by k.kind) from app.audience_kinds k where k.facts is not null)
    || '; end';
end $$;

create function app.signed_in_facts(p_tenant uuid, p_member uuid, p_joined timestamptz)
returns table (which text, since timestamptz) language sql stable begin atomic
  select '' as which, p_joined where p_member is not null;
end;
create function app.people_facts(p_tenant uuid, p_member uuid, p_joined timestamptz)
returns table (which text, since timestamptz) language sql stable begin atomic
  select p_member::text, p_joined where p_member is not null;
end;
insert into app.audience_kinds (kind) values ('everyone'), ('owner');
select app.add_audience_kind('signed_in', null, null, 'app.signed_in_facts');
select app.add_audience_kind('people', 'ids', 'ids', 'app.people_facts');

-- The audiences of the caller's tenant that the caller is in, by what the database says at this moment. The claims only say
-- who asks: a member who was banned or deleted, or whose purchase or role ended, is outside with the next statement. A policy
-- computes the set once per statement: `audience_id = any (array(select app.my_audiences()))`. An audience with two alternatives
-- that apply is there twice. The plan is fixed, because planning takes nine times as long as running it.
create function app.my_audiences() returns setof uuid language plpgsql stable security definer rows 20
set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  v_claims constant jsonb := auth.jwt();
  v_tenant constant uuid := v_claims ->> 'tenant';
  v_member uuid;
  v_joined timestamptz;
begin
  if v_tenant is null or v_claims ->> 'role' not in ('anon', 'end_user') then
    return;
  end if;
  if v_claims ->> 'role' = 'end_user' then
    select u.id, u.created_at into v_member, v_joined from auth.users u
      where u.pool_id = v_tenant and u.id = (v_claims ->> 'sub')::uuid and u.deleted_at is null
        and (u.banned_until is null or u.banned_until <= now());
  end if;
  return query
    select t.audience_id
    from app.audience_facts(v_tenant, v_member, v_joined) f
    join app.audience_terms t on t.tenant_id = v_tenant and t.kind = f.kind and t.which = f.which
    where (t.opens_at is null or t.opens_at <= now()) and (t.closes_at is null or t.closes_at > now())
      -- In hours: a day of an interval is as long as the caller's time zone says.
      and (t.after_days is null or f.since + make_interval(hours => 24 * t.after_days) <= now());
end $$;
grant execute on function app.my_audiences() to anon, end_user;

-- The audiences that are open to the author of a row, for policies of tables whose rows have one:
-- `… or (author_id = auth.uid() and audience_id = any (array(select app.my_audiences_as_owner())))`.
create function app.my_audiences_as_owner() returns setof uuid language plpgsql stable security definer rows 20
set search_path = '' as $$
declare
  v_claims constant jsonb := auth.jwt();
begin
  if v_claims ->> 'role' is distinct from 'end_user' then
    return;
  end if;
  return query
    select t.audience_id
    from auth.users u
    join app.audience_terms t on t.tenant_id = u.pool_id and t.kind = 'owner' and t.which = ''
    where u.pool_id = (v_claims ->> 'tenant')::uuid and u.id = (v_claims ->> 'sub')::uuid and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())
      and (t.opens_at is null or t.opens_at <= now()) and (t.closes_at is null or t.closes_at > now());
end $$;
grant execute on function app.my_audiences_as_owner() to end_user;

-- The one body of app.my_audiences and app.audiences_of (docs/decisions/065). Both merge it into their statement. The account is read
-- in it: a statement costs 0.02 ms before it does anything.
create function app.open_audiences(p_tenant uuid, p_member uuid) returns table (audience_id uuid) language sql stable
begin atomic
  select t.audience_id as audience_id
  from (select) caller
  -- No one for a visitor, and for a member who is banned or deleted: audiences for everyone stay open to them.
  left join auth.users u on u.pool_id = p_tenant and u.id = p_member and u.deleted_at is null
    and (u.banned_until is null or u.banned_until <= now())
  cross join lateral app.audience_facts(p_tenant, u.id, u.created_at) f
  join app.audience_terms t on t.tenant_id = p_tenant and t.kind = f.kind and t.which = f.which
  where (t.opens_at is null or t.opens_at <= now()) and (t.closes_at is null or t.closes_at > now())
    -- In hours: a day of an interval is as long as the caller's time zone says.
    and (t.after_days is null or f.since + make_interval(hours => 24 * t.after_days) <= now());
end;

create or replace function app.my_audiences() returns setof uuid language plpgsql stable security definer rows 20
set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  v_claims constant jsonb := auth.jwt();
  v_role constant text := v_claims ->> 'role';
  v_tenant constant uuid := v_claims ->> 'tenant';
begin
  if v_tenant is null or v_role not in ('anon', 'end_user') then
    return;
  end if;
  -- View as (docs/decisions/061): an assumed member is no row.
  if v_claims ? 'pretend' then
    return query
      select a.id from public.audiences a
      where a.tenant_id = v_tenant and app.rule_opens(a.rule, v_claims -> 'pretend');
    return;
  end if;
  return query
    select o.audience_id
    from app.open_audiences(v_tenant, case when v_role = 'end_user' then (v_claims ->> 'sub')::uuid end) o;
end $$;

create or replace function app.audiences_of(p_tenant uuid, p_member uuid) returns setof uuid language plpgsql stable
security definer rows 20 set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return query select o.audience_id from app.open_audiences(p_tenant, p_member) o;
end $$;

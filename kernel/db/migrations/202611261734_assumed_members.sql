-- View as (docs/decisions/061): the server may render a page for an assumed member, who is no row. The claim `pretend` has the
-- facts about them; no token has it, because tokens have the claims that the auth service writes.
create or replace function app.my_audiences() returns setof uuid language plpgsql stable security definer rows 20
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
  if v_claims ? 'pretend' then
    return query
      select a.id from public.audiences a
      where a.tenant_id = v_tenant and app.rule_opens(a.rule, v_claims -> 'pretend');
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

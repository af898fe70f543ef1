-- What app.my_audiences() returns to this member, or to a visitor when there is none: for the server's own statements, which
-- run without the caller's claims. The test compares both.
create function app.audiences_of(p_tenant uuid, p_member uuid) returns setof uuid language plpgsql stable security definer rows 20
set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  v_member uuid;
  v_joined timestamptz;
begin
  select u.id, u.created_at into v_member, v_joined from auth.users u
    where u.pool_id = p_tenant and u.id = p_member and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now());
  return query
    select t.audience_id
    from app.audience_facts(p_tenant, v_member, v_joined) f
    join app.audience_terms t on t.tenant_id = p_tenant and t.kind = f.kind and t.which = f.which
    where (t.opens_at is null or t.opens_at <= now()) and (t.closes_at is null or t.closes_at > now())
      and (t.after_days is null or f.since + make_interval(hours => 24 * t.after_days) <= now());
end $$;
grant execute on function app.audiences_of(uuid, uuid) to service_role;

-- What an audience requires, for a page that says so to those who are outside: one entry for each alternative that has not
-- ended. Units add what they know, such as the name of a product.
create function app.audience_kinds_of(p_tenant uuid, p_audience uuid)
returns table (place smallint, kind text, which text, opens_at timestamptz) language sql stable begin atomic
  select distinct on (t.place) t.place, t.kind, case when t.kind <> 'people' then t.which end as which, t.opens_at
  from app.audience_terms t
  where t.tenant_id = p_tenant and t.audience_id = p_audience and t.kind <> 'owner'
    and (t.closes_at is null or t.closes_at > now())
  order by t.place, t.which;
end;

-- Members whose accounts are locked were counted as nothing to do: the job ended while sets of others, also of other tenants, were missing. Now
-- it goes on to the next members who are due, and to the next tenant.
create or replace function app.refresh_audience_sets(p_members integer) returns integer language plpgsql security definer set search_path = '' as $$
declare
  v_tenant uuid;
  v_due uuid[];
  v_members uuid[];
  v_count integer;
  v_done integer := 0;
begin
  for v_tenant in select d.tenant_id from (select distinct s.tenant_id from app.audience_sets s where s.until <= now()) d
    order by random()
  loop
    continue when not pg_try_advisory_xact_lock(app.audience_sets_lock(v_tenant));
    delete from app.audience_sets s
      where s.tenant_id = v_tenant and s.member_id = '00000000-0000-0000-0000-000000000000';
    if found then
      insert into app.audience_sets (tenant_id, member_id, until)
        select u.pool_id, u.id, '-infinity' from auth.users u where u.pool_id = v_tenant and u.deleted_at is null;
      v_done := 1;
    end if;
    for v_page in 0..2147483647 loop
      v_due := array(select s.member_id from app.audience_sets s where s.tenant_id = v_tenant and s.until <= now()
        order by s.until, s.number limit p_members offset v_page::bigint * p_members);
      exit when v_due = '{}';
      v_members := array(select u.id from auth.users u where u.pool_id = v_tenant and u.id = any (v_due)
        order by u.id for key share skip locked);
      -- Notes about those whose account was deleted meanwhile.
      delete from app.audience_sets s where s.tenant_id = v_tenant and s.member_id = any (v_due)
        and not exists (select from auth.users u where u.pool_id = v_tenant and u.id = s.member_id);
      get diagnostics v_count = row_count;
      v_done := v_done + v_count;
      -- In this order: a change whose note is deleted here is visible to the next statement. The note of a later one stays.
      delete from app.audience_sets s where s.tenant_id = v_tenant and s.member_id = any (v_members);
      insert into app.audience_sets (tenant_id, member_id, audiences, until)
        select v_tenant, m.id, array(select distinct o.audience_id from app.open_audiences(v_tenant, m.id) o),
          app.audiences_until(v_tenant, m.id)
        from unnest(v_members) as m (id);
      get diagnostics v_count = row_count;
      v_done := v_done + v_count;
      exit when v_count > 0;
    end loop;
    exit when v_done > 0;
  end loop;
  return v_done;
end $$;

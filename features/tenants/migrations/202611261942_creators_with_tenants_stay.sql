-- A creator with tenants is not deleted with the service key, because the tenants would belong to a missing account. Waits for a
-- tenant that is being created or handed over to them, as the deletion of their own account does.
create function app.owns_tenants(p_pool uuid, p_user uuid) returns boolean language sql set search_path = ''
  begin atomic
    select pg_advisory_xact_lock(hashtextextended('tenants of ' || p_user, 0))
      where p_pool = '00000000-0000-0000-0000-000000000000';
    select p_pool = '00000000-0000-0000-0000-000000000000'
      and exists (select from public.tenants t where t.owner_user_id = p_user);
  end;
select app.add_person_data('public.tenants', 'app.owns_tenants', 'blocks', p_reason => 'owns_tenants');

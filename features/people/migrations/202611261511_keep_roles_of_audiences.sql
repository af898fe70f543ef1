-- A role that an audience names stays, whoever deletes it: creators also delete through the data API. When the tenant is deleted, its
-- audiences are deleted with it, and the tenant's row is gone before its roles.
create function app.keep_role_of_audience() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from app.audience_terms t where t.tenant_id = old.tenant_id and t.kind = 'role' and t.which = old.name)
    and exists (select from public.tenants t where t.id = old.tenant_id)
  then
    raise exception 'An audience names this role'
      using errcode = 'foreign_key_violation', constraint = 'roles_of_audiences', table = 'roles';
  end if;
  return old;
end $$;
create trigger keep_role_of_audience before delete on public.roles
  for each row execute function app.keep_role_of_audience();

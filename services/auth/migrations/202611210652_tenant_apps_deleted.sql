-- The builder's own applications go with the tenant, and challenges of passkeys that nobody has answered yet.
create function auth.tenant_apps_deleted() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.oauth_clients where pool_id = old.id;
  delete from auth.passkey_challenges where pool_id = old.id;
  return null;
end $$;
create trigger tenant_apps_deleted after delete on public.tenants
  for each row execute function auth.tenant_apps_deleted();
-- Tenants that went before.
delete from auth.oauth_clients c where pool_id <> '00000000-0000-0000-0000-000000000000'
  and not exists (select from public.tenants t where t.id = c.pool_id);

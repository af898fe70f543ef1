-- The token is read once per statement instead of once per row. The column has a name, because a restored dump gives it one.
alter policy of_own_tenants on public.audit_log
  using (tenant_id = any (array(select app.tenants_with('settings'))) and (select auth.jwt() ->> 'client_id' as client_id) is null);

-- The token is read once per statement instead of once per row.
alter policy of_own_tenants on public.audit_log
  using (tenant_id = any (array(select app.tenants_with('settings'))) and (select auth.jwt() ->> 'client_id') is null);

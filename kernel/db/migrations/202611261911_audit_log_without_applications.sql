-- An application that acts for a creator does not read who did what: networks, devices and colleagues are no data of a site.
alter policy of_own_tenants on public.audit_log
  using (tenant_id = any (array(select app.tenants_with('settings'))) and auth.jwt() ->> 'client_id' is null);

-- One row costs less to add (docs/decisions/097): the roles of requests are roles of PostgreSQL, so the defaults need not read the claims, which takes 0.01 ms
-- each time.
alter table app.records
  alter by_visitor set default (current_user = 'anon'),
  alter created_by set default (case when current_user = 'end_user' then auth.uid() end);

-- As in 202611271140, without a look for the first place when it is the table's.
create or replace function app.begin_write(p_tenant uuid, p_table uuid, p_revision bigint) returns boolean language plpgsql
security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  v_lock constant text := pg_advisory_xact_lock_shared(app.tables_lock(p_tenant))::text;
  v_revision bigint;
  v_name text;
  v_needs text;
  v_owner uuid;
begin
  select s.revision, t.name, o.owner_user_id, case when t.team_scoped then 'business' when t.place > 1 and t.place > (
      select min(f.place) from public.data_tables f where f.tenant_id = p_tenant) then 'pro' end
    into v_revision, v_name, v_owner, v_needs
    from public.data_tables t join public.tenants o on o.id = t.tenant_id join app.data_schemas s on s.tenant_id = t.tenant_id
    where t.tenant_id = p_tenant and t.id = p_table and t.deleted_at is null;
  if v_name is null or v_revision is distinct from p_revision then
    raise exception 'The tables of this tenant changed' using errcode = 'BB001';
  end if;
  if v_needs is not null and not app.has_plan(v_owner, v_needs) then
    raise exception 'table "%" is read-only', v_name using errcode = 'insufficient_privilege',
      detail = format('Its rows stay and can be read. Changes need the %s plan.', initcap(v_needs));
  end if;
  return true;
end $$;

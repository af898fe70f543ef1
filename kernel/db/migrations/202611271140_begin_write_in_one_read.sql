-- Each statement in a function costs an insert about as much as the row itself (docs/decisions/085). So a write reads once what it
-- needs to know of its table, and takes its lock in an expression, which is no statement. The read comes after the lock, as before.
create or replace function app.begin_write(p_tenant uuid, p_table uuid, p_revision bigint) returns boolean language plpgsql
security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  v_lock constant text := pg_advisory_xact_lock_shared(app.tables_lock(p_tenant))::text;
  v_revision bigint;
  v_name text;
  v_needs text;
  v_owner uuid;
begin
  select s.revision, t.name, o.owner_user_id, case when t.team_scoped then 'business' when t.place > (
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

create or replace function app.tables_open(p_right text) returns setof uuid language plpgsql stable security definer rows 10
set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return query
    select t.id from public.data_tables t
    where t.tenant_id = app.tenant_id() and t.deleted_at is null and case p_right
      when 'see' then t.see_audience_id when 'add' then t.add_audience_id
      when 'change' then t.change_audience_id when 'delete' then t.delete_audience_id end = any (array(select app.my_audiences()));
end $$;

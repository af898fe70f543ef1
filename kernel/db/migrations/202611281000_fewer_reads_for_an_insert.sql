-- Adding a row runs fewer statements, and smaller ones (docs/decisions/085): each part of a plan costs time at its start, even one that is never read.

-- As in 202611271294. The owner, and the place of the first table, are read only for tables that need a plan.
create or replace function app.begin_write(p_tenant uuid, p_table uuid, p_revision bigint) returns boolean language plpgsql
security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  v_lock constant text := pg_advisory_xact_lock_shared(app.tables_lock(p_tenant))::text;
  v_revision bigint;
  v_name text;
  v_place integer;
  v_is_of_teams boolean;
  v_needs text;
begin
  select (select s.revision from app.data_schemas s where s.tenant_id = p_tenant), t.name, t.place, t.team_scoped
    into v_revision, v_name, v_place, v_is_of_teams
    from public.data_tables t where t.tenant_id = p_tenant and t.id = p_table and t.deleted_at is null;
  if v_name is null or v_revision is distinct from p_revision then
    raise exception 'The tables of this tenant changed' using errcode = 'BB001';
  end if;
  if v_is_of_teams then
    v_needs := 'business';
  -- Not one condition: with a query in it, PL/pgSQL would run all of it as a statement.
  elsif v_place > 1 then
    if v_place > (select min(f.place) from public.data_tables f where f.tenant_id = p_tenant) then
      v_needs := 'pro';
    end if;
  end if;
  if v_needs is null then
    return true;
  end if;
  if not app.has_plan((select o.owner_user_id from public.tenants o where o.id = p_tenant), v_needs) then
    raise exception 'table "%" is read-only', v_name using errcode = 'insufficient_privilege',
      detail = format('Its rows stay and can be read. Changes need the %s plan.', initcap(v_needs));
  end if;
  return true;
end $$;

-- As in 202611271140. `add approved` is `add` for tables whose rows need no approval. Visitors are in the audiences of everyone (the last case
-- of app.my_audiences), so these are read here, without a call.
create or replace function app.tables_open(p_right text) returns setof uuid language plpgsql stable security definer rows 10
set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  v_claims constant jsonb := auth.jwt();
  v_tenant constant uuid := v_claims ->> 'tenant';
  v_is_visitor constant boolean := v_claims ->> 'role' = 'anon' and not v_claims ? 'pretend';
begin
  return query
    select t.id from public.data_tables t
    where t.tenant_id = v_tenant and t.deleted_at is null and case p_right
      when 'see' then t.see_audience_id when 'add' then t.add_audience_id
      when 'add approved' then case when not t.approval then t.add_audience_id end
      when 'change' then t.change_audience_id when 'delete' then t.delete_audience_id end
      = any (case when v_is_visitor then array(select e.audience_id from app.audiences_of_everyone(v_tenant) e)
        else array(select app.my_audiences()) end);
end $$;

-- Each set is read when a row needs it: one call for an approved row, where there were two.
alter policy visitors_add on app.records with check (tenant_id = app.tenant_id() and created_by is null and team_id is null
  and (not approved and table_id = any (array(select app.tables_open('add'))) or table_id = any (array(select app.tables_open('add approved')))));

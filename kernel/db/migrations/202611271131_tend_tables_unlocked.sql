-- app.tend_table checked every row while all writers of the tenant waited. Rows are checked without the lock now, which a change of fields
-- makes unnecessary: it waits for the writers who know the older ones, so no row that is added later is behind. The lock
-- covers only whether the fields changed since.
create or replace function app.tend_table(p_tenant uuid, p_table uuid) returns boolean language plpgsql set search_path = '' as $$
declare
  v public.data_tables;
  v_mask integer;
  v_old jsonb;
  v_fields jsonb;
  v_removed jsonb;
  v_behind boolean;
begin
  select t.* into v from public.data_tables t where t.tenant_id = p_tenant and t.id = p_table;
  v_mask := app.record_mask(v.fields);
  v_old := app.fields_to_clear(v.removed_fields);
  select coalesce(jsonb_agg(case when f.value ? 'slot' then f.value || '{"indexed": true}' else f.value end order by f.ordinality), '[]')
    into v_fields from jsonb_array_elements(v.fields) with ordinality as f;
  select coalesce(jsonb_agg(f.value order by f.ordinality), '[]') into v_removed
    from jsonb_array_elements(v.removed_fields) with ordinality as f where not v_old @> jsonb_build_array(f.value);
  if v.id is null or v_fields = v.fields and v_removed = v.removed_fields then
    return false;
  end if;
  -- A field that is gone for good since the rows were brought up to date waits for the next night.
  execute 'select exists (select from app.records o where o.tenant_id = $1 and o.table_id = $2 and (o.indexed <> $3 or o.extra ?| $4'
    || coalesce((select string_agg(format(' or o.%I is not null', s.slot), '') from jsonb_array_elements(v_old) as f
      cross join lateral (values (f ->> 'slot'), (f ->> 'unique_slot')) as s (slot) where s.slot is not null), '') || '))'
    into v_behind using p_tenant, p_table, v_mask, array(select f ->> 'id' from jsonb_array_elements(v_old) as f);
  if v_behind then
    return true;
  end if;
  perform pg_advisory_xact_lock(app.tables_lock(p_tenant));
  update public.data_tables t set removed_fields = v_removed, fields = v_fields
    where t.tenant_id = p_tenant and t.id = p_table and t.revision = v.revision;
  -- Changed meanwhile: the rows are behind again.
  return not found and exists (select from public.data_tables t where t.tenant_id = p_tenant and t.id = p_table);
end $$;

-- As before, but without values of fields that are gone for good, or will be before a restore that runs now could end: app.tend_table
-- may have checked the rows already and free the slots of those fields.
create or replace function app.restore_records(p_tenant uuid, p_table uuid, p_records uuid[]) returns integer
language plpgsql set search_path = '' as $$
declare
  v_fields jsonb;
  v_back uuid[];
  v record;
begin
  -- Keeps the fields as they are until the end: a change of fields needs this lock alone.
  perform pg_advisory_xact_lock_shared(app.tables_lock(p_tenant));
  perform app.begin_write(p_tenant, p_table, s.revision) from app.data_schemas s where s.tenant_id = p_tenant;
  select t.fields || coalesce((select jsonb_agg(f.value) from jsonb_array_elements(t.removed_fields) as f
      where (f.value ->> 'removed_at')::timestamptz > now() - interval '29 days 23 hours'), '[]')
    into v_fields from public.data_tables t where t.tenant_id = p_tenant and t.id = p_table;
  with last as materialized (
    select distinct on (h.record_id) h.record_id, h.own, h.before from app.record_history h
    where h.tenant_id = p_tenant and h.table_id = p_table and h.record_id = any (p_records) and h.act = 'deleted'
    order by h.record_id, h.id desc
  ), back as (
    insert into app.records select (jsonb_populate_record(null::app.records, l.own || coalesce(w.slots, '{}')
      || jsonb_build_object('tenant_id', p_tenant, 'table_id', p_table, 'id', l.record_id, 'updated_at', now(),
        'indexed', (select app.record_mask(t.fields) from public.data_tables t where t.tenant_id = p_tenant and t.id = p_table),
        'extra', coalesce(w.extra, '{}')))).*
    from last l
    cross join lateral (
      select jsonb_object_agg(f ->> 'slot', l.before -> (f ->> 'id')) filter (where f ? 'slot') as slots,
        jsonb_object_agg(f ->> 'id', l.before -> (f ->> 'id')) filter (where not f ? 'slot') as extra
      from jsonb_array_elements(v_fields) as f where l.before ? (f ->> 'id')) as w
    on conflict (tenant_id, table_id, id) do nothing
    returning id
  ), told as (
    update app.record_history h set act = 'restored' from back b
      where h.tenant_id = p_tenant and h.table_id = p_table and h.record_id = b.id and h.act = 'deleted'
  )
  select array_agg(b.id) into v_back from back b;
  -- Copied from the slot, so that they have the spelling of all other copies.
  for v in select f ->> 'id' as field, f ->> 'slot' as slot, f ->> 'unique_slot' as copy
      from jsonb_array_elements(v_fields) as f where f ? 'unique_slot' loop
    execute format('update app.records r set %I = %s where r.tenant_id = $1 and r.table_id = $2 and r.id = any ($3)', v.copy,
      case when v.slot is null then format('r.extra ->> %L', v.field) else format('r.%I::text', v.slot) end)
      using p_tenant, p_table, v_back;
  end loop;
  return coalesce(cardinality(v_back), 0);
end $$;

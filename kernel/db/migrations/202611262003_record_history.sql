-- What rows of own tables were before they were changed or deleted, for 30 days: the history of a row, and the trash
-- (docs/decisions/064). Values are stored by the ids of fields, because slots and names may be others by then.
create table app.record_history (
  tenant_id uuid not null,
  table_id uuid not null,
  record_id uuid not null,
  id uuid not null default app.uuidv7(),
  at timestamptz not null default now(),
  act text not null check (act in ('changed', 'deleted', 'restored')), -- restored: deleted, and back by now
  actor_kind text not null check (actor_kind in ('staff', 'person', 'visitor', 'service', 'system')),
  actor_id uuid,
  own jsonb not null, -- columns that every table has
  before jsonb not null,
  primary key (tenant_id, table_id, record_id, id)
);
create index record_history_trash on app.record_history (tenant_id, table_id, id) where act = 'deleted';
create index record_history_by_time on app.record_history (at);
select app.protect('app.record_history');

-- Values of a row by the ids of its fields; what is empty is left out.
create function app.record_fields(p_row app.records, p_fields jsonb) returns jsonb language sql stable
  begin atomic
    select coalesce(jsonb_object_agg(f.field ->> 'id', f.value) filter (where f.value is not null), '{}')
    from (select e as field, nullif(coalesce(p_row.extra -> (e ->> 'id'), to_jsonb(p_row) -> (e ->> 'slot')), 'null') as value
      from jsonb_array_elements(p_fields) as e) as f;
  end;

-- For each statement, because most change one row and some change many. A table that is deleted for good is gone by now, and
-- its rows with it. Changes that no one sees, such as the bits of indexes, leave no entry.
create function app.keep_record() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_source constant jsonb := nullif(current_setting('request.source', true), '');
  v_actor jsonb := nullif(current_setting('request.jwt.claims', true), '');
  v_kind text;
  v_id uuid;
begin
  if v_actor is null or v_actor ->> 'role' = 'service_role' and v_source ? 'sub' then
    v_actor := v_source;
  end if;
  v_kind := case v_actor ->> 'role' when 'authenticated' then 'staff' when 'end_user' then 'person'
    when 'anon' then 'visitor' when 'service_role' then 'service' else 'system' end;
  v_id := case when v_kind in ('staff', 'person') then (v_actor ->> 'sub')::uuid end;
  if tg_op = 'DELETE' then
    insert into app.record_history (tenant_id, table_id, record_id, act, actor_kind, actor_id, own, before)
      select o.tenant_id, o.table_id, o.id, 'deleted', v_kind, v_id,
        jsonb_build_object('created_at', o.created_at, 'created_by', o.created_by, 'team_id', o.team_id, 'approved', o.approved),
        app.record_fields(o, t.fields)
      from old_rows o join public.data_tables t on t.tenant_id = o.tenant_id and t.id = o.table_id;
  else
    insert into app.record_history (tenant_id, table_id, record_id, act, actor_kind, actor_id, own, before)
      select o.tenant_id, o.table_id, o.id, 'changed', v_kind, v_id,
        jsonb_build_object('created_at', o.created_at, 'created_by', o.created_by, 'team_id', o.team_id, 'approved', o.approved),
        v.was
      from old_rows o join new_rows n on n.tenant_id = o.tenant_id and n.table_id = o.table_id and n.id = o.id
      join public.data_tables t on t.tenant_id = o.tenant_id and t.id = o.table_id
      cross join lateral (select app.record_fields(o, t.fields) as was, app.record_fields(n, t.fields) as is_now) as v
      where v.was <> v.is_now or o.approved <> n.approved;
  end if;
  return null;
end $$;
create trigger keep_changed after update on app.records referencing old table as old_rows new table as new_rows
  for each statement execute function app.keep_record();
create trigger keep_deleted after delete on app.records referencing old table as old_rows
  for each statement execute function app.keep_record();

-- Brings deleted rows back as they were, into the slots that their fields have now. A value that is unique and in use again
-- fails the statement. Returns how many rows came back.
create function app.restore_records(p_tenant uuid, p_table uuid, p_records uuid[], p_indexed integer) returns integer
language plpgsql set search_path = '' as $$
declare
  v_count integer;
begin
  with last as materialized (
    select distinct on (h.record_id) h.* from app.record_history h
    where h.tenant_id = p_tenant and h.table_id = p_table and h.record_id = any (p_records) and h.act = 'deleted'
    order by h.record_id, h.id desc
  ), back as (
    insert into app.records select (jsonb_populate_record(null::app.records, l.own || coalesce(v.slots, '{}')
      || coalesce(v.copies, '{}') || jsonb_build_object('tenant_id', p_tenant, 'table_id', p_table, 'id', l.record_id,
        'updated_at', now(), 'indexed', p_indexed, 'extra', coalesce(v.extra, '{}')))).*
    from last l
    join public.data_tables t on t.tenant_id = p_tenant and t.id = p_table and t.deleted_at is null
    cross join lateral (
      select jsonb_object_agg(f ->> 'slot', l.before -> (f ->> 'id')) filter (where f ? 'slot') as slots,
        jsonb_object_agg(f ->> 'unique_slot', l.before ->> (f ->> 'id')) filter (where f ? 'unique_slot') as copies,
        jsonb_object_agg(f ->> 'id', l.before -> (f ->> 'id')) filter (where not f ? 'slot') as extra
      from jsonb_array_elements(t.fields) as f where l.before ? (f ->> 'id')) as v
    on conflict (tenant_id, table_id, id) do nothing
    returning id
  )
  update app.record_history h set act = 'restored' from back b
    where h.tenant_id = p_tenant and h.table_id = p_table and h.record_id = b.id and h.act = 'deleted';
  select count(distinct h.record_id) into v_count from app.record_history h
    where h.tenant_id = p_tenant and h.table_id = p_table and h.record_id = any (p_records) and h.act = 'restored'
      and h.at <= now() and exists (select from app.records r where r.tenant_id = p_tenant and r.table_id = p_table
        and r.id = h.record_id and r.updated_at = now());
  return v_count;
end $$;
grant execute on function app.restore_records(uuid, uuid, uuid[], integer) to service_role;

-- A table that is deleted for good takes its rows and their history along.
create or replace function app.delete_records() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(app.tables_lock(old.tenant_id));
  update app.data_schemas set revision = revision + 1 where tenant_id = old.tenant_id;
  delete from app.records where tenant_id = old.tenant_id and table_id = old.id;
  delete from app.record_history where tenant_id = old.tenant_id and table_id = old.id;
  return null;
end $$;

-- Erasure leaves nothing in the history either.
create or replace function app.erase_from_records(p_tenant uuid, p_user uuid, p_email text) returns void language plpgsql
set search_path = '' as $$
declare
  v record;
begin
  delete from app.records where tenant_id = p_tenant and created_by = p_user;
  for v in select t.id, f ->> 'id' as field, f ->> 'slot' as slot, f ->> 'unique_slot' as unique_slot from public.data_tables t,
      jsonb_array_elements(t.fields || t.removed_fields) as f where t.tenant_id = p_tenant and f ->> 'kind' = 'person' loop
    if v.slot is null then
      update app.records set extra = extra - v.field
        where tenant_id = p_tenant and table_id = v.id and extra ->> v.field = p_user::text;
    else
      execute format('update app.records set %1$I = null%2$s where tenant_id = $1 and table_id = $2 and %1$I = $3', v.slot,
        case when v.unique_slot is null then '' else format(', %I = null', v.unique_slot) end) using p_tenant, v.id, p_user;
    end if;
    update app.record_history set before = before - v.field
      where tenant_id = p_tenant and table_id = v.id and before ->> v.field = p_user::text;
  end loop;
  delete from app.record_history where tenant_id = p_tenant and own ->> 'created_by' = p_user::text;
  update app.record_history set actor_id = null where tenant_id = p_tenant and actor_kind = 'person' and actor_id = p_user;
end $$;
select app.add_person_data('app.record_history', 'actor_id', 'kept', p_reason => 'emptied by app.erase_from_records');

-- Tables in the trash for 30 days, and history of that age. Returns how many it deleted, at most p_most of each.
create function app.forget_records(p_most integer) returns integer language plpgsql security definer set search_path = '' as $$
declare
  v_tables integer;
  v_changes integer;
begin
  delete from public.data_tables t using (select d.tenant_id, d.id from public.data_tables d
      where d.deleted_at < now() - interval '30 days' order by d.deleted_at limit 1) as old
    where t.tenant_id = old.tenant_id and t.id = old.id;
  get diagnostics v_tables = row_count;
  delete from app.record_history h using (select a.tenant_id, a.table_id, a.record_id, a.id from app.record_history a
      where a.at < now() - interval '30 days' order by a.at limit p_most) as old
    where h.tenant_id = old.tenant_id and h.table_id = old.table_id and h.record_id = old.record_id and h.id = old.id;
  get diagnostics v_changes = row_count;
  return v_tables + v_changes;
end $$;
create index data_tables_trash on public.data_tables (deleted_at) where deleted_at is not null;

-- Prepares a field's slot in a table with many rows, in steps: the bits of indexes, and the values of removed fields. Returns whether
-- more is to do. The last step takes the lock alone, so that no row of a writer who knows an older description is left out.
create function app.tend_table(p_tenant uuid, p_table uuid, p_most integer) returns boolean language plpgsql
set search_path = '' as $$
declare
  v public.data_tables;
  v_mask integer;
  v_removed jsonb;
  v_rows integer;
begin
  select * into v from public.data_tables where tenant_id = p_tenant and id = p_table;
  if v.id is null then
    return false;
  end if;
  select coalesce(bit_or(1 << (array_position(app.record_slots(), f ->> 'slot') - 1)), 0) into v_mask
    from jsonb_array_elements(v.fields) as f where f ? 'slot';
  select coalesce(jsonb_object_agg(s.slot, null), '{}') into v_removed
    from jsonb_array_elements(v.removed_fields) as f
    cross join lateral (values (f ->> 'slot'), (f ->> 'unique_slot')) as s (slot) where s.slot is not null;
  update app.records r set (indexed, t1, t2, t3, t4, t5, t6, n1, n2, n3, n4, d1, d2, z1, z2, z3, r1, r2, r3, u1, u2, extra) =
    (select v_mask, e.t1, e.t2, e.t3, e.t4, e.t5, e.t6, e.n1, e.n2, e.n3, e.n4, e.d1, e.d2, e.z1, e.z2, e.z3, e.r1, e.r2, e.r3,
        e.u1, e.u2, r.extra - array(select f ->> 'id' from jsonb_array_elements(v.removed_fields) as f)
      from jsonb_populate_record(r, v_removed) as e)
    from (select o.id from app.records o where o.tenant_id = p_tenant and o.table_id = p_table
      and (o.indexed <> v_mask or o.extra ?| array(select f ->> 'id' from jsonb_array_elements(v.removed_fields) as f)
        or exists (select from jsonb_object_keys(v_removed) as k where to_jsonb(o) ->> k is not null))
      limit p_most) as old
    where r.tenant_id = p_tenant and r.table_id = p_table and r.id = old.id;
  get diagnostics v_rows = row_count;
  if v_rows > 0 then
    return true;
  end if;
  perform pg_advisory_xact_lock(app.tables_lock(p_tenant));
  update public.data_tables t set removed_fields = '[]', fields = (
      select coalesce(jsonb_agg(case when f.value ? 'slot' then f.value || '{"indexed": true}' else f.value end order by f.ordinality), '[]')
      from jsonb_array_elements(t.fields) with ordinality as f)
    where t.tenant_id = p_tenant and t.id = p_table and t.revision = v.revision
      and not exists (select from app.records o where o.tenant_id = p_tenant and o.table_id = p_table and o.indexed <> v_mask);
  return not found;
end $$;
grant execute on function app.forget_records(integer), app.tend_table(uuid, uuid, integer) to service_role;

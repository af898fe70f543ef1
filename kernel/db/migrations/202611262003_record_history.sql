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
  if v_actor is null or v_actor ->> 'role' = 'service_role' and v_source ? 'role' then
    v_actor := v_source;
  end if;
  v_kind := case v_actor ->> 'role' when 'authenticated' then 'staff' when 'end_user' then 'person'
    when 'anon' then 'visitor' when 'service_role' then 'service' else 'system' end;
  v_id := case when v_kind in ('staff', 'person') then (v_actor ->> 'sub')::uuid end;
  if tg_op = 'DELETE' then
    insert into app.record_history (tenant_id, table_id, record_id, act, actor_kind, actor_id, own, before)
      select o.tenant_id, o.table_id, o.id, 'deleted', v_kind, v_id,
        jsonb_build_object('created_at', o.created_at, 'created_by', o.created_by, 'by_visitor', o.by_visitor,
          'team_id', o.team_id, 'approved', o.approved),
        app.record_fields(o, t.fields || t.removed_fields)
      from old_rows o join public.data_tables t on t.tenant_id = o.tenant_id and t.id = o.table_id
      where t.deleted_at is null or t.deleted_at >= now() - interval '30 days';
  else
    insert into app.record_history (tenant_id, table_id, record_id, act, actor_kind, actor_id, own, before)
      select o.tenant_id, o.table_id, o.id, 'changed', v_kind, v_id,
        jsonb_build_object('created_at', o.created_at, 'created_by', o.created_by, 'by_visitor', o.by_visitor,
          'team_id', o.team_id, 'approved', o.approved),
        v.was
      from old_rows o join new_rows n on n.tenant_id = o.tenant_id and n.table_id = o.table_id and n.id = o.id
      join public.data_tables t on t.tenant_id = o.tenant_id and t.id = o.table_id
      cross join lateral (select app.record_fields(o, t.fields) as was, app.record_fields(n, t.fields) as is_now) as v
      where v.was <> v.is_now or o.approved <> n.approved;
    -- The newest 50 changes of a row, and of those a megabyte: a writer of one row must not fill the history of all.
    delete from app.record_history h using (
      select a.tenant_id, a.table_id, a.record_id, a.id, row_number() over newest as n, sum(octet_length(a.before::text)) over newest as bytes
      from app.record_history a join (select distinct o.tenant_id, o.table_id, o.id from old_rows o) as r
        on r.tenant_id = a.tenant_id and r.table_id = a.table_id and r.id = a.record_id
      where a.act = 'changed' window newest as (partition by a.tenant_id, a.table_id, a.record_id order by a.id desc)) as past
      where h.tenant_id = past.tenant_id and h.table_id = past.table_id and h.record_id = past.record_id and h.id = past.id
        and (past.n > 50 or past.n > 1 and past.bytes > 1048576);
  end if;
  return null;
end $$;
create trigger keep_changed after update on app.records referencing old table as old_rows new table as new_rows
  for each statement execute function app.keep_record();
create trigger keep_deleted after delete on app.records referencing old table as old_rows
  for each statement execute function app.keep_record();

-- The bits of indexes that a row of these fields has.
create function app.record_mask(p_fields jsonb) returns integer language sql stable set search_path = ''
  begin atomic
    select coalesce(bit_or(1 << (array_position(app.record_slots(), f.value ->> 'slot') - 1)), 0)
      from jsonb_array_elements(p_fields) as f where f.value ? 'slot';
  end;

-- Brings deleted rows back as they were, into the slots that their fields have now. A value that is unique and in use again
-- fails the statement, and so does a table that is read-only. Returns how many rows came back.
create function app.restore_records(p_tenant uuid, p_table uuid, p_records uuid[]) returns integer
language plpgsql set search_path = '' as $$
declare
  v_fields jsonb;
  v_back uuid[];
  v record;
begin
  -- Keeps the fields as they are until the end: a change of fields needs this lock alone.
  perform pg_advisory_xact_lock_shared(app.tables_lock(p_tenant));
  perform app.begin_write(p_tenant, p_table, s.revision) from app.data_schemas s where s.tenant_id = p_tenant;
  select t.fields || t.removed_fields into v_fields from public.data_tables t where t.tenant_id = p_tenant and t.id = p_table;
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
grant execute on function app.record_mask(jsonb), app.restore_records(uuid, uuid, uuid[]) to service_role;

-- Tables that were deleted for good and had more rows than one statement should delete. No one reaches those rows any more; the job
-- deletes them in steps (by ctid, which no plan for a large table can spoil). That keeps the deletion of a tenant whole: it happens at once, or not at all.
create table app.forgotten_tables (
  tenant_id uuid not null,
  table_id uuid not null,
  at timestamptz not null default now(),
  primary key (tenant_id, table_id)
);
select app.protect('app.forgotten_tables');

-- A table that is deleted for good takes its rows and their history along.
create or replace function app.delete_records() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_most constant integer := 1000;
  v_rows integer;
  v_changes integer;
begin
  perform pg_advisory_xact_lock(app.tables_lock(old.tenant_id));
  update app.data_schemas set revision = revision + 1 where tenant_id = old.tenant_id;
  delete from app.records where ctid = any (array(
    select o.ctid from app.records o where o.tenant_id = old.tenant_id and o.table_id = old.id limit v_most));
  get diagnostics v_rows = row_count;
  delete from app.record_history where ctid = any (array(
    select a.ctid from app.record_history a where a.tenant_id = old.tenant_id and a.table_id = old.id limit v_most));
  get diagnostics v_changes = row_count;
  if greatest(v_rows, v_changes) = v_most then
    insert into app.forgotten_tables (tenant_id, table_id) values (old.tenant_id, old.id);
  end if;
  return null;
end $$;

-- Erasure leaves nothing in the history either.
create or replace function app.erase_from_records(p_tenant uuid, p_user uuid, p_email text) returns void language plpgsql
set search_path = '' as $$
declare
  v record;
begin
  -- Alone, as a change of fields does, so no writer holds a row for which this has to wait.
  perform pg_advisory_xact_lock(app.tables_lock(p_tenant));
  delete from app.records where tenant_id = p_tenant and created_by = p_user;
  -- With their history, also from when the address was another one.
  for v in select e.table_id, array_agg(e.record_id) as ids from app.records_with_email(p_tenant, p_email) as e group by e.table_id loop
    delete from app.records r where r.tenant_id = p_tenant and r.table_id = v.table_id and r.id = any (v.ids);
    delete from app.record_history h where h.tenant_id = p_tenant and h.table_id = v.table_id and h.record_id = any (v.ids);
  end loop;
  -- Fields that name the person, and the address in rows of visitors that got it by a change.
  for v in select t.id, f ->> 'id' as field, f ->> 'slot' as slot, f ->> 'unique_slot' as unique_slot, f ->> 'kind' as kind,
        case when f ->> 'indexed' = 'true' and t.fields @> jsonb_build_array(jsonb_build_object('id', f ->> 'id'))
          then 1 << array_position(app.record_slots(), f ->> 'slot') - 1 end as bit
      from public.data_tables t, jsonb_array_elements(t.fields || t.removed_fields) as f
      where t.tenant_id = p_tenant and (f ->> 'kind' = 'person' or f ->> 'kind' = 'email' and p_email is not null) loop
    if v.slot is null then
      update app.records set extra = extra - v.field where tenant_id = p_tenant and table_id = v.id
        and case v.kind when 'person' then extra ->> v.field = p_user::text else by_visitor and extra ->> v.field = lower(p_email) end;
    else
      execute format('update app.records set %1$I = null%2$s where tenant_id = $1 and table_id = $2 and %1$I = %3$s%4$s', v.slot,
        case when v.unique_slot is null then '' else format(', %I = null', v.unique_slot) end,
        case v.kind when 'person' then '$3' else 'lower($4) and by_visitor' end,
        -- The field has an index over all rows.
        case when v.bit is null then '' else format(' and (indexed & %s) <> 0', v.bit) end) using p_tenant, v.id, p_user, p_email;
    end if;
    continue when v.kind <> 'person';
    update app.record_history set before = before - v.field
      where tenant_id = p_tenant and table_id = v.id and before ->> v.field = p_user::text;
  end loop;
  delete from app.record_history where tenant_id = p_tenant and own ->> 'created_by' = p_user::text;
  -- The whole history of a row that had the address, if the row is gone; of others the entries that have it.
  with named as materialized (
    select h.table_id, h.record_id, h.id, h.act from app.record_history h
    join public.data_tables t on t.tenant_id = p_tenant and t.id = h.table_id
    cross join lateral jsonb_array_elements(t.fields || t.removed_fields) as f
    where h.tenant_id = p_tenant and f.value ->> 'kind' = 'email' and h.own @> '{"by_visitor": true}'
      and h.before ->> (f.value ->> 'id') = lower(p_email)
  )
  delete from app.record_history h using named n where h.tenant_id = p_tenant and h.table_id = n.table_id and h.record_id = n.record_id
    and (h.id = n.id or n.act = 'deleted');
  update app.record_history set actor_id = null where tenant_id = p_tenant and actor_kind = 'person' and actor_id = p_user;
end $$;
select app.add_person_data('app.record_history', 'actor_id', 'kept', p_reason => 'emptied by app.erase_from_records');

-- Deletes history of more than 30 days. Returns how much, at most p_most.
create function app.forget_history(p_most integer) returns integer language plpgsql set search_path = '' as $$
declare
  v_count integer;
begin
  delete from app.record_history where ctid = any (array(
    select a.ctid from app.record_history a where a.at < now() - interval '30 days' order by a.at limit p_most));
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Tables that were in the trash for 30 days.
create function app.tables_to_forget() returns table (tenant_id uuid, table_id uuid) language sql stable set search_path = ''
  begin atomic
    select t.tenant_id, t.id from public.data_tables t where t.deleted_at < now() - interval '30 days' order by t.deleted_at;
  end;

-- Deletes one of them for good, unless it came back. A restore that waits for the lock comes too late.
create function app.forget_table(p_tenant uuid, p_table uuid) returns boolean language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(app.tables_lock(p_tenant));
  delete from public.data_tables t
    where t.tenant_id = p_tenant and t.id = p_table and t.deleted_at < now() - interval '30 days';
  return found;
end $$;

-- Deletes the next rows and history of a table that is gone. Returns whether there was one.
create function app.forget_rows(p_most integer) returns boolean language plpgsql set search_path = '' as $$
declare
  v_tenant uuid;
  v_table uuid;
  v_rows integer;
  v_changes integer;
begin
  select f.tenant_id, f.table_id into v_tenant, v_table from app.forgotten_tables f order by f.at limit 1 for update skip locked;
  if v_table is null then
    return false;
  end if;
  delete from app.records where ctid = any (array(
    select o.ctid from app.records o where o.tenant_id = v_tenant and o.table_id = v_table limit p_most));
  get diagnostics v_rows = row_count;
  delete from app.record_history where ctid = any (array(
    select a.ctid from app.record_history a where a.tenant_id = v_tenant and a.table_id = v_table limit p_most));
  get diagnostics v_changes = row_count;
  if v_rows + v_changes = 0 then
    delete from app.forgotten_tables f where f.tenant_id = v_tenant and f.table_id = v_table;
  end if;
  return true;
end $$;
create index data_tables_trash on public.data_tables (deleted_at) where deleted_at is not null;

-- Removed fields whose values are to be cleared: they could be restored for 30 days.
create function app.fields_to_clear(p_removed jsonb) returns jsonb language sql stable set search_path = ''
  begin atomic
    select coalesce(jsonb_agg(f.value), '[]') from jsonb_array_elements(p_removed) as f
      where coalesce((f.value ->> 'removed_at')::timestamptz < now() - interval '30 days', true);
  end;

-- Brings the next rows of a table up to date with its fields: the bits of indexes, and the values of fields that are gone for good.
-- Returns the last row that it looked at, or null at the end. The lock keeps the fields until the end of the step.
create function app.tend_rows(p_tenant uuid, p_table uuid, p_after uuid, p_most integer) returns uuid language plpgsql
set search_path = '' as $$
declare
  v_mask integer;
  v_old jsonb;
  v_slots text[];
  v_gone text[];
  v_ids uuid[];
begin
  perform pg_advisory_xact_lock_shared(app.tables_lock(p_tenant));
  select app.record_mask(t.fields), app.fields_to_clear(t.removed_fields) into v_mask, v_old
    from public.data_tables t where t.tenant_id = p_tenant and t.id = p_table;
  select array_agg(s.slot) filter (where s.slot is not null), array_agg(distinct f ->> 'id') into v_slots, v_gone
    from jsonb_array_elements(v_old) as f cross join lateral (values (f ->> 'slot'), (f ->> 'unique_slot')) as s (slot);
  select array_agg(n.id order by n.id) into v_ids from (select r.id from app.records r
    where r.tenant_id = p_tenant and r.table_id = p_table and (p_after is null or r.id > p_after) order by r.id limit p_most) as n;
  execute format('update app.records r set indexed = $4, extra = r.extra - $5%s where r.tenant_id = $1 and r.table_id = $2
      and r.id = any ($3) and (r.indexed <> $4 or r.extra ?| $5%s)',
    (select string_agg(format(', %I = null', s), '') from unnest(v_slots) as s),
    (select string_agg(format(' or r.%I is not null', s), '') from unnest(v_slots) as s))
    using p_tenant, p_table, v_ids, v_mask, coalesce(v_gone, '{}');
  return v_ids[cardinality(v_ids)];
end $$;

-- The last step: forgets the fields that are gone for good, and opens the indexes of fields that every row is in. It takes the lock
-- alone, so that no row of a writer who knows older fields is left out. Returns whether rows are left to bring up to date.
create function app.tend_table(p_tenant uuid, p_table uuid) returns boolean language plpgsql set search_path = '' as $$
declare
  v public.data_tables;
  v_mask integer;
  v_old jsonb;
  v_fields jsonb;
  v_removed jsonb;
  v_behind boolean;
begin
  perform pg_advisory_xact_lock(app.tables_lock(p_tenant));
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
  -- A field that is gone for good since the rows were looked at waits for the next night.
  execute 'select exists (select from app.records o where o.tenant_id = $1 and o.table_id = $2 and (o.indexed <> $3 or o.extra ?| $4'
    || coalesce((select string_agg(format(' or o.%I is not null', s.slot), '') from jsonb_array_elements(v_old) as f
      cross join lateral (values (f ->> 'slot'), (f ->> 'unique_slot')) as s (slot) where s.slot is not null), '') || '))'
    into v_behind using p_tenant, p_table, v_mask, array(select f ->> 'id' from jsonb_array_elements(v_old) as f);
  if v_behind then
    return true;
  end if;
  update public.data_tables t set removed_fields = v_removed, fields = v_fields where t.tenant_id = p_tenant and t.id = p_table;
  return false;
end $$;

-- Tables that have a removed field whose 30 days are over.
create function app.tables_to_tend() returns table (tenant_id uuid, table_id uuid) language sql stable set search_path = ''
  begin atomic
    select t.tenant_id, t.id from public.data_tables t
      where t.removed_fields <> '[]' and t.deleted_at is null and app.fields_to_clear(t.removed_fields) <> '[]';
  end;
grant execute on function app.fields_to_clear(jsonb), app.forget_history(integer), app.tables_to_forget(), app.forget_table(uuid, uuid),
  app.forget_rows(integer), app.tend_rows(uuid, uuid, uuid, integer), app.tend_table(uuid, uuid),
  app.tables_to_tend() to service_role;

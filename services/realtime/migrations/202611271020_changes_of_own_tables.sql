-- Changes of tenants' own tables: docs/decisions/070. All their rows are in app.records, so processes register each own table
-- that they watch, and a table that no one watches stores nothing.
alter table realtime.watched add column part uuid not null default '00000000-0000-0000-0000-000000000000'; -- id of an own table
alter table realtime.watched drop constraint watched_pkey;
alter table realtime.watched add primary key (relation, part, process);
alter table realtime.changes add column part uuid; -- id of the own table that the row belongs to; else null

-- A row with its values by the ids of its fields in `extra`. Slots are given to other fields in time, and a change is delivered later
-- than it was written. p_image: the whole row.
create function realtime.record_image(p_image jsonb, p_fields jsonb) returns jsonb language sql immutable set search_path = ''
  begin atomic
    select p_image - (app.record_slots() || array['indexed', 'extra']) || jsonb_build_object('extra',
      coalesce(jsonb_object_agg(f.field ->> 'id', f.value) filter (where f.value <> 'null'), '{}'))
    from (select e as field, coalesce(p_image -> 'extra' -> (e ->> 'id'), p_image -> (e ->> 'slot')) as value
      from jsonb_array_elements(p_fields) as e) as f;
  end;

-- For each statement, because imports insert many rows at once. Changes that no one sees, such as the bits of indexes, are left out.
-- The rows of a table that is deleted for good have no description any more: its watchers are told that it is gone.
create function realtime.capture_records() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from realtime.watched where relation = tg_relid) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into realtime.changes (relation, part, type, record)
      select tg_relid, n.table_id, tg_op, realtime.record_image(i.image, t.fields)
      from new_rows n join public.data_tables t on t.tenant_id = n.tenant_id and t.id = n.table_id
      cross join lateral (select to_jsonb(n) as image offset 0) as i
      where exists (select from realtime.watched w where w.relation = tg_relid and w.part = n.table_id);
  elsif tg_op = 'DELETE' then
    insert into realtime.changes (relation, part, type, old_record)
      select tg_relid, o.table_id, tg_op, realtime.record_image(i.image, t.fields)
      from old_rows o join public.data_tables t on t.tenant_id = o.tenant_id and t.id = o.table_id
      cross join lateral (select to_jsonb(o) as image offset 0) as i
      where exists (select from realtime.watched w where w.relation = tg_relid and w.part = o.table_id);
  else
    -- Old rows are delivered with their key alone, which never changes.
    insert into realtime.changes (relation, part, type, record, old_record)
      select tg_relid, n.table_id, tg_op, v.is_now, jsonb_build_object('id', n.id)
      from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.table_id = n.table_id and o.id = n.id
      join public.data_tables t on t.tenant_id = n.tenant_id and t.id = n.table_id
      cross join lateral (select realtime.record_image(to_jsonb(o), t.fields) as was, realtime.record_image(to_jsonb(n), t.fields) as is_now
        offset 0) as v
      where v.was <> v.is_now and exists (select from realtime.watched w where w.relation = tg_relid and w.part = n.table_id);
  end if;
  if found then
    perform pg_notify('realtime_changes', pg_current_xact_id()::text);
  end if;
  return null;
end $$;
create trigger "0_realtime_added" after insert on app.records referencing new table as new_rows
  for each statement execute function realtime.capture_records();
create trigger "0_realtime_changed" after update on app.records referencing old table as old_rows new table as new_rows
  for each statement execute function realtime.capture_records();
create trigger "0_realtime_deleted" after delete on app.records referencing old table as old_rows
  for each statement execute function realtime.capture_records();

-- Subscriptions name tables and fields, so they are checked again when a description changes.
create function realtime.tell_of_tables() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('realtime_tables', coalesce(new.tenant_id, old.tenant_id)::text);
  return null;
end $$;
create trigger "0_realtime_tables" after insert or update or delete on public.data_tables
  for each row execute function realtime.tell_of_tables();

-- Staff read what forms and lists are.
select realtime.publish('public.data_forms');
select realtime.publish('public.data_views');

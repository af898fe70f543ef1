-- Rows of tenants' own tables, whichever way they are written (docs/decisions/070).
create or replace function app.valid_webhook_events(p_events text[]) returns boolean language sql immutable
  return cardinality(p_events) between 1 and 19 and p_events <@ array['order.paid', 'order.refunded', 'end_user.created',
    'end_user.roles_changed', 'end_user.deleted', 'subscription.updated', 'product.updated', 'payments.connected',
    'payments.disconnected', 'team.created', 'team.deleted', 'team.member_added', 'team.member_changed', 'team.member_removed',
    'form.submitted', 'record.created', 'record.updated', 'record.deleted', 'records.changed'];

-- Data that fits into a message: of a row's values, those above 1,000 bytes are left out and named in `omitted`; if that is not enough,
-- those above 60, so that 100 fields fit.
create function app.shortened(p_data jsonb) returns jsonb language plpgsql immutable set search_path = '' as $$
declare
  v_part constant text := case when p_data ? 'record' then 'record' else 'values' end;
  v_data jsonb := p_data;
  v_most integer;
  v_long text[];
begin
  foreach v_most in array array[1000, 60] loop
    exit when octet_length(v_data::text) < 20000 or jsonb_typeof(v_data -> v_part) is distinct from 'object';
    v_long := array(select m.key from jsonb_each(v_data -> v_part) as m where octet_length(m.value::text) > v_most order by m.key);
    v_data := v_data || jsonb_build_object(v_part, (v_data -> v_part) - v_long,
      'omitted', coalesce(v_data -> 'omitted', '[]') || to_jsonb(v_long));
  end loop;
  return v_data;
end $$;

-- The same as before, but a row that is too long for a message no longer fails the write itself.
create or replace function app.tell_webhooks(p_tenant uuid, p_mode text, p_type text, p_object text, p_data jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_mode text;
  v_endpoints uuid[];
  v_message app.webhook_messages;
begin
  -- The rows of a tenant that is being deleted go with it, without messages.
  select coalesce(p_mode, stripe_mode) into v_mode from public.tenants where id = p_tenant;
  select array_agg(id) into v_endpoints from app.webhook_endpoints
    where tenant_id = p_tenant and mode = v_mode and disabled_at is null and p_type = any (events);
  if v_mode is null or v_endpoints is null then
    return;
  end if;
  insert into app.webhook_messages (tenant_id, mode, type, object_id, data)
    values (p_tenant, v_mode, p_type, p_object,
      case when octet_length(p_data::text) < 20000 then p_data else app.shortened(p_data) end) returning * into v_message;
  insert into app.webhook_deliveries (tenant_id, endpoint_id, message_id, seq, object_id)
    select p_tenant, endpoint, v_message.id, v_message.seq, p_object from unnest(v_endpoints) as endpoint;
  perform pg_notify('webhook_due', p_tenant || ' ' || endpoint) from unnest(v_endpoints) as endpoint;
end $$;

-- A row as the data API returns it to staff. p_image: the whole row.
create function app.record_row(p_image jsonb, p_fields jsonb) returns jsonb language sql stable set search_path = ''
  begin atomic
    select jsonb_build_object('id', p_image -> 'id', 'created_at', p_image -> 'created_at', 'updated_at', p_image -> 'updated_at',
      'created_by', p_image -> 'created_by', 'team_id', p_image -> 'team_id', 'approved', p_image -> 'approved')
      || coalesce(jsonb_object_agg(f.field ->> 'name', case when f.field ->> 'kind' = 'date_time' and not f.field ? 'slot'
        then to_jsonb((f.value #>> '{}')::timestamptz) else coalesce(f.value, 'null') end), '{}')
    from (select e as field, coalesce(p_image -> 'extra' -> (e ->> 'id'), p_image -> (e ->> 'slot')) as value
      from jsonb_array_elements(p_fields) as e) as f;
  end;

-- Whether a tenant wants one of these events.
create function app.wants_events(p_tenant uuid, p_events text[]) returns boolean language sql stable set search_path = ''
  begin atomic
    select exists (select from app.webhook_endpoints e
      where e.tenant_id = p_tenant and e.disabled_at is null and e.events && p_events);
  end;

-- For each statement, which writes rows of one tenant: up to 20 rows of a table are an event each, more are one event with their number.
-- Deleted rows have their id alone, because the deletion may be an erasure. A table that is deleted for good has no description any more.
create function app.tell_of_records() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_most constant integer := 20;
  v_change constant text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end;
  v_tenant uuid;
  v_rows jsonb;
begin
  if tg_op = 'DELETE' then
    select o.tenant_id into v_tenant from old_rows o limit 1;
  else
    select n.tenant_id into v_tenant from new_rows n limit 1;
  end if;
  if v_tenant is null or not app.wants_events(v_tenant, array['record.' || v_change, 'records.changed']) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select jsonb_agg(jsonb_build_object('id', c.id, 'table_id', t.id, 'table', t.name, 'rows', c.rows, 'data',
        case when c.rows <= v_most then jsonb_build_object('record', app.record_row(to_jsonb(c.row), t.fields)) end)) into v_rows
      from (select n as row, n.table_id, n.id, count(*) over (partition by n.table_id) as rows from new_rows n) as c
      join public.data_tables t on t.tenant_id = v_tenant and t.id = c.table_id;
  elsif tg_op = 'UPDATE' then
    select jsonb_agg(jsonb_build_object('id', c.id, 'table_id', c.table_id, 'table', c.name, 'rows', c.rows, 'data',
        case when c.rows <= v_most then jsonb_build_object('record', c.is_now, 'changed', to_jsonb(array(
          select m.key from jsonb_each(c.is_now - 'updated_at') as m where m.value <> c.was -> m.key order by m.key))) end)) into v_rows
      from (select n.table_id, n.id, t.name, v.was, v.is_now, count(*) over (partition by n.table_id) as rows
        from new_rows n join old_rows o on o.table_id = n.table_id and o.id = n.id
        join public.data_tables t on t.tenant_id = v_tenant and t.id = n.table_id
        cross join lateral (select app.record_row(to_jsonb(o), t.fields) as was, app.record_row(to_jsonb(n), t.fields) as is_now offset 0) as v
        where v.was - 'updated_at' <> v.is_now - 'updated_at') as c;
  else
    select jsonb_agg(jsonb_build_object('id', c.id, 'table_id', t.id, 'table', t.name, 'rows', c.rows, 'data',
        jsonb_build_object('record', jsonb_build_object('id', c.id)))) into v_rows
      from (select o.table_id, o.id, count(*) over (partition by o.table_id) as rows from old_rows o) as c
      join public.data_tables t on t.tenant_id = v_tenant and t.id = c.table_id;
  end if;
  perform app.tell_webhooks(v_tenant, null, 'record.' || v_change, c.id::text, jsonb_build_object('table', c."table") || c.data)
    from jsonb_to_recordset(coalesce(v_rows, '[]')) as c (id uuid, "table" text, rows integer, data jsonb) where c.rows <= v_most;
  perform app.tell_webhooks(v_tenant, null, 'records.changed', c.table_id::text,
      jsonb_build_object('table', c."table", 'change', v_change, 'count', c.rows))
    from (select distinct r.table_id, r."table", r.rows
      from jsonb_to_recordset(coalesce(v_rows, '[]')) as r (table_id uuid, "table" text, rows integer) where r.rows > v_most) as c;
  return null;
end $$;
create trigger tell_webhooks_added after insert on app.records referencing new table as new_rows
  for each statement execute function app.tell_of_records();
create trigger tell_webhooks_changed after update on app.records referencing old table as old_rows new table as new_rows
  for each statement execute function app.tell_of_records();
create trigger tell_webhooks_deleted after delete on app.records referencing old table as old_rows
  for each statement execute function app.tell_of_records();

-- What was sent about rows that a person wrote, or in which their address is a value, and about rows of which nothing is left, not even in
-- the trash: app.erase_from_records runs before, and what was sent about its rows may have an earlier address.
create function app.erase_webhooks_of_records(p_tenant uuid, p_user uuid, p_email text) returns void language plpgsql
set search_path = '' as $$
declare
  v_tables constant uuid[] := array(select t.id from public.data_tables t where t.tenant_id = p_tenant);
  v_messages constant uuid[] := array(
    select m.id from app.webhook_messages m
    cross join lateral (select coalesce(m.data ->> 'record_id', m.data -> 'record' ->> 'id')::uuid as id) as row
    where m.tenant_id = p_tenant and m.type in ('record.created', 'record.updated', 'form.submitted')
      and m.data ?| array['record', 'values', 'sender']
      and (p_user::text in (m.data -> 'record' ->> 'created_by', m.data ->> 'sender')
        or strpos(lower(m.data::text), lower(to_json(p_email)::text)) > 0
        or not exists (select from app.records r
            where r.tenant_id = p_tenant and r.table_id = any (v_tables) and r.id = row.id)
          and not exists (select from app.record_history h
            where h.tenant_id = p_tenant and h.table_id = any (v_tables) and h.record_id = row.id)));
begin
  update app.webhook_messages set data = data - array['record', 'values', 'sender']
    where tenant_id = p_tenant and id = any (v_messages);
  update app.webhook_attempts set answer = null where tenant_id = p_tenant and message_id = any (v_messages);
end $$;
select app.add_person_data('app.webhook_messages', 'app.erase_webhooks_of_records', 'function');

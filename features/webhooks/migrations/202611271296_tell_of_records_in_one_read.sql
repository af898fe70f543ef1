-- As in 202611271022, with one statement to learn that no endpoint wants the event.
create or replace function app.tell_of_records() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_most constant integer := 20;
  v_change constant text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end;
  v_tenant uuid;
  v_rows jsonb;
begin
  if tg_op = 'DELETE' then
    select e.tenant_id into v_tenant from app.webhook_endpoints e
      where e.tenant_id = (select o.tenant_id from old_rows o limit 1) and e.disabled_at is null
        and e.events && array['record.' || v_change, 'records.changed'] limit 1;
  else
    select e.tenant_id into v_tenant from app.webhook_endpoints e
      where e.tenant_id = (select n.tenant_id from new_rows n limit 1) and e.disabled_at is null
        and e.events && array['record.' || v_change, 'records.changed'] limit 1;
  end if;
  if v_tenant is null then
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

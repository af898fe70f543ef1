-- The sheet also says which event it is for, which device reads it, and which device admitted each ticket, so that a device without
-- network can show when and where a ticket was used.
create or replace function app.door_sheet(p_tenant uuid, p_list uuid, p_token bytea) returns jsonb language plpgsql stable security definer
set search_path = '' as $$
declare
  v_door constant record := app.door_list(p_tenant, p_list, p_token);
  v_list constant public.checkin_lists := v_door.list;
begin
  return jsonb_strip_nulls(jsonb_build_object('list_id', v_list.id, 'name', v_list.name, 'event_id', v_list.event_id, 'at', now(),
    'device', (select d.name from public.checkin_devices d where d.tenant_id = p_tenant and d.id = v_door.device),
    'event_title', (select e.title from public.ticket_events e where e.tenant_id = p_tenant and e.id = v_list.event_id),
    'tickets', coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'code_hash', encode(k.code_hash, 'hex'),
        'type_name', t.name, 'holder_name', k.holder_name, 'used_at', i.at, 'used_by', d.name) order by k.id)
      from public.tickets k
      join public.tenants n on n.id = k.tenant_id
      join public.ticket_types t on t.tenant_id = k.tenant_id and t.id = k.type_id
      left join app.ticket_checkins i on i.tenant_id = k.tenant_id and i.list_id = v_list.id and i.ticket_id = k.id and i.state = 'admitted'
      left join public.checkin_devices d on d.tenant_id = i.tenant_id and d.id = i.device_id
      where k.tenant_id = p_tenant and k.event_id = v_list.event_id and k.state = 'valid' and (k.mode = 'live' or n.stripe_mode = 'test')
        and (v_list.type_ids = '{}' or k.type_id = any (v_list.type_ids))), '[]'),
    'conflicts', coalesce((select jsonb_agg(jsonb_build_object('ticket_id', c.ticket_id, 'holder_name', k.holder_name,
        'first', jsonb_build_object('scan_id', a.id, 'at', a.at, 'device', da.name),
        'second', jsonb_build_object('scan_id', c.id, 'at', c.at, 'device', dc.name)) order by c.stored_at, c.id)
      from app.ticket_checkins c
      join app.ticket_checkins a on a.tenant_id = c.tenant_id and a.list_id = c.list_id and a.ticket_id = c.ticket_id and a.state = 'admitted'
      join public.tickets k on k.tenant_id = c.tenant_id and k.id = c.ticket_id
      left join public.checkin_devices da on da.tenant_id = a.tenant_id and da.id = a.device_id
      left join public.checkin_devices dc on dc.tenant_id = c.tenant_id and dc.id = c.device_id
      where c.tenant_id = p_tenant and c.list_id = v_list.id and c.state = 'conflict'), '[]')));
end $$;

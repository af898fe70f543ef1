-- Devices at the door read what has changed since their last sheet, instead of all tickets. Times of transactions would miss those that
-- commit late, so changes carry the number of their transaction, and a sheet says which ones it has certainly seen.
create table app.door_changes (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  event_id uuid not null,
  ticket_id uuid not null, -- only tickets that never were valid are deleted
  changed_in bigint not null, -- pg_current_xact_id
  primary key (tenant_id, ticket_id)
);
create index door_changes_since on app.door_changes (tenant_id, event_id, changed_in);
select app.protect('app.door_changes');

create function app.note_door_change() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_row constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  -- An admission that is deleted with its ticket finds none.
  insert into app.door_changes (tenant_id, event_id, ticket_id, changed_in)
    select k.tenant_id, k.event_id, k.id, pg_current_xact_id()::text::bigint from public.tickets k
    where k.tenant_id = (v_row ->> 'tenant_id')::uuid
      and k.id = (case when tg_table_name = 'tickets' then v_row ->> 'id' else v_row ->> 'ticket_id' end)::uuid
    on conflict (tenant_id, ticket_id) do update set changed_in = excluded.changed_in;
  return null;
end $$;
create trigger note_new_ticket after insert on public.tickets for each row
  when (new.state = 'valid') execute function app.note_door_change();
create trigger note_changed_ticket after update on public.tickets for each row
  when ((old.state, old.holder_name, old.code_hash) is distinct from (new.state, new.holder_name, new.code_hash) and 'valid' in (old.state, new.state))
  execute function app.note_door_change();
create trigger note_admission after insert or update or delete on app.ticket_checkins for each row execute function app.note_door_change();

-- The sheet of a list: all of its tickets, or with p_since (the `version` of an earlier sheet) only those of `changed`. Tickets of `changed` that
-- are not among `tickets` are not on the sheet any more. Conflicts are always sent.
drop function app.door_sheet(uuid, uuid, bytea);
create function app.door_sheet(p_tenant uuid, p_list uuid, p_token bytea, p_since text) returns jsonb language plpgsql stable security definer
set search_path = '' as $$
declare
  v_door constant record := app.door_list(p_tenant, p_list, p_token);
  v_list constant public.checkin_lists := v_door.list;
  -- What is in every row, or decides which rows there are: when it changes, the sheet is sent whole.
  v_frame constant text := (select md5(concat_ws('|', v_list.id, v_list.type_ids::text, n.stripe_mode,
      (select string_agg(t.id || t.name, '|' order by t.id) from public.ticket_types t where t.tenant_id = p_tenant and t.event_id = v_list.event_id),
      (select string_agg(d.id || d.name, '|' order by d.id) from public.checkin_devices d where d.tenant_id = p_tenant and d.list_id = v_list.id)))
    from public.tenants n where n.id = p_tenant);
  -- Transactions before it have ended, so this sheet contains them. Changes of later ones are sent next time, also if this sheet has them.
  v_seen constant bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  v_since bigint := case when p_since ~ '^[0-9]{1,18}-[0-9a-f]{32}$' and split_part(p_since, '-', 2) = v_frame
    then split_part(p_since, '-', 1)::bigint end;
  v_changed uuid[];
begin
  -- After a restore into another cluster its transactions have lower numbers.
  if v_since <= v_seen then
    v_changed := array(select c.ticket_id from app.door_changes c
      where c.tenant_id = p_tenant and c.event_id = v_list.event_id and c.changed_in >= v_since);
  end if;
  return jsonb_strip_nulls(jsonb_build_object('list_id', v_list.id, 'name', v_list.name, 'event_id', v_list.event_id, 'at', now(),
    'version', v_seen || '-' || v_frame, 'changed', v_changed,
    'device', (select d.name from public.checkin_devices d where d.tenant_id = p_tenant and d.id = v_door.device),
    'event_title', (select e.title from public.ticket_events e where e.tenant_id = p_tenant and e.id = v_list.event_id),
    'tickets', coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'code_hash', encode(k.code_hash, 'hex'),
        'type_name', t.name, 'holder_name', k.holder_name, 'used_at', i.at, 'used_by', d.name) order by k.id)
      from public.tickets k
      join public.tenants n on n.id = k.tenant_id
      join public.ticket_types t on t.tenant_id = k.tenant_id and t.id = k.type_id
      left join app.ticket_checkins i on i.tenant_id = k.tenant_id and i.list_id = v_list.id and i.ticket_id = k.id and i.state = 'admitted'
      left join public.checkin_devices d on d.tenant_id = i.tenant_id and d.id = i.device_id
      where k.tenant_id = p_tenant and k.event_id = v_list.event_id and (v_changed is null or k.id = any (v_changed)) and k.state = 'valid' and (k.mode = 'live' or n.stripe_mode = 'test')
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
grant execute on function app.door_sheet(uuid, uuid, bytea, text) to anon, end_user, authenticated;

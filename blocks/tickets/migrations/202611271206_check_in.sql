-- Check-in: a list for each gate, devices that were let in by a code, and what they scanned. One row admits a ticket on a list, and a
-- unique index allows one.
create table public.checkin_lists (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  event_id uuid not null,
  name text not null check (app.valid_name(name, 80)),
  type_ids uuid[] not null default '{}' check (cardinality(type_ids) <= 50), -- empty: every type
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, event_id) references public.ticket_events (tenant_id, id) on delete cascade
);
create index checkin_lists_by_event on public.checkin_lists (tenant_id, event_id);
select app.protect('public.checkin_lists');
grant select (tenant_id, id, event_id, name, type_ids, created_at), insert (tenant_id, event_id, name, type_ids), update (name, type_ids), delete
  on public.checkin_lists to authenticated;
create policy of_door on public.checkin_lists for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('door'))));
create policy of_editors on public.checkin_lists for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))))
  with check (tenant_id = any (array(select app.tenants_with('content'))));
select app.audit('public.checkin_lists', 'checkin_list', 'name', p_except => array['created_at']);

-- A device for one list. Its token is made when its link is opened, once; a revoked device gets no further response.
create table public.checkin_devices (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  list_id uuid not null,
  name text not null check (app.valid_name(name, 80)),
  pairing_hash bytea, -- of the code in the link; emptied when it is used
  pairing_until timestamptz,
  token_hash bytea,
  paired_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, token_hash),
  unique (tenant_id, pairing_hash),
  foreign key (tenant_id, list_id) references public.checkin_lists (tenant_id, id) on delete cascade
);
create index checkin_devices_by_list on public.checkin_devices (tenant_id, list_id);
select app.protect('public.checkin_devices');
grant select (tenant_id, id, list_id, name, paired_at, revoked_at, created_at), insert (tenant_id, list_id, name, pairing_hash, pairing_until),
  update (name, revoked_at), delete on public.checkin_devices to authenticated;
create policy of_door on public.checkin_devices for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('door'))))
  with check (tenant_id = any (array(select app.tenants_with('door'))));
select app.audit('public.checkin_devices', 'checkin_device', 'name', p_except => array['created_at', 'pairing_until', 'paired_at'],
  p_who => 'administrators');

-- Scans are sent again until a response arrives, so each has an id of its device. `admitted` let a holder in; `conflict` did so too,
-- without network, after another device had.
create table app.ticket_checkins (
  tenant_id uuid not null,
  id uuid not null,
  list_id uuid not null,
  ticket_id uuid not null,
  device_id uuid,
  by_user uuid, -- a member of the staff
  state text not null check (state in ('admitted', 'conflict')),
  at timestamptz not null, -- of the scan: the device's clock when it was offline, never later than now
  stored_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, list_id) references public.checkin_lists (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ticket_id) references public.tickets (tenant_id, id) on delete cascade,
  foreign key (tenant_id, device_id) references public.checkin_devices (tenant_id, id) on delete set null (device_id)
);
create unique index ticket_checkins_once on app.ticket_checkins (tenant_id, list_id, ticket_id) where state = 'admitted';
create index ticket_checkins_by_list on app.ticket_checkins (tenant_id, list_id, stored_at);
create index ticket_checkins_by_ticket on app.ticket_checkins (tenant_id, ticket_id);
create index ticket_checkins_by_device on app.ticket_checkins (tenant_id, device_id);
select app.protect('app.ticket_checkins');
select app.add_person_data('app.ticket_checkins', 'by_user', 'kept', p_reason => 'of creators');

-- Pairs a device: the code works once. Returns its list and event, or nothing.
create function app.pair_device(p_pairing bytea, p_token bytea) returns table (list_id uuid, event_id uuid, name text)
language sql security definer set search_path = '' begin atomic
  with paired as (
    update public.checkin_devices d set token_hash = p_token, pairing_hash = null, paired_at = now()
    where d.tenant_id = app.tenant_id() and d.pairing_hash = p_pairing and d.pairing_until > now() and d.revoked_at is null
    returning d.tenant_id, d.list_id)
  select l.id as list_id, l.event_id, l.name from paired p
  join public.checkin_lists l on l.tenant_id = p.tenant_id and l.id = p.list_id;
end;
grant execute on function app.pair_device(bytea, bytea) to anon, end_user;

-- The list that a device or a member of the staff may work with. Refuses `device_revoked`, `list_not_found`.
create function app.door_list(p_tenant uuid, p_list uuid, p_token bytea, out list public.checkin_lists, out device uuid)
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_token is not null then
    select d.id into device from public.checkin_devices d
      where d.tenant_id = app.tenant_id() and d.tenant_id = p_tenant and d.token_hash = p_token and d.revoked_at is null
        and (p_list is null or d.list_id = p_list);
    if device is null then
      perform app.refuse_tickets('device_revoked');
    end if;
    select l.* into list from public.checkin_devices d join public.checkin_lists l on l.tenant_id = d.tenant_id and l.id = d.list_id
      where d.tenant_id = p_tenant and d.id = device;
  elsif p_tenant = any (array(select app.tenants_with('door'))) then
    select l.* into list from public.checkin_lists l where l.tenant_id = p_tenant and l.id = p_list;
  end if;
  if list.id is null then
    perform app.refuse_tickets('list_not_found');
  end if;
end $$;

-- Admits tickets: `[{"id", "code_hash", "at", "offline"}]`, each by one insert that a unique index decides. `id` is the device's own for the
-- scan; a repeated scan gets its first result. Results in no particular order: `{id, result, ticket_id?, holder_name?, type_name?,
-- at?, device?}` with `admitted`, `already_used`, `conflict`, `unknown`, `wrong_list`, `ended`, `test`, `event_canceled`.
create function app.scan_tickets(p_tenant uuid, p_list uuid, p_token bytea, p_scans jsonb) returns setof jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_door constant record := app.door_list(p_tenant, p_list, p_token);
  v_list constant public.checkin_lists := v_door.list;
  v_device constant uuid := v_door.device;
  v_scan record;
  v_ticket record;
  v_first uuid;
  v_first_at timestamptz;
  v_first_device text;
  v_state text;
  v_at timestamptz;
begin
  for v_scan in
    select (s.value ->> 'id')::uuid as id, decode(s.value ->> 'code_hash', 'hex') as hash, (s.value ->> 'at')::timestamptz as at,
      coalesce((s.value ->> 'offline')::boolean, false) as offline
    -- In one order for all devices: two that send what they kept offline must not wait for each other.
    from jsonb_array_elements(p_scans) with ordinality as s order by s.value ->> 'code_hash', s.ordinality
  loop
    -- Another scan of the ticket waits for neither; a transfer or a cancellation does.
    select k.id, k.state, k.type_id, k.holder_name, t.name as type_name, k.mode = 'test' and n.stripe_mode = 'live' as is_test, e.state as event_state
      into v_ticket
      from public.tickets k
      join public.ticket_types t on t.tenant_id = k.tenant_id and t.id = k.type_id
      join public.ticket_events e on e.tenant_id = k.tenant_id and e.id = k.event_id
      join public.tenants n on n.id = k.tenant_id
      where k.tenant_id = p_tenant and k.event_id = v_list.event_id and k.code_hash = v_scan.hash and k.state not in ('reserved', 'void')
      for share of k;
    v_state := case
      when v_ticket.id is null then 'unknown'
      when v_ticket.event_state = 'canceled' then 'event_canceled'
      when v_ticket.state <> 'valid' then 'ended'
      when v_ticket.is_test then 'test'
      when v_list.type_ids <> '{}' and v_ticket.type_id <> all (v_list.type_ids) then 'wrong_list' end;
    v_at := case when v_scan.offline then least(coalesce(v_scan.at, now()), now()) else now() end;
    v_first_at := null;
    v_first_device := null;
    if v_state is null then
      insert into app.ticket_checkins (tenant_id, id, list_id, ticket_id, device_id, by_user, state, at)
        values (p_tenant, v_scan.id, v_list.id, v_ticket.id, v_device, case when v_device is null then auth.uid() end, 'admitted', v_at)
        on conflict do nothing;
      if found then
        v_state := 'admitted';
      else
        -- The one that was first. A new statement sees what the insert waited for.
        select i.id, i.at, case when i.id <> v_scan.id then d.name end into v_first, v_first_at, v_first_device from app.ticket_checkins i
          left join public.checkin_devices d on d.tenant_id = i.tenant_id and d.id = i.device_id
          where i.tenant_id = p_tenant and i.list_id = v_list.id and i.ticket_id = v_ticket.id and i.state = 'admitted';
        v_state := case when v_first = v_scan.id then 'admitted' when v_scan.offline then 'conflict' else 'already_used' end;
        if v_state = 'conflict' then
          insert into app.ticket_checkins (tenant_id, id, list_id, ticket_id, device_id, by_user, state, at)
            values (p_tenant, v_scan.id, v_list.id, v_ticket.id, v_device, case when v_device is null then auth.uid() end, 'conflict', v_at)
            on conflict do nothing;
        end if;
      end if;
    end if;
    return next jsonb_strip_nulls(jsonb_build_object('id', v_scan.id, 'result', v_state, 'ticket_id', v_ticket.id,
      'holder_name', v_ticket.holder_name, 'type_name', v_ticket.type_name,
      'at', coalesce(v_first_at, case when v_state = 'admitted' then v_at end), 'device', v_first_device));
  end loop;
end $$;
grant execute on function app.scan_tickets(uuid, uuid, bytea, jsonb) to anon, end_user, authenticated;

-- Takes an admission back, so that the ticket can be admitted again. Returns whether there was one.
create function app.undo_scan(p_tenant uuid, p_list uuid, p_token bytea, p_scan uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_list constant public.checkin_lists := (app.door_list(p_tenant, p_list, p_token)).list;
begin
  delete from app.ticket_checkins i where i.tenant_id = p_tenant and i.list_id = v_list.id and i.id = p_scan;
  return found;
end $$;
grant execute on function app.undo_scan(uuid, uuid, bytea, uuid) to anon, end_user, authenticated;

-- What a device needs for a day without network: each ticket by the hash of its code, so that the list admits nobody who reads it, and
-- when it was used. Conflicts name both devices, for both of them.
create function app.door_sheet(p_tenant uuid, p_list uuid, p_token bytea) returns jsonb language plpgsql stable security definer
set search_path = '' as $$
declare
  v_list constant public.checkin_lists := (app.door_list(p_tenant, p_list, p_token)).list;
begin
  return jsonb_build_object('list_id', v_list.id, 'name', v_list.name, 'event_id', v_list.event_id, 'at', now(),
    'tickets', coalesce((select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', k.id, 'code_hash', encode(k.code_hash, 'hex'),
        'type_name', t.name, 'holder_name', k.holder_name, 'used_at', i.at)) order by k.id)
      from public.tickets k
      join public.tenants n on n.id = k.tenant_id
      join public.ticket_types t on t.tenant_id = k.tenant_id and t.id = k.type_id
      left join app.ticket_checkins i on i.tenant_id = k.tenant_id and i.list_id = v_list.id and i.ticket_id = k.id and i.state = 'admitted'
      where k.tenant_id = p_tenant and k.event_id = v_list.event_id and k.state = 'valid' and (k.mode = 'live' or n.stripe_mode = 'test')
        and (v_list.type_ids = '{}' or k.type_id = any (v_list.type_ids))), '[]'),
    'conflicts', coalesce((select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('ticket_id', c.ticket_id, 'holder_name', k.holder_name,
        'first', jsonb_build_object('scan_id', a.id, 'at', a.at, 'device', da.name),
        'second', jsonb_build_object('scan_id', c.id, 'at', c.at, 'device', dc.name))) order by c.stored_at, c.id)
      from app.ticket_checkins c
      join app.ticket_checkins a on a.tenant_id = c.tenant_id and a.list_id = c.list_id and a.ticket_id = c.ticket_id and a.state = 'admitted'
      join public.tickets k on k.tenant_id = c.tenant_id and k.id = c.ticket_id
      left join public.checkin_devices da on da.tenant_id = a.tenant_id and da.id = a.device_id
      left join public.checkin_devices dc on dc.tenant_id = c.tenant_id and dc.id = c.device_id
      where c.tenant_id = p_tenant and c.list_id = v_list.id and c.state = 'conflict'), '[]'));
end $$;
grant execute on function app.door_sheet(uuid, uuid, bytea) to anon, end_user, authenticated;

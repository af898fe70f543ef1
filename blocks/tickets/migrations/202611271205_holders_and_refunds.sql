-- What holders do with their tickets. A caller proves a ticket as its member, or with the token of the cart that it was bought with.
create function app.own_ticket(p_ticket uuid, p_secret bytea) returns public.tickets language plpgsql stable security definer
set search_path = '' as $$
declare
  v_ticket public.tickets;
begin
  select k.* into v_ticket from public.tickets k
    left join app.ticket_carts c on c.tenant_id = k.tenant_id and c.id = k.cart_id and c.secret_hash = p_secret and k.transfers = 0
    where k.tenant_id = app.tenant_id() and k.id = p_ticket and k.state not in ('reserved', 'void')
      and (c.id is not null or auth.role() = 'end_user' and k.auth_user_id = auth.uid());
  if v_ticket.id is null then
    perform app.refuse_tickets('ticket_not_found');
  end if;
  return v_ticket;
end $$;

-- The caller's tickets, or those of a cart, newest event first. The server opens the codes; only a valid ticket has one here.
create function app.my_tickets(p_secret bytea) returns setof jsonb language sql stable security definer set search_path = '' begin atomic
  select jsonb_build_object('id', k.id, 'state', k.state, 'test', k.mode = 'test', 'event', jsonb_build_object('id', e.id, 'title', e.title,
      'place', e.place, 'zone', e.zone, 'starts_at', e.starts_at, 'ends_at', e.ends_at, 'state', e.state),
    'type_id', k.type_id, 'type_name', t.name, 'price_cents', k.price_cents, 'currency', e.currency,
    'holder_name', k.holder_name, 'holder_email', k.holder_email, 'answers', k.answers, 'questions', t.questions,
    'code_sealed', case when k.state = 'valid' then k.code_sealed end,
    'online_url', case when k.state = 'valid' then s.online_url end,
    'recording_url', case when k.state = 'valid' and e.ends_at <= now() then s.recording_url end,
    'can_transfer', k.state = 'valid' and t.is_transferable and e.ends_at > now() and e.state = 'published',
    'can_cancel', k.state = 'valid' and coalesce(e.cancel_until > now(), false) and e.state = 'published',
    'refund_cents', case when k.source = 'order' then k.price_cents * e.refund_percent / 100 else 0 end)
  from public.tickets k
  join public.ticket_events e on e.tenant_id = k.tenant_id and e.id = k.event_id
  join public.ticket_types t on t.tenant_id = k.tenant_id and t.id = k.type_id
  left join public.ticket_event_secrets s on s.tenant_id = k.tenant_id and s.event_id = k.event_id
  left join app.ticket_carts c on c.tenant_id = k.tenant_id and c.id = k.cart_id and c.secret_hash = p_secret
  where k.tenant_id = app.tenant_id() and k.state not in ('reserved', 'void')
    and case when p_secret is null then auth.role() = 'end_user' and k.auth_user_id = auth.uid()
      else c.id is not null and k.transfers = 0 end
  order by e.starts_at desc, k.id
  limit 200;
end;
grant execute on function app.my_tickets(bytea) to anon, end_user;

create function app.rename_ticket(p_ticket uuid, p_secret bytea, p_name text, p_email text, p_answers jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_ticket constant public.tickets := app.own_ticket(p_ticket, p_secret);
begin
  update public.tickets set holder_name = coalesce(p_name, holder_name), holder_email = coalesce(p_email, holder_email),
      answers = coalesce(p_answers, answers)
    where tenant_id = v_ticket.tenant_id and id = v_ticket.id and state = 'valid';
  if not found then
    perform app.refuse_tickets('ticket_ended');
  end if;
end $$;
grant execute on function app.rename_ticket(uuid, bytea, text, text, jsonb) to anon, end_user;

-- Gives a ticket to whoever proves an address. It gets a new code in the same statement, so that the old one is no longer valid.
create function app.transfer_ticket(p_ticket uuid, p_secret bytea, p_email text, p_name text, p_code_hash bytea, p_code_sealed text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_ticket constant public.tickets := app.own_ticket(p_ticket, p_secret);
begin
  if not exists (select from public.ticket_types t join public.ticket_events e on e.tenant_id = t.tenant_id and e.id = t.event_id
    where t.tenant_id = v_ticket.tenant_id and t.id = v_ticket.type_id and t.is_transferable and e.state = 'published' and e.ends_at > now()) then
    perform app.refuse_tickets('not_transferable');
  end if;
  -- A check-in locks the ticket's row for share: a ticket that was just admitted is not given away, and the other way round.
  update public.tickets set auth_user_id = null, owner_email = p_email, holder_email = p_email, holder_name = p_name, answers = '{}',
      code_hash = p_code_hash, code_sealed = p_code_sealed, transfers = transfers + 1
    where tenant_id = v_ticket.tenant_id and id = v_ticket.id and state = 'valid' and code_hash = v_ticket.code_hash;
  if not found or exists (select from app.ticket_checkins i where i.tenant_id = v_ticket.tenant_id and i.ticket_id = v_ticket.id) then
    perform app.refuse_tickets('ticket_ended');
  end if;
end $$;
grant execute on function app.transfer_ticket(uuid, bytea, text, text, bytea, text) to anon, end_user;

-- Cancels a ticket: its seat comes back once, and its money is refunded once, however often it is called. Returns whether this call did it.
create function app.cancel_ticket(p_tenant uuid, p_ticket uuid, p_refund_cents integer, p_by uuid) returns boolean
language plpgsql set search_path = '' as $$
declare
  v_ticket public.tickets;
  v_refund uuid;
begin
  select * into v_ticket from public.tickets k where k.tenant_id = p_tenant and k.id = p_ticket;
  if v_ticket.state is distinct from 'valid' then
    return false;
  end if;
  -- In the order of all functions: the order first, then the seats. Then it may already be canceled.
  perform from public.orders o where o.tenant_id = p_tenant and o.id = v_ticket.order_id for update;
  perform app.lock_seats(p_tenant, v_ticket.event_id);
  if app.end_tickets(p_tenant, array[p_ticket], 'canceled', null) = '{}' then
    return false;
  end if;
  if p_refund_cents > 0 and v_ticket.order_id is not null then
    v_refund := app.queue_refund(p_tenant, v_ticket.order_id, p_refund_cents, p_by);
    update public.tickets set refund_id = v_refund where tenant_id = p_tenant and id = p_ticket;
  end if;
  return true;
end $$;

-- By the buyer, until the event's date, with the event's share of the price.
create function app.cancel_own_ticket(p_ticket uuid, p_secret bytea) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  v_ticket constant public.tickets := app.own_ticket(p_ticket, p_secret);
  v_event public.ticket_events;
begin
  select * into v_event from public.ticket_events e where e.tenant_id = v_ticket.tenant_id and e.id = v_ticket.event_id;
  if v_event.state <> 'published' or v_event.cancel_until is null or v_event.cancel_until <= now()
    or exists (select from app.ticket_checkins i where i.tenant_id = v_ticket.tenant_id and i.ticket_id = v_ticket.id) then
    perform app.refuse_tickets('not_cancelable');
  end if;
  return app.cancel_ticket(v_ticket.tenant_id, v_ticket.id, v_ticket.price_cents * v_event.refund_percent / 100, null);
end $$;
grant execute on function app.cancel_own_ticket(uuid, bytea) to anon, end_user;

-- The first step of canceling an event, in a transaction of its own: it waits for orders that are being settled, and those that are
-- settled later read that the event is canceled.
create function app.close_event(p_tenant uuid, p_event uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  if not p_tenant = any (array(select app.tenants_with('orders'))) then
    perform app.refuse_tickets('right_missing');
  end if;
  update public.ticket_events set state = 'canceled' where tenant_id = p_tenant and id = p_event;
  if not found then
    perform app.refuse_tickets('event_not_found');
  end if;
end $$;

-- The second step: no cart goes on, and each paid order's remaining money is queued once. One transaction decides, a job sends; a repeated
-- call finds nothing left to do but what has become refundable since. Returns how many refunds it queued.
create function app.cancel_event(p_tenant uuid, p_event uuid) returns integer language plpgsql security definer set search_path = '' as $$
declare
  v_order uuid;
  v_count integer := 0;
begin
  if not p_tenant = any (array(select app.tenants_with('orders'))) then
    perform app.refuse_tickets('right_missing');
  elsif not exists (select from public.ticket_events e where e.tenant_id = p_tenant and e.id = p_event and e.state = 'canceled') then
    perform app.refuse_tickets('event_not_found');
  end if;
  for v_order in
    select distinct k.order_id from public.tickets k
    where k.tenant_id = p_tenant and k.event_id = p_event and k.order_id is not null and k.state in ('valid', 'canceled') order by 1
  loop
    if app.queue_refund(p_tenant, v_order, null, auth.uid()) is not null then
      v_count := v_count + 1;
    end if;
  end loop;
  perform from app.ticket_carts c where c.tenant_id = p_tenant and c.event_id = p_event and c.state = 'held' order by c.id for update;
  perform app.lock_seats(p_tenant, p_event);
  perform app.end_carts(p_tenant, array(select c.id from app.ticket_carts c
    where c.tenant_id = p_tenant and c.event_id = p_event and c.state = 'held'));
  -- Tickets with an order become `refunded` when their money has been returned; the others have none.
  perform app.end_tickets(p_tenant, array(select k.id from public.tickets k
    where k.tenant_id = p_tenant and k.event_id = p_event and k.order_id is null and k.state = 'valid'), 'canceled', null);
  return v_count;
end $$;
grant execute on function app.close_event(uuid, uuid), app.cancel_event(uuid, uuid) to authenticated;

-- How far the refunds of an event are, by their state: `{"orders", "requested", "refunded", "failed", "left"}`.
create function app.event_refunds(p_tenant uuid, p_event uuid) returns jsonb language sql stable security definer set search_path = ''
begin atomic
  select jsonb_build_object('orders', count(*),
    'requested', count(*) filter (where r.requested), 'refunded', count(*) filter (where o.status = 'refunded'),
    'failed', count(*) filter (where o.status <> 'refunded' and not r.requested and r.failed),
    'left', count(*) filter (where o.status = 'paid' and not r.requested and not r.failed))
  from public.orders o
  cross join lateral (select coalesce(bool_or(f.status in ('requested', 'pending')), false) as requested,
    coalesce(bool_or(f.status in ('failed', 'canceled')), false) as failed
    from public.order_refunds f where f.tenant_id = o.tenant_id and f.order_id = o.id) r
  where o.tenant_id = p_tenant and p_tenant = any (array(select app.tenants_with('orders'))) and o.status in ('paid', 'refunded')
    and o.id = any (array(select k.order_id from public.tickets k
      where k.tenant_id = p_tenant and k.event_id = p_event and k.order_id is not null));
end;
grant execute on function app.event_refunds(uuid, uuid) to authenticated;

-- Tickets that staff give away. All or nothing, within the capacity; p_tickets as for carts, with the holder's address as its owner's.
create function app.give_tickets(p_tenant uuid, p_type uuid, p_tickets jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_type public.ticket_types;
  v_quotas uuid[];
  v_count constant integer := jsonb_array_length(p_tickets);
  v_left integer;
begin
  if not p_tenant = any (array(select app.tenants_with('people'))) then
    perform app.refuse_tickets('right_missing');
  end if;
  select t.* into v_type from public.ticket_types t
    join public.ticket_events e on e.tenant_id = t.tenant_id and e.id = t.event_id and e.state = 'published'
    where t.tenant_id = p_tenant and t.id = p_type;
  if not found then
    perform app.refuse_tickets('type_not_found');
  elsif not app.tickets_allow(p_tenant, 'pro') then
    perform app.refuse_tickets('plan');
  end if;
  perform app.end_due_carts(p_tenant, v_type.event_id);
  v_quotas := array(select q.quota_id from public.ticket_type_quotas q
    where q.tenant_id = p_tenant and q.event_id = v_type.event_id and q.type_id = p_type order by q.quota_id);
  select min(q.capacity - q.held - q.sold) into v_left from public.ticket_quotas q where q.tenant_id = p_tenant and q.id = any (v_quotas);
  if coalesce(v_left, 0) < v_count then
    perform app.refuse_tickets('sold_out', greatest(0, v_left)::text);
  end if;
  insert into public.tickets (tenant_id, id, event_id, type_id, state, mode, source, price_cents, quota_ids, code_hash, code_sealed,
      owner_email, holder_name, holder_email, issued_at)
    select p_tenant, (k.value ->> 'id')::uuid, v_type.event_id, p_type, 'valid', n.stripe_mode, 'manual', 0, v_quotas,
      decode(k.value ->> 'code_hash', 'hex'), k.value ->> 'code_sealed', k.value ->> 'email', k.value ->> 'name', k.value ->> 'email', now()
    from jsonb_array_elements(p_tickets) as k join public.tenants n on n.id = p_tenant;
  perform app.count_sold(p_tenant, array(select (k.value ->> 'id')::uuid from jsonb_array_elements(p_tickets) as k), 1);
  update public.ticket_types t set taken = t.taken + ceil(v_count::numeric / t.group_size)::integer where t.tenant_id = p_tenant and t.id = p_type;
end $$;
grant execute on function app.give_tickets(uuid, uuid, jsonb) to authenticated;

-- By the staff: all of its price, or less.
create function app.end_ticket(p_tenant uuid, p_ticket uuid, p_refund_cents integer) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_ticket public.tickets;
begin
  select k.* into v_ticket from public.tickets k where k.tenant_id = p_tenant and k.id = p_ticket and k.state not in ('reserved', 'void')
    and p_tenant = any (array(select app.tenants_with('orders')));
  if v_ticket.id is null then
    perform app.refuse_tickets('ticket_not_found');
  end if;
  return app.cancel_ticket(p_tenant, p_ticket, least(coalesce(p_refund_cents, v_ticket.price_cents), v_ticket.price_cents), auth.uid());
end $$;
grant execute on function app.end_ticket(uuid, uuid, integer) to authenticated;

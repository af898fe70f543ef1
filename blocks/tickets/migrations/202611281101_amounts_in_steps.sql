-- The card provider takes amounts in currencies with three decimals only if the last digit is 0. Shares of a price are rounded to what it takes:
-- otherwise a percentage off could not be paid, and the refund of one ticket of a group would be refused.
-- @see https://docs.stripe.com/currencies#three-decimal

-- Amounts of a currency are multiples of this many minor units.
create function app.amount_step(p_currency text) returns integer language sql immutable
  return case when p_currency in ('bhd', 'iqd', 'jod', 'kwd', 'lyd', 'omr', 'tnd') then 10 else 1 end;

create or replace function app.price_with_code(p_price integer, p_code public.ticket_codes, p_type uuid) returns integer language sql stable
set search_path = '' begin atomic
  select case when (p_code).id is null or not ((p_code).type_ids = '{}' or p_type = any ((p_code).type_ids)) or (p_code).kind = 'unlock' then p_price
    when (p_code).kind = 'percent' then (round(p_price::bigint * (100 - (p_code).value) / 100.0 / s.step) * s.step)::integer
    else greatest(0, (p_price - (p_code).value) / s.step * s.step) end
  from (select coalesce((select app.amount_step(e.currency) from public.ticket_events e
    where e.tenant_id = (p_code).tenant_id and e.id = (p_code).event_id), 1) as step) s;
end;

create or replace function app.store_tickets(p_cart app.ticket_carts, p_state text, p_source text, p_mode text, p_order uuid, p_tickets jsonb,
  p_user uuid, p_email text) returns void language plpgsql set search_path = '' as $$
declare
  v_step constant integer := (select app.amount_step(e.currency) from public.ticket_events e where e.tenant_id = p_cart.tenant_id and e.id = p_cart.event_id);
begin
  insert into public.tickets (tenant_id, id, event_id, type_id, state, mode, source, order_id, cart_id, price_cents, quota_ids,
      code_hash, code_sealed, auth_user_id, owner_email, holder_name, holder_email, answers, language, issued_at)
    select p_cart.tenant_id, g.id, p_cart.event_id, l.type_id, p_state, p_mode, p_source, p_order, p_cart.id,
      -- A group's price is spread over its tickets to the least amount, so that refunds of all of them add up to it.
      (l.unit_price / v_step / l.group_size + case when g.place % l.group_size < l.unit_price / v_step % l.group_size then 1 else 0 end) * v_step
        + case when g.place % l.group_size = 0 then l.unit_price % v_step else 0 end,
      l.quota_ids, decode(g.ticket ->> 'code_hash', 'hex'), g.ticket ->> 'code_sealed', p_user, p_email,
      g.ticket ->> 'name', g.ticket ->> 'email', coalesce(g.ticket -> 'answers', '{}'),
      coalesce(g.ticket ->> 'language', 'en'), case when p_state = 'valid' then now() end
    from (select t.value as ticket, (t.value ->> 'id')::uuid as id, (t.value ->> 'type')::uuid as type_id,
        (row_number() over (partition by t.value ->> 'type' order by t.ordinality) - 1)::integer as place
      from jsonb_array_elements(p_tickets) with ordinality as t) g
    join app.ticket_cart_lines l on l.tenant_id = p_cart.tenant_id and l.cart_id = p_cart.id and l.type_id = g.type_id
    where g.place < l.quantity * l.group_size;
  if (select count(*) from public.tickets k where k.tenant_id = p_cart.tenant_id and k.cart_id = p_cart.id and k.state = p_state
      and k.order_id is not distinct from p_order)
    <> (select sum(l.quantity * l.group_size) from app.ticket_cart_lines l where l.tenant_id = p_cart.tenant_id and l.cart_id = p_cart.id) then
    perform app.refuse_tickets('holders');
  end if;
end $$;

-- What a buyer who cancels gets back: the event's share of the price.
create function app.refund_share(p_price integer, p_event public.ticket_events) returns integer language sql immutable
  return (p_price::bigint * (p_event).refund_percent / 100 / app.amount_step((p_event).currency))::integer * app.amount_step((p_event).currency);

create or replace function app.my_tickets(p_secret bytea) returns setof jsonb language sql stable security definer set search_path = '' begin atomic
  select jsonb_build_object('id', k.id, 'state', k.state, 'test', k.mode = 'test', 'event', jsonb_build_object('id', e.id, 'title', e.title,
      'place', e.place, 'zone', e.zone, 'starts_at', e.starts_at, 'ends_at', e.ends_at, 'state', e.state, 'over', e.ends_at <= now()),
    'type_id', k.type_id, 'type_name', t.name, 'price_cents', k.price_cents, 'currency', e.currency,
    'holder_name', k.holder_name, 'holder_email', k.holder_email, 'answers', k.answers, 'questions', t.questions,
    'code_sealed', case when k.state = 'valid' then k.code_sealed end,
    'online_url', case when k.state = 'valid' and (k.mode = 'live' or n.stripe_mode = 'test') then s.online_url end,
    'recording_url', case when k.state = 'valid' and (k.mode = 'live' or n.stripe_mode = 'test') and e.ends_at <= now() then s.recording_url end,
    'can_transfer', k.state = 'valid' and t.is_transferable and e.ends_at > now() and e.state = 'published',
    'can_cancel', k.state = 'valid' and coalesce(e.cancel_until > now(), false) and e.state = 'published',
    'refund_cents', case when k.source = 'order' then app.refund_share(k.price_cents, e) else 0 end,
    -- Of the buyer: who was given the ticket has nothing to do with the order.
    'order_id', case when k.transfers = 0 then k.order_id end, 'site', n.name, 'event_updated_at', e.updated_at)
  from public.tickets k
  join public.ticket_events e on e.tenant_id = k.tenant_id and e.id = k.event_id
  join public.tenants n on n.id = k.tenant_id
  join public.ticket_types t on t.tenant_id = k.tenant_id and t.id = k.type_id
  left join public.ticket_event_secrets s on s.tenant_id = k.tenant_id and s.event_id = k.event_id
  left join app.ticket_carts c on c.tenant_id = k.tenant_id and c.id = k.cart_id and c.secret_hash = p_secret
  where k.tenant_id = app.tenant_id() and k.state not in ('reserved', 'void')
    and case when p_secret is null then auth.role() = 'end_user' and k.auth_user_id = auth.uid()
      else c.id is not null and k.transfers = 0 end
  order by e.ends_at <= now(), abs(extract(epoch from e.starts_at - now())), k.id
  limit 200;
end;

create or replace function app.cancel_own_ticket(p_ticket uuid, p_secret bytea) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  v_ticket constant public.tickets := app.own_ticket(p_ticket, p_secret);
  v_event public.ticket_events;
  v_canceled boolean;
begin
  select * into v_event from public.ticket_events e where e.tenant_id = v_ticket.tenant_id and e.id = v_ticket.event_id;
  if v_event.state <> 'published' or v_event.cancel_until is null or v_event.cancel_until <= now() then
    perform app.refuse_tickets('not_cancelable');
  end if;
  v_canceled := app.cancel_ticket(v_ticket.tenant_id, v_ticket.id, app.refund_share(v_ticket.price_cents, v_event), null);
  -- Only now: a scan that was under way has been waited for. What was done is rolled back.
  if exists (select from app.ticket_checkins i where i.tenant_id = v_ticket.tenant_id and i.ticket_id = v_ticket.id) then
    perform app.refuse_tickets('not_cancelable');
  end if;
  return v_canceled;
end $$;

create or replace function app.end_ticket(p_tenant uuid, p_ticket uuid, p_refund_cents integer) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_ticket public.tickets;
  v_step integer;
begin
  select k.* into v_ticket from public.tickets k where k.tenant_id = p_tenant and k.id = p_ticket and k.state not in ('reserved', 'void')
    and p_tenant = any (array(select app.tenants_with('orders')));
  if v_ticket.id is null then
    perform app.refuse_tickets('ticket_not_found');
  end if;
  select app.amount_step(e.currency) into v_step from public.ticket_events e where e.tenant_id = p_tenant and e.id = v_ticket.event_id;
  if p_refund_cents % v_step <> 0 then
    perform app.refuse_tickets('refund_step');
  end if;
  return app.cancel_ticket(p_tenant, p_ticket,
    least(coalesce(p_refund_cents, v_ticket.price_cents), v_ticket.price_cents) / v_step * v_step, auth.uid());
end $$;

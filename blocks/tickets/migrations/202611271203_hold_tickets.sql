-- Holding seats: all or nothing. Every function that moves seats locks in this order: order, cart, the quotas of the event by id. The rows
-- of types, codes and tickets change only under the lock of the quotas.

-- A refusal. The server turns the constraint's name into an error with a message; the detail says how many are left.
create function app.refuse_tickets(p_why text, p_detail text default '') returns void language plpgsql set search_path = '' as $$
begin
  raise exception 'Tickets are refused: %', p_why
    using errcode = 'check_violation', constraint = 'tickets_' || p_why, table = 'ticket_carts', detail = p_detail;
end $$;

create function app.lock_seats(p_tenant uuid, p_event uuid) returns void language plpgsql set search_path = '' as $$
begin
  perform from public.ticket_quotas q where q.tenant_id = p_tenant and q.event_id = p_event order by q.id for no key update;
end $$;

-- Returns the seats, units and code uses that carts hold. The caller has locked the carts and the seats.
create function app.return_seats(p_tenant uuid, p_carts uuid[]) returns void language plpgsql set search_path = '' as $$
begin
  update public.ticket_quotas q set held = q.held - s.n
    from (select u.quota_id, sum(l.quantity * l.group_size)::integer as n
      from app.ticket_cart_lines l cross join unnest(l.quota_ids) as u (quota_id)
      where l.tenant_id = p_tenant and l.cart_id = any (p_carts) group by u.quota_id) s
    where q.tenant_id = p_tenant and q.id = s.quota_id;
  update public.ticket_types t set taken = t.taken - s.n
    from (select l.type_id, sum(l.quantity)::integer as n from app.ticket_cart_lines l
      where l.tenant_id = p_tenant and l.cart_id = any (p_carts) group by l.type_id) s
    where t.tenant_id = p_tenant and t.id = s.type_id;
  update public.ticket_codes c set held = c.held - s.n
    from (select k.code_id, sum(k.code_units)::integer as n from app.ticket_carts k
      where k.tenant_id = p_tenant and k.id = any (p_carts) group by k.code_id) s
    where c.tenant_id = p_tenant and c.id = s.code_id;
end $$;

create function app.end_carts(p_tenant uuid, p_carts uuid[]) returns void language plpgsql set search_path = '' as $$
begin
  perform app.return_seats(p_tenant, p_carts);
  update app.ticket_carts set state = 'ended', order_id = null, network = null, email = null, auth_user_id = null
    where tenant_id = p_tenant and id = any (p_carts);
end $$;

-- Ends the carts of an event whose time is over, and locks its seats. Carts that another transaction is working on are left to it.
create function app.end_due_carts(p_tenant uuid, p_event uuid) returns integer language plpgsql set search_path = '' as $$
declare
  v_due constant uuid[] := array(select c.id from app.ticket_carts c
    where c.tenant_id = p_tenant and c.event_id = p_event and c.state = 'held' and c.until_at <= now()
    order by c.id limit 1000 for update skip locked);
begin
  perform app.lock_seats(p_tenant, p_event);
  if v_due <> '{}' then
    perform app.end_carts(p_tenant, v_due);
  end if;
  return cardinality(v_due);
end $$;

-- For the sweep: events with carts whose time is over.
create function app.sweep_carts(p_most integer) returns integer language plpgsql security definer set search_path = '' as $$
declare
  v_event record;
  v_count integer := 0;
begin
  for v_event in
    select c.tenant_id, c.event_id from app.ticket_carts c where c.state = 'held' and c.until_at <= now()
    group by c.tenant_id, c.event_id order by c.tenant_id, c.event_id limit p_most
  loop
    v_count := v_count + app.end_due_carts(v_event.tenant_id, v_event.event_id);
  end loop;
  -- What a late payment could still need is kept as long as the repair reads open orders.
  delete from public.tickets k where k.state = 'void' and k.created_at < now() - interval '35 days';
  delete from app.ticket_carts c where c.state = 'ended' and c.until_at < now() - interval '35 days'
    and not exists (select from public.tickets k where k.tenant_id = c.tenant_id and k.cart_id = c.id);
  return v_count;
end $$;
grant execute on function app.sweep_carts(integer) to service_role;

-- The price of a unit now, if p_units are taken: by the first phase that is open and has as many left, else the type's own.
create function app.ticket_price(p_type public.ticket_types, p_units integer) returns integer language sql stable set search_path = ''
begin atomic
  select coalesce((
    select p.price_cents from public.ticket_phases p
    where p.tenant_id = (p_type).tenant_id and p.type_id = (p_type).id
      and (p.until_at is null or p.until_at > now())
      and (p.until_sold is null or (p_type).taken + p_units <= p.until_sold)
    order by p.position limit 1), (p_type).price_cents);
end;

-- A code that counts now for an event.
create function app.ticket_code(p_tenant uuid, p_event uuid, p_code text) returns setof public.ticket_codes language sql stable
set search_path = '' begin atomic
  select c.tenant_id, c.id, c.event_id, c.code, c.kind, c.value, c.type_ids, c.most, c.held, c.used, c.from_at, c.until_at
  from public.ticket_codes c
  where c.tenant_id = p_tenant and c.event_id = p_event and c.code = upper(btrim(p_code))
    and (c.from_at is null or c.from_at <= now()) and (c.until_at is null or c.until_at > now());
end;

create function app.price_with_code(p_price integer, p_code public.ticket_codes, p_type uuid) returns integer language sql immutable
  return case when (p_code).id is null or not ((p_code).type_ids = '{}' or p_type = any ((p_code).type_ids)) then p_price
    when (p_code).kind = 'percent' then round(p_price * (100 - (p_code).value) / 100.0)::integer
    when (p_code).kind = 'amount' then greatest(0, p_price - (p_code).value)
    else p_price end;

-- How many units of a type a buyer has: in open carts and as valid tickets. The caller has locked the seats, so concurrent carts count.
create function app.units_of_buyer(p_tenant uuid, p_type uuid, p_user uuid, p_email text) returns integer language sql stable
set search_path = '' begin atomic
  select coalesce(sum(case when c.state in ('held', 'ordered') then l.quantity
      else (select count(*) from public.tickets k
        where k.tenant_id = p_tenant and k.cart_id = c.id and k.type_id = p_type and k.state = 'valid') / l.group_size end), 0)::integer
  from app.ticket_carts c
  join app.ticket_cart_lines l on l.tenant_id = c.tenant_id and l.cart_id = c.id and l.type_id = p_type
  where c.tenant_id = p_tenant and (c.auth_user_id = p_user or lower(c.email) = lower(p_email))
    and (c.state in ('ordered', 'done') or c.state = 'held' and c.until_at > now());
end;

-- Takes seats for a cart, or changes what it has: all of p_lines `[{"type", "quantity", "price"?}]`, or nothing. Called with the buyer's
-- claims; the secret and the network come from the server. A changed cart keeps its end. Returns the cart's id.
create function app.hold_tickets(p_event uuid, p_secret bytea, p_network bytea, p_code text, p_lines jsonb, p_factor numeric)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_tenant constant uuid := app.tenant_id();
  v_member constant uuid := case when auth.role() = 'end_user' then auth.uid() end;
  v_mine constant uuid[] := array(select app.my_audiences());
  v_business constant boolean := app.tickets_allow(v_tenant, 'business');
  v_event public.ticket_events;
  v_cart app.ticket_carts;
  v_code public.ticket_codes;
  v_type public.ticket_types;
  v_line record;
  v_quotas uuid[];
  v_seats integer;
  v_all integer := 0;
  v_units integer := 0;
  v_price integer;
  v_left integer;
  v_free integer;
begin
  select * into v_event from public.ticket_events e where e.tenant_id = v_tenant and e.id = p_event and e.state <> 'draft'
    and (e.audience_id is null or e.audience_id = any (v_mine));
  if not found then
    perform app.refuse_tickets('event_not_found');
  elsif v_event.state = 'canceled' then
    perform app.refuse_tickets('event_canceled');
  elsif v_event.ends_at <= now() then
    perform app.refuse_tickets('event_ended');
  elsif not app.tickets_allow(v_tenant, 'pro') then
    perform app.refuse_tickets('type_closed');
  end if;

  select * into v_cart from app.ticket_carts c where c.tenant_id = v_tenant and c.secret_hash = p_secret for update;
  if v_cart.state = 'ordered' then
    perform app.refuse_tickets('cart_ordered');
  elsif v_cart.id is not null and (v_cart.state <> 'held' or v_cart.until_at <= now() or v_cart.event_id <> p_event) then
    perform app.refuse_tickets('cart_ended');
  end if;
  perform app.end_due_carts(v_tenant, p_event);
  -- Read again under the lock: a canceled event has ended its carts before this one.
  if not exists (select from public.ticket_events e where e.tenant_id = v_tenant and e.id = p_event and e.state = 'published') then
    perform app.refuse_tickets('event_canceled');
  end if;
  if v_cart.id is not null then
    perform app.return_seats(v_tenant, array[v_cart.id]);
    delete from app.ticket_cart_lines l where l.tenant_id = v_tenant and l.cart_id = v_cart.id;
  else
    insert into app.ticket_carts (tenant_id, event_id, secret_hash, network, until_at)
      values (v_tenant, p_event, p_secret, p_network, now() + interval '15 minutes') returning * into v_cart;
  end if;

  if p_code is not null then
    select * into v_code from app.ticket_code(v_tenant, p_event, p_code);
    if not found then
      perform app.refuse_tickets('code_unknown');
    end if;
  end if;
  select coalesce(sum(q.capacity - q.sold), 0) into v_free from public.ticket_quotas q where q.tenant_id = v_tenant and q.event_id = p_event;
  update app.ticket_carts set auth_user_id = v_member, code_id = v_code.id, code_units = 0 where tenant_id = v_tenant and id = v_cart.id;

  for v_line in
    select (l ->> 'type')::uuid as type_id, sum((l ->> 'quantity')::integer)::integer as quantity, max((l ->> 'price')::integer) as price
    from jsonb_array_elements(p_lines) as l group by 1 order by 1
  loop
    select * into v_type from public.ticket_types t where t.tenant_id = v_tenant and t.event_id = p_event and t.id = v_line.type_id;
    if not found or v_type.is_hidden and (v_code.id is null or not (v_code.type_ids = '{}' or v_type.id = any (v_code.type_ids))) then
      perform app.refuse_tickets('type_not_found');
    elsif not v_type.is_open or not v_business and app.type_needs_business(v_type) then
      perform app.refuse_tickets('type_closed');
    elsif v_type.sale_from > now() then
      perform app.refuse_tickets('not_yet');
    elsif v_type.sale_until <= now() then
      perform app.refuse_tickets('sale_ended');
    elsif v_type.audience_id is not null and v_type.audience_id <> all (v_mine) then
      perform app.refuse_tickets('members_only');
    elsif v_line.quantity not between v_type.min_per_order and v_type.max_per_order then
      perform app.refuse_tickets('quantity', v_type.max_per_order::text);
    end if;

    v_price := app.ticket_price(v_type, v_line.quantity);
    if v_type.is_donation then
      if coalesce(v_line.price, v_price) not between v_price and 99999999 then
        perform app.refuse_tickets('price_too_low', v_price::text);
      end if;
      v_price := coalesce(v_line.price, v_price);
    end if;
    if v_code.id is not null and v_code.kind <> 'unlock' and (v_code.type_ids = '{}' or v_type.id = any (v_code.type_ids)) then
      v_price := app.price_with_code(v_price, v_code, v_type.id);
      v_units := v_units + v_line.quantity;
    end if;

    v_quotas := array(select q.quota_id from public.ticket_type_quotas q
      where q.tenant_id = v_tenant and q.event_id = p_event and q.type_id = v_type.id order by q.quota_id);
    if v_quotas = '{}' then
      perform app.refuse_tickets('type_closed');
    end if;
    v_seats := v_line.quantity * v_type.group_size;
    v_all := v_all + v_seats;
    -- Seats that the waiting list is owed are not for others.
    select min(q.capacity - q.held - q.sold) - case when v_cart.wait_id is null then app.seats_owed(v_tenant, v_type.id) else 0 end
      into v_left from public.ticket_quotas q where q.tenant_id = v_tenant and q.id = any (v_quotas);
    if v_left < v_seats then
      perform app.refuse_tickets('sold_out', greatest(0, v_left / v_type.group_size)::text);
    end if;
    update public.ticket_quotas q set held = q.held + v_seats where q.tenant_id = v_tenant and q.id = any (v_quotas);
    update public.ticket_types t set taken = t.taken + v_line.quantity where t.tenant_id = v_tenant and t.id = v_type.id;
    insert into app.ticket_cart_lines (tenant_id, cart_id, type_id, quantity, group_size, unit_price, quota_ids)
      values (v_tenant, v_cart.id, v_type.id, v_line.quantity, v_type.group_size, v_price, v_quotas);
    if v_type.most_per_buyer < greatest(v_line.quantity, app.units_of_buyer(v_tenant, v_type.id, v_member, v_cart.email)) then
      perform app.refuse_tickets('buyer_limit', v_type.most_per_buyer::text);
    end if;
  end loop;
  if v_all not between 1 and 100 then
    perform app.refuse_tickets('quantity', '100');
  end if;

  if exists (select from app.ticket_cart_lines l
    join public.ticket_types t on t.tenant_id = l.tenant_id and t.id = l.type_id and t.addon_of is not null
    where l.tenant_id = v_tenant and l.cart_id = v_cart.id and l.quantity > coalesce((select m.quantity from app.ticket_cart_lines m
      where m.tenant_id = v_tenant and m.cart_id = v_cart.id and m.type_id = t.addon_of), 0)) then
    perform app.refuse_tickets('addon');
  end if;
  if v_units > 0 then
    update public.ticket_codes c set held = c.held + v_units
      where c.tenant_id = v_tenant and c.id = v_code.id and (c.most is null or c.held + c.used + v_units <= c.most);
    if not found then
      perform app.refuse_tickets('code_used_up');
    end if;
    update app.ticket_carts set code_units = v_units where tenant_id = v_tenant and id = v_cart.id;
  end if;
  -- As with counted products (docs/decisions/034): one network does not take a whole event. Ten seats are always allowed.
  if (select sum(l.quantity * l.group_size) from app.ticket_carts c
      join app.ticket_cart_lines l on l.tenant_id = c.tenant_id and l.cart_id = c.id
      where c.tenant_id = v_tenant and c.event_id = p_event and c.state in ('held', 'ordered') and c.network = p_network)
      > greatest(10, ceil(v_free / 2.0)) * p_factor then
    perform app.refuse_tickets('too_many_held');
  end if;
  return v_cart.id;
end $$;
grant execute on function app.hold_tickets(uuid, bytea, bytea, text, jsonb, numeric) to anon, end_user;

-- Gives a cart's seats back. Nothing happens to one that has an order or has ended, any number of times.
create function app.release_cart(p_secret bytea) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  v_cart app.ticket_carts;
begin
  select * into v_cart from app.ticket_carts c where c.tenant_id = app.tenant_id() and c.secret_hash = p_secret for update;
  if v_cart.state is distinct from 'held' then
    return false;
  end if;
  perform app.lock_seats(v_cart.tenant_id, v_cart.event_id);
  perform app.end_carts(v_cart.tenant_id, array[v_cart.id]);
  return true;
end $$;
grant execute on function app.release_cart(bytea) to anon, end_user;

-- The cart that a token proves: `{id, event_id, title, currency, state, seconds_left, total_cents, lines}`. Null: none.
create function app.ticket_cart(p_secret bytea) returns jsonb language sql stable security definer set search_path = '' begin atomic
  select jsonb_build_object('id', c.id, 'event_id', c.event_id, 'title', e.title, 'currency', e.currency, 'code', k.code,
    'state', case when c.state = 'held' and c.until_at <= now() then 'ended' else c.state end,
    'seconds_left', case when c.state = 'held' then greatest(0, ceil(extract(epoch from c.until_at - now())))::integer end,
    'total_cents', coalesce((select sum(l.unit_price * l.quantity) from app.ticket_cart_lines l
      where l.tenant_id = c.tenant_id and l.cart_id = c.id), 0),
    'lines', coalesce((select jsonb_agg(jsonb_build_object('type_id', t.id, 'name', t.name, 'quantity', l.quantity,
        'group_size', l.group_size, 'unit_price_cents', l.unit_price, 'questions', t.questions) order by t.position, t.id)
      from app.ticket_cart_lines l join public.ticket_types t on t.tenant_id = l.tenant_id and t.id = l.type_id
      where l.tenant_id = c.tenant_id and l.cart_id = c.id), '[]'))
  from app.ticket_carts c
  join public.ticket_events e on e.tenant_id = c.tenant_id and e.id = c.event_id
  left join public.ticket_codes k on k.tenant_id = c.tenant_id and k.id = c.code_id
  where c.tenant_id = app.tenant_id() and c.secret_hash = p_secret;
end;
grant execute on function app.ticket_cart(bytea) to anon, end_user;

-- Holds of an event wait for each other, so what each does under the lock of the seats decides how many a second there are. Counting the
-- seats of a network and the units of a buyer read every open cart of the event; those who came too late waited for the lock as well, before
-- those who had seats and wanted to pay; and the lock lasted until the server had read the cart and committed.

-- The open carts of a network, for its share of an event.
create index ticket_carts_by_network on app.ticket_carts (tenant_id, event_id, network) where network is not null;

-- What an order or a hold wants and is gone, without waiting for anyone: how many units are left of the first type of which there are not
-- enough, or null if the seats must be locked to tell. It is told only to those whom nothing else refuses, so that the refusals are the same.
create function app.left_of_sold_out(p_tenant uuid, p_event uuid, p_mine uuid[], p_business boolean, p_code public.ticket_codes, p_lines jsonb)
returns integer language sql stable set search_path = '' begin atomic
  select (array_agg(greatest(0, s.free / s.group_size) order by s.type_id) filter (where s.free < s.quantity * s.group_size))[1]
  from (select w.type_id, w.quantity, t.group_size,
      coalesce(t.is_open and (p_business or not app.type_needs_business(t))
        and (not t.is_hidden or (p_code).id is not null and ((p_code).type_ids = '{}' or t.id = any ((p_code).type_ids)))
        and (t.audience_id is null or t.audience_id = any (p_mine)) and (t.sale_from is null or t.sale_from <= now())
        and (t.sale_until is null or t.sale_until > now()) and w.quantity between t.min_per_order and t.max_per_order, false) as is_for_sale,
      (select min(q.capacity - q.held - q.sold) from public.ticket_type_quotas m
        join public.ticket_quotas q on q.tenant_id = m.tenant_id and q.id = m.quota_id
        where m.tenant_id = p_tenant and m.event_id = p_event and m.type_id = t.id) - app.seats_owed(p_tenant, t.id) as free
    from (select (l.line ->> 'type')::uuid as type_id, sum((l.line ->> 'quantity')::integer) as quantity
      from jsonb_array_elements(p_lines) as l (line) group by 1) w
    left join public.ticket_types t on t.tenant_id = p_tenant and t.event_id = p_event and t.id = w.type_id) s
  -- Carts whose time is over may return what is missing.
  where not exists (select from app.ticket_carts c
    where c.tenant_id = p_tenant and c.event_id = p_event and c.state = 'held' and c.until_at <= now())
  having bool_and(s.is_for_sale);
end;

-- Takes seats for a cart, or changes what it has: all of p_lines `[{"type", "quantity", "price"?}]`, or nothing. Called with the buyer's
-- claims; the secret and the network come from the server. A changed cart keeps its end. Returns the cart's id.
create or replace function app.hold_tickets(p_event uuid, p_secret bytea, p_network bytea, p_code text, p_lines jsonb, p_factor numeric)
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
  v_state text;
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

  if p_code is not null then
    select * into v_code from app.ticket_code(v_tenant, p_event, p_code);
    if not found then
      perform app.refuse_tickets('code_unknown');
    end if;
  end if;
  if not exists (select from app.ticket_carts c where c.tenant_id = v_tenant and c.secret_hash = p_secret) then
    v_left := app.left_of_sold_out(v_tenant, p_event, v_mine, v_business, v_code, p_lines);
    if v_left is not null then
      perform app.refuse_tickets('sold_out', v_left::text);
    end if;
  end if;

  -- Of two requests with the same new token, the second one waits here and changes the cart of the first.
  insert into app.ticket_carts (tenant_id, event_id, secret_hash, network, until_at)
    values (v_tenant, p_event, p_secret, p_network, now() + interval '15 minutes') on conflict (tenant_id, secret_hash) do nothing;
  select * into strict v_cart from app.ticket_carts c where c.tenant_id = v_tenant and c.secret_hash = p_secret for update;
  if v_cart.state = 'ordered' then
    perform app.refuse_tickets('cart_ordered');
  elsif v_cart.state <> 'held' or v_cart.until_at <= now() or v_cart.event_id <> p_event then
    perform app.refuse_tickets('cart_ended');
  end if;
  perform app.end_due_carts(v_tenant, p_event);
  -- Read again under the lock: a canceled event has ended its carts before this one.
  select e.state into v_state from public.ticket_events e where e.tenant_id = v_tenant and e.id = p_event;
  if v_state is distinct from 'published' then
    perform app.refuse_tickets(case v_state when 'canceled' then 'event_canceled' else 'event_not_found' end);
  end if;
  perform app.return_seats(v_tenant, array[v_cart.id]);
  delete from app.ticket_cart_lines l where l.tenant_id = v_tenant and l.cart_id = v_cart.id;

  select coalesce(sum(q.capacity - q.sold), 0) into v_free from public.ticket_quotas q where q.tenant_id = v_tenant and q.event_id = p_event;
  -- The network that changes a cart has its seats. Otherwise carts of one network could be filled from another without counting for either.
  update app.ticket_carts set network = p_network, auth_user_id = v_member, code_id = v_code.id, code_units = 0 where tenant_id = v_tenant and id = v_cart.id;

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
    elsif v_cart.wait_id is not null and not exists (select from public.ticket_waits w where w.tenant_id = v_tenant and w.id = v_cart.wait_id
        and w.type_id = v_type.id and w.quantity >= v_line.quantity) then
      -- What is offered is not owed to others any more, but the rest is.
      perform app.refuse_tickets('quantity');
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
    if v_type.most_per_buyer is not null
      and v_type.most_per_buyer < greatest(v_line.quantity, app.units_of_buyer(v_tenant, v_type.id, v_member, v_cart.email)) then
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

-- A hold and its cart in one statement, so that the seats are locked while it runs and no longer. p_seen: what the buyer was told that the
-- cart costs; a cart that costs something else is not held, and the refusal's detail is the cart.
create function app.hold_cart(p_event uuid, p_secret bytea, p_network bytea, p_code text, p_lines jsonb, p_factor numeric, p_seen bigint)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_cart jsonb;
begin
  perform app.hold_tickets(p_event, p_secret, p_network, p_code, p_lines, p_factor);
  v_cart := app.ticket_cart(p_secret);
  if p_seen <> (v_cart ->> 'total_cents')::bigint then
    perform app.refuse_tickets('price_changed', v_cart::text);
  end if;
  return v_cart;
end $$;
grant execute on function app.hold_cart(uuid, bytea, bytea, text, jsonb, numeric, bigint) to anon, end_user;

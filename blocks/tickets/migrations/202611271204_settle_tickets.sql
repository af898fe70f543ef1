-- Seats and tickets follow the order's state, whichever code writes it, as stock does (docs/decisions/034). No code path can forget to.

-- Stores the tickets of a cart, as many as it has seats. p_tickets: `[{"id", "type", "code_hash", "code_sealed", "name", "email", "answers", "language"}]`.
create function app.store_tickets(p_cart app.ticket_carts, p_state text, p_source text, p_mode text, p_order uuid, p_tickets jsonb,
  p_user uuid, p_email text) returns void language plpgsql set search_path = '' as $$
begin
  insert into public.tickets (tenant_id, id, event_id, type_id, state, mode, source, order_id, cart_id, price_cents, quota_ids,
      code_hash, code_sealed, auth_user_id, owner_email, holder_name, holder_email, answers, language, issued_at)
    select p_cart.tenant_id, g.id, p_cart.event_id, l.type_id, p_state, p_mode, p_source, p_order, p_cart.id,
      -- A group's price is spread over its tickets to the cent, so that refunds of all of them add up to it.
      l.unit_price / l.group_size + case when g.place % l.group_size < l.unit_price % l.group_size then 1 else 0 end,
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

-- The buyer's limit counts the address too, once it is known.
create function app.name_buyer(p_cart app.ticket_carts, p_user uuid, p_email text) returns void language plpgsql set search_path = '' as $$
declare
  v_most integer;
begin
  perform app.lock_seats(p_cart.tenant_id, p_cart.event_id);
  update app.ticket_carts set email = p_email, auth_user_id = coalesce(p_user, auth_user_id) where tenant_id = p_cart.tenant_id and id = p_cart.id;
  select min(t.most_per_buyer) into v_most
    from app.ticket_cart_lines l join public.ticket_types t on t.tenant_id = l.tenant_id and t.id = l.type_id
    where l.tenant_id = p_cart.tenant_id and l.cart_id = p_cart.id
      and t.most_per_buyer < app.units_of_buyer(p_cart.tenant_id, t.id, coalesce(p_user, p_cart.auth_user_id), p_email);
  if v_most is not null then
    perform app.refuse_tickets('buyer_limit', v_most::text);
  end if;
end $$;

-- An order begins with a cart whose time is not over, and only one. From here on the provider's session holds the seats.
create function app.order_cart() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_cart app.ticket_carts;
begin
  select * into v_cart from app.ticket_carts c where c.tenant_id = new.tenant_id and c.id = new.source_id for update;
  if v_cart.state = 'ordered' then
    perform app.refuse_tickets('cart_ordered');
  elsif v_cart.state is distinct from 'held' or v_cart.until_at <= now() then
    perform app.refuse_tickets('cart_ended');
  elsif new.amount_total <> (select sum(l.unit_price * l.quantity) from app.ticket_cart_lines l
      where l.tenant_id = v_cart.tenant_id and l.cart_id = v_cart.id) then
    perform app.refuse_tickets('price_changed');
  end if;
  update app.ticket_carts set state = 'ordered', order_id = new.id where tenant_id = v_cart.tenant_id and id = v_cart.id;
  return null;
end $$;
create trigger order_cart after insert on public.orders for each row
  when (new.seller = 'tickets' and new.status = 'pending' and new.renewal_of is null) execute function app.order_cart();

-- Adds the tickets of a new order, in the transaction that creates the order.
create function app.reserve_tickets(p_tenant uuid, p_order uuid, p_mode text, p_user uuid, p_email text, p_tickets jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_cart app.ticket_carts;
begin
  select * into strict v_cart from app.ticket_carts c where c.tenant_id = p_tenant and c.order_id = p_order;
  perform app.name_buyer(v_cart, p_user, p_email);
  perform app.store_tickets(v_cart, 'reserved', 'order', p_mode, p_order, p_tickets, p_user, p_email);
end $$;
grant execute on function app.reserve_tickets(uuid, uuid, text, uuid, text, jsonb) to service_role;

-- Counts seats of tickets: `p_sign` 1 sells them, -1 returns them. The caller has locked the seats.
create function app.count_sold(p_tenant uuid, p_tickets uuid[], p_sign integer) returns void language plpgsql set search_path = '' as $$
begin
  update public.ticket_quotas q set sold = q.sold + p_sign * s.n
    from (select u.quota_id, count(*)::integer as n from public.tickets k cross join unnest(k.quota_ids) as u (quota_id)
      where k.tenant_id = p_tenant and k.id = any (p_tickets) group by u.quota_id) s
    where q.tenant_id = p_tenant and q.id = s.quota_id;
end $$;

-- What a cart held becomes sold: seats of its tickets, uses of its code. Its units stay taken.
create function app.sell_cart(p_cart app.ticket_carts, p_tickets uuid[]) returns void language plpgsql set search_path = '' as $$
begin
  perform app.return_seats(p_cart.tenant_id, array[p_cart.id]);
  perform app.count_sold(p_cart.tenant_id, p_tickets, 1);
  update public.ticket_types t set taken = t.taken + l.quantity from app.ticket_cart_lines l
    where l.tenant_id = p_cart.tenant_id and l.cart_id = p_cart.id and t.tenant_id = l.tenant_id and t.id = l.type_id;
  update public.ticket_codes c set used = c.used + p_cart.code_units where c.tenant_id = p_cart.tenant_id and c.id = p_cart.code_id;
  update app.ticket_carts set state = 'done', order_id = null, network = null where tenant_id = p_cart.tenant_id and id = p_cart.id;
end $$;

create function app.settle_tickets() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_cart app.ticket_carts;
  v_tickets uuid[];
  v_own boolean;
  v_published boolean;
  v_ended constant boolean := old.status in ('expired', 'canceled', 'failed');
begin
  if old.status = 'pending' and new.status = 'paid' or v_ended and new.status = 'paid' and not app.has_late_refund(new.tenant_id, new.id)
    or old.status = 'pending' or old.status = 'paid' then
    -- The share lock waits for a transaction that cancels the event.
    select e.state = 'published' and e.ends_at > now() into v_published
      from app.ticket_carts c join public.ticket_events e on e.tenant_id = c.tenant_id and e.id = c.event_id
      where c.tenant_id = new.tenant_id and c.id = new.source_id for share of e;
    select * into v_cart from app.ticket_carts c where c.tenant_id = new.tenant_id and c.id = new.source_id for update;
    perform app.lock_seats(v_cart.tenant_id, v_cart.event_id);
  end if;

  if old.status = 'pending' and new.status = 'paid' and not v_published then
    update public.tickets set state = 'void' where tenant_id = new.tenant_id and order_id = new.id and state = 'reserved';
    perform app.end_carts(new.tenant_id, array[v_cart.id]);
    perform app.queue_late_refund(new);
    new.status := 'failed';
    new.problem := 'The event was canceled or over before it was paid. The payment is refunded automatically.';

  elsif old.status = 'pending' and new.status = 'paid' then
    v_tickets := array(select k.id from public.tickets k
      where k.tenant_id = new.tenant_id and k.order_id = new.id and k.state = 'reserved' order by k.id);
    perform app.sell_cart(v_cart, v_tickets);
    update public.tickets set state = 'valid', issued_at = now(), owner_email = coalesce(owner_email, new.email)
      where tenant_id = new.tenant_id and id = any (v_tickets);
    new.stock_taken := cardinality(v_tickets);

  elsif old.status = 'pending' then
    update public.tickets set state = 'void' where tenant_id = new.tenant_id and order_id = new.id and state = 'reserved';
    if v_cart.until_at > now() and new.status <> 'refunded' then
      -- The buyer came back from the checkout in time: the cart goes on.
      update app.ticket_carts set state = 'held', order_id = null where tenant_id = new.tenant_id and id = v_cart.id;
    else
      perform app.end_carts(new.tenant_id, array[v_cart.id]);
    end if;

  elsif v_ended and new.status = 'paid' then
    -- Paid after its end nevertheless. It gets its seats if they are free, or all of its money back, and what is decided here stays.
    if v_cart.id is not null then
      v_tickets := array(select k.id from public.tickets k
        where k.tenant_id = new.tenant_id and k.order_id = new.id and k.state = 'void' order by k.id);
      v_own := v_cart.state = 'held';
    end if;
    if v_published and cardinality(v_tickets) = new.quantity and not exists (
        select from (select u.quota_id, count(*) as n from public.tickets k cross join unnest(k.quota_ids) as u (quota_id)
          where k.tenant_id = new.tenant_id and k.id = any (v_tickets) group by u.quota_id) s
        left join public.ticket_quotas q on q.tenant_id = new.tenant_id and q.id = s.quota_id
        left join (select u.quota_id, sum(l.quantity * l.group_size) as n from app.ticket_cart_lines l
          cross join unnest(l.quota_ids) as u (quota_id)
          where v_own and l.tenant_id = new.tenant_id and l.cart_id = v_cart.id group by u.quota_id) o on o.quota_id = s.quota_id
        where q.id is null or q.held - coalesce(o.n, 0) + q.sold + s.n > q.capacity) then
      if v_own then
        perform app.end_carts(new.tenant_id, array[v_cart.id]);
      end if;
      perform app.count_sold(new.tenant_id, v_tickets, 1);
      update public.ticket_types t set taken = t.taken + s.n
        from (select k.type_id, ceil(count(*)::numeric / t2.group_size)::integer as n
          from public.tickets k join public.ticket_types t2 on t2.tenant_id = k.tenant_id and t2.id = k.type_id
          where k.tenant_id = new.tenant_id and k.id = any (v_tickets) group by k.type_id, t2.group_size) s
        where t.tenant_id = new.tenant_id and t.id = s.type_id;
      update public.tickets set state = 'valid', issued_at = now(), owner_email = coalesce(owner_email, new.email)
        where tenant_id = new.tenant_id and id = any (v_tickets);
      if v_cart.state <> 'ordered' then
        update app.ticket_carts set state = 'done', email = new.email, auth_user_id = new.auth_user_id
          where tenant_id = new.tenant_id and id = v_cart.id;
      end if;
      new.stock_taken := cardinality(v_tickets);
    else
      if not app.has_late_refund(new.tenant_id, new.id) then
        perform app.queue_late_refund(new);
      end if;
      new.status := 'failed';
      new.paid_at := old.paid_at;
      new.problem := 'It was paid after its checkout had ended, and the seats are gone. The payment is refunded automatically.';
    end if;

  elsif old.status = 'paid' then
    v_tickets := array(select k.id from public.tickets k
      where k.tenant_id = new.tenant_id and k.order_id = new.id and k.state = 'valid' order by k.id);
    perform app.end_tickets(new.tenant_id, v_tickets, 'refunded', null);
    new.stock_taken := 0;
  end if;
  return new;
end $$;
create trigger settle_tickets before update of status on public.orders for each row
  when (new.seller = 'tickets' and new.renewal_of is null and new.status <> old.status) execute function app.settle_tickets();

-- Ends valid tickets and returns their seats; those that are no longer valid are not counted again. The caller has locked the seats.
-- Returns the ids of those that it ended.
create function app.end_tickets(p_tenant uuid, p_tickets uuid[], p_state text, p_refund uuid) returns uuid[]
language plpgsql set search_path = '' as $$
declare
  v_ended uuid[];
begin
  with ended as (
    update public.tickets set state = p_state, ended_at = now(), refund_id = coalesce(p_refund, refund_id)
    where tenant_id = p_tenant and id = any (p_tickets) and state = 'valid' returning id)
  select coalesce(array_agg(e.id), '{}') into v_ended from ended e;
  perform app.count_sold(p_tenant, v_ended, -1);
  update public.ticket_types t set taken = greatest(0, t.taken - s.n)
    from (select k.type_id, count(*)::integer / t2.group_size as n
      from public.tickets k join public.ticket_types t2 on t2.tenant_id = k.tenant_id and t2.id = k.type_id
      where k.tenant_id = p_tenant and k.id = any (v_ended) group by k.type_id, t2.group_size) s
    where t.tenant_id = p_tenant and t.id = s.type_id;
  return v_ended;
end $$;

-- The address that the checkout took, and the member it belongs to once it is proved.
create function app.follow_order_owner() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.tickets set auth_user_id = new.auth_user_id
    where tenant_id = new.tenant_id and order_id = new.id and transfers = 0 and auth_user_id is distinct from new.auth_user_id;
  return null;
end $$;
create trigger follow_order_owner after update on public.orders for each row
  when (new.seller = 'tickets' and old.auth_user_id is null and new.auth_user_id is not null) execute function app.follow_order_owner();

-- Tickets that cost nothing need no order. `cart_ended`, `holders`, `not_free`.
create function app.take_free_tickets(p_secret bytea, p_email text, p_tickets jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_cart app.ticket_carts;
  v_mode text;
begin
  select * into v_cart from app.ticket_carts c where c.tenant_id = app.tenant_id() and c.secret_hash = p_secret for update;
  if v_cart.state = 'done' then
    return; -- A repeated request: the tickets are there.
  elsif v_cart.state is distinct from 'held' or v_cart.until_at <= now() then
    perform app.refuse_tickets('cart_ended');
  elsif not exists (select from public.ticket_events e where e.tenant_id = v_cart.tenant_id and e.id = v_cart.event_id
      and e.state = 'published' and e.ends_at > now() for share) then
    perform app.refuse_tickets('event_ended');
  elsif exists (select from app.ticket_cart_lines l where l.tenant_id = v_cart.tenant_id and l.cart_id = v_cart.id and l.unit_price > 0) then
    perform app.refuse_tickets('not_free');
  end if;
  select t.stripe_mode into v_mode from public.tenants t where t.id = v_cart.tenant_id;
  perform app.name_buyer(v_cart, case when auth.role() = 'end_user' then auth.uid() end, p_email);
  perform app.store_tickets(v_cart, 'valid', 'free', v_mode, null, p_tickets,
    case when auth.role() = 'end_user' then auth.uid() end, p_email);
  perform app.sell_cart(v_cart, array(select k.id from public.tickets k
    where k.tenant_id = v_cart.tenant_id and k.cart_id = v_cart.id and k.state = 'valid'));
end $$;
grant execute on function app.take_free_tickets(bytea, text, jsonb) to anon, end_user;

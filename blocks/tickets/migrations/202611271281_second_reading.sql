-- What a second reader of tickets found: mailboxes with many addresses, carts of events that went back to draft, tickets that were renamed
-- after their use, and two races.

-- The mailbox of an address: people have as many addresses as they like with a plus sign, and Gmail ignores dots.
create function app.mailbox_of(p_email text) returns text language sql immutable
  return case when lower(p_email) ~ '@(gmail|googlemail)\.com$'
    then replace(split_part(split_part(lower(p_email), '@', 1), '+', 1), '.', '') || '@gmail.com'
    else regexp_replace(lower(p_email), '\+[^@]*@', '@') end;
grant execute on function app.mailbox_of(text) to anon, authenticated, end_user, service_role;
create index ticket_carts_by_mailbox on app.ticket_carts (tenant_id, app.mailbox_of(email)) where email is not null;
create index ticket_waits_by_mailbox on public.ticket_waits (tenant_id, app.mailbox_of(email)) where state in ('waiting', 'offered');

-- How many units of a type a buyer has: in open carts and as valid tickets. The caller has locked the seats, so concurrent carts count.
create or replace function app.units_of_buyer(p_tenant uuid, p_type uuid, p_user uuid, p_email text) returns integer language sql stable
set search_path = '' begin atomic
  select coalesce(sum(case when c.state in ('held', 'ordered') then l.quantity
      else (select count(*) from public.tickets k
        where k.tenant_id = p_tenant and k.cart_id = c.id and k.type_id = p_type and k.state = 'valid') / l.group_size end), 0)::integer
  from app.ticket_carts c
  join app.ticket_cart_lines l on l.tenant_id = c.tenant_id and l.cart_id = c.id and l.type_id = p_type
  where c.tenant_id = p_tenant and (c.auth_user_id = p_user or app.mailbox_of(c.email) = app.mailbox_of(p_email))
    and (c.state in ('ordered', 'done') or c.state = 'held' and c.until_at > now());
end;

-- Puts an address on the list; the same mailbox again changes its number. Refuses `not_waiting` while one can be bought, and
-- `quantity` for a number that no buyer may have.
create or replace function app.wait_for_tickets(p_type uuid, p_email text, p_quantity integer, p_language text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_type public.ticket_types;
  v_left integer;
  v_waits uuid[];
  v_others integer;
begin
  select t.* into v_type from public.ticket_types t
    join public.ticket_events e on e.tenant_id = t.tenant_id and e.id = t.event_id and e.state = 'published' and e.ends_at > now()
      and (e.audience_id is null or e.audience_id = any (array(select app.my_audiences())))
    where t.tenant_id = app.tenant_id() and t.id = p_type and t.has_waiting_list and t.is_open and not t.is_hidden
      and (t.audience_id is null or t.audience_id = any (array(select app.my_audiences())));
  if v_type.id is null or not app.tickets_allow(v_type.tenant_id, 'business') then
    perform app.refuse_tickets('not_waiting');
  end if;
  perform app.end_due_carts(v_type.tenant_id, v_type.event_id);
  select min(q.capacity - q.held - q.sold) - app.seats_owed(v_type.tenant_id, p_type) into v_left
    from public.ticket_type_quotas m join public.ticket_quotas q on q.tenant_id = m.tenant_id and q.id = m.quota_id
    where m.tenant_id = v_type.tenant_id and m.event_id = v_type.event_id and m.type_id = p_type;
  -- By the least that can be bought, whatever the number: a wish for more than is left must not keep the rest from others.
  if v_left >= v_type.min_per_order * v_type.group_size then
    perform app.refuse_tickets('not_waiting');
  elsif p_quantity not between v_type.min_per_order and least(v_type.max_per_order, v_type.most_per_buyer) then
    perform app.refuse_tickets('quantity');
  end if;
  -- One mailbox has many addresses: it waits once for a type, and for ten types at most, so that it is not flooded with offers.
  select array_agg(w.id) filter (where w.type_id = p_type), count(distinct w.type_id) filter (where w.type_id <> p_type)
    into v_waits, v_others from public.ticket_waits w
    where w.tenant_id = v_type.tenant_id and app.mailbox_of(w.email) = app.mailbox_of(p_email) and w.state in ('waiting', 'offered');
  if v_others >= 10 then
    perform app.refuse_tickets('buyer_limit');
  elsif v_waits is not null then
    update public.ticket_waits w set quantity = p_quantity where w.tenant_id = v_type.tenant_id and w.id = any (v_waits) and w.state = 'waiting';
    return;
  end if;
  insert into public.ticket_waits (tenant_id, event_id, type_id, email, auth_user_id, quantity, language)
    values (v_type.tenant_id, v_type.event_id, p_type, p_email, case when auth.role() = 'end_user' then auth.uid() end, p_quantity, p_language)
    on conflict (tenant_id, type_id, lower(email)) where state in ('waiting', 'offered') do update set quantity = excluded.quantity
      where ticket_waits.state = 'waiting';
end $$;

-- Offers seats to the first in line. Whoever offers first does it. Returns whether it did.
create or replace function app.offer_tickets(p_tenant uuid, p_wait uuid, p_secret bytea) returns boolean language plpgsql security definer
set search_path = '' as $$
declare
  v_wait public.ticket_waits;
  v_type public.ticket_types;
  v_quotas uuid[];
  v_cart uuid;
  v_until timestamptz;
begin
  select * into v_wait from public.ticket_waits w where w.tenant_id = p_tenant and w.id = p_wait;
  perform app.end_due_carts(p_tenant, v_wait.event_id);
  -- Under the lock of the seats.
  select * into v_wait from public.ticket_waits w where w.tenant_id = p_tenant and w.id = p_wait and w.state = 'waiting';
  if not found then
    return false;
  end if;
  select * into v_type from public.ticket_types t where t.tenant_id = p_tenant and t.id = v_wait.type_id;
  select array_agg(q.id order by q.id) into v_quotas
    from public.ticket_type_quotas m join public.ticket_quotas q on q.tenant_id = m.tenant_id and q.id = m.quota_id
    where m.tenant_id = p_tenant and m.event_id = v_wait.event_id and m.type_id = v_wait.type_id
    having min(q.capacity - q.held - q.sold) >= v_wait.quantity * v_type.group_size;
  -- A day, but no more than a quarter of the time that is left until the event starts, so that seats that are not taken go round again.
  select least(now() + greatest(interval '30 minutes', least(interval '24 hours', (e.starts_at - now()) / 4)), e.ends_at, v_type.sale_until)
    into v_until
    from public.ticket_events e where e.tenant_id = p_tenant and e.id = v_wait.event_id and e.state = 'published';
  if v_quotas is null or v_until is null or v_until <= now() then
    return false;
  end if;
  insert into app.ticket_carts (tenant_id, event_id, secret_hash, email, auth_user_id, wait_id, until_at)
    values (p_tenant, v_wait.event_id, p_secret, v_wait.email, v_wait.auth_user_id, p_wait, v_until) returning id into v_cart;
  insert into app.ticket_cart_lines (tenant_id, cart_id, type_id, quantity, group_size, unit_price, quota_ids)
    values (p_tenant, v_cart, v_type.id, v_wait.quantity, v_type.group_size, app.ticket_price(v_type, v_wait.quantity), v_quotas);
  update public.ticket_quotas q set held = q.held + v_wait.quantity * v_type.group_size where q.tenant_id = p_tenant and q.id = any (v_quotas);
  update public.ticket_types t set taken = t.taken + v_wait.quantity where t.tenant_id = p_tenant and t.id = v_type.id;
  update public.ticket_waits set state = 'offered', offered_until = v_until where tenant_id = p_tenant and id = p_wait;
  return true;
end $$;

-- Refuses to sell tickets of an event that is canceled, over or not published. Called under a lock that cancels wait for.
create function app.refuse_closed_event(p_event public.ticket_events) returns void language plpgsql set search_path = '' as $$
begin
  if p_event.state is distinct from 'published' or p_event.ends_at <= now() then
    perform app.refuse_tickets(case when p_event.state = 'canceled' then 'event_canceled' when p_event.state = 'published' then 'event_ended'
      else 'type_closed' end);
  end if;
end $$;

-- An order begins with a cart whose time is not over, and only one. From here on the provider's session holds the seats.
create or replace function app.order_cart() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_cart app.ticket_carts;
  v_event public.ticket_events;
begin
  -- The share lock waits for a transaction that cancels the event or takes it off the site.
  select e.* into v_event from app.ticket_carts c join public.ticket_events e on e.tenant_id = c.tenant_id and e.id = c.event_id
    where c.tenant_id = new.tenant_id and c.id = new.source_id for share of e;
  perform app.refuse_closed_event(v_event);
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

-- Tickets that cost nothing need no order. `cart_ended`, `holders`, `not_free`, and those of `app.refuse_closed_event`.
create or replace function app.take_free_tickets(p_secret bytea, p_email text, p_tickets jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_cart app.ticket_carts;
  v_event public.ticket_events;
  v_mode text;
begin
  select * into v_cart from app.ticket_carts c where c.tenant_id = app.tenant_id() and c.secret_hash = p_secret for update;
  if v_cart.state = 'done' then
    return; -- A repeated request: the tickets are there.
  elsif v_cart.state is distinct from 'held' or v_cart.until_at <= now() then
    perform app.refuse_tickets('cart_ended');
  elsif exists (select from app.ticket_cart_lines l where l.tenant_id = v_cart.tenant_id and l.cart_id = v_cart.id and l.unit_price > 0) then
    perform app.refuse_tickets('not_free');
  end if;
  select * into v_event from public.ticket_events e where e.tenant_id = v_cart.tenant_id and e.id = v_cart.event_id for share;
  perform app.refuse_closed_event(v_event);
  select t.stripe_mode into v_mode from public.tenants t where t.id = v_cart.tenant_id;
  perform app.name_buyer(v_cart, case when auth.role() = 'end_user' then auth.uid() end, p_email);
  perform app.store_tickets(v_cart, 'valid', 'free', v_mode, null, p_tickets,
    case when auth.role() = 'end_user' then auth.uid() end, p_email);
  perform app.sell_cart(v_cart, array(select k.id from public.tickets k
    where k.tenant_id = v_cart.tenant_id and k.cart_id = v_cart.id and k.state = 'valid'));
end $$;

-- A buyer whose checkout was open when the event went back to draft gets what they paid for.
create or replace function app.settle_tickets() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_cart app.ticket_carts;
  v_tickets uuid[];
  v_own boolean;
  v_takes_place boolean;
  v_ended constant boolean := old.status in ('expired', 'canceled', 'failed');
begin
  if old.status = 'pending' and new.status = 'paid' or v_ended and new.status = 'paid' and not app.has_late_refund(new.tenant_id, new.id)
    or old.status = 'pending' or old.status = 'paid' then
    -- The share lock waits for a transaction that cancels the event. One that went back to draft meanwhile still takes place.
    select e.state <> 'canceled' and e.ends_at > now() into v_takes_place
      from app.ticket_carts c join public.ticket_events e on e.tenant_id = c.tenant_id and e.id = c.event_id
      where c.tenant_id = new.tenant_id and c.id = new.source_id for share of e;
    select * into v_cart from app.ticket_carts c where c.tenant_id = new.tenant_id and c.id = new.source_id for update;
    perform app.lock_seats(v_cart.tenant_id, v_cart.event_id);
  end if;

  if old.status = 'pending' and new.status = 'paid' and not v_takes_place then
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
    if v_takes_place and cardinality(v_tickets) = new.quantity and not exists (
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

-- Names and answers of a ticket, until it is used or its event is over. `ticket_ended`, `answer_missing`.
create or replace function app.rename_ticket(p_ticket uuid, p_secret bytea, p_name text, p_email text, p_answers jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_ticket constant public.tickets := app.own_ticket(p_ticket, p_secret);
  v_questions constant jsonb := (select t.questions from public.ticket_types t where t.tenant_id = v_ticket.tenant_id and t.id = v_ticket.type_id);
  -- Only to what is asked; buying drops the others too.
  v_answers constant jsonb := (select jsonb_object_agg(a.key, a.value) from jsonb_each(p_answers) as a
    where a.key in (select q ->> 'id' from jsonb_array_elements(v_questions) as q));
begin
  if p_answers is not null and exists (select from jsonb_array_elements(v_questions) as q
      where (q ->> 'required')::boolean and coalesce(v_answers ->> (q ->> 'id'), '') = '') then
    perform app.refuse_tickets('answer_missing');
  end if;
  update public.tickets k set holder_name = coalesce(p_name, k.holder_name), holder_email = coalesce(p_email, k.holder_email),
      answers = case when p_answers is null then k.answers else coalesce(v_answers, '{}') end
    from public.ticket_events e
    where k.tenant_id = v_ticket.tenant_id and k.id = v_ticket.id and k.state = 'valid'
      and e.tenant_id = k.tenant_id and e.id = k.event_id and e.ends_at > now();
  -- Only now: a scan that was under way has been waited for. Who was admitted stays who was admitted.
  if not found or exists (select from app.ticket_checkins i where i.tenant_id = v_ticket.tenant_id and i.ticket_id = v_ticket.id) then
    perform app.refuse_tickets('ticket_ended');
  end if;
end $$;

-- Tickets that staff give away. All or nothing, within the capacity; p_tickets as for carts, with the holder's address as its owner's.
create or replace function app.give_tickets(p_tenant uuid, p_type uuid, p_tickets jsonb) returns void
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
  -- Under the lock of the seats: an event that was canceled meanwhile has ended its tickets, and this one would stay.
  perform app.refuse_closed_event(e) from public.ticket_events e where e.tenant_id = p_tenant and e.id = v_type.event_id;
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

-- Takes an admission back, so that the ticket can be admitted again. Returns whether there was one.
create or replace function app.undo_scan(p_tenant uuid, p_list uuid, p_token bytea, p_scan uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_list constant public.checkin_lists := (app.door_list(p_tenant, p_list, p_token)).list;
  v_undone app.ticket_checkins;
begin
  delete from app.ticket_checkins i where i.tenant_id = p_tenant and i.list_id = v_list.id and i.id = p_scan returning * into v_undone;
  -- Whom another device let in without network is still in.
  if v_undone.state = 'admitted' then
    update app.ticket_checkins i set state = 'admitted' where i.tenant_id = p_tenant and i.id = (select c.id from app.ticket_checkins c
      where c.tenant_id = p_tenant and c.list_id = v_list.id and c.ticket_id = v_undone.ticket_id and c.state = 'conflict' order by c.at, c.id limit 1);
  end if;
  return v_undone.id is not null;
end $$;

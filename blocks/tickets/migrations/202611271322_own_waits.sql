-- Puts an address on the list; the same mailbox again changes its number. Anyone can type an address, so only the account that joined raises
-- it: a wish for more waits longer. Refuses `not_waiting` while one can be bought, and `quantity` for a number that no buyer may have.
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
    update public.ticket_waits w set quantity = case when w.auth_user_id = auth.uid() then p_quantity else least(w.quantity, p_quantity) end
      where w.tenant_id = v_type.tenant_id and w.id = any (v_waits) and w.state = 'waiting';
    return;
  end if;
  insert into public.ticket_waits (tenant_id, event_id, type_id, email, auth_user_id, quantity, language)
    values (v_type.tenant_id, v_type.event_id, p_type, p_email, case when auth.role() = 'end_user' then auth.uid() end, p_quantity, p_language)
    on conflict (tenant_id, type_id, lower(email)) where state in ('waiting', 'offered') do update
      set quantity = case when ticket_waits.auth_user_id = auth.uid() then excluded.quantity else least(ticket_waits.quantity, excluded.quantity) end
      where ticket_waits.state = 'waiting';
end $$;

-- Only `app.hold_cart` calls it, with its owner's rights.
revoke execute on function app.hold_tickets(uuid, bytea, bytea, text, jsonb, numeric) from anon, end_user;

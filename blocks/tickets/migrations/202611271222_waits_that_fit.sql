-- Waiting lists withheld seats from everyone that no one on them could be offered, such as the last one for a wish of two.

-- Seats of a type that those who wait are owed before others: of those for whom there are enough.
create or replace function app.seats_owed(p_tenant uuid, p_type uuid) returns integer language sql stable set search_path = '' begin atomic
  select coalesce(sum(w.quantity * t.group_size), 0)::integer
  from public.ticket_waits w join public.ticket_types t on t.tenant_id = w.tenant_id and t.id = w.type_id and t.has_waiting_list
  where w.tenant_id = p_tenant and w.type_id = p_type and w.state = 'waiting'
    and w.quantity * t.group_size <= (select min(q.capacity - q.held - q.sold) from public.ticket_type_quotas m
      join public.ticket_quotas q on q.tenant_id = m.tenant_id and q.id = m.quota_id
      where m.tenant_id = t.tenant_id and m.event_id = t.event_id and m.type_id = t.id);
end;

-- The first in line of each type for whom there are enough seats now.
create or replace function app.waits_to_offer(p_most integer) returns table (tenant_id uuid, wait_id uuid) language sql stable security definer
set search_path = '' begin atomic
  select f.tenant_id, w.id as wait_id
  from (select t.tenant_id, t.id, t.group_size, (select min(q.capacity - q.held - q.sold) from public.ticket_type_quotas m
      join public.ticket_quotas q on q.tenant_id = m.tenant_id and q.id = m.quota_id
      where m.tenant_id = t.tenant_id and m.event_id = t.event_id and m.type_id = t.id) as free
    from (select distinct x.tenant_id, x.type_id from public.ticket_waits x where x.state = 'waiting') x
    join public.ticket_types t on t.tenant_id = x.tenant_id and t.id = x.type_id and t.is_open
    join public.ticket_events e on e.tenant_id = t.tenant_id and e.id = t.event_id and e.state = 'published' and e.ends_at > now()) f
  cross join lateral (select x.id from public.ticket_waits x
    where x.tenant_id = f.tenant_id and x.type_id = f.id and x.state = 'waiting' and x.quantity * f.group_size <= f.free
    order by x.id limit 1) w
  order by w.id limit p_most;
end;

-- Puts an address on the list; the same one again changes its number. Refuses `not_waiting` while one can be bought, and
-- `quantity` for a number that no buyer may have.
create or replace function app.wait_for_tickets(p_type uuid, p_email text, p_quantity integer, p_language text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_type public.ticket_types;
  v_left integer;
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
  insert into public.ticket_waits (tenant_id, event_id, type_id, email, auth_user_id, quantity, language)
    values (v_type.tenant_id, v_type.event_id, p_type, p_email, case when auth.role() = 'end_user' then auth.uid() end, p_quantity, p_language)
    on conflict (tenant_id, type_id, lower(email)) where state in ('waiting', 'offered') do update set quantity = excluded.quantity
      where ticket_waits.state = 'waiting';
end $$;

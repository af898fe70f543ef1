-- Waiting lists. An offer is a cart that holds the seats for the person it is offered to, until the offer ends; it becomes an order as
-- every cart does. Seats that are owed to the list are not sold to others meanwhile.
create table public.ticket_waits (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  event_id uuid not null,
  type_id uuid not null,
  email text not null check (char_length(email) between 3 and 320),
  auth_user_id uuid,
  quantity smallint not null default 1 check (quantity between 1 and 10),
  language text not null default 'en' check (language ~ '^[a-z]{2}$'),
  state text not null default 'waiting' check (state in ('waiting', 'offered', 'taken', 'lapsed')),
  offered_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, event_id, type_id) references public.ticket_types (tenant_id, event_id, id) on delete cascade
);
create unique index ticket_waits_once on public.ticket_waits (tenant_id, type_id, lower(email)) where state in ('waiting', 'offered');
create index ticket_waits_by_type on public.ticket_waits (tenant_id, event_id, type_id, id);
create index ticket_waits_waiting on public.ticket_waits (tenant_id, type_id, id) where state = 'waiting';
create index ticket_waits_by_user on public.ticket_waits (tenant_id, auth_user_id) where auth_user_id is not null;
select app.protect('public.ticket_waits');
grant select (tenant_id, id, event_id, type_id, email, auth_user_id, quantity, language, state, offered_until, created_at), delete
  on public.ticket_waits to authenticated;
create policy of_support on public.ticket_waits for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('people'))));
select app.audit('public.ticket_waits', 'ticket_wait', null, p_only => array['state'], p_on => 'delete', p_who => 'administrators');

create function app.erase_waits_of(p_tenant uuid, p_user uuid, p_email text) returns void language sql set search_path = ''
begin atomic
  delete from public.ticket_waits where tenant_id = p_tenant and (auth_user_id = p_user or lower(email) = lower(p_email));
end;
select app.add_person_data('public.ticket_waits', 'app.erase_waits_of', 'function');
select app.add_person_data('public.ticket_waits', 'auth_user_id', 'kept', p_exported => '{id,event_id,type_id,email,quantity,state,created_at}',
  p_reason => 'deleted by app.erase_waits_of');

-- Seats of a type that those who wait are owed before others.
create function app.seats_owed(p_tenant uuid, p_type uuid) returns integer language sql stable set search_path = '' begin atomic
  select coalesce(sum(w.quantity * t.group_size), 0)::integer
  from public.ticket_waits w join public.ticket_types t on t.tenant_id = w.tenant_id and t.id = w.type_id and t.has_waiting_list
  where w.tenant_id = p_tenant and w.type_id = p_type and w.state = 'waiting';
end;

-- Puts an address on the list; the same one again changes its number. Refuses `not_waiting` while tickets are for sale.
create function app.wait_for_tickets(p_type uuid, p_email text, p_quantity integer, p_language text) returns void
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
  if v_left >= p_quantity * v_type.group_size then
    perform app.refuse_tickets('not_waiting');
  end if;
  insert into public.ticket_waits (tenant_id, event_id, type_id, email, auth_user_id, quantity, language)
    values (v_type.tenant_id, v_type.event_id, p_type, p_email, case when auth.role() = 'end_user' then auth.uid() end, p_quantity, p_language)
    on conflict (tenant_id, type_id, lower(email)) where state in ('waiting', 'offered') do update set quantity = excluded.quantity
      where ticket_waits.state = 'waiting';
end $$;
grant execute on function app.wait_for_tickets(uuid, text, integer, text) to anon, end_user;

-- Types whose first in line can be offered seats now.
create function app.waits_to_offer(p_most integer) returns table (tenant_id uuid, wait_id uuid) language sql stable security definer
set search_path = '' begin atomic
  select w.tenant_id, w.id as wait_id
  from (select distinct on (x.tenant_id, x.type_id) x.tenant_id, x.id, x.type_id, x.event_id, x.quantity
    from public.ticket_waits x where x.state = 'waiting' order by x.tenant_id, x.type_id, x.id) w
  join public.ticket_types t on t.tenant_id = w.tenant_id and t.id = w.type_id and t.is_open
  join public.ticket_events e on e.tenant_id = w.tenant_id and e.id = w.event_id and e.state = 'published' and e.ends_at > now()
  where (select min(q.capacity - q.held - q.sold) from public.ticket_type_quotas m
      join public.ticket_quotas q on q.tenant_id = m.tenant_id and q.id = m.quota_id
      where m.tenant_id = w.tenant_id and m.event_id = w.event_id and m.type_id = w.type_id) >= w.quantity * t.group_size
  order by w.id limit p_most;
end;

-- Offers seats to the first in line: holds them for a day, or until sales end. Whoever offers first does it. Returns whether it did.
create function app.offer_tickets(p_tenant uuid, p_wait uuid, p_secret bytea) returns boolean language plpgsql security definer
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
  select least(now() + interval '24 hours', e.ends_at, v_type.sale_until) into v_until
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
grant execute on function app.waits_to_offer(integer), app.offer_tickets(uuid, uuid, bytea) to service_role;

-- An offer ends as its cart does.
create function app.settle_wait() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.ticket_waits set state = case new.state when 'done' then 'taken' else 'lapsed' end
    where tenant_id = new.tenant_id and id = new.wait_id and state = 'offered';
  return null;
end $$;
create trigger settle_wait after update of state on app.ticket_carts for each row
  when (new.wait_id is not null and new.state in ('done', 'ended') and old.state <> new.state) execute function app.settle_wait();

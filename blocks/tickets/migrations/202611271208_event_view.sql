-- What visitors see of events. The states are those of the database's clock; carts whose time is over count as returned.

create function app.event_types(p_tenant uuid, p_event uuid, p_mine uuid[], p_code text) returns setof jsonb language sql stable
set search_path = '' begin atomic
  with returned as (
    select u.quota_id, sum(l.quantity * l.group_size) as n
    from app.ticket_carts c
    join app.ticket_cart_lines l on l.tenant_id = c.tenant_id and l.cart_id = c.id
    cross join unnest(l.quota_ids) as u (quota_id)
    where c.tenant_id = p_tenant and c.event_id = p_event and c.state = 'held' and c.until_at <= now()
    group by u.quota_id
  ), typed as (
    select t as type, t.id, t.position,
      t.is_open and app.tickets_allow(p_tenant, 'pro')
        and (not app.type_needs_business(t) or app.tickets_allow(p_tenant, 'business')) as sells,
      t.audience_id is null or t.audience_id = any (p_mine) as may_buy,
      app.ticket_price(t, 1) as price,
      (select c.id from app.ticket_code(p_tenant, p_event, p_code) c where c.type_ids = '{}' or t.id = any (c.type_ids)) as code_id,
      s.capacity, greatest(0, s.free - app.seats_owed(p_tenant, t.id)) / t.group_size as units
    from public.ticket_types t
    cross join lateral (select min(q.capacity) as capacity, min(q.capacity - q.held - q.sold + coalesce(r.n, 0))::integer as free
      from public.ticket_type_quotas m
      join public.ticket_quotas q on q.tenant_id = m.tenant_id and q.id = m.quota_id
      left join returned r on r.quota_id = q.id
      where m.tenant_id = p_tenant and m.event_id = p_event and m.type_id = t.id) s
    where t.tenant_id = p_tenant and t.event_id = p_event
  ), shown as (
    select d.type, d.id, d.position, d.sells, d.may_buy, d.price, d.code_id, d.capacity, d.units,
      -- Few: a tenth, at least 3 and at most 20.
      d.units <= least(20, greatest(3, ceil(d.capacity / 10.0))) and d.units < d.capacity as is_few,
      e.state as event_state, e.ends_at
    from typed d join public.ticket_events e on e.tenant_id = p_tenant and e.id = p_event
    where not (d.type).is_hidden or d.code_id is not null
  )
  select jsonb_strip_nulls(jsonb_build_object('id', s.id, 'name', (s.type).name, 'description', (s.type).description,
    'state', case
      when s.event_state = 'canceled' then 'canceled'
      when s.ends_at <= now() or (s.type).sale_until <= now() then 'ended'
      when not s.sells or s.units is null then 'closed'
      when (s.type).sale_from > now() then 'not_yet'
      when not s.may_buy then 'members_only'
      when s.units < (s.type).min_per_order and (s.type).has_waiting_list then 'waiting_list'
      when s.units < (s.type).min_per_order then 'sold_out'
      when s.is_few then 'few_left'
      else 'on_sale' end,
    'price_cents', app.price_with_code(s.price, c, s.id), 'regular_price_cents', case
      when app.price_with_code(s.price, c, s.id) < (s.type).price_cents then (s.type).price_cents end,
    'is_donation', nullif((s.type).is_donation, false), 'group_size', nullif((s.type).group_size, 1),
    'addon_of', (s.type).addon_of, 'min_per_order', (s.type).min_per_order,
    'max_per_order', least((s.type).max_per_order, coalesce((s.type).most_per_buyer, 50)),
    'sale_from', (s.type).sale_from, 'sale_until', (s.type).sale_until,
    'left', case when s.is_few and s.may_buy then s.units end,
    'price_until', (select p.until_at from public.ticket_phases p where p.tenant_id = p_tenant and p.type_id = s.id and p.until_at > now()
      order by p.position limit 1),
    'ways', case when not s.may_buy then app.ways_to_item(p_tenant, (s.type).audience_id) end,
    'questions', (s.type).questions))
  from shown s
  left join public.ticket_codes c on c.tenant_id = p_tenant and c.id = s.code_id
  order by s.position, s.id;
end;

-- An event for someone who is in p_mine; null when the tenant has no such event.
create function app.event_as_seen(p_tenant uuid, p_event uuid, p_mine uuid[], p_code text) returns jsonb language sql stable
set search_path = '' begin atomic
  select jsonb_build_object('id', e.id, 'series_id', e.series_id, 'title', e.title, 'summary', e.summary, 'place', e.place, 'zone', e.zone,
    'starts_at', e.starts_at, 'ends_at', e.ends_at, 'currency', e.currency, 'is_canceled', e.state = 'canceled',
    'is_over', e.ends_at <= now(), 'now', now(),
    'code_is_valid', case when p_code is not null then exists (select from app.ticket_code(e.tenant_id, e.id, p_code)) end,
    'has_codes', exists (select from public.ticket_codes c where c.tenant_id = e.tenant_id and c.event_id = e.id),
    'types', coalesce((select jsonb_agg(v.v) from app.event_types(e.tenant_id, e.id, p_mine, p_code) as v (v)), '[]'))
  from public.ticket_events e where e.tenant_id = p_tenant and e.id = p_event;
end;

-- An event as the caller sees it; null when it is no event of the caller's tenant, a draft, or for others.
create function app.event_view(p_event uuid, p_code text) returns jsonb language sql stable security definer set search_path = ''
begin atomic
  select app.event_as_seen(e.tenant_id, e.id, array(select app.my_audiences()), p_code)
  from public.ticket_events e
  where e.tenant_id = app.tenant_id() and e.id = p_event and e.state <> 'draft'
    and (e.audience_id is null or e.audience_id = any (array(select app.my_audiences())));
end;

-- For the preview in the Studio: as a visitor who is in no audience sees it, drafts included.
create function app.preview_event(p_tenant uuid, p_event uuid) returns jsonb language sql stable security definer set search_path = ''
begin atomic
  select app.event_as_seen(p_tenant, p_event, array(select e.audience_id from app.audiences_of_everyone(p_tenant) e), null)
  where p_tenant = any (array(select app.tenants_with('content')));
end;
grant execute on function app.preview_event(uuid, uuid) to authenticated;

-- Events for lists and calendars: those that are not over, or all of a series, by start.
create function app.list_events(p_series uuid, p_from timestamptz, p_until timestamptz) returns setof jsonb language sql stable security definer
set search_path = '' begin atomic
  select app.event_view(e.id, null)
  from public.ticket_events e
  where e.tenant_id = app.tenant_id() and e.state <> 'draft' and (p_series is null or e.series_id = p_series)
    and e.ends_at > coalesce(p_from, now()) and (p_until is null or e.starts_at < p_until)
    and (e.audience_id is null or e.audience_id = any (array(select app.my_audiences())))
  order by e.starts_at, e.id limit 100;
end;
grant execute on function app.event_view(uuid, text), app.list_events(uuid, timestamptz, timestamptz) to anon, end_user;

-- The same time on the wall some days later: over a change of summer time, the hours between differ.
create function app.shift_days(p_at timestamptz, p_days integer, p_zone text) returns timestamptz language sql immutable
  return ((p_at at time zone p_zone) + make_interval(days => p_days)) at time zone p_zone;

-- Repeats an event some days later as a draft of a series, with types, seats and phases. Sales windows move with it. Codes do not.
create function app.repeat_event(p_tenant uuid, p_event uuid, p_series uuid, p_days integer) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_event public.ticket_events;
  v_id constant uuid := app.uuidv7();
  v_types jsonb;
  v_quotas jsonb;
begin
  select e.* into v_event from public.ticket_events e
    where e.tenant_id = p_tenant and e.id = p_event and p_tenant = any (array(select app.tenants_with('content')));
  if not found then
    perform app.refuse_tickets('event_not_found');
  elsif not app.tickets_allow(p_tenant, 'business') then
    perform app.refuse_tickets('plan', 'business');
  end if;
  insert into public.ticket_events (tenant_id, id, series_id, title, summary, place, zone, starts_at, ends_at, currency, audience_id,
      cancel_until, refund_percent)
    values (p_tenant, v_id, p_series, v_event.title, v_event.summary, v_event.place, v_event.zone,
      app.shift_days(v_event.starts_at, p_days, v_event.zone), app.shift_days(v_event.ends_at, p_days, v_event.zone), v_event.currency,
      v_event.audience_id, app.shift_days(v_event.cancel_until, p_days, v_event.zone), v_event.refund_percent);
  select coalesce(jsonb_object_agg(t.id, app.uuidv7()), '{}') into v_types from public.ticket_types t
    where t.tenant_id = p_tenant and t.event_id = p_event;
  select coalesce(jsonb_object_agg(q.id, app.uuidv7()), '{}') into v_quotas from public.ticket_quotas q
    where q.tenant_id = p_tenant and q.event_id = p_event;
  insert into public.ticket_quotas (tenant_id, id, event_id, name, capacity)
    select p_tenant, (v_quotas ->> q.id::text)::uuid, v_id, q.name, q.capacity from public.ticket_quotas q
    where q.tenant_id = p_tenant and q.event_id = p_event;
  insert into public.ticket_types (tenant_id, id, event_id, name, description, position, price_cents, is_donation, sale_from, sale_until,
      min_per_order, max_per_order, most_per_buyer, group_size, is_hidden, addon_of, audience_id, has_waiting_list, is_transferable, is_open,
      questions)
    select p_tenant, (v_types ->> t.id::text)::uuid, v_id, t.name, t.description, t.position, t.price_cents, t.is_donation,
      app.shift_days(t.sale_from, p_days, v_event.zone), app.shift_days(t.sale_until, p_days, v_event.zone), t.min_per_order, t.max_per_order,
      t.most_per_buyer, t.group_size, t.is_hidden, (v_types ->> t.addon_of::text)::uuid, t.audience_id, t.has_waiting_list,
      t.is_transferable, t.is_open, t.questions
    from public.ticket_types t where t.tenant_id = p_tenant and t.event_id = p_event;
  insert into public.ticket_type_quotas (tenant_id, event_id, type_id, quota_id)
    select p_tenant, v_id, (v_types ->> m.type_id::text)::uuid, (v_quotas ->> m.quota_id::text)::uuid
    from public.ticket_type_quotas m where m.tenant_id = p_tenant and m.event_id = p_event;
  insert into public.ticket_phases (tenant_id, type_id, position, name, price_cents, until_at, until_sold)
    select p_tenant, (v_types ->> p.type_id::text)::uuid, p.position, p.name, p.price_cents,
      app.shift_days(p.until_at, p_days, v_event.zone), p.until_sold
    from public.ticket_phases p join public.ticket_types t on t.tenant_id = p.tenant_id and t.id = p.type_id
    where p.tenant_id = p_tenant and t.event_id = p_event;
  return v_id;
end $$;
grant execute on function app.repeat_event(uuid, uuid, uuid, integer) to authenticated;

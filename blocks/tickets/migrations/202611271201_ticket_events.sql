-- Events and what is sold for them: docs/decisions/082, blocks/tickets/README.md.

create function app.valid_zone(p_zone text) returns boolean language plpgsql immutable set search_path = '' as $$
begin
  -- A name of the time zone database; PostgreSQL would also accept offsets, which have no summer time.
  perform timestamptz '2026-01-01 00:00:00+00' at time zone p_zone;
  return p_zone ~ '^[A-Z][A-Za-z_]+(/[A-Z][A-Za-z0-9_+-]+)*$';
exception when invalid_parameter_value then
  return false;
end $$;

-- Questions to each holder: `[{"id", "label", "kind": "text" | "choice" | "yes_no", "required", "choices"}]`.
create function app.valid_questions(p_questions jsonb) returns boolean language sql immutable
  return jsonb_typeof(p_questions) = 'array' and jsonb_array_length(p_questions) <= 20 and octet_length(p_questions::text) <= 20000
    and not exists (select from jsonb_array_elements(p_questions) as q where not coalesce(
      jsonb_typeof(q) = 'object' and q ->> 'id' ~ '^[a-z0-9_]{1,40}$' and app.valid_name(q ->> 'label', 200)
      and q ->> 'kind' in ('text', 'choice', 'yes_no') and (q ->> 'kind' <> 'choice' or jsonb_array_length(q -> 'choices') between 1 and 50), false));
grant execute on function app.valid_zone(text), app.valid_questions(jsonb) to anon, authenticated, end_user, service_role;

create table public.ticket_series (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  title text not null check (app.valid_name(title, 120)),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select app.protect('public.ticket_series');
grant select (tenant_id, id, title, created_at), insert (tenant_id, title), update (title), delete
  on public.ticket_series to authenticated;
create policy of_readers on public.ticket_series for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('see'))));
create policy of_editors on public.ticket_series for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))))
  with check (tenant_id = any (array(select app.tenants_with('content'))));
select app.audit('public.ticket_series', 'ticket_series', 'title', p_except => array['created_at']);

create table public.ticket_events (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  series_id uuid,
  title text not null check (app.valid_name(title, 120)),
  summary text check (char_length(summary) <= 2000),
  place text check (app.valid_name(place, 200)), -- null: online only
  zone text not null default 'UTC' check (app.valid_zone(zone)), -- the times are shown in it
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  state text not null default 'draft' check (state in ('draft', 'published', 'canceled')),
  currency text not null default 'eur' check (currency ~ '^[a-z]{3}$'),
  audience_id uuid, -- who may see it; null: everyone
  cancel_until timestamptz, -- until when buyers may cancel; null: they may not
  refund_percent smallint not null default 100 check (refund_percent between 0 and 100), -- of the price, when a buyer cancels
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check (ends_at > starts_at and ends_at <= starts_at + interval '60 days'),
  foreign key (tenant_id, series_id) references public.ticket_series (tenant_id, id),
  foreign key (tenant_id, audience_id) references public.audiences (tenant_id, id)
);
create index ticket_events_by_start on public.ticket_events (tenant_id, starts_at);
create index ticket_events_by_series on public.ticket_events (tenant_id, series_id, starts_at);
create index ticket_events_by_audience on public.ticket_events (tenant_id, audience_id);
select app.protect('public.ticket_events');
create trigger touch before update on public.ticket_events for each row execute function app.touch_updated_at();
grant select (tenant_id, id, series_id, title, summary, place, zone, starts_at, ends_at, state, currency, audience_id, cancel_until,
    refund_percent, created_at, updated_at),
  insert (tenant_id, series_id, title, summary, place, zone, starts_at, ends_at, state, currency, audience_id, cancel_until, refund_percent),
  update (series_id, title, summary, place, zone, starts_at, ends_at, state, currency, audience_id, cancel_until, refund_percent), delete
  on public.ticket_events to authenticated;
create policy of_readers on public.ticket_events for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('see'))));
create policy of_editors on public.ticket_events for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))))
  with check (tenant_id = any (array(select app.tenants_with('content'))));
select app.audit('public.ticket_events', 'ticket_event', 'title', p_except => array['created_at', 'updated_at']);
select realtime.publish('public.ticket_events');

-- Seats. `held` are in carts and open checkouts, `sold` are those of valid tickets. No code path can sell more: the constraint refuses it.
create table public.ticket_quotas (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  event_id uuid not null,
  name text not null check (app.valid_name(name, 80)),
  capacity integer not null check (capacity between 0 and 1000000),
  held integer not null default 0 check (held >= 0),
  sold integer not null default 0 check (sold >= 0),
  primary key (tenant_id, id),
  unique (tenant_id, event_id, id),
  constraint ticket_quotas_capacity check (held + sold <= capacity),
  foreign key (tenant_id, event_id) references public.ticket_events (tenant_id, id) on delete cascade
);
select app.protect('public.ticket_quotas');
grant select (tenant_id, id, event_id, name, capacity, held, sold), insert (tenant_id, event_id, name, capacity),
  update (name, capacity), delete on public.ticket_quotas to authenticated;
create policy of_readers on public.ticket_quotas for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('see'))));
create policy of_editors on public.ticket_quotas for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))))
  with check (tenant_id = any (array(select app.tenants_with('content'))));
select app.audit('public.ticket_quotas', 'ticket_quota', 'name', p_except => array['held', 'sold']);
select realtime.publish('public.ticket_quotas');

create table public.ticket_types (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  event_id uuid not null,
  name text not null check (app.valid_name(name, 80)),
  description text check (char_length(description) <= 500),
  position smallint not null default 0,
  price_cents integer not null check (price_cents between 0 and 99999999), -- of one unit, which is `group_size` tickets
  is_donation boolean not null default false, -- buyers choose the price; price_cents is the least
  sale_from timestamptz,
  sale_until timestamptz,
  min_per_order smallint not null default 1 check (min_per_order between 1 and 50),
  max_per_order smallint not null default 10 check (max_per_order between 1 and 50),
  most_per_buyer smallint check (most_per_buyer between 1 and 50),
  group_size smallint not null default 1 check (group_size between 1 and 50),
  is_hidden boolean not null default false, -- shown to those with a code that unlocks it
  addon_of uuid, -- sold with at least as many of that type
  audience_id uuid, -- who may buy it, such as members at their price; null: everyone
  has_waiting_list boolean not null default false,
  is_transferable boolean not null default true,
  is_open boolean not null default true,
  questions jsonb not null default '[]' check (app.valid_questions(questions)),
  taken integer not null default 0 check (taken >= 0), -- units held and sold, for phases that end with a number
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, event_id, id),
  check (sale_until > sale_from),
  check (min_per_order <= max_per_order and addon_of <> id),
  foreign key (tenant_id, event_id) references public.ticket_events (tenant_id, id) on delete cascade,
  foreign key (tenant_id, event_id, addon_of) references public.ticket_types (tenant_id, event_id, id),
  foreign key (tenant_id, audience_id) references public.audiences (tenant_id, id)
);
create index ticket_types_by_addon on public.ticket_types (tenant_id, event_id, addon_of);
create index ticket_types_by_audience on public.ticket_types (tenant_id, audience_id);
select app.protect('public.ticket_types');
grant select (tenant_id, id, event_id, name, description, position, price_cents, is_donation, sale_from, sale_until, min_per_order,
    max_per_order, most_per_buyer, group_size, is_hidden, addon_of, audience_id, has_waiting_list, is_transferable, is_open, questions, taken,
    created_at),
  insert (tenant_id, event_id, name, description, position, price_cents, is_donation, sale_from, sale_until, min_per_order,
    max_per_order, most_per_buyer, group_size, is_hidden, addon_of, audience_id, has_waiting_list, is_transferable, is_open, questions),
  update (name, description, position, price_cents, is_donation, sale_from, sale_until, min_per_order, max_per_order, most_per_buyer,
    group_size, is_hidden, addon_of, audience_id, has_waiting_list, is_transferable, is_open, questions), delete
  on public.ticket_types to authenticated;
create policy of_readers on public.ticket_types for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('see'))));
create policy of_editors on public.ticket_types for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))))
  with check (tenant_id = any (array(select app.tenants_with('content'))));
select app.audit('public.ticket_types', 'ticket_type', 'name', p_except => array['taken', 'created_at']);
select app.add_person_data('public.ticket_types', 'most_per_buyer', 'kept', p_reason => 'a number');

-- The seats that a unit of a type takes: one to three quotas. Types that name the same quota share its capacity.
create table public.ticket_type_quotas (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  event_id uuid not null,
  type_id uuid not null,
  quota_id uuid not null,
  primary key (tenant_id, type_id, quota_id),
  foreign key (tenant_id, event_id, type_id) references public.ticket_types (tenant_id, event_id, id) on delete cascade,
  foreign key (tenant_id, event_id, quota_id) references public.ticket_quotas (tenant_id, event_id, id) on delete cascade
);
create index ticket_type_quotas_by_type on public.ticket_type_quotas (tenant_id, event_id, type_id);
create index ticket_type_quotas_by_quota on public.ticket_type_quotas (tenant_id, event_id, quota_id);
select app.protect('public.ticket_type_quotas');
grant select (tenant_id, event_id, type_id, quota_id), insert (tenant_id, event_id, type_id, quota_id), delete
  on public.ticket_type_quotas to authenticated;
create policy of_readers on public.ticket_type_quotas for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('see'))));
create policy of_editors on public.ticket_type_quotas for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))))
  with check (tenant_id = any (array(select app.tenants_with('content'))));
select app.audit('public.ticket_type_quotas', 'ticket_type_quota', null);

-- The price of a type for a time or a number of units. The first phase that is open counts, after the last one the type's own price.
create table public.ticket_phases (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  type_id uuid not null,
  position smallint not null,
  name text check (app.valid_name(name, 80)),
  price_cents integer not null check (price_cents between 0 and 99999999),
  until_at timestamptz,
  until_sold integer check (until_sold between 1 and 1000000), -- units of the type, held and sold
  primary key (tenant_id, id),
  unique (tenant_id, type_id, position),
  check (until_at is not null or until_sold is not null),
  foreign key (tenant_id, type_id) references public.ticket_types (tenant_id, id) on delete cascade
);
select app.protect('public.ticket_phases');
grant select (tenant_id, id, type_id, position, name, price_cents, until_at, until_sold),
  insert (tenant_id, type_id, position, name, price_cents, until_at, until_sold),
  update (position, name, price_cents, until_at, until_sold), delete on public.ticket_phases to authenticated;
create policy of_readers on public.ticket_phases for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('see'))));
create policy of_editors on public.ticket_phases for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))))
  with check (tenant_id = any (array(select app.tenants_with('content'))));
select app.audit('public.ticket_phases', 'ticket_phase', 'name');

-- Codes that a buyer types. `unlock` shows hidden types; the others also lower the price of the types they are for.
create table public.ticket_codes (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  event_id uuid not null,
  code text not null check (code ~ '^[A-Z0-9_-]{3,40}$'),
  kind text not null check (kind in ('unlock', 'percent', 'amount')),
  value integer not null default 0 check (value between 0 and 99999999), -- percent, or minor units off each unit
  type_ids uuid[] not null default '{}' check (cardinality(type_ids) <= 50), -- empty: all
  most integer check (most between 1 and 1000000), -- units; null: unlimited
  held integer not null default 0 check (held >= 0),
  used integer not null default 0 check (used >= 0),
  from_at timestamptz,
  until_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, event_id, code),
  check (case kind when 'unlock' then value = 0 when 'percent' then value between 1 and 100 else value > 0 end),
  constraint ticket_codes_most check (held + used <= most),
  foreign key (tenant_id, event_id) references public.ticket_events (tenant_id, id) on delete cascade
);
select app.protect('public.ticket_codes');
grant select (tenant_id, id, event_id, code, kind, value, type_ids, most, held, used, from_at, until_at),
  insert (tenant_id, event_id, code, kind, value, type_ids, most, from_at, until_at),
  update (kind, value, type_ids, most, from_at, until_at), delete on public.ticket_codes to authenticated;
create policy of_readers on public.ticket_codes for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))));
create policy of_editors on public.ticket_codes for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))))
  with check (tenant_id = any (array(select app.tenants_with('content'))));
select app.audit('public.ticket_codes', 'ticket_code', 'code', p_except => array['held', 'used']);

-- Plans: Pro has events with types of one price; Business adds series, price phases, add-ons, codes, shared capacity and waiting lists.
-- In test mode everything can be tried, as with the other blocks. What exists stays when a plan ends: it is read-only, and types that
-- need Business are not sold.
create function app.tickets_allow(p_tenant uuid, p_plan text) returns boolean
language sql stable security definer set search_path = '' begin atomic
  select coalesce((select t.stripe_mode = 'test' or app.has_plan(t.owner_user_id, p_plan) from public.tenants t where t.id = p_tenant), false);
end;

create function app.type_needs_business(p_type public.ticket_types) returns boolean
language sql stable security definer set search_path = '' begin atomic
  select (p_type).is_hidden or (p_type).addon_of is not null
    or exists (select from public.ticket_phases p where p.tenant_id = (p_type).tenant_id and p.type_id = (p_type).id)
    or exists (select from public.ticket_type_quotas q join public.ticket_type_quotas o
        on o.tenant_id = q.tenant_id and o.event_id = q.event_id and o.quota_id = q.quota_id and o.type_id <> q.type_id
      where q.tenant_id = (p_type).tenant_id and q.event_id = (p_type).event_id and q.type_id = (p_type).id);
end;

create function app.check_ticket_plan() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_row constant jsonb := to_jsonb(new);
  v_plan constant text := case
    when tg_table_name in ('ticket_series', 'ticket_phases', 'ticket_codes')
      or v_row ->> 'series_id' is not null or v_row ->> 'addon_of' is not null
      or (v_row ->> 'is_hidden')::boolean or (v_row ->> 'has_waiting_list')::boolean
      or tg_table_name = 'ticket_type_quotas' and exists (select from public.ticket_type_quotas q
        where q.tenant_id = (v_row ->> 'tenant_id')::uuid and q.event_id = (v_row ->> 'event_id')::uuid
          and q.quota_id = (v_row ->> 'quota_id')::uuid and q.type_id <> (v_row ->> 'type_id')::uuid)
      then 'business' else 'pro' end;
begin
  if not app.tickets_allow((v_row ->> 'tenant_id')::uuid, v_plan) then
    raise exception 'This needs the plan %', v_plan
      using errcode = 'check_violation', constraint = 'tickets_plan', table = tg_table_name, detail = v_plan;
  end if;
  return new;
end $$;

create trigger check_plan before insert or update on public.ticket_series for each row
  when (current_user = 'authenticated') execute function app.check_ticket_plan();
create trigger check_plan before insert or update on public.ticket_events for each row
  when (current_user = 'authenticated') execute function app.check_ticket_plan();
create trigger check_plan before insert or update on public.ticket_types for each row
  when (current_user = 'authenticated') execute function app.check_ticket_plan();
create trigger check_plan before insert or update on public.ticket_quotas for each row
  when (current_user = 'authenticated') execute function app.check_ticket_plan();
create trigger check_plan before insert on public.ticket_type_quotas for each row
  when (current_user = 'authenticated') execute function app.check_ticket_plan();
create trigger check_plan before insert or update on public.ticket_phases for each row
  when (current_user = 'authenticated') execute function app.check_ticket_plan();
create trigger check_plan before insert or update on public.ticket_codes for each row
  when (current_user = 'authenticated') execute function app.check_ticket_plan();

-- At most three quotas for a type: a unit takes a seat of each.
create function app.limit_type_quotas() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.ticket_types t where t.tenant_id = new.tenant_id and t.id = new.type_id for no key update;
  if (select count(*) from public.ticket_type_quotas q where q.tenant_id = new.tenant_id and q.type_id = new.type_id) >= 3 then
    raise exception 'A type takes seats of at most three quotas'
      using errcode = 'check_violation', constraint = 'ticket_type_quotas_most', table = 'ticket_type_quotas';
  end if;
  return new;
end $$;
create trigger limit_quotas before insert on public.ticket_type_quotas for each row execute function app.limit_type_quotas();

-- A quota whose seats are taken stays, so that what takes them can return them.
create function app.keep_taken_quota() returns trigger language plpgsql set search_path = '' as $$
begin
  if old.held + old.sold > 0 then
    raise exception 'Seats of this quota are taken'
      using errcode = 'check_violation', constraint = 'ticket_quotas_taken', table = 'ticket_quotas';
  end if;
  return old;
end $$;
create trigger keep_taken before delete on public.ticket_quotas for each row
  when (current_user = 'authenticated') execute function app.keep_taken_quota();

create function app.keep_audience_of_tickets() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.keep_used_audience(old.tenant_id, 'event', array(
    select e.title from public.ticket_events e where e.tenant_id = old.tenant_id and e.audience_id = old.id order by e.title, e.id));
  perform app.keep_used_audience(old.tenant_id, 'ticket', array(
    select t.name from public.ticket_types t where t.tenant_id = old.tenant_id and t.audience_id = old.id order by t.name, t.id));
  return old;
end $$;
create trigger keep_audience_of_tickets before delete on public.audiences
  for each row execute function app.keep_audience_of_tickets();

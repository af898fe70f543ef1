-- Audiences by teams: docs/decisions/059.

-- `team` is a kind of a row, like `owner`: the row's team is the one that the caller acts for. Policies of a team's rows:
-- `team_id = any (array(select app.my_team())) and audience_id = any (array(select app.my_audiences_as_team()))`.
insert into app.audience_kinds (kind) values ('team');
create function app.my_audiences_as_team() returns setof uuid language plpgsql stable security definer rows 20
set search_path = '' as $$
declare
  v_claims constant jsonb := auth.jwt();
begin
  if v_claims ->> 'role' is distinct from 'end_user' then
    return;
  end if;
  return query
    select t.audience_id
    from auth.users u
    join public.team_members m on m.tenant_id = u.pool_id and m.auth_user_id = u.id and m.is_active
    join app.audience_terms t on t.tenant_id = u.pool_id and t.kind = 'team' and t.which = ''
    where u.pool_id = (v_claims ->> 'tenant')::uuid and u.id = (v_claims ->> 'sub')::uuid and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())
      and (t.opens_at is null or t.opens_at <= now()) and (t.closes_at is null or t.closes_at > now())
      and (t.after_days is null or m.joined_at + make_interval(hours => 24 * t.after_days) <= now());
end $$;
grant execute on function app.my_audiences_as_team() to end_user;

-- Seats of a team by product: what its members pay for now. `since` is the first payment.
create function app.team_seats(p_tenant uuid, p_team uuid)
returns table (source_id uuid, seats bigint, since timestamptz) language sql stable begin atomic
  select g.source_id, sum(o.seats) as seats, min(g.since) as since
  from public.team_orders s
  join public.orders o on o.tenant_id = s.tenant_id and o.id = s.order_id and o.auth_user_id = s.auth_user_id
  join app.granting_orders(p_tenant) g on g.id = s.order_id
  where s.tenant_id = p_tenant and s.team_id = p_team
    and (g.mode = 'live' or (select t.stripe_mode from public.tenants t where t.id = p_tenant) = 'test')
  group by g.source_id;
end;

-- Who has them: first the payers, who have access anyway, then members in the order of joining. Banned members use no seat.
create function app.team_seat_holders(p_tenant uuid, p_team uuid)
returns table (source_id uuid, auth_user_id uuid, since timestamptz) language sql stable begin atomic
  select placed.source_id, placed.auth_user_id, placed.since
  from (
    select s.source_id, s.seats, m.auth_user_id, greatest(s.since, m.joined_at) as since,
      row_number() over (partition by s.source_id order by exists (select from public.team_orders p
        join public.orders o on o.tenant_id = p.tenant_id and o.id = p.order_id
        where p.tenant_id = p_tenant and p.team_id = p_team and p.auth_user_id = m.auth_user_id
          and o.source_id = s.source_id and app.order_grants(p_tenant, o.id)) desc, m.joined_at, m.auth_user_id) as place
    from app.team_seats(p_tenant, p_team) s
    join public.team_members m on m.tenant_id = p_tenant and m.team_id = p_team
    join auth.users u on u.pool_id = m.tenant_id and u.id = m.auth_user_id
    where u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())) placed
  where placed.place <= placed.seats;
end;

-- What a member has a seat for. With a seat for every member no one has to be placed, which takes three times as long. Written in
-- plpgsql, so that the planner does not merge it into the statement of those who are in no team.
create function app.seats_of(p_tenant uuid, p_member uuid) returns table (source_id uuid, since timestamptz)
language plpgsql stable rows 2 set search_path = '' as $$
declare
  v_seats record;
begin
  for v_seats in
    select m.team_id, m.joined_at, s.source_id, s.seats, s.since
    from public.team_members m
    join auth.users u on u.pool_id = m.tenant_id and u.id = m.auth_user_id
    cross join lateral app.team_seats(p_tenant, m.team_id) s
    where m.tenant_id = p_tenant and m.auth_user_id = p_member and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())
  loop
    if v_seats.seats >= (select count(*) from public.team_members m where m.tenant_id = p_tenant and m.team_id = v_seats.team_id)
      or exists (select from app.team_seat_holders(p_tenant, v_seats.team_id) h
        where h.source_id = v_seats.source_id and h.auth_user_id = p_member)
    then
      source_id := v_seats.source_id;
      since := greatest(v_seats.since, v_seats.joined_at);
      return next;
    end if;
  end loop;
end $$;

-- What a member bought, and what the teams that they are in bought for them: in every team, not in the active one only.
create or replace function app.bought_facts(p_tenant uuid, p_member uuid, p_joined timestamptz)
returns table (which text, since timestamptz) language sql stable begin atomic
  select g.source_id::text as which, g.since
  from app.granting_orders(p_tenant) g
  where g.auth_user_id = p_member
    and (g.mode = 'live' or (select t.stripe_mode from public.tenants t where t.id = p_tenant) = 'test')
  union all
  select s.source_id::text as which, s.since from app.seats_of(p_tenant, p_member) s;
end;

-- Seats that an admin buys are for the team they act for; those of anyone else are for the buyer until they are given to a team.
create function app.give_seats_to_team() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.team_orders (tenant_id, order_id, team_id, auth_user_id)
    select m.tenant_id, new.id, m.team_id, m.auth_user_id from public.team_members m
    where m.tenant_id = new.tenant_id and m.auth_user_id = new.auth_user_id and m.is_active and m.role = 'admin'
    on conflict do nothing;
  return null;
end $$;
create trigger give_seats_to_team after insert or update of auth_user_id on public.orders for each row
  when (new.seats is not null and new.auth_user_id is not null) execute function app.give_seats_to_team();

-- The same for the server, with the product's name and the members without a seat.
create function app.read_team_seats(p_tenant uuid, p_team uuid)
returns table (product_id uuid, product text, seats integer, without uuid[]) language sql stable security definer
set search_path = '' begin atomic
  select s.source_id as product_id, (select o.name from public.team_orders p
      join public.orders o on o.tenant_id = p.tenant_id and o.id = p.order_id
      where p.tenant_id = p_tenant and p.team_id = p_team and o.source_id = s.source_id
      order by o.created_at desc, o.id desc limit 1) as product,
    s.seats::integer as seats,
    array(select m.auth_user_id from public.team_members m
      where m.tenant_id = p_tenant and m.team_id = p_team and not exists (
        select from app.team_seat_holders(p_tenant, p_team) h
        where h.source_id = s.source_id and h.auth_user_id = m.auth_user_id)
      order by m.joined_at, m.auth_user_id) as without
  from app.team_seats(p_tenant, p_team) s order by product, product_id;
end;
grant execute on function app.read_team_seats(uuid, uuid) to service_role;

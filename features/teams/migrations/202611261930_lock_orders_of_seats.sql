-- A purchase that is given to a team is locked before the seats are computed (docs/decisions/065). The lock of the foreign key does
-- not conflict with a refund: a refund at the same time did not see the new row of the team, and the purchase kept its seats.
create function app.team_orders_given() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_changed record;
begin
  perform from public.orders o join changed c on c.tenant_id = o.tenant_id and c.order_id = o.id
    order by o.tenant_id, o.id for no key update of o;
  for v_changed in select c.tenant_id, array_agg(distinct c.team_id) as teams from changed c group by c.tenant_id loop
    perform app.store_team_seats(v_changed.tenant_id, v_changed.teams);
  end loop;
  return null;
end $$;
create or replace trigger store_seats_given after insert on public.team_orders referencing new table as changed
  for each statement execute function app.team_orders_given();

create function app.team_order_moved() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.orders o where o.tenant_id = new.tenant_id and o.id = new.order_id for no key update;
  perform app.store_team_seats(new.tenant_id, array[old.team_id, new.team_id]);
  return null;
end $$;
create or replace trigger store_seats_moved after update on public.team_orders for each row
  when (old is distinct from new) execute function app.team_order_moved();

-- The end of a ban can take the seat of a member only if their place is beyond the seats: at most `seats - before - 1` of those before
-- the others are banned, and `until` is the end of the next one. So a team without bans is not searched once for each member.
create or replace function app.place_team_seats(p_tenant uuid, p_team uuid)
returns table (mode text, source_id uuid, auth_user_id uuid, since timestamptz, until timestamptz) language sql stable
begin atomic
  with paid as (
    select counted.mode as mode, o.source_id, o.auth_user_id, o.seats, o.grants_since, o.mode as paid_in
    from public.team_orders s
    join public.orders o on o.tenant_id = s.tenant_id and o.id = s.order_id and o.auth_user_id = s.auth_user_id
    join (values ('live'), ('test')) as counted (mode) on counted.mode in ('test', o.mode)
    where s.tenant_id = p_tenant and s.team_id = p_team and o.grants_since is not null and o.seats is not null
  ), bought as (
    select p.mode, p.source_id, sum(p.seats) as seats, min(p.grants_since) as since, array_agg(p.auth_user_id) as payers
    from paid p group by p.mode, p.source_id having p.mode = 'live' or bool_or(p.paid_in = 'test')
  ), placed as (
    select b.mode, b.source_id, b.seats, m.auth_user_id, greatest(b.since, m.joined_at) as since, u.banned_until,
      row_number() over places as place,
      count(*) filter (where u.banned_until is null) over (places rows between unbounded preceding and 1 preceding) as before
    from bought b
    join public.team_members m on m.tenant_id = p_tenant and m.team_id = p_team
    join auth.users u on u.pool_id = m.tenant_id and u.id = m.auth_user_id and u.deleted_at is null
    window places as (partition by b.mode, b.source_id
      order by m.auth_user_id = any (b.payers) desc, m.joined_at, m.auth_user_id)
  )
  select p.mode, p.source_id, p.auth_user_id, p.since,
    case when p.place > p.seats then
      (select b.banned_until from placed b
        where b.mode = p.mode and b.source_id = p.source_id and b.place < p.place and b.banned_until is not null
        order by b.banned_until offset p.seats - p.before - 1 limit 1) end as until
  from placed p where p.before < p.seats;
end;

-- Seats of purchases that were refunded while a team got them.
select app.store_team_seats(t.tenant_id, array_agg(t.id)) from public.teams t group by t.tenant_id;

-- Who has a seat of a team is stored (docs/decisions/065): it depends on all members and purchases of the team, and is read with each
-- statement of a member. It changes only with rows, so triggers keep it; times are compared when it is read.
create table app.seat_holders (
  tenant_id uuid not null,
  team_id uuid not null,
  auth_user_id uuid not null,
  source_id uuid not null,
  mode text not null check (mode in ('test', 'live')), -- `test`: counts purchases of test mode too, while the tenant is in it
  since timestamptz not null,
  until timestamptz, -- when the end of a ban gives the seat back to a member who comes first
  primary key (tenant_id, team_id, auth_user_id, source_id, mode),
  foreign key (tenant_id, team_id) references public.teams (tenant_id, id) on delete cascade
);
create index seat_holders_by_member on app.seat_holders (tenant_id, auth_user_id) include (source_id, mode, since, until);
select app.protect('app.seat_holders');
revoke insert, update, delete on app.seat_holders from service_role;
select app.add_person_data('app.seat_holders', 'auth_user_id', 'deleted');

-- The seats as the other tables say: first the payers, who have access anyway, then members in the order of joining. Banned members
-- use no seat. So a member has one while fewer of those before them than there are seats are not banned: until that many bans end.
create function app.place_team_seats(p_tenant uuid, p_team uuid)
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
    (select b.banned_until from placed b
      where b.mode = p.mode and b.source_id = p.source_id and b.place < p.place and b.banned_until is not null
      order by b.banned_until offset p.seats - p.before - 1 limit 1) as until
  from placed p where p.before < p.seats;
end;

-- Stores them for these teams. Who changes what they depend on locks the team first, or waits here until the other transaction has
-- ended: the statement after the lock sees what it committed. In the order of ids, so that two of them do not wait for each other.
create function app.store_team_seats(p_tenant uuid, p_teams uuid[]) returns void language plpgsql set search_path = '' as $$
declare
  v_team uuid;
begin
  for v_team in
    select t.id from public.teams t where t.tenant_id = p_tenant and t.id = any (p_teams) order by t.id for no key update
  loop
    with placed as materialized (select * from app.place_team_seats(p_tenant, v_team)),
    ended as (
      delete from app.seat_holders s where s.tenant_id = p_tenant and s.team_id = v_team and not exists (select from placed p
        where p.auth_user_id = s.auth_user_id and p.source_id = s.source_id and p.mode = s.mode))
    insert into app.seat_holders as s (tenant_id, team_id, auth_user_id, source_id, mode, since, until)
      select p_tenant, v_team, p.auth_user_id, p.source_id, p.mode, p.since, p.until from placed p
      on conflict (tenant_id, team_id, auth_user_id, source_id, mode) do update set since = excluded.since, until = excluded.until
        where (s.since, s.until) is distinct from (excluded.since, excluded.until);
  end loop;
end $$;

-- One trigger function for members and purchases of teams: each statement names the teams that it changed.
create function app.team_rows_changed() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_changed record;
begin
  for v_changed in select c.tenant_id, array_agg(distinct c.team_id) as teams from changed c group by c.tenant_id loop
    perform app.store_team_seats(v_changed.tenant_id, v_changed.teams);
  end loop;
  return null;
end $$;
create trigger store_seats_joined after insert on public.team_members referencing new table as changed
  for each statement execute function app.team_rows_changed();
create trigger store_seats_left after delete on public.team_members referencing old table as changed
  for each statement execute function app.team_rows_changed();
create trigger store_seats_given after insert on public.team_orders referencing new table as changed
  for each statement execute function app.team_rows_changed();
create trigger store_seats_taken after delete on public.team_orders referencing old table as changed
  for each statement execute function app.team_rows_changed();

create function app.team_row_changed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.store_team_seats(new.tenant_id, array[old.team_id, new.team_id]);
  return null;
end $$;
create trigger store_seats_rejoined after update on public.team_members for each row
  when ((old.team_id, old.auth_user_id, old.joined_at) is distinct from (new.team_id, new.auth_user_id, new.joined_at))
  execute function app.team_row_changed();
create trigger store_seats_moved after update on public.team_orders for each row
  when (old is distinct from new) execute function app.team_row_changed();

create function app.seats_of_order_changed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.store_team_seats(new.tenant_id, array(select s.team_id from public.team_orders s
    where s.tenant_id = new.tenant_id and s.order_id = new.id));
  return null;
end $$;
create trigger store_seats after update on public.orders for each row
  when ((old.seats is not null or new.seats is not null) and (old.seats, old.grants_since, old.auth_user_id, old.source_id, old.mode)
    is distinct from (new.seats, new.grants_since, new.auth_user_id, new.source_id, new.mode))
  execute function app.seats_of_order_changed();

create function app.seats_of_member_changed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.store_team_seats(new.pool_id, array(select m.team_id from public.team_members m
    where m.tenant_id = new.pool_id and m.auth_user_id = new.id));
  return null;
end $$;
create trigger store_seats after update of banned_until, deleted_at on auth.users for each row
  when (old.banned_until is distinct from new.banned_until or old.deleted_at is distinct from new.deleted_at)
  execute function app.seats_of_member_changed();

select app.store_team_seats(t.tenant_id, array_agg(t.id)) from public.teams t group by t.tenant_id;

-- The functions that placed the members with each call now read the table.
create or replace function app.bought_facts(p_tenant uuid, p_member uuid, p_joined timestamptz)
returns table (which text, since timestamptz) language sql stable begin atomic
  select b.source_id::text as which, b.since
  from (
    select g.source_id, g.since, g.mode from app.granting_orders(p_tenant) g where g.auth_user_id = p_member
    union all
    select s.source_id, s.since, s.mode from app.seat_holders s
    where s.tenant_id = p_tenant and s.auth_user_id = p_member and (s.until is null or s.until > now())) b
  where b.mode = 'live' or (select t.stripe_mode from public.tenants t where t.id = p_tenant) = 'test';
end;
drop function app.seats_of(uuid, uuid);

create or replace function app.team_seat_holders(p_tenant uuid, p_team uuid)
returns table (source_id uuid, auth_user_id uuid, since timestamptz) language sql stable begin atomic
  select s.source_id, s.auth_user_id, min(s.since) as since
  from app.seat_holders s
  join auth.users u on u.pool_id = s.tenant_id and u.id = s.auth_user_id and u.deleted_at is null
    and (u.banned_until is null or u.banned_until <= now())
  where s.tenant_id = p_tenant and s.team_id = p_team and (s.until is null or s.until > now())
    and (s.mode = 'live' or (select t.stripe_mode from public.tenants t where t.id = p_tenant) = 'test')
  group by s.source_id, s.auth_user_id;
end;

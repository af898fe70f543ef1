-- Every statement of a member that asks for their audiences computes the seats of their teams. It placed all members of each team;
-- now it does so only for products whose seats do not suffice for all. Banned members use no seat, so counting them is safe.
create function app.team_seats_of_member(p_tenant uuid, p_member uuid)
returns table (source_id uuid, since timestamptz) language sql stable begin atomic
  select s.source_id, greatest(s.since, m.joined_at) as since
  from auth.users u
  join public.team_members m on m.tenant_id = u.pool_id and m.auth_user_id = u.id
  cross join lateral app.team_seats(p_tenant, m.team_id) s
  where u.pool_id = p_tenant and u.id = p_member and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
    and case when s.seats >= (select count(*) from public.team_members a where a.tenant_id = p_tenant and a.team_id = m.team_id)
      then true
      else exists (select from app.team_seat_holders(p_tenant, m.team_id) h
        where h.source_id = s.source_id and h.auth_user_id = p_member) end;
end;

create or replace function app.bought_facts(p_tenant uuid, p_member uuid, p_joined timestamptz)
returns table (which text, since timestamptz) language sql stable begin atomic
  select g.source_id::text as which, g.since
  from app.granting_orders(p_tenant) g
  where g.auth_user_id = p_member
    and (g.mode = 'live' or (select t.stripe_mode from public.tenants t where t.id = p_tenant) = 'test')
  union all
  select s.source_id::text as which, s.since from app.team_seats_of_member(p_tenant, p_member) s;
end;

-- For the list of teams, which shows no more than this sum of each.
create function app.count_team_seats(p_tenant uuid, p_team uuid) returns integer language sql stable security definer
set search_path = '' begin atomic
  select coalesce(sum(s.seats), 0)::integer as seats from app.team_seats(p_tenant, p_team) s;
end;
grant execute on function app.count_team_seats(uuid, uuid) to service_role;

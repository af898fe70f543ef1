-- For the list of teams, which shows no more than this sum of each.
create function app.count_team_seats(p_tenant uuid, p_team uuid) returns integer language sql stable security definer
set search_path = '' begin atomic
  select coalesce(sum(s.seats), 0)::integer as seats from app.team_seats(p_tenant, p_team) s;
end;
grant execute on function app.count_team_seats(uuid, uuid) to service_role;

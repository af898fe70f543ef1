-- Stores the seats of members where audiences read them (docs/decisions/075). app.seat_holders stays what a team has.
create function app.store_seat_facts() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Before their facts: a ban locks the account first, and then its facts.
  if tg_op <> 'DELETE' then
    perform from auth.users u join (select distinct n.tenant_id, n.auth_user_id from new_rows n) as r
      on r.tenant_id = u.pool_id and r.auth_user_id = u.id order by u.pool_id, u.id for key share of u;
  end if;
  if tg_op <> 'INSERT' then
    delete from app.member_facts f using old_rows o
      where f.tenant_id = o.tenant_id and f.auth_user_id = o.auth_user_id and f.kind = 'bought' and f.which = o.source_id::text
        and f.via = o.team_id and f.mode = o.mode;
  end if;
  if tg_op <> 'DELETE' then
    insert into app.member_facts (tenant_id, auth_user_id, kind, which, via, mode, since, until, barred_until)
      select n.tenant_id, n.auth_user_id, 'bought', n.source_id::text, n.team_id, n.mode, n.since, coalesce(n.until, 'infinity'),
        u.barred_until
      from new_rows n join auth.users u on u.pool_id = n.tenant_id and u.id = n.auth_user_id
      for key share of u;
  end if;
  return null;
end $$;
create trigger store_facts_placed after insert on app.seat_holders referencing new table as new_rows
  for each statement execute function app.store_seat_facts();
create trigger store_facts_changed after update on app.seat_holders referencing old table as old_rows new table as new_rows
  for each statement execute function app.store_seat_facts();
create trigger store_facts_ended after delete on app.seat_holders referencing old table as old_rows
  for each statement execute function app.store_seat_facts();

insert into app.member_facts (tenant_id, auth_user_id, kind, which, via, mode, since, until, barred_until)
  select s.tenant_id, s.auth_user_id, 'bought', s.source_id::text, s.team_id, s.mode, s.since, coalesce(s.until, 'infinity'), u.barred_until
  from app.seat_holders s join auth.users u on u.pool_id = s.tenant_id and u.id = s.auth_user_id;

drop index app.seat_holders_by_member;

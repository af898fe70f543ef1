-- Stores which roles members have where audiences read it (docs/decisions/075). The account is locked against a ban or a deletion
-- that is made at the same time, because the fact has a copy of its standing.
create function app.store_role_facts() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Before their facts: a ban locks the account first, and then its facts.
  if tg_op <> 'DELETE' then
    perform from auth.users u join (select distinct n.tenant_id, n.auth_user_id from new_rows n) as r
      on r.tenant_id = u.pool_id and r.auth_user_id = u.id order by u.pool_id, u.id for key share of u;
  end if;
  if tg_op <> 'INSERT' then
    delete from app.member_facts f using old_rows o
      where f.tenant_id = o.tenant_id and f.auth_user_id = o.auth_user_id and f.kind = 'role' and f.which = o.role;
  end if;
  if tg_op <> 'DELETE' then
    insert into app.member_facts (tenant_id, auth_user_id, kind, which, via, since, barred_until)
      select n.tenant_id, n.auth_user_id, 'role', n.role, n.auth_user_id, n.given_at, u.barred_until
      from new_rows n join auth.users u on u.pool_id = n.tenant_id and u.id = n.auth_user_id
      for key share of u;
  end if;
  return null;
end $$;
create trigger store_facts_given after insert on public.role_members referencing new table as new_rows
  for each statement execute function app.store_role_facts();
create trigger store_facts_changed after update on public.role_members referencing old table as old_rows new table as new_rows
  for each statement execute function app.store_role_facts();
create trigger store_facts_taken after delete on public.role_members referencing old table as old_rows
  for each statement execute function app.store_role_facts();

insert into app.member_facts (tenant_id, auth_user_id, kind, which, via, since, barred_until)
  select m.tenant_id, m.auth_user_id, 'role', m.role, m.auth_user_id, m.given_at, u.barred_until
  from public.role_members m join auth.users u on u.pool_id = m.tenant_id and u.id = m.auth_user_id;

-- Stores what members bought where audiences read it (docs/decisions/075): a fact for each order that grants what it sold.
create function app.store_purchase_fact() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Before its facts: a ban locks the account first, and then its facts.
  if tg_op <> 'DELETE' then
    perform from auth.users u where u.pool_id = new.tenant_id and u.id = new.auth_user_id for key share;
  end if;
  if tg_op <> 'INSERT' then
    delete from app.member_facts f where f.tenant_id = old.tenant_id and f.auth_user_id = old.auth_user_id
      and f.kind = 'bought' and f.which = old.source_id::text and f.via = old.id;
  end if;
  if tg_op <> 'DELETE' and new.grants_since is not null then
    insert into app.member_facts (tenant_id, auth_user_id, kind, which, via, mode, since, barred_until)
      select new.tenant_id, u.id, 'bought', new.source_id::text, new.id, new.mode, new.grants_since, u.barred_until
      from auth.users u where u.pool_id = new.tenant_id and u.id = new.auth_user_id
      for key share;
  end if;
  return null;
end $$;
create trigger store_fact after insert on public.orders for each row
  when (new.grants_since is not null and new.auth_user_id is not null) execute function app.store_purchase_fact();
create trigger store_fact_changed after update on public.orders for each row
  when ((old.auth_user_id, old.source_id, old.mode, old.grants_since)
    is distinct from (new.auth_user_id, new.source_id, new.mode, new.grants_since))
  execute function app.store_purchase_fact();
create trigger store_fact_deleted after delete on public.orders for each row
  when (old.grants_since is not null and old.auth_user_id is not null) execute function app.store_purchase_fact();

insert into app.member_facts (tenant_id, auth_user_id, kind, which, via, mode, since, barred_until)
  select o.tenant_id, o.auth_user_id, 'bought', o.source_id::text, o.id, o.mode, o.grants_since, u.barred_until
  from public.orders o join auth.users u on u.pool_id = o.tenant_id and u.id = o.auth_user_id
  where o.grants_since is not null;

-- Read through the account's facts instead.
drop index public.orders_granting;

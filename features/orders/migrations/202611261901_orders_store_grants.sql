-- Orders store since when they grant what was sold (docs/decisions/065), so that audiences read it by one index. It follows from the row
-- alone, except for the renewals of a recurring order: a trigger writes what follows from them into two columns of it.
alter table public.orders
  add renewed_since timestamptz, -- the first payment of its renewals
  add renewal_grants boolean; -- whether the newest payment of its renewals still grants; null: none was paid

create function app.store_renewals(p_tenant uuid, p_order uuid) returns void language plpgsql set search_path = '' as $$
begin
  -- The next statement sees what those who held the lock before have committed, so that of two at once the second one counts both.
  perform from public.orders o where o.tenant_id = p_tenant and o.id = p_order for no key update;
  update public.orders o set renewed_since = r.renewed_since, renewal_grants = r.renewal_grants
  from (
    select min(p.paid_at) as renewed_since,
      (array_agg(p.status = 'paid' and p.dispute_status is distinct from 'lost' order by p.paid_at desc, p.id desc))[1] as renewal_grants
    from public.orders p where p.tenant_id = p_tenant and p.renewal_of = p_order and p.paid_at is not null) r
  where o.tenant_id = p_tenant and o.id = p_order
    and (o.renewed_since, o.renewal_grants) is distinct from (r.renewed_since, r.renewal_grants);
end $$;

create function app.renewal_changed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform app.store_renewals(old.tenant_id, old.renewal_of);
  end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and new.renewal_of is distinct from old.renewal_of then
    perform app.store_renewals(new.tenant_id, new.renewal_of);
  end if;
  return null;
end $$;
create trigger store_renewal after insert on public.orders for each row
  when (new.renewal_of is not null) execute function app.renewal_changed();
create trigger store_renewal_changed after update on public.orders for each row
  when ((old.renewal_of is not null or new.renewal_of is not null)
    and (old.renewal_of, old.paid_at, old.status, old.dispute_status)
      is distinct from (new.renewal_of, new.paid_at, new.status, new.dispute_status))
  execute function app.renewal_changed();
create trigger store_renewal_deleted after delete on public.orders for each row
  when (old.renewal_of is not null) execute function app.renewal_changed();

-- Orders from before: not a change that anyone is notified of.
alter table public.orders disable trigger user;
update public.orders o set renewed_since = r.renewed_since, renewal_grants = r.renewal_grants
from (
  select p.tenant_id, p.renewal_of, min(p.paid_at) as renewed_since,
    (array_agg(p.status = 'paid' and p.dispute_status is distinct from 'lost' order by p.paid_at desc, p.id desc))[1] as renewal_grants
  from public.orders p where p.renewal_of is not null and p.paid_at is not null group by p.tenant_id, p.renewal_of) r
where o.tenant_id = r.tenant_id and o.id = r.renewal_of;
alter table public.orders enable trigger user;

-- Paid once and neither refunded in full nor lost to the buyer's bank; a recurring one while its subscription lives and its newest
-- payment grants. A renewal by itself grants nothing.
alter table public.orders add grants_since timestamptz generated always as (
  case when renewal_of is null and (interval is null or subscription_status in ('active', 'trialing', 'past_due'))
    and coalesce(case when interval is not null then renewal_grants end,
      paid_at is not null and status = 'paid' and dispute_status is distinct from 'lost')
    then least(paid_at, case when interval is not null then renewed_since end) end) stored;
create index orders_granting on public.orders (tenant_id, auth_user_id) include (source_id, mode, grants_since)
  where grants_since is not null;

create or replace function app.granting_orders(p_tenant uuid)
returns table (id uuid, auth_user_id uuid, mode text, source_id uuid, since timestamptz) language sql stable begin atomic
  select o.id, o.auth_user_id, o.mode, o.source_id, o.grants_since as since
  from public.orders o where o.tenant_id = p_tenant and o.grants_since is not null;
end;

create or replace function app.buyer_holds(p_tenant uuid, p_user uuid, p_seller text, p_source uuid) returns boolean
language sql stable security definer set search_path = ''
  begin atomic
    select exists (
      select from public.orders o join public.tenants t on t.id = o.tenant_id
      where o.tenant_id = p_tenant and o.auth_user_id = p_user and o.seller = p_seller and o.source_id = p_source
        and o.grants_since is not null and (o.mode = 'live' or t.stripe_mode = 'test'));
  end;

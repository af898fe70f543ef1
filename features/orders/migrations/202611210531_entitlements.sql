-- What a purchase opens. Any block asks these functions; nothing is copied, so nothing goes stale.

-- Whether an order opens what was sold: paid once and neither given back in full nor lost to the buyer's bank; a
-- recurring one while its subscription lives and its newest payment still stands. Renewals never speak for themselves.
create function app.order_grants(p_tenant uuid, p_order uuid) returns boolean
language sql stable security definer set search_path = ''
  begin atomic
    select coalesce((
      select (o.interval is null or o.subscription_status in ('active', 'trialing', 'past_due'))
        and (select p.status = 'paid' and p.dispute_status is distinct from 'lost'
             from public.orders p
             where p.tenant_id = o.tenant_id and (p.id = o.id or p.renewal_of = o.id) and p.paid_at is not null
             order by p.paid_at desc, p.id desc limit 1)
      from public.orders o
      where o.tenant_id = p_tenant and o.id = p_order and o.renewal_of is null), false);
  end;

-- Whether an end user holds what a block sells. Purchases of test mode count while the tenant is in test mode.
create function app.buyer_holds(p_tenant uuid, p_user uuid, p_seller text, p_source uuid) returns boolean
language sql stable security definer set search_path = ''
  begin atomic
    select exists (
      select from public.orders o join public.tenants t on t.id = o.tenant_id
      where o.tenant_id = p_tenant and o.auth_user_id = p_user and o.seller = p_seller and o.source_id = p_source
        and o.renewal_of is null and (o.mode = 'live' or t.stripe_mode = 'test')
        and app.order_grants(o.tenant_id, o.id));
  end;

-- The same about whoever asks: for policies of what is sold.
create function app.has_bought(p_seller text, p_source uuid) returns boolean
language sql stable security definer set search_path = ''
  begin atomic
    select auth.role() = 'end_user' and app.buyer_holds(app.tenant_id(), auth.uid(), p_seller, p_source);
  end;
grant execute on function app.order_grants(uuid, uuid) to service_role;
grant execute on function app.buyer_holds(uuid, uuid, text, uuid) to service_role;
grant execute on function app.has_bought(text, uuid) to anon, end_user, service_role;

-- Guests' purchases belong to the end user who proved that the address is theirs, whichever comes first: the proof
-- (claim_by_proof), the payment (claim_by_payment), or both at once (claim_orders, asked when the buyer looks).
create function app.claim_orders(p_tenant uuid, p_user uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  claimed integer;
begin
  update public.orders o set auth_user_id = u.id
  from auth.users u
  where u.pool_id = p_tenant and u.id = p_user and u.email_confirmed_at is not null and u.deleted_at is null
    and o.tenant_id = p_tenant and o.auth_user_id is null and lower(o.email) = u.email
    and o.paid_at is not null;
  get diagnostics claimed = row_count;
  return claimed;
end $$;
grant execute on function app.claim_orders(uuid, uuid) to service_role;

create function app.claim_by_proof() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  perform app.claim_orders(new.pool_id, new.id);
  return null;
end $$;
create trigger claim_orders after insert or update of email, email_confirmed_at on auth.users
  for each row when (new.email_confirmed_at is not null and new.email is not null)
  execute function app.claim_by_proof();

create function app.claim_by_payment() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  new.auth_user_id := (select id from auth.users
    where pool_id = new.tenant_id and email = lower(new.email) and email_confirmed_at is not null
      and deleted_at is null);
  return new;
end $$;
create trigger claim before insert or update on public.orders
  for each row when (new.paid_at is not null and new.auth_user_id is null and new.email is not null)
  execute function app.claim_by_payment();

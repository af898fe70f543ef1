-- Orders and sign-ups by day, for the owner's dashboard.

-- Everything that the numbers of a period read of orders, in the order in which they read it.
create index orders_by_payment_day on public.orders (tenant_id, mode, paid_at)
  include (status, currency, amount_total, amount_refunded, dispute_status)
  where paid_at is not null;

-- People who joined a tenant since then, by day of a time zone. Creators may not read auth.users, so this function
-- counts for them, and only their own tenants' people: those who proved their address (or have none), no visitors
-- without a name. `late` tells those apart who came after the time of day that it is now.
create function app.sign_ups_by_day(p_tenant uuid, p_zone text, p_since timestamptz)
returns table (day date, late boolean, people bigint)
language sql stable security definer set search_path = ''
  begin atomic
    select (u.created_at at time zone p_zone)::date,
      (u.created_at at time zone p_zone)::time > (now() at time zone p_zone)::time,
      count(*)
    from auth.users u
    where u.pool_id = p_tenant and u.created_at >= p_since and p_tenant = any (array(select app.owned_tenants()))
      and not u.is_anonymous and u.deleted_at is null
      and (u.email_confirmed_at is not null or u.phone_confirmed_at is not null
        or (u.email is null and u.phone is null))
    group by 1, 2;
  end;
grant execute on function app.sign_ups_by_day(uuid, text, timestamptz) to authenticated;

-- The newest payment of a recurring order is its newest renewal, whenever its first one was written down.
create or replace function app.order_grants(p_tenant uuid, p_order uuid) returns boolean
language sql stable security definer set search_path = ''
  begin atomic
    select coalesce((
      select (o.interval is null or o.subscription_status in ('active', 'trialing', 'past_due'))
        and (select p.status = 'paid' and p.dispute_status is distinct from 'lost'
             from public.orders p
             where p.tenant_id = o.tenant_id and (p.id = o.id or p.renewal_of = o.id) and p.paid_at is not null
             order by (p.renewal_of is not null) desc, p.paid_at desc, p.id desc limit 1)
      from public.orders o
      where o.tenant_id = p_tenant and o.id = p_order and o.renewal_of is null), false);
  end;

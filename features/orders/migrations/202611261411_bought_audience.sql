-- What order_grants decides, as rows: the planner merges this function into the statement that calls it, where a call for
-- each order would be a statement of its own. `since` is the first payment.
create function app.granting_orders(p_tenant uuid)
returns table (id uuid, auth_user_id uuid, mode text, source_id uuid, since timestamptz) language sql stable begin atomic
  select o.id, o.auth_user_id, o.mode, o.source_id, least(o.paid_at, renewal.first_paid_at)
  from public.orders o
  left join lateral (
    select p.status, p.dispute_status, min(p.paid_at) over () as first_paid_at
    from public.orders p
    where o.interval is not null and p.tenant_id = p_tenant and p.renewal_of = o.id and p.paid_at is not null
    order by p.paid_at desc, p.id desc limit 1) renewal on true
  where o.tenant_id = p_tenant and o.renewal_of is null
    and (o.interval is null or o.subscription_status in ('active', 'trialing', 'past_due'))
    and case when renewal.status is not null then renewal.status = 'paid' and renewal.dispute_status is distinct from 'lost'
      else o.paid_at is not null and o.status = 'paid' and o.dispute_status is distinct from 'lost' end;
end;

create or replace function app.order_grants(p_tenant uuid, p_order uuid) returns boolean
language sql stable security definer set search_path = ''
  begin atomic
    select exists (select from app.granting_orders(p_tenant) g where g.id = p_order);
  end;

-- Who bought a product, for audiences: since the first payment of the purchases that still grant it.
create function app.bought_facts(p_tenant uuid, p_member uuid, p_joined timestamptz)
returns table (which text, since timestamptz) language sql stable begin atomic
  select g.source_id::text, g.since
  from app.granting_orders(p_tenant) g
  where g.auth_user_id = p_member
    and (g.mode = 'live' or (select t.stripe_mode from public.tenants t where t.id = p_tenant) = 'test');
end;
select app.add_audience_kind('bought', 'source', 'id', 'app.bought_facts');

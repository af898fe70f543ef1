-- A signed-in buyer has at most one open checkout of a recurring product: paid twice, it would be paid twice each month.
-- Older ones that stand open are closed here; were one paid all the same, the provider's word makes it paid.
update public.orders o set status = 'expired'
where o.status = 'pending' and o.interval is not null and o.renewal_of is null and o.auth_user_id is not null
  and exists (
    select from public.orders n
    where n.tenant_id = o.tenant_id and n.auth_user_id = o.auth_user_id and n.seller = o.seller
      and n.source_id = o.source_id and n.mode = o.mode and n.status = 'pending' and n.interval is not null
      and n.renewal_of is null and (n.created_at, n.id) > (o.created_at, o.id));
create unique index orders_one_open_subscription
  on public.orders (tenant_id, auth_user_id, seller, source_id, mode)
  where status = 'pending' and interval is not null and renewal_of is null and auth_user_id is not null;

-- Refunds that the server itself decides on: a payment that came too late, or all orders of a canceled event. The row is the order to
-- refund, its id the provider's idempotency key: written once, in the transaction that decides, it is made once whoever sends it.
alter table public.order_refunds add queued boolean not null default false; -- sent by a job, not by the caller who wrote the row
create index order_refunds_queued on public.order_refunds (created_at) where status = 'requested' and queued;
grant select (queued) on public.order_refunds to authenticated;

-- Queues a refund of `p_amount`, at most what is left, or of all that is left when it is null. It locks the order, so concurrent refunds
-- never exceed what was paid. Returns null when nothing is left: not paid, refunded, or disputed (as `refundable` in TypeScript says).
create function app.queue_refund(p_tenant uuid, p_order uuid, p_amount integer, p_by uuid) returns uuid
language plpgsql set search_path = '' as $$
declare
  v_order public.orders;
  v_left integer;
  v_id uuid;
begin
  select * into v_order from public.orders o where o.tenant_id = p_tenant and o.id = p_order for update;
  if v_order.status is distinct from 'paid' or v_order.stripe_payment_intent_id is null
    or v_order.dispute_status not in ('won', 'warning_closed', 'warning_needs_response', 'warning_under_review', 'prevented') then
    return null;
  end if;
  select v_order.amount_total - v_order.amount_refunded - coalesce(sum(r.amount), 0) into v_left from public.order_refunds r
    where r.tenant_id = p_tenant and r.order_id = p_order and r.status = 'requested';
  if v_left <= 0 or p_amount <= 0 then
    return null;
  end if;
  insert into public.order_refunds (tenant_id, order_id, amount, reason, requested_by, queued)
    values (p_tenant, p_order, least(coalesce(p_amount, v_left), v_left), 'requested_by_customer', p_by, true)
    returning id into v_id;
  return v_id;
end $$;

-- For the trigger that finds nothing to give for a payment: the order's row is being written, so that its amount is passed.
create function app.queue_late_refund(p_order public.orders) returns void language sql set search_path = ''
begin atomic
  insert into public.order_refunds (tenant_id, order_id, amount, queued)
    values ((p_order).tenant_id, (p_order).id, (p_order).amount_total, true);
end;

-- Whether such a refund exists. From then on the order gets nothing, even if something becomes available: both would be too much.
create function app.has_late_refund(p_tenant uuid, p_order uuid) returns boolean language sql stable set search_path = ''
begin atomic
  select exists (select from public.order_refunds r where r.tenant_id = p_tenant and r.order_id = p_order and r.queued);
end;

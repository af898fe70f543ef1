-- Quantity, recurring orders, refunds and disputes. A later payment of a recurring order is an order of its own.
alter table public.orders
  add quantity integer not null default 1 check (quantity between 1 and 999),
  add interval text check (interval in ('week', 'month', 'year')),
  add renewal_of uuid,
  -- Counts writes of what the provider says: what was read before another's write is not written over it.
  add version integer not null default 0,
  add stripe_customer_id text,
  add stripe_subscription_id text, -- of a recurring order; its renewals have none
  add stripe_invoice_id text,
  add subscription_status text check (subscription_status in ('active', 'trialing', 'past_due', 'unpaid',
    'canceled', 'incomplete', 'incomplete_expired', 'paused')),
  add current_period_end timestamptz,
  add cancel_at_period_end boolean not null default false,
  add dispute_status text check (char_length(dispute_status) <= 50),
  add refund_failed boolean not null default false,
  alter column state_hash drop not null, -- nobody comes back from a renewal
  alter column receipt_hash drop not null,
  add check (renewal_of is not null or (state_hash is not null and receipt_hash is not null)),
  add foreign key (tenant_id, renewal_of) references public.orders (tenant_id, id) on delete cascade,
  add unique (tenant_id, stripe_subscription_id),
  add unique (tenant_id, stripe_invoice_id);
create index orders_by_renewal on public.orders (tenant_id, renewal_of, paid_at desc);
create index orders_by_subscription on public.orders (stripe_subscription_id);
create index orders_of_guests on public.orders (tenant_id, lower(email)) where auth_user_id is null;
create index orders_by_source on public.orders (tenant_id, auth_user_id, seller, source_id);
create index orders_to_renew on public.orders (current_period_end)
  where subscription_status in ('active', 'trialing', 'past_due');

grant select (quantity, interval, renewal_of, subscription_status, current_period_end, cancel_at_period_end)
  on public.orders to authenticated, end_user;
grant select (dispute_status, refund_failed) on public.orders to authenticated;

-- Money given back. A row stands before the provider is asked, so that two at once cannot give back more than came in.
create table public.order_refunds (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  order_id uuid not null,
  amount integer not null check (amount > 0), -- minor units of the order's currency
  status text not null default 'requested'
    check (status in ('requested', 'pending', 'requires_action', 'succeeded', 'failed', 'canceled')),
  reason text check (reason in ('duplicate', 'fraudulent', 'requested_by_customer')),
  failure_reason text check (char_length(failure_reason) <= 500),
  stripe_refund_id text,
  requested_by uuid, -- null: made in the provider's own dashboard
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  unique (tenant_id, stripe_refund_id)
);
create index order_refunds_by_order on public.order_refunds (tenant_id, order_id, created_at desc);
create index order_refunds_open on public.order_refunds (updated_at) where status = 'requested';
select app.protect('public.order_refunds');
create trigger touch before update on public.order_refunds
  for each row execute function app.touch_updated_at();
grant select (tenant_id, id, order_id, amount, status, reason, failure_reason, requested_by, created_at, updated_at)
  on public.order_refunds to authenticated;
create policy of_own_tenants on public.order_refunds for select to authenticated
  using (tenant_id = any (array(select app.owned_tenants())));
select realtime.publish('public.order_refunds');

-- Calls that carry an Idempotency-Key: the first one works, the others get its answer. Kept for a day.
create table app.idempotency_keys (
  key_hash bytea primary key, -- of caller, route and key
  body_hash bytea not null,
  attempt_id uuid not null default app.uuidv7(), -- names what the call makes, also when another process takes it over
  sealed_secret text not null,
  sealed_answer text, -- null while the first call is under way
  begun_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index idempotency_keys_by_age on app.idempotency_keys (created_at);
select app.protect('app.idempotency_keys');

-- Orders of every block that sells. A row is written before the buyer leaves for the checkout, and changes only by
-- what the card provider answers about its session.
create table public.orders (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  mode text not null check (mode in ('test', 'live')),
  status text not null default 'pending'
    check (status in ('pending', 'paid', 'canceled', 'expired', 'failed', 'refunded')),
  problem text check (char_length(problem) <= 500), -- why a paid session was not fulfilled; a person must look
  -- What was sold, as it was then: the selling block, its own row, and a copy of what the buyer saw.
  seller text not null check (seller ~ '^[a-z][a-z_-]{0,30}$'),
  source_id uuid not null,
  name text not null check (app.valid_name(name, 120)),
  amount_total integer not null check (amount_total between 0 and 99999999), -- minor units
  amount_refunded integer not null default 0 check (amount_refunded between 0 and amount_total),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  -- Who bought: the end user if signed in; the address as the checkout took it.
  auth_user_id uuid,
  email text check (char_length(email) <= 320),
  stripe_account_id text not null,
  stripe_session_id text,
  stripe_payment_intent_id text,
  -- The way back: the buyer's page and the hashes (SHA-256) of what proves that somebody is the buyer's browser.
  page_url text check (char_length(page_url) <= 2048),
  state_hash bytea not null,
  receipt_hash bytea not null,
  code_hash bytea, -- cleared when the code is used
  code_expires_at timestamptz,
  checked_at timestamptz not null default now(), -- last look at the provider by the repair
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  refunded_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, state_hash),
  unique (tenant_id, receipt_hash),
  unique (tenant_id, stripe_session_id),
  unique (tenant_id, stripe_payment_intent_id)
);
create index orders_by_id on public.orders (id);
create index orders_by_tenant on public.orders (tenant_id, created_at desc);
create index orders_by_buyer on public.orders (tenant_id, auth_user_id, created_at desc);
create index orders_by_code on public.orders (tenant_id, code_hash) where code_hash is not null;
create index orders_by_session on public.orders (stripe_session_id);
create index orders_by_payment on public.orders (stripe_payment_intent_id);
create index orders_by_state on public.orders (state_hash);
create index orders_pending on public.orders (checked_at) where status = 'pending';
select app.protect('public.orders');
create trigger touch before update on public.orders for each row execute function app.touch_updated_at();

grant select (tenant_id, id, mode, status, problem, seller, source_id, name, amount_total, amount_refunded, currency,
    auth_user_id, email, stripe_payment_intent_id, created_at, paid_at, refunded_at, updated_at)
  on public.orders to authenticated;
create policy of_own_tenants on public.orders for select to authenticated
  using (tenant_id = any (array(select app.owned_tenants())));

grant select (tenant_id, id, mode, status, seller, source_id, name, amount_total, amount_refunded, currency,
    auth_user_id, email, created_at, paid_at, refunded_at)
  on public.orders to end_user;
create policy own_orders on public.orders for select to end_user
  using (tenant_id = app.tenant_id() and auth_user_id = auth.uid());

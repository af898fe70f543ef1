-- How an account came: made by us and onboarded, or one that its owner had and let us use (OAuth).
alter table public.payment_accounts
  add column kind text not null default 'express' check (kind in ('express', 'standard')),
  add column disabled_reason text check (char_length(disabled_reason) <= 200); -- in the provider's own words
grant select (kind, disabled_reason) on public.payment_accounts to authenticated;

-- OAuth states live 10 minutes, and only the browser that asked may bring one back: its mark is kept hashed.
alter table app.connect_states
  add column purpose text not null default 'onboarding' check (purpose in ('onboarding', 'oauth')),
  add column browser_hash bytea,
  add check (purpose = 'onboarding' or browser_hash is not null);

-- Accounts (OAuth) that were disconnected while something was still open on them: our right to them is given back
-- when that is settled, since without it nobody could settle it.
create table app.payment_account_releases (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  mode text not null check (mode in ('test', 'live')),
  account_id text not null check (account_id ~ '^acct_\w{1,100}$'),
  created_at timestamptz not null default now(),
  primary key (tenant_id, mode, account_id)
);
create index payment_account_releases_by_account on app.payment_account_releases (account_id);
select app.protect('app.payment_account_releases');

-- A creator's payment of €1 to their own live account, to see it work. Not an order: it sells nothing, and no sum of
-- sales may hold it.
create table public.smoke_payments (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  account_id text not null,
  session_id text,
  payment_intent_id text,
  status text not null default 'open' check (status in ('open', 'paid', 'refunded', 'expired', 'failed')),
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  refunded_at timestamptz,
  primary key (tenant_id, id)
);
create index smoke_payments_by_tenant on public.smoke_payments (tenant_id, created_at desc);
create index smoke_payments_by_session on public.smoke_payments (session_id);
select app.protect('public.smoke_payments');
grant select (tenant_id, id, status, created_at, paid_at, refunded_at) on public.smoke_payments to authenticated;
create policy of_own_tenants on public.smoke_payments for select to authenticated
  using (tenant_id = any (array(select app.owned_tenants())));
select realtime.publish('public.smoke_payments');

-- The account at the card provider behind a tenant, one for each mode. The server alone writes it, from what the
-- provider answers; tenants.stripe_account_id_{mode} follows once onboarding is finished.
create table public.payment_accounts (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  mode text not null check (mode in ('test', 'live')),
  account_id text check (account_id ~ '^acct_\w{1,100}$'), -- null after the provider let go of it
  generation integer not null default 1, -- counts accounts, so that a new one gets an idempotency key of its own
  version integer not null default 0, -- counts writes: what was read before another's write is not written over it
  display_name text check (char_length(display_name) <= 320),
  country text,
  details_submitted boolean not null default false,
  charges_enabled boolean not null default false,
  payouts_enabled boolean not null default false,
  requirements text[] not null default '{}', -- what the provider asks for now, in its own names
  read_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, mode)
);
create index payment_accounts_by_account on public.payment_accounts (account_id);
select app.protect('public.payment_accounts');

grant select (tenant_id, mode, account_id, display_name, country, details_submitted, charges_enabled,
    payouts_enabled, requirements, read_at, created_at)
  on public.payment_accounts to authenticated;
create policy of_own_tenants on public.payment_accounts for select to authenticated
  using (tenant_id = any (array(select app.owned_tenants())));

-- Proofs that a browser coming back from the provider was sent there by us, for one user, tenant and mode. Used once.
create table app.connect_states (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  state_hash bytea not null,
  mode text not null check (mode in ('test', 'live')),
  user_id uuid not null,
  expires_at timestamptz not null default now() + interval '24 hours',
  used_at timestamptz,
  primary key (tenant_id, state_hash)
);
create index connect_states_by_hash on app.connect_states (state_hash);
select app.protect('app.connect_states');

-- Where a sale of this tenant goes now: its mode, and the account that takes charges in it. No row: it cannot sell.
-- Live sales need the owner's plan to include p_plan; Free sells in test mode only.
create function app.selling_account(p_tenant uuid, p_plan text) returns table (mode text, account_id text)
language sql stable security definer set search_path = ''
  begin atomic
    select t.stripe_mode, a.account_id
    from public.tenants t join public.payment_accounts a on a.tenant_id = t.id and a.mode = t.stripe_mode
    where t.id = p_tenant and a.account_id is not null and a.charges_enabled
      and (t.stripe_mode = 'test' or app.has_plan(t.owner_user_id, p_plan));
  end;
grant execute on function app.selling_account(uuid, text) to service_role;

create function app.can_sell(p_tenant uuid, p_plan text) returns boolean
language sql stable security definer set search_path = ''
  begin atomic
    select exists (select from app.selling_account(p_tenant, p_plan));
  end;
grant execute on function app.can_sell(uuid, text) to anon, authenticated, end_user, service_role;

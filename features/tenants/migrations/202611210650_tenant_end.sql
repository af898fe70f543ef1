-- What a deleted tenant leaves open at the card provider, on accounts that are not ours: subscriptions that would go on
-- being charged, checkouts that could still be paid, and accounts that their owner let us use. Written in the
-- transaction that deletes the tenant, whoever deletes it; a job ends them and takes the rows out.
create table app.provider_ends (
  mode text not null check (mode in ('test', 'live')),
  account_id text not null check (account_id ~ '^acct_\w{1,100}$'),
  kind text not null check (kind in ('subscription', 'checkout', 'account')),
  object_id text not null default '' check (char_length(object_id) <= 200), -- empty of an account
  created_at timestamptz not null default now(),
  tried_at timestamptz,
  refusal text check (char_length(refusal) <= 500),
  primary key (mode, account_id, kind, object_id)
);
create index provider_ends_due on app.provider_ends (tried_at nulls first, created_at);
select app.protect('app.provider_ends');
grant select, insert, update, delete on app.provider_ends to service_role;

create function app.tenant_leaves() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into app.provider_ends (mode, account_id, kind, object_id)
    select mode, stripe_account_id, 'subscription', stripe_subscription_id from public.orders
    where tenant_id = old.id and stripe_subscription_id is not null
      and subscription_status in ('active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete')
    union all
    select mode, stripe_account_id, 'checkout', stripe_session_id from public.orders
    where tenant_id = old.id and stripe_session_id is not null and status = 'pending'
      and created_at > now() - interval '2 days' -- the provider keeps none open longer
    union all
    select mode, account_id, 'account', '' from public.payment_accounts
    where tenant_id = old.id and account_id is not null and kind = 'standard'
    union all
    select mode, account_id, 'account', '' from app.payment_account_releases where tenant_id = old.id
    on conflict do nothing;
  -- Jobs that wait for a tenant that is gone; one that runs finds nothing to do.
  if to_regclass('pgboss.job') is not null then
    delete from pgboss.job where state in ('created', 'retry')
      and (data ->> 'tenant_id' = old.id::text or data ->> 'tenant' = old.id::text);
  end if;
  return old;
end $$;
create trigger tenant_leaves before delete on public.tenants
  for each row execute function app.tenant_leaves();

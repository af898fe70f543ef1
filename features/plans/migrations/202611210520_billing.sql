-- Paid plans: who the card provider knows, what it says of their subscriptions, which checkouts are open.

-- The provider's customer of a creator, made once for each of the operator's two accounts (modes).
create table app.billing_customers (
  mode text not null check (mode in ('test', 'live')),
  user_id uuid not null,
  customer_id text check (customer_id ~ '^cus_\w{1,100}$'),
  generation integer not null default 1, -- another one after the provider lost the first
  created_at timestamptz not null default now(),
  primary key (mode, user_id)
);
create index billing_customers_by_user on app.billing_customers (user_id);
create index billing_customers_by_customer on app.billing_customers (customer_id);
select app.protect('app.billing_customers');

-- What the set-up made at the provider beside products and prices.
create table app.billing_setup (
  mode text primary key check (mode in ('test', 'live')),
  portal_configuration_id text not null,
  set_up_at timestamptz not null default now()
);
select app.protect('app.billing_setup');

-- A checkout for a plan. Of one creator at most one is open: a second one ends the first.
create table app.plan_checkouts (
  id uuid primary key default app.uuidv7(),
  user_id uuid not null,
  mode text not null check (mode in ('test', 'live')),
  plan_id text not null references public.bolt_plans (id),
  status text not null default 'open' check (status in ('open', 'complete', 'expired')),
  session_id text,
  created_at timestamptz not null default now()
);
create index plan_checkouts_by_plan on app.plan_checkouts (plan_id);
create index plan_checkouts_by_session on app.plan_checkouts (session_id);
create index plan_checkouts_open on app.plan_checkouts (user_id) where status = 'open';
select app.protect('app.plan_checkouts');

-- Who had the free trial, as hashes of account, e-mail address and card: they outlive the account.
create table app.plan_trials (
  mode text not null check (mode in ('test', 'live')),
  subject bytea not null check (octet_length(subject) = 32),
  subscription_id text not null,
  created_at timestamptz not null default now(),
  primary key (mode, subject)
);
select app.protect('app.plan_trials');

-- Mails about a plan: each thing is told once.
create table app.plan_notices (
  user_id uuid not null,
  kind text not null check (kind in ('trial_will_end', 'payment_failed', 'action_required', 'plan_ended',
    'trial_refused')),
  about text not null, -- the provider's subscription or invoice
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (user_id, kind, about)
);
select app.protect('app.plan_notices');

-- The mirror of a subscription grows by what billing shows. The id of a mirrored row is made from the provider's, so
-- that there is one row each; `version` counts the answers written, so that an old one never covers a newer one.
alter table public.subscriptions
  add column stripe_subscription_id text,
  add column stripe_customer_id text,
  add column mode text not null default 'test' check (mode in ('test', 'live')),
  add column plan_id text references public.bolt_plans (id),
  add column trial_end timestamptz,
  add column cancel_at timestamptz,
  add column past_due_since timestamptz,
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now();
create index subscriptions_by_plan on public.subscriptions (plan_id);
create index subscriptions_owing on public.subscriptions (past_due_since) where past_due_since is not null;
create trigger touch before update on public.subscriptions for each row execute function app.touch_updated_at();

create function app.subscription_row_id(p_mode text, p_subscription text) returns uuid
language sql immutable set search_path = ''
  return pg_catalog.md5(p_mode || ':' || p_subscription)::uuid;
grant execute on function app.subscription_row_id(text, text) to service_role;

-- How long a plan whose renewal failed goes on while the provider tries again.
create function app.grace() returns interval language sql immutable set search_path = '' return interval '14 days';

-- What a subscription is worth here: past due counts as unpaid when its grace is over.
create function app.standing(p_status text, p_past_due_since timestamptz) returns text
language sql stable set search_path = ''
  return case when p_status = 'past_due' and p_past_due_since <= now() - app.grace() then 'unpaid' else p_status end;
grant execute on function app.grace(), app.standing(text, timestamptz) to service_role;

-- Writes the plan a creator holds from the mirrors of one mode: the best that is in good standing; else a paid plan
-- takes the state of the newest. Free stays free. The caller holds the lock on the customer's row.
create function app.settle_plan(p_user uuid, p_mode text) returns void language plpgsql
set search_path = '' as $$
declare
  best record;
begin
  select s.plan_id, app.standing(s.status, s.past_due_since) as status, s.trial_end, s.current_period_end into best
  from public.subscriptions s join public.bolt_plans p on p.id = s.plan_id
  where s.user_id = p_user and s.mode = p_mode
    and app.standing(s.status, s.past_due_since) in ('active', 'trialing', 'past_due')
  order by p.sort desc, s.created_at desc limit 1;
  if found then
    insert into public.bolt_subscriptions as held (user_id, plan_id, status, trial_end, current_period_end)
    values (p_user, best.plan_id, best.status, best.trial_end, best.current_period_end)
    on conflict (user_id) do update set plan_id = excluded.plan_id, status = excluded.status,
      trial_end = excluded.trial_end, current_period_end = excluded.current_period_end
    where (held.plan_id, held.status, held.trial_end, held.current_period_end)
      is distinct from (excluded.plan_id, excluded.status, excluded.trial_end, excluded.current_period_end);
    return;
  end if;
  if not exists (select from public.subscriptions where user_id = p_user) then return; end if;
  select coalesce((select app.standing(s.status, s.past_due_since) from public.subscriptions s
    where s.user_id = p_user and s.mode = p_mode order by s.created_at desc limit 1), 'canceled') as status into best;
  update public.bolt_subscriptions set status = best.status
  where user_id = p_user and plan_id <> 'free' and status <> best.status;
end $$;
grant execute on function app.settle_plan(uuid, text) to service_role;

-- Staff: a creator with a confirmed e-mail whose domain is exactly one of the operator's list.
create function app.is_staff(p_user uuid, p_domains text[]) returns boolean language sql stable set search_path = ''
  return exists (
    select from auth.users
    where pool_id = '00000000-0000-0000-0000-000000000000' and id = p_user and not is_anonymous
      and email_confirmed_at is not null and deleted_at is null
      and substring(email from '@([^@]+)$') = any (p_domains));

-- The same for single addresses.
create function app.is_listed(p_user uuid, p_emails text[]) returns boolean language sql stable set search_path = ''
  return exists (
    select from auth.users
    where pool_id = '00000000-0000-0000-0000-000000000000' and id = p_user and not is_anonymous
      and email_confirmed_at is not null and deleted_at is null and email = any (p_emails));
grant execute on function app.is_staff(uuid, text[]), app.is_listed(uuid, text[]) to service_role;

-- Plans of the product, who holds which, and the one function that decides access.
create table public.bolt_plans (
  id text primary key,
  name text not null,
  price_cents integer not null check (price_cents >= 0),
  interval text not null default 'month',
  features text[] not null default '{}',
  sort integer not null,
  stripe_price_id text,
  stripe_price_id_live text
);
select app.protect('public.bolt_plans');
grant select (id, name, price_cents, interval, features, sort) on public.bolt_plans to anon, authenticated, end_user;
create policy everyone on public.bolt_plans for select to anon, authenticated, end_user using (true);

insert into public.bolt_plans (id, name, price_cents, interval, features, sort) values
  ('free', 'Free', 0, 'month', array['Auth (email/password)', '1 database table', '1 form'], 1),
  ('pro', 'Pro', 1900, 'month', array['Social login', 'Unlimited tables and forms',
    'Payments (checkout and subscriptions)', 'AI Prompt', 'Content Library', 'Simple Ticketing/Event'], 2),
  ('business', 'Business', 5900, 'month', array['Everything in Pro', 'Roles and orgs',
    'Team-scoped database with row-level security', 'Multi-tier event ticketing', 'Advanced AI', 'Analytics',
    'Priority support'], 3);

-- The plan a creator holds: one row each.
create table public.bolt_subscriptions (
  user_id uuid primary key default auth.uid(),
  plan_id text not null references public.bolt_plans (id),
  status text not null,
  trial_end timestamptz,
  current_period_end timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index bolt_subscriptions_by_plan on public.bolt_subscriptions (plan_id);
select app.protect('public.bolt_subscriptions');
create trigger touch before update on public.bolt_subscriptions
  for each row execute function app.touch_updated_at();
-- Free has no dates, also when a paid plan went before it.
create function app.clear_free_plan_dates() returns trigger language plpgsql
set search_path = '' as $$
begin
  if new.plan_id = 'free' then
    new.trial_end := null;
    new.current_period_end := null;
  end if;
  return new;
end $$;
create trigger clear_free_dates before insert or update on public.bolt_subscriptions
  for each row execute function app.clear_free_plan_dates();
grant select (user_id, plan_id, status, trial_end, current_period_end, created_at, updated_at)
  on public.bolt_subscriptions to authenticated;
grant insert (user_id, plan_id, status, updated_at), update (user_id, plan_id, status, updated_at)
  on public.bolt_subscriptions to authenticated;
create policy own_row on public.bolt_subscriptions for select to authenticated using (user_id = auth.uid());
-- A creator takes the Free plan without asking, and never over a paid plan that lives.
create policy take_free on public.bolt_subscriptions for insert to authenticated
  with check (user_id = auth.uid() and plan_id = 'free' and status = 'active');
create policy return_to_free on public.bolt_subscriptions for update to authenticated
  using (user_id = auth.uid() and (plan_id = 'free' or status not in ('active', 'trialing', 'past_due')))
  with check (user_id = auth.uid() and plan_id = 'free' and status = 'active');

-- The card provider's subscription, mirrored for the plan card.
create table public.subscriptions (
  id uuid primary key default app.uuidv7(),
  user_id uuid not null,
  status text not null,
  unit_amount integer not null,
  currency text not null,
  interval text not null,
  current_period_end timestamptz,
  created_at timestamptz not null default now()
);
create index subscriptions_by_user on public.subscriptions (user_id, created_at desc);
select app.protect('public.subscriptions');
grant select (id, user_id, status, unit_amount, currency, interval, current_period_end, created_at)
  on public.subscriptions to authenticated;
create policy own_rows on public.subscriptions for select to authenticated using (user_id = auth.uid());

create table public.profiles (
  user_id uuid primary key,
  stripe_customer_id text
);
select app.protect('public.profiles');
grant select (user_id, stripe_customer_id) on public.profiles to authenticated;
create policy own_row on public.profiles for select to authenticated using (user_id = auth.uid());

-- Access to paid parts, decided here and nowhere else: a day pass that has not run out by this clock, or a plan
-- whose status is active, trialing or past_due.
create function app.has_day_pass(p_user uuid) returns boolean language sql stable security definer set search_path = ''
  begin atomic
    select exists (
      select from public.tenants
      where owner_user_id = p_user and subscription_tier = 'day_pass' and subscription_status = 'active'
        and access_expires_at > now());
  end;

create function app.has_access(p_user uuid) returns boolean language sql stable security definer set search_path = ''
  begin atomic
    select app.has_day_pass(p_user)
      or exists (select from public.bolt_subscriptions
                 where user_id = p_user and status in ('active', 'trialing', 'past_due'))
      or exists (select from public.tenants
                 where owner_user_id = p_user and subscription_tier is distinct from 'day_pass'
                   and subscription_status in ('active', 'trialing', 'past_due'));
  end;

-- The plan whose features hold now: a day pass counts as Business.
create function app.plan_of(p_user uuid) returns text language sql stable security definer set search_path = ''
  begin atomic
    select case when app.has_day_pass(p_user) then 'business'
      else coalesce((select plan_id from public.bolt_subscriptions
                     where user_id = p_user and status in ('active', 'trialing', 'past_due')), 'free') end;
  end;

create function app.has_plan(p_user uuid, p_plan text) returns boolean language sql stable security definer set search_path = ''
  begin atomic
    select app.has_access(p_user)
      and (select sort from public.bolt_plans where id = app.plan_of(p_user))
        >= (select sort from public.bolt_plans where id = p_plan);
  end;

grant execute on function app.has_day_pass(uuid), app.has_access(uuid), app.plan_of(uuid), app.has_plan(uuid, text)
  to authenticated, service_role;

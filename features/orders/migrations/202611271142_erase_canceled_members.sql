-- A subscription that was canceled takes no more money, although it runs to the end of its period, so it no longer keeps its owner
-- from being erased. `app.erase_orders_of` ends it. A payment that is due can still be repeated.
create or replace function app.is_charged(p_tenant uuid, p_user uuid) returns boolean language sql stable set search_path = ''
  begin atomic
    select exists (select from public.orders o where o.tenant_id = p_tenant and o.auth_user_id = p_user
      and o.subscription_status in ('active', 'trialing', 'past_due', 'unpaid', 'paused')
      and not (o.cancel_at_period_end and o.subscription_status in ('active', 'trialing')));
  end;

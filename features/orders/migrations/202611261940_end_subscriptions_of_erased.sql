-- An erased person must not go on being charged. `app.is_charged` refuses the erasure while a subscription of the account lives,
-- but does not see one that was bought as a guest and not claimed yet, nor one whose payment is recorded after it looked.
create or replace function app.erase_orders_of(p_tenant uuid, p_user uuid, p_email text) returns void language sql set search_path = ''
  begin atomic
    insert into app.provider_ends (mode, account_id, kind, object_id)
      select o.mode, o.stripe_account_id, 'subscription' as kind, o.stripe_subscription_id from public.orders o
      where o.tenant_id = p_tenant and (o.auth_user_id = p_user or o.auth_user_id is null and lower(o.email) = lower(p_email))
        and o.stripe_subscription_id is not null
        and o.subscription_status in ('active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete')
      union
      select o.mode, o.stripe_account_id, 'checkout' as kind, o.stripe_session_id from public.orders o
      where o.tenant_id = p_tenant and (o.auth_user_id = p_user or o.auth_user_id is null and lower(o.email) = lower(p_email))
        and o.status = 'pending' and o.stripe_session_id is not null
        and o.created_at > now() - interval '2 days' -- the provider keeps none open longer
      on conflict do nothing;
    update public.orders set auth_user_id = null, email = null, page_url = null, locale = null, erased_at = now()
    where tenant_id = p_tenant and (auth_user_id = p_user or auth_user_id is null and lower(email) = lower(p_email));
  end;

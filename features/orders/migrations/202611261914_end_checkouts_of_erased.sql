-- An erased person can buy nothing more: checkouts that they left open are ended at the provider by the job that does so for deleted
-- tenants. Otherwise they could still pay, without a receipt and without an account to use it.
create or replace function app.erase_orders_of(p_tenant uuid, p_user uuid, p_email text) returns void language sql set search_path = ''
  begin atomic
    insert into app.provider_ends (mode, account_id, kind, object_id)
      select o.mode, o.stripe_account_id, 'checkout', o.stripe_session_id from public.orders o
      where o.tenant_id = p_tenant and (o.auth_user_id = p_user or o.auth_user_id is null and lower(o.email) = lower(p_email))
        and o.status = 'pending' and o.stripe_session_id is not null
        and o.created_at > now() - interval '2 days' -- the provider keeps none open longer
      on conflict do nothing;
    update public.orders set auth_user_id = null, email = null, page_url = null, locale = null, erased_at = now()
    where tenant_id = p_tenant and (auth_user_id = p_user or auth_user_id is null and lower(email) = lower(p_email));
  end;

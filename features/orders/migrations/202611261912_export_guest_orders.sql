-- What an erasure finds is what an export contains: also orders of a guest with the address that the account has proven.
create function app.orders_of_person(p_tenant uuid, p_user uuid, p_email text) returns setof public.orders language sql stable
set search_path = '' as $$
  select o.* from public.orders o
  where o.tenant_id = p_tenant and (o.auth_user_id = p_user or o.auth_user_id is null and lower(o.email) = lower(p_email));
$$;
select app.add_person_data('public.orders', 'app.orders_of_person', 'rows', p_exported =>
  '{id,name,quantity,amount_total,amount_refunded,currency,interval,status,subscription_status,email,created_at,paid_at,refunded_at}');
select app.add_person_data('public.orders', 'auth_user_id', 'kept', p_reason => 'emptied by app.erase_orders_of');

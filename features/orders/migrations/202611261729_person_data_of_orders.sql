-- Orders stay as the books require: amounts, dates and the ids of the payment, without the person. What the provider reports
-- later about such an order does not bring them back.
alter table public.orders add column erased_at timestamptz;

create function app.erase_orders_of(p_tenant uuid, p_user uuid, p_email text) returns void language sql set search_path = ''
  begin atomic
    update public.orders set auth_user_id = null, email = null, page_url = null, locale = null, erased_at = now()
    where tenant_id = p_tenant and (auth_user_id = p_user or auth_user_id is null and lower(email) = lower(p_email));
  end;
select app.add_person_data('public.orders', 'app.erase_orders_of', 'function');
select app.add_person_data('public.orders', 'auth_user_id', 'kept', p_exported =>
  '{id,name,quantity,amount_total,amount_refunded,currency,interval,status,subscription_status,email,created_at,paid_at,refunded_at}',
  p_reason => 'emptied by app.erase_orders_of');
select app.add_person_data('public.order_refunds', 'requested_by', 'kept', p_reason => 'of creators');
select app.add_person_data('app.stock_holders', 'holder', 'kept', p_reason => 'a hash, until the checkout ends');

create function app.keep_order_erased() returns trigger language plpgsql set search_path = '' as $$
begin
  new.auth_user_id := null;
  new.email := null;
  new.page_url := null;
  new.locale := null;
  return new;
end $$;
create trigger keep_erased before update on public.orders for each row
  when (old.erased_at is not null) execute function app.keep_order_erased();

-- A subscription charges the person for as long as it runs.
create function app.is_charged(p_tenant uuid, p_user uuid) returns boolean language sql stable set search_path = ''
  begin atomic
    select exists (select from public.orders o where o.tenant_id = p_tenant and o.auth_user_id = p_user
      and o.subscription_status in ('active', 'trialing', 'past_due', 'unpaid', 'paused'));
  end;
select app.add_person_data('public.orders', 'app.is_charged', 'blocks', p_reason => 'subscription_lives');

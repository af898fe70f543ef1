-- Orders that begin as paid ones (a recurring order's later payments) are told too, and so is what becomes of a
-- subscription. Compared as JSON: columns that recurring orders have are told from the day they are there.
create or replace function app.tell_of_order() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_old constant jsonb := case when tg_op = 'INSERT' then '{"amount_refunded": 0}'::jsonb else to_jsonb(old) end;
  v_new constant jsonb := to_jsonb(new);
  v_id constant text := new.id::text;
  v_subscription constant text[] := array['subscription_status', 'current_period_end', 'cancel_at_period_end'];
  v_order constant jsonb := (
    select jsonb_object_agg(key, v_new -> key) from unnest(array['id', 'mode', 'status', 'seller', 'source_id', 'name',
      'quantity', 'amount_total', 'amount_refunded', 'currency', 'interval', 'renewal_of', 'email', 'created_at', 'paid_at',
      'refunded_at']) as key) || jsonb_build_object('end_user_id', new.auth_user_id);
begin
  if new.paid_at is not null and v_old ->> 'paid_at' is null then
    perform app.tell_webhooks(new.tenant_id, new.mode, 'order.paid', v_id, v_order);
  end if;
  if new.amount_refunded > (v_old ->> 'amount_refunded')::integer
    or (new.status = 'refunded' and v_old ->> 'status' is distinct from 'refunded') then
    perform app.tell_webhooks(new.tenant_id, new.mode, 'order.refunded', v_id, v_order);
  end if;
  if v_new ->> 'subscription_status' is not null
    and exists (select from unnest(v_subscription) as key where v_new -> key is distinct from v_old -> key) then
    perform app.tell_webhooks(new.tenant_id, new.mode, 'subscription.updated', v_id,
      jsonb_build_object('order_id', new.id, 'mode', new.mode, 'source_id', new.source_id, 'name', new.name,
        'interval', v_new -> 'interval', 'status', v_new -> 'subscription_status',
        'current_period_end', v_new -> 'current_period_end',
        'cancel_at_period_end', v_new -> 'cancel_at_period_end',
        'end_user_id', new.auth_user_id, 'email', new.email));
  end if;
  return null;
end $$;
drop trigger tell_webhooks on public.orders;
create trigger tell_webhooks after insert or update on public.orders
  for each row execute function app.tell_of_order();

-- Every sale moves a product's stock: order.paid tells of that, and a product is changed when its catalogue is.
create or replace function app.tell_of_product() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_row constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  v_moves constant text[] := '{stock,held,available}';
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - v_moves = v_row - v_moves then
    return null;
  end if;
  perform app.tell_webhooks((v_row ->> 'tenant_id')::uuid, null, 'product.updated', v_row ->> 'id',
    jsonb_build_object('id', v_row -> 'id', 'name', v_row -> 'name', 'description', v_row -> 'description',
      'price_cents', v_row -> 'price_cents', 'currency', v_row -> 'currency', 'interval', v_row -> 'interval',
      'active', v_row -> 'active', 'created_at', v_row -> 'created_at', 'deleted', tg_op = 'DELETE'));
  return null;
end $$;

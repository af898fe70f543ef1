-- The terms of one product for the caller, for its purchase: app.my_offers() computes those of all.
create function app.my_offer(p_item uuid) returns table (item_id uuid, may_buy boolean, price_cents integer)
language sql stable security definer set search_path = '' begin atomic
  with mine as materialized (select array(select app.my_audiences() as id) as ids)
  select o.item_id as item_id, o.may_buy as may_buy, o.price_cents as price_cents
  from mine m cross join lateral app.offers_for(app.tenant_id(), m.ids, p_item) o where o.item_id = p_item;
end;
grant execute on function app.my_offer(uuid) to anon, end_user;

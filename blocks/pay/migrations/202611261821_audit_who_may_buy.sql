-- Who may buy a product, who pays less, and whether it is sold per seat came after the trigger's list of columns.
drop trigger audit on public.items;
select app.audit('public.items', 'product', 'name',
  array['price_cents=product.price_changed', 'currency=product.price_changed', 'member_price_cents=product.price_changed',
    'audience_id=product.audience_changed', '!audience_id=product.audience_changed'],
  p_only => array['name', 'description', 'price_cents', 'currency', 'interval', 'active', 'stock', 'per_seat', 'audience_id',
    'hidden_from_others', 'member_audience_id', 'member_price_cents'], p_who => 'administrators');

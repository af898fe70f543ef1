-- Every sale moves what a product has in stock, for the server or the buyer; what the owner sets is recorded.
select app.audit('public.items', 'product', 'name',
  array['price_cents=product.price_changed', 'currency=product.price_changed'],
  p_only => array['name', 'description', 'price_cents', 'currency', 'interval', 'active', 'stock'], p_who => 'administrators');

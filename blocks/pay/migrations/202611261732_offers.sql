-- Closed things offer the products that open them, with the price.
create or replace function app.offers(p_tenant uuid, p_products uuid[])
returns table (id uuid, name text, price_cents integer, currency text, "interval" text) language sql stable
begin atomic
  select i.id as id, i.name as name, i.price_cents as price_cents, i.currency as currency, i.interval as "interval"
  from public.items i where i.tenant_id = p_tenant and i.id = any (p_products) and i.active;
end;

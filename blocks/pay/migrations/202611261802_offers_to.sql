-- Closed things offer the products that open them, at the price that this member or visitor pays. A product that they may not buy
-- is not named, whether it is hidden from others or only for others.
create or replace function app.offers_to(p_tenant uuid, p_facts jsonb, p_products uuid[])
returns table (id uuid, name text, price_cents integer, currency text, "interval" text) language sql stable
begin atomic
  select i.id as id, i.name as name, case when app.rule_opens(m.rule, p_facts) then i.member_price_cents
    else i.price_cents end as price_cents, i.currency as currency, i.interval as "interval"
  from public.items i
  left join public.audiences a on a.tenant_id = i.tenant_id and a.id = i.audience_id
  left join public.audiences m on m.tenant_id = i.tenant_id and m.id = i.member_audience_id
  where i.tenant_id = p_tenant and i.id = any (p_products) and i.active
    and (i.audience_id is null or app.rule_opens(a.rule, p_facts));
end;
drop function app.offers(uuid, uuid[]);

create function app.keep_audience_of_item() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.keep_used_audience(old.tenant_id, 'product', array(
    select i.name from public.items i
    where i.tenant_id = old.tenant_id and old.id in (i.audience_id, i.member_audience_id) order by i.name, i.id));
  return old;
end $$;
create trigger keep_audience_of_item before delete on public.audiences
  for each row execute function app.keep_audience_of_item();

-- View as (docs/decisions/061) assumes members who are no rows: only app.my_audiences() knows them. So the terms follow from a set of
-- audiences, and each caller passes its own.
create function app.offers_for(p_tenant uuid, p_audiences uuid[], p_item uuid)
returns table (item_id uuid, may_buy boolean, price_cents integer, regular_price_cents integer, ways jsonb, depends boolean)
language sql stable begin atomic
  select i.id as item_id, o.may_buy,
    case when o.is_member then i.member_price_cents else i.price_cents end as price_cents,
    case when o.is_member then i.price_cents end as regular_price_cents,
    case when not o.may_buy then app.ways_to_item(p_tenant, i.audience_id) end as ways,
    i.audience_id is not null or i.member_audience_id is not null as depends
  from public.items i
  cross join lateral (select
    i.audience_id is null or i.audience_id = any (p_audiences) as may_buy,
    coalesce(i.member_audience_id = any (p_audiences), false) as is_member) o
  where i.tenant_id = p_tenant and i.active and (p_item is null or i.id = p_item);
end;

create or replace function app.offers(p_tenant uuid, p_member uuid, p_item uuid)
returns table (item_id uuid, may_buy boolean, price_cents integer, regular_price_cents integer, ways jsonb, depends boolean)
language sql stable begin atomic
  with mine as materialized (select array(select app.audiences_of(p_tenant, p_member)) as ids)
  select o.item_id, o.may_buy, o.price_cents, o.regular_price_cents, o.ways, o.depends
  from mine m cross join lateral app.offers_for(p_tenant, m.ids, p_item) o;
end;
grant execute on function app.offers_for(uuid, uuid[], uuid) to service_role;

create or replace function app.my_offers() returns table (item_id uuid, may_buy boolean, price_cents integer,
  regular_price_cents integer, ways jsonb, depends boolean)
language sql stable security definer set search_path = '' begin atomic
  with mine as materialized (select array(select app.my_audiences()) as ids)
  select o.item_id, o.may_buy, o.price_cents, o.regular_price_cents, o.ways, o.depends
  from mine m cross join lateral app.offers_for(app.tenant_id(), m.ids, null) o;
end;

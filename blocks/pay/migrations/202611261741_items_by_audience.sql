-- Products for an audience, and a price for an audience: docs/decisions/062. Without a cascade: what loses its audience closes.
alter table public.items
  add audience_id uuid, -- who may buy it; null: everyone
  add hidden_from_others boolean not null default false, -- else others see the product, and for whom it is
  add member_audience_id uuid,
  add member_price_cents integer check (member_price_cents between 0 and 99999999), -- what member_audience_id pays
  add constraint items_member_price check ((member_price_cents is null) = (member_audience_id is null)),
  add constraint items_member_price_lower check (member_price_cents < price_cents),
  add constraint items_member_price_chargeable check (
    currency not in ('bhd', 'jod', 'kwd', 'omr', 'tnd') or member_price_cents % 10 = 0),
  add foreign key (tenant_id, audience_id) references public.audiences (tenant_id, id),
  add foreign key (tenant_id, member_audience_id) references public.audiences (tenant_id, id);
create index items_by_audience on public.items (tenant_id, audience_id);
create index items_by_member_audience on public.items (tenant_id, member_audience_id);
grant select (audience_id, hidden_from_others, member_audience_id, member_price_cents),
  insert (audience_id, hidden_from_others, member_audience_id, member_price_cents),
  update (audience_id, hidden_from_others, member_audience_id, member_price_cents)
  on public.items to authenticated;

-- A product hidden from a visitor is in no response of any API.
alter policy public_catalogue on public.items
  using (active and tenant_id = coalesce(app.tenant_id(), app.asked('tenant_id')::uuid)
    and (not hidden_from_others or audience_id is null or audience_id = any (array(select app.my_audiences()))));

-- For whom a product is, for those who may not buy it: `[{kind, name?, item_id?, from?}]`. A product that opens it is named
-- if it is for sale.
create function app.ways_to_item(p_tenant uuid, p_audience uuid) returns jsonb language sql stable begin atomic
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('kind', k.kind, 'item_id', b.id,
      'name', case when k.kind = 'role' then k.which else b.name end,
      'from', case when k.opens_at > now() then to_char(k.opens_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end))
    order by k.place), '[]')
  from app.audience_kinds_of(p_tenant, p_audience) k
  left join public.items b on b.tenant_id = p_tenant and b.active and not b.hidden_from_others
    and b.id = case when k.kind = 'bought' then k.which::uuid end;
end;

-- The terms of a tenant's active products for one member, or for a visitor: whether they may buy it, and what they pay by what the
-- database says now. The page shows them and the purchase checks them again.
create function app.offers(p_tenant uuid, p_member uuid, p_item uuid)
returns table (item_id uuid, may_buy boolean, price_cents integer, regular_price_cents integer, ways jsonb, depends boolean)
language sql stable begin atomic
  with mine as materialized (select array(select app.audiences_of(p_tenant, p_member)) as ids)
  select i.id as item_id, o.may_buy,
    case when o.is_member then i.member_price_cents else i.price_cents end as price_cents,
    case when o.is_member then i.price_cents end as regular_price_cents,
    case when not o.may_buy then app.ways_to_item(p_tenant, i.audience_id) end as ways,
    i.audience_id is not null or i.member_audience_id is not null as depends
  from public.items i
  cross join lateral (select
    i.audience_id is null or i.audience_id = any ((select m.ids from mine m)::uuid[]) as may_buy,
    coalesce(i.member_audience_id = any ((select m.ids from mine m)::uuid[]), false) as is_member) o
  where i.tenant_id = p_tenant and i.active and (p_item is null or i.id = p_item);
end;
grant execute on function app.offers(uuid, uuid, uuid) to service_role;

-- The same for the caller. `depends` says of hidden products, too, that signing in may change the page.
create function app.my_offers() returns table (item_id uuid, may_buy boolean, price_cents integer,
  regular_price_cents integer, ways jsonb, depends boolean)
language sql stable security definer set search_path = '' begin atomic
  select o.item_id, o.may_buy, o.price_cents, o.regular_price_cents, o.ways, o.depends
  from app.offers(app.tenant_id(), case when auth.role() = 'end_user' then auth.uid() end, null) o;
end;
grant execute on function app.my_offers() to anon, end_user;

-- A picture by its exact address, which contains the hash of its bytes: only who saw the product knows it. Browsers and the
-- payments provider request it without a token.
create function app.item_picture(p_tenant uuid, p_item uuid, p_hash text) returns bytea
language sql stable security definer set search_path = '' begin atomic
  select p.bytes from public.item_pictures p join public.items i on i.tenant_id = p.tenant_id and i.id = p.item_id
  where p.tenant_id = p_tenant and p.item_id = p_item and p.hash = p_hash and i.active;
end;
grant execute on function app.item_picture(uuid, uuid, text) to anon;

-- The picture of a product, as the server encoded it: WebP without metadata. The address contains the hash.
create table public.item_pictures (
  tenant_id uuid not null,
  item_id uuid not null,
  hash text not null check (hash ~ '^[0-9a-f]{32}$'),
  bytes bytea not null check (octet_length(bytes) between 1 and 300000),
  width integer not null check (width between 1 and 960),
  height integer not null check (height between 1 and 960),
  primary key (tenant_id, item_id),
  foreign key (tenant_id, item_id) references public.items (tenant_id, id) on delete cascade
);
-- The bytes are compressed already.
alter table public.item_pictures alter column bytes set storage external;
select app.protect('public.item_pictures');

grant select (tenant_id, item_id, hash, bytes, width, height)
  on public.item_pictures to anon, authenticated, end_user;
-- Visitors see the pictures of the products that they see: the policy of items decides.
create policy public_catalogue on public.item_pictures for select to anon, end_user
  using (tenant_id = coalesce(app.tenant_id(), app.asked('tenant_id')::uuid)
    and item_id = any (array(select id from public.items)));
create policy of_own_tenants on public.item_pictures for select to authenticated
  using (tenant_id = any (array(select app.owned_tenants())));

-- The only way to write: no API reaches this schema, so every picture went through the server's encoder.
-- Without bytes it removes the picture. It does nothing for another creator's product.
create function app.set_item_picture(p_item uuid, p_hash text, p_bytes bytea, p_width integer, p_height integer)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if p_bytes is null then
    delete from public.item_pictures
      where item_id = p_item and tenant_id = any (array(select app.owned_tenants()));
  else
    insert into public.item_pictures (tenant_id, item_id, hash, bytes, width, height)
      select tenant_id, id, p_hash, p_bytes, p_width, p_height from public.items
        where id = p_item and tenant_id = any (array(select app.owned_tenants()))
      on conflict (tenant_id, item_id) do update
        set hash = excluded.hash, bytes = excluded.bytes, width = excluded.width, height = excluded.height;
  end if;
end $$;
grant execute on function app.set_item_picture(uuid, text, bytea, integer, integer) to authenticated;

-- Products of a tenant.
create table public.items (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  name text not null check (app.valid_name(name, 60)),
  description text check (char_length(description) between 1 and 500),
  price_cents integer not null check (price_cents between 0 and 99999999),
  currency text not null default 'eur' check (currency in ('eur', 'usd', 'gbp')),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id) references public.tenants (id) on delete cascade
);
create index items_by_id on public.items (id);
create index items_by_tenant on public.items (tenant_id, created_at desc);
select app.protect('public.items');

grant select (tenant_id, id, name, description, price_cents, currency, active, created_at)
  on public.items to anon, authenticated, end_user;
-- The public catalogue: what one tenant sells, by its key or its exact id, never a list over tenants.
create policy public_catalogue on public.items for select to anon, end_user
  using (active and tenant_id = coalesce(app.tenant_id(), app.asked('tenant_id')::uuid));

grant insert (tenant_id, name, description, price_cents, currency, active) on public.items to authenticated;
grant update (name, description, price_cents, currency, active) on public.items to authenticated;
grant delete on public.items to authenticated;
create policy of_own_tenants on public.items for all to authenticated
  using (tenant_id = any (array(select app.owned_tenants())))
  with check (tenant_id = any (array(select app.owned_tenants())));

create function app.add_default_item() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  insert into public.items (tenant_id, name, price_cents, currency, active)
  values (new.id, 'Sample product', 1000, 'eur', true);
  return null;
end $$;
create trigger add_default_item after insert on public.tenants
  for each row execute function app.add_default_item();

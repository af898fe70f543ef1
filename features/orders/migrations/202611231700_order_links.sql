-- Links in emails to guests, who have no account: they prove the right to manage one recurring order. Each email has its own,
-- and an older one stays valid as long as the order exists.
create table app.order_links (
  tenant_id uuid not null,
  order_id uuid not null,
  hash bytea not null check (octet_length(hash) = 32),
  created_at timestamptz not null default now(),
  primary key (tenant_id, order_id, hash),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index order_links_by_hash on app.order_links (hash);
select app.protect('app.order_links');

-- Emails to buyers that the email server accepted, for the timeline of an order.
create table app.order_letters (
  tenant_id uuid not null,
  order_id uuid not null,
  id uuid not null default app.uuidv7(),
  letter text not null check (char_length(letter) <= 100),
  sent_at timestamptz not null default now(),
  primary key (tenant_id, order_id, id),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
select app.protect('app.order_letters');
grant select (tenant_id, order_id, id, letter, sent_at) on app.order_letters to authenticated;
create policy of_own_tenants on app.order_letters for select to authenticated
  using (tenant_id = any (array(select app.owned_tenants())));

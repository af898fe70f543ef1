-- Seats of an order whose product is sold per seat, as the provider's subscription counts them now; null for other products.
-- `quantity` stays what was bought at first.
alter table public.orders add seats integer
  check (seats between 1 and 999 and (interval is not null or seats is null) and (renewal_of is null or seats is null));
grant select (seats) on public.orders to authenticated, end_user;

-- The language that the buyer read the shop in: letters about the order are written in it.
alter table public.orders add locale text check (locale ~ '^[a-z]{2}$');

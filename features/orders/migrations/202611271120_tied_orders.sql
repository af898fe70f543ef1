-- What waits for an order to be paid, such as an entry of a form: the queue that gets a job then, and the id in its unit (docs/decisions/079).
alter table public.orders
  add tied_queue text check (tied_queue ~ '^[a-z-]{1,40}$'),
  add tied_id uuid,
  add constraint orders_tied check ((tied_queue is null) = (tied_id is null));
create index orders_tied on public.orders (tenant_id, tied_id) where tied_id is not null;

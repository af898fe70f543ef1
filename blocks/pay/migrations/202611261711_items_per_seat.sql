-- A recurring product that is sold per seat: its quantity is how many members of the buyer's team have access.
alter table public.items add per_seat boolean not null default false,
  add constraint items_per_seat check (interval is not null or not per_seat);
grant select (per_seat) on public.items to anon, authenticated, end_user;
grant insert (per_seat), update (per_seat) on public.items to authenticated;

-- How often a product is paid; null for once.
alter table public.items add interval text check (interval in ('week', 'month', 'year'));
grant select (interval) on public.items to anon, authenticated, end_user;
grant insert (interval), update (interval) on public.items to authenticated;

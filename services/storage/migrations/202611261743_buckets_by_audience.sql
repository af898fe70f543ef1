-- Buckets whose files an audience may read (docs/decisions/062): list, download and sign, not write. A tenant's bucket names
-- an audience of that tenant; without a cascade: a bucket that loses its audience closes.
alter table storage.buckets
  add read_audience_id uuid,
  add foreign key (pool_id, read_audience_id) references public.audiences (tenant_id, id);
create index buckets_by_audience on storage.buckets (pool_id, read_audience_id);
grant select (read_audience_id) on storage.buckets to anon, authenticated, end_user;
grant insert (read_audience_id), update (read_audience_id) on storage.buckets to authenticated;

-- The buckets of the caller's tenant that the caller may read by their audience, computed once per statement.
create function storage.readable_buckets() returns setof text language sql stable security definer
set search_path = '' begin atomic
  select b.id from storage.buckets b
  where b.pool_id = app.tenant_id() and b.read_audience_id = any (array(select app.my_audiences()));
end;
grant execute on function storage.readable_buckets() to anon, end_user;

create policy of_audience on storage.buckets for select to anon, end_user
  using (pool_id = app.tenant_id() and id = any (array(select storage.readable_buckets())));
create policy of_audience on storage.objects for select to anon, end_user
  using (pool_id = app.tenant_id() and bucket_id = any (array(select storage.readable_buckets())));

create function storage.keep_audience_of_bucket() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.keep_used_audience(old.tenant_id, 'bucket', array(
    select b.name from storage.buckets b
    where b.pool_id = old.tenant_id and b.read_audience_id = old.id order by b.name, b.id));
  return old;
end $$;
create trigger keep_audience_of_bucket before delete on public.audiences
  for each row execute function storage.keep_audience_of_bucket();

-- What was said in the channels of a tenant goes with it. Its sockets close by themselves: the key opens nothing.
create function realtime.tenant_deleted() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from realtime.messages where pool_id = old.id;
  delete from realtime.presences where pool_id = old.id;
  delete from realtime.parcels where pool_id = old.id;
  return null;
end $$;
create trigger tenant_channels_deleted after delete on public.tenants
  for each row execute function realtime.tenant_deleted();

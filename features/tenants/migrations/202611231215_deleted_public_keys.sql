-- SHA-256 of the public keys of deleted tenants. Their tags remain on sites, whose visitors should read that the block
-- is not available, not that its configuration is wrong. A key is 24 random characters, so its hash reveals nothing.
create table app.deleted_public_keys (
  hash bytea primary key check (octet_length(hash) = 32),
  deleted_at timestamptz not null default now()
);
select app.protect('app.deleted_public_keys');
grant select on app.deleted_public_keys to service_role;

create function app.keep_deleted_public_key() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into app.deleted_public_keys (hash) values (sha256(convert_to(old.public_key, 'utf8'))) on conflict do nothing;
  return old;
end $$;
create trigger keep_deleted_public_key after delete on public.tenants
  for each row when (old.public_key is not null) execute function app.keep_deleted_public_key();

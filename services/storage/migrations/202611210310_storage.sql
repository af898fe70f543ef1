-- Files: buckets and the objects in them. pool_id leads every key: the tenant's id, or the platform's pool for the
-- platform's own, so that two tenants may each have a bucket of one name. The bytes lie elsewhere
-- (services/storage/backends), under ids of these rows: no name that somebody chose ever becomes a path.
create schema storage;
grant usage on schema storage to anon, authenticated, end_user, service_role;

-- Helpers that policies are written with; names and results are those of the official service. -----------------------

create function storage.foldername(name text) returns text[] language sql immutable
  return (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1];

create function storage.filename(name text) returns text language sql immutable
  return (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))];

create function storage.extension(name text) returns text language sql immutable
  return reverse(split_part(reverse(storage.filename(name)), '.', 1));

-- What the service is about to do, for example `storage.object.list`; null outside of it. The service says it as the
-- request's path, which everywhere else begins with a slash.
create function storage.operation() returns text language sql stable
  return substring(current_setting('request.path', true) from '^storage\..+$');

create function storage.allow_any_operation(expected_operations text[]) returns boolean language sql stable
  return coalesce(regexp_replace(storage.operation(), '^storage\.', '') = any (
    array(select regexp_replace(expected, '^storage\.', '') from unnest(expected_operations) as expected)), false);

create function storage.allow_only_operation(expected_operation text) returns boolean language sql stable
  return storage.allow_any_operation(array[expected_operation]);

-- The namespace that a request works in. Creators and the service key name a tenant's by the header x-bb-pool; that
-- opens nothing by itself, the policies below still ask whose tenant it is. Everybody else has one namespace.
create function storage.pool_id() returns uuid language sql stable
  return case when auth.role() in ('authenticated', 'service_role')
    then coalesce((nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-bb-pool')::uuid, app.pool_id())
    else app.pool_id() end;

grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text),
  storage.operation(), storage.allow_any_operation(text[]), storage.allow_only_operation(text), storage.pool_id()
  to anon, authenticated, end_user, service_role;

-- Buckets -----------------------------------------------------------------------------------------------------

create table storage.buckets (
  pool_id uuid not null default storage.pool_id(),
  id text not null check (id ~ '^[A-Za-z0-9_!.*''() &$@=;:+,?-]{1,100}$' and id = btrim(id)),
  name text not null check (name = id),
  owner uuid,
  owner_id text,
  public boolean not null default false,
  -- Bytes; null: the installation's limit alone.
  file_size_limit bigint check (file_size_limit >= 0),
  -- For example {image/*,application/pdf}; null: any.
  allowed_mime_types text[] check (cardinality(allowed_mime_types) <= 100),
  -- Members (end users) of the tenant may do everything in the folder that is named by their user id.
  member_folders boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (pool_id, id)
);
create trigger touch_updated_at before update on storage.buckets
  for each row execute function app.touch_updated_at();
select app.protect('storage.buckets');

grant select (pool_id, id, name, owner, owner_id, public, file_size_limit, allowed_mime_types, member_folders,
    created_at, updated_at)
  on storage.buckets to anon, authenticated, end_user;
grant insert (pool_id, id, name, owner, owner_id, public, file_size_limit, allowed_mime_types, member_folders)
  on storage.buckets to authenticated;
grant update (public, file_size_limit, allowed_mime_types, member_folders) on storage.buckets to authenticated;
grant delete on storage.buckets to authenticated;

-- Restrictive: whatever policies are added later, nobody gets out of the namespace of their request.
create policy namespace on storage.buckets as restrictive for all to anon, authenticated, end_user
  using (pool_id = storage.pool_id()) with check (pool_id = storage.pool_id());
create policy of_own_tenants on storage.buckets for all to authenticated
  using (pool_id = any (array(select app.owned_tenants())))
  with check (pool_id = any (array(select app.owned_tenants())));
create policy member_folders on storage.buckets for select to end_user
  using (pool_id = app.tenant_id() and member_folders);

-- Objects -----------------------------------------------------------------------------------------------------

create table storage.objects (
  pool_id uuid not null default storage.pool_id(),
  id uuid not null default app.uuidv7(),
  bucket_id text not null,
  -- Compared byte by byte: lists walk through the index on it.
  name text collate "C" not null check (octet_length(name) between 1 and 1024),
  owner uuid,
  owner_id text,
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  -- Which bytes: a version is written once; replacing a file is another version in this row.
  version uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  primary key (pool_id, id),
  foreign key (pool_id, bucket_id) references storage.buckets (pool_id, id)
);
create index objects_id on storage.objects (id);
create unique index objects_name on storage.objects (pool_id, bucket_id, name);
create trigger touch_updated_at before update on storage.objects
  for each row execute function app.touch_updated_at();
select app.protect('storage.objects');

grant select (pool_id, id, bucket_id, name, owner, owner_id, metadata, user_metadata, path_tokens, version, created_at,
    updated_at, last_accessed_at)
  on storage.objects to anon, authenticated, end_user;
grant insert (pool_id, bucket_id, name, owner, owner_id, metadata, user_metadata)
  on storage.objects to anon, authenticated, end_user;
-- Neither id nor version: whoever could set them could point a row at the bytes of another.
grant update (bucket_id, name, owner, owner_id, metadata, user_metadata)
  on storage.objects to anon, authenticated, end_user;
grant delete on storage.objects to anon, authenticated, end_user;

create policy namespace on storage.objects as restrictive for all to anon, authenticated, end_user
  using (pool_id = storage.pool_id()) with check (pool_id = storage.pool_id());
create policy of_own_tenants on storage.objects for all to authenticated
  using (pool_id = any (array(select app.owned_tenants())))
  with check (pool_id = any (array(select app.owned_tenants())));
create policy own_folder on storage.objects for all to end_user
  using (pool_id = app.tenant_id() and (storage.foldername(name))[1] = auth.uid()::text
    and bucket_id = any (array(select id from storage.buckets where pool_id = app.tenant_id() and member_folders)))
  with check (pool_id = app.tenant_id() and (storage.foldername(name))[1] = auth.uid()::text
    and bucket_id = any (array(select id from storage.buckets where pool_id = app.tenant_id() and member_folders)));

-- Bytes that no row points at: of an upload that is not done yet, or that a row let go of. Written down before the
-- first byte and in the transaction of the row, so that nothing is ever lost track of.
create table storage.loose_files (
  pool_id uuid not null,
  object_id uuid not null,
  version uuid not null,
  -- From then on they are removed.
  due_at timestamptz not null default now(),
  primary key (pool_id, object_id, version)
);
create index loose_files_due on storage.loose_files (due_at);
select app.protect('storage.loose_files');

-- However a row lets go of its bytes (replaced, removed, a bucket emptied, a tenant deleted, a statement of the
-- operator's), they are due. The word wakes whoever removes them (services/storage/removal).
create function storage.let_go() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  insert into storage.loose_files (pool_id, object_id, version) values (old.pool_id, old.id, old.version)
    on conflict do nothing;
  perform pg_notify('storage_loose_files', '');
  return null;
end $$;
create trigger let_go_deleted after delete on storage.objects for each row execute function storage.let_go();
create trigger let_go_replaced after update on storage.objects for each row
  when (old.version <> new.version or old.id <> new.id) execute function storage.let_go();

-- A tenant's files go with the tenant.
create function storage.tenant_deleted() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  delete from storage.objects where pool_id = old.id;
  delete from storage.buckets where pool_id = old.id;
  return null;
end $$;
create trigger tenant_storage_deleted after delete on public.tenants
  for each row execute function storage.tenant_deleted();

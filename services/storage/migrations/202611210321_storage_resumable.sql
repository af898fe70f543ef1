-- Uploads that come in pieces (tus). All there is to know of one stands here, so that any process goes on with it,
-- also after a kill: its offset is where its parts end.
create table storage.resumable_uploads (
  pool_id uuid not null,
  id uuid not null default app.uuidv7(),
  -- Who began it, and alone may go on: a role, and the user where there is one; of a signed upload, its address.
  role text not null check (role in ('anon', 'authenticated', 'end_user', 'service_role')),
  user_id text,
  signed boolean not null default false,
  bucket_id text not null,
  name text not null,
  upsert boolean not null,
  size bigint not null check (size >= 0),
  -- What is told on HEAD, as it was given (header Upload-Metadata).
  metadata jsonb not null check (jsonb_typeof(metadata) = 'object'),
  object_id uuid not null,
  version uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  finished_at timestamptz,
  primary key (pool_id, id)
);
create index resumable_uploads_expires_at on storage.resumable_uploads (expires_at);
select app.protect('storage.resumable_uploads');

-- Its bytes so far; each part is a file of its own at the back end (key: pool, upload, version).
create table storage.resumable_parts (
  pool_id uuid not null,
  upload_id uuid not null,
  start bigint not null check (start >= 0),
  size bigint not null check (size > 0),
  version uuid not null,
  primary key (pool_id, upload_id, start),
  foreign key (pool_id, upload_id) references storage.resumable_uploads (pool_id, id) on delete cascade
);
select app.protect('storage.resumable_parts');

-- However a part goes, its bytes go too.
create function storage.let_go_of_part() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  insert into storage.loose_files (pool_id, object_id, version) values (old.pool_id, old.upload_id, old.version)
  on conflict do nothing;
  return null;
end $$;
create trigger let_go_of_part after delete on storage.resumable_parts
  for each row execute function storage.let_go_of_part();

-- A tenant's counts and unfinished uploads go with the tenant; after its objects, by the name of the trigger.
create function storage.tenant_uploads_deleted() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  delete from storage.resumable_uploads where pool_id = old.id;
  delete from storage.usage where pool_id = old.id;
  return null;
end $$;
create trigger tenant_uploads_deleted after delete on public.tenants
  for each row execute function storage.tenant_uploads_deleted();

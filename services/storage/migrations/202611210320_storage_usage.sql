-- How many bytes a pool has, and room for those on their way (services/storage/uploads/on-the-way.ts): never above the
-- quota. Whoever brings bytes takes room in one statement that counts only while there is some; in the transaction
-- that points a row at them the room becomes use.
create table storage.usage (
  pool_id uuid primary key,
  bytes bigint not null default 0 check (bytes >= 0),
  reserved bigint not null default 0 check (reserved >= 0),
  -- When its files were last compared with its rows.
  audited_at timestamptz not null default now()
);
create index usage_audited_at on storage.usage (audited_at);
select app.protect('storage.usage');

-- Room that is taken for it while nothing points at it.
alter table storage.loose_files add column bytes bigint not null default 0 check (bytes >= 0);

create function storage.free_room() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  update storage.usage u set reserved = u.reserved - g.bytes
  from (select pool_id, sum(bytes) as bytes from gone where bytes > 0 group by pool_id) g
  where u.pool_id = g.pool_id;
  return null;
end $$;
create trigger free_room after delete on storage.loose_files referencing old table as gone
  for each statement execute function storage.free_room();

-- Bytes of an object, as its row tells them.
create function storage.size_of(p_metadata jsonb) returns bigint language sql immutable
  return case when p_metadata ->> 'size' ~ '^\d{1,15}$' then (p_metadata ->> 'size')::bigint else 0 end;

create function storage.count_bytes(p_pool uuid, p_bytes numeric) returns void language sql volatile
set search_path = '' as $$
  insert into storage.usage as u (pool_id, bytes) values (p_pool, greatest(p_bytes, 0))
  on conflict (pool_id) do update set bytes = greatest(u.bytes + p_bytes, 0)
$$;

create function storage.count_written() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  -- Bytes that a row points at are loose no more.
  delete from storage.loose_files f using written w
  where (f.pool_id, f.object_id, f.version) = (w.pool_id, w.id, w.version);
  perform storage.count_bytes(pool_id, sum(storage.size_of(metadata))) from written group by pool_id;
  return null;
end $$;
create trigger count_inserted after insert on storage.objects referencing new table as written
  for each statement execute function storage.count_written();

create function storage.count_changed() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  delete from storage.loose_files f using written w
  where (f.pool_id, f.object_id, f.version) = (w.pool_id, w.id, w.version);
  perform storage.count_bytes(pool_id, sum(bytes)) from (
    select pool_id, storage.size_of(metadata) as bytes from written
    union all select pool_id, -storage.size_of(metadata) from gone) changed
  group by pool_id having sum(bytes) <> 0;
  return null;
end $$;
create trigger count_changed after update on storage.objects referencing old table as gone new table as written
  for each statement execute function storage.count_changed();

create function storage.count_deleted() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  perform storage.count_bytes(pool_id, -sum(storage.size_of(metadata))) from gone group by pool_id;
  return null;
end $$;
create trigger count_deleted after delete on storage.objects referencing old table as gone
  for each statement execute function storage.count_deleted();

-- Files of rows of tenants' own tables: docs/decisions/071. They are in no bucket, so no call of the storage service names them.
-- A file is uploaded first; the value of a row then claims it, once.
create table app.record_files (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(), -- not uuidv7: who knows the id of a visitor's upload may claim it
  table_id uuid not null,
  field_id text not null check (field_id ~ '^[a-z0-9]{8}$'),
  form_id uuid, -- it was uploaded with this form, which alone may claim it
  record_id uuid, -- null: no row has claimed it yet
  uploader_role text not null check (uploader_role in ('anon', 'end_user', 'authenticated', 'service_role')),
  uploader_id uuid,
  network bytea, -- keyed hash of a visitor's network, until a row claims the file
  name text not null check (octet_length(name) between 1 and 1024),
  size bigint not null check (size >= 0), -- bytes
  type text not null check (type ~ '^[\w.+-]+/[\w.+-]+$'), -- found in the content
  width integer,
  height integer,
  etag text not null,
  version uuid not null, -- of the bytes: services/storage/backends/keys.ts
  created_at timestamptz not null default now(),
  released_at timestamptz, -- its row has it no more; the trash and the history may
  primary key (tenant_id, id),
  foreign key (tenant_id, table_id) references public.data_tables (tenant_id, id) on delete cascade
);
create index record_files_by_table on app.record_files (tenant_id, table_id, record_id);
create index record_files_by_uploader on app.record_files (tenant_id, uploader_id) where uploader_id is not null;
create index record_files_waiting on app.record_files (tenant_id, created_at) where record_id is null;
create index record_files_unclaimed on app.record_files (created_at) where record_id is null;
create index record_files_released on app.record_files (released_at) where released_at is not null;
select app.protect('app.record_files');

-- How long a row may claim an upload. Visitors need no account, so theirs wait only for a form that is being filled in.
create function app.file_wait(p_role text) returns interval language sql immutable
  begin atomic
    select case when p_role = 'anon' then interval '2 hours' else interval '1 day' end;
  end;
grant execute on function app.file_wait(text) to service_role;

-- Whether bytes of a visitor or member may wait for a row, besides those that already do: 50 MB of one network, 200 MB in a tenant. They
-- cannot fill its storage without sending rows, and one network leaves space for the others.
create function app.upload_fits(p_tenant uuid, p_network bytea, p_bytes bigint) returns boolean language sql stable set search_path = ''
  begin atomic
    select coalesce(sum(f.size), 0) + p_bytes <= 200000000
        and coalesce(sum(f.size) filter (where f.network = p_network), 0) + p_bytes <= 50000000
      from app.record_files f
      where f.tenant_id = p_tenant and f.record_id is null and f.uploader_role in ('anon', 'end_user');
  end;
grant execute on function app.upload_fits(uuid, bytea, bigint) to service_role;

-- Uploads of one tenant wait for each other here, so that they cannot exceed the limits together.
create function app.limit_uploads() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('record files ' || new.tenant_id, 0));
  if not app.upload_fits(new.tenant_id, new.network, new.size) then
    raise exception 'Too many uploads wait for a row' using errcode = 'program_limit_exceeded', table = 'record_files';
  end if;
  return new;
end $$;
create trigger limit_uploads before insert on app.record_files for each row
  when (new.record_id is null and new.uploader_role in ('anon', 'end_user')) execute function app.limit_uploads();

-- Their bytes count like those of objects, and are removed like those of objects.
create function app.store_record_files() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from storage.loose_files f using written w where (f.pool_id, f.object_id, f.version) = (w.tenant_id, w.id, w.version);
  perform storage.count_bytes(tenant_id, sum(size)) from written group by tenant_id;
  return null;
end $$;
create trigger store_record_files after insert on app.record_files referencing new table as written
  for each statement execute function app.store_record_files();

create function app.drop_record_files() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into storage.loose_files (pool_id, object_id, version) select tenant_id, id, version from gone on conflict do nothing;
  perform storage.count_bytes(tenant_id, -sum(size)) from gone group by tenant_id;
  if exists (select from gone) then
    perform pg_notify('storage_loose_files', '');
  end if;
  return null;
end $$;
create trigger drop_record_files after delete on app.record_files referencing old table as gone
  for each statement execute function app.drop_record_files();

-- The files in a row's values by the id of the field: files are the only objects among values.
create function app.files_in(p_values jsonb) returns table (field text, file uuid, value jsonb) language sql immutable
  begin atomic
    select e.key as field, case when e.value ->> 'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (e.value ->> 'id')::uuid end as file,
      e.value as value
    from jsonb_each(p_values) as e where jsonb_typeof(e.value) = 'object';
  end;

create function app.refuse_file(p_field text) returns void language plpgsql set search_path = '' as $$
begin
  raise exception 'This file was not uploaded for this row' using errcode = 'foreign_key_violation', constraint = 'record_files',
    table = 'records', column = p_field;
end $$;

-- Replaces what a writer says about a file by what the server found, and refuses a file that is not the writer's to use: it must have
-- been uploaded for this field in time, by this writer, and no other row may have it. What a form stores is written by the
-- service, after the form checked who uploaded it. A file that this row had before comes back only through staff and the service.
create function app.check_files() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  v_role constant text := coalesce(v_claims ->> 'role', 'service_role');
  v_old constant jsonb := case when tg_op = 'UPDATE' then old.extra else '{}' end;
  v record;
  v_file app.record_files;
begin
  for v in select i.field, i.file, i.value from app.files_in(new.extra) as i loop
    if v_old -> v.field = v.value then
      continue;
    end if;
    select f.* into v_file from app.record_files f
      where f.tenant_id = new.tenant_id and f.id = v.file and f.table_id = new.table_id and f.field_id = v.field
        and case when f.record_id = new.id then f.released_at is null or v_role in ('authenticated', 'service_role')
          else f.record_id is null and f.created_at > now() - app.file_wait(f.uploader_role) and (v_role = 'service_role'
            or f.form_id is null and f.uploader_role = v_role and f.uploader_id is not distinct from (v_claims ->> 'sub')::uuid) end;
    if not found then
      perform app.refuse_file(v.field);
    end if;
    new.extra := new.extra || jsonb_build_object(v.field, jsonb_strip_nulls(jsonb_build_object('id', v_file.id, 'name', v_file.name,
      'size', v_file.size, 'type', v_file.type, 'width', v_file.width, 'height', v_file.height)));
  end loop;
  return new;
end $$;

-- Claims the files of a row that is written, and releases those that it had. Two writers that use one file wait for each other
-- here, and the second is refused.
create function app.claim_files() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_new constant jsonb := case when tg_op <> 'DELETE' then new.extra else '{}' end;
  v_old constant jsonb := case when tg_op <> 'INSERT' then old.extra else '{}' end;
  v record;
begin
  for v in select i.field, i.file from app.files_in(v_new) as i where v_old #>> array[i.field, 'id'] is distinct from i.file::text loop
    update app.record_files f set record_id = new.id, released_at = null, network = null
      where f.tenant_id = new.tenant_id and f.id = v.file and (f.record_id is null or f.record_id = new.id);
    if not found then
      perform app.refuse_file(v.field);
    end if;
  end loop;
  update app.record_files f set released_at = now()
    from app.files_in(v_old) as i
    where f.tenant_id = old.tenant_id and f.id = i.file and f.record_id = old.id
      and v_new #>> array[i.field, 'id'] is distinct from i.file::text;
  return null;
end $$;
create trigger check_files_added before insert on app.records for each row
  when (new.extra @? '$.* ? (@.type() == "object")') execute function app.check_files();
create trigger check_files_changed before update on app.records for each row
  when (new.extra is distinct from old.extra and new.extra @? '$.* ? (@.type() == "object")') execute function app.check_files();
create trigger claim_files_added after insert on app.records for each row
  when (new.extra @? '$.* ? (@.type() == "object")') execute function app.claim_files();
create trigger claim_files_changed after update on app.records for each row
  when (new.extra is distinct from old.extra and (new.extra @? '$.* ? (@.type() == "object")' or old.extra @? '$.* ? (@.type() == "object")'))
  execute function app.claim_files();
create trigger release_files after delete on app.records for each row
  when (old.extra @? '$.* ? (@.type() == "object")') execute function app.claim_files();

-- A file that its row released is deleted with the last entry of the history that has it: after 30 days, or by an erasure.
create function app.forget_files_of_history() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from app.record_files f
    using (select distinct g.tenant_id, g.table_id, g.record_id, i.file from gone g cross join lateral app.files_in(g.before) as i) as lost
    where f.tenant_id = lost.tenant_id and f.id = lost.file and f.record_id = lost.record_id and f.released_at is not null
      and not exists (select from app.record_history h cross join lateral app.files_in(h.before) as i
        where h.tenant_id = lost.tenant_id and h.table_id = lost.table_id and h.record_id = lost.record_id and i.file = lost.file);
  return null;
end $$;
create trigger forget_files_of_history after delete on app.record_history referencing old table as gone
  for each statement execute function app.forget_files_of_history();

-- Uploads that no row claimed in time, and files that no history has after its 30 days, such as those of removed fields.
-- Returns how many it deleted.
create function app.forget_files(p_most integer) returns integer language plpgsql security definer set search_path = '' as $$
declare
  v_count integer;
begin
  delete from app.record_files f using (
      (select u.tenant_id, u.id from app.record_files u
        where u.record_id is null and u.created_at < now() - app.file_wait(u.uploader_role) order by u.created_at limit p_most)
      union all
      (select r.tenant_id, r.id from app.record_files r
        where r.released_at < now() - interval '31 days' order by r.released_at limit p_most)) as old
    where f.tenant_id = old.tenant_id and f.id = old.id
      and (f.record_id is null and f.created_at < now() - app.file_wait(f.uploader_role) or f.released_at < now() - interval '31 days');
  get diagnostics v_count = row_count;
  return v_count;
end $$;
grant execute on function app.forget_files(integer) to service_role;

-- A person's rows and their history go with app.erase_from_records, and so do the files in them. What was released 30 days ago is in no
-- history any more, or was used up by a submission without a row (blocks/database/form-files.ts).
create function app.erase_record_files(p_tenant uuid, p_user uuid, p_email text) returns void language sql set search_path = ''
  begin atomic
    delete from app.record_files f where f.tenant_id = p_tenant and f.uploader_id = p_user
      and (f.record_id is null or f.released_at <= now() - interval '30 days');
    update app.record_files f set uploader_id = null where f.tenant_id = p_tenant and f.uploader_id = p_user;
  end;
select app.add_person_data('app.record_files', 'app.erase_record_files', 'function');
select app.add_person_data('app.record_files', 'uploader_id', 'kept', p_exported => '{name,type,size,created_at}',
  p_reason => 'emptied by app.erase_record_files');

-- The files in a person's rows, for their export: of rows that they wrote, or that have the address that their account has proven.
create function app.files_of_person(p_tenant uuid, p_user uuid) returns table (id uuid, version uuid, folder text, name text)
language sql stable security definer set search_path = ''
  begin atomic
    select f.id, f.version, 'tables/' || t.name || '/' || f.record_id as folder, f.name from app.record_files f
    join app.records r on r.tenant_id = f.tenant_id and r.table_id = f.table_id and r.id = f.record_id
    join public.data_tables t on t.tenant_id = f.tenant_id and t.id = f.table_id
    where f.tenant_id = p_tenant and f.released_at is null and (r.created_by = p_user
      or (r.table_id, r.id) in (select e.table_id, e.record_id from app.records_with_email(p_tenant, (select u.email from auth.users u
        where u.pool_id = p_tenant and u.id = p_user and u.email_confirmed_at is not null)) as e));
  end;
grant execute on function app.files_of_person(uuid, uuid) to service_role;

-- Pictures in articles are files of the bucket, too: they are deleted with the last item that has them.

-- The files of a body: its own, and the pictures of its text.
create function app.library_paths(p_body jsonb) returns text[] language sql immutable
  return array(select app.library_path(p_body) where app.library_path(p_body) is not null
    union select path #>> '{}' from jsonb_path_query(p_body, 'strict $.doc.** ? (@.type == "image").attrs.path', silent => true) as p (path)
    where jsonb_typeof(path) = 'string' and char_length(path #>> '{}') between 1 and 300);
grant execute on function app.library_paths(jsonb) to anon, authenticated, end_user, service_role;

-- Deletes those of the files that no item of the tenant has any more, with their renditions. The bytes follow (storage.let_go).
create function app.forget_library_files(p_tenant uuid, p_paths text[]) returns void language plpgsql security definer set search_path = '' as $$
declare
  v_unused text[];
begin
  -- All files of a deleted tenant are deleted with it.
  if cardinality(p_paths) = 0 or not exists (select from public.tenants t where t.id = p_tenant) then
    return;
  end if;
  v_unused := array(select unnest(p_paths)
    except select unnest(app.library_paths(b.body)) from public.library_bodies b where b.tenant_id = p_tenant
    except select i.cover from public.library_items i where i.tenant_id = p_tenant and i.cover is not null);
  delete from storage.objects o using unnest(v_unused) as u (path)
  where o.pool_id = p_tenant and o.bucket_id = 'bb-library'
    and (o.name = u.path or (o.name > u.path || '.hls/' and o.name < u.path || '.hls0'));
end $$;

create or replace function app.forget_files_of_body() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.forget_library_files(old.tenant_id, app.library_paths(old.body));
  return null;
end $$;
create or replace trigger forget_replaced after update on public.library_bodies for each row
  when (not app.library_paths(old.body) <@ app.library_paths(new.body)) execute function app.forget_files_of_body();

create or replace function app.forget_cover() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.cover is not null then
    perform app.forget_library_files(old.tenant_id, array[old.cover]);
  end if;
  return null;
end $$;
-- Contract: made after 0.2.0
drop function app.forget_library_file(uuid, text);

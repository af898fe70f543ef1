-- Adaptive video: one row for the video of an item, converted in the background (docs/decisions/104). The renditions are files of
-- bb-library beside the uploaded one, in the folder `PATH.hls`.
create table public.library_videos (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  item_id uuid not null,
  path text not null check (char_length(path) between 1 and 300), -- the uploaded file
  state text not null default 'waiting' check (state in ('waiting', 'working', 'ready', 'failed')),
  progress smallint not null default 0 check (progress between 0 and 100),
  failure text check (failure ~ '^[a-z_]{1,40}$'), -- a code of blocks/library/video/failures.ts
  attempts smallint not null default 0,
  lease_until timestamptz, -- of the process that works on it; after that another one takes over
  heights smallint[] not null default '{}', -- of the renditions, in pixels
  updated_at timestamptz not null default now(),
  primary key (tenant_id, item_id),
  foreign key (tenant_id, item_id) references public.library_items (tenant_id, id) on delete cascade
);
-- Without the tenant: workers take the oldest of all tenants.
create index library_videos_due on public.library_videos (updated_at) where state in ('waiting', 'working');
select app.protect('public.library_videos');

-- Visitors learn of renditions exactly if they may read the body.
grant select (tenant_id, item_id, path, state) on public.library_videos to anon, end_user;
create policy of_audience on public.library_videos for select to anon, end_user
  using (tenant_id = app.tenant_id() and item_id = any (array(select app.open_library())));
grant select (tenant_id, item_id, path, state, progress, failure, attempts, lease_until, heights, updated_at)
  on public.library_videos to authenticated;
create policy of_editors on public.library_videos for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))));

create function app.library_path(p_body jsonb) returns text language sql immutable
  return case when jsonb_typeof(p_body #> '{file,path}') = 'string' and char_length(p_body #>> '{file,path}') between 1 and 300
    then p_body #>> '{file,path}' end;

-- The row follows the file of the item: another file is converted again.
create function app.follow_library_video() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_path constant text := app.library_path(new.body);
begin
  if v_path is null or not exists (select from public.library_items i
      where i.tenant_id = new.tenant_id and i.id = new.item_id and i.kind = 'video') then
    delete from public.library_videos v where v.tenant_id = new.tenant_id and v.item_id = new.item_id;
    return null;
  end if;
  insert into public.library_videos as v (tenant_id, item_id, path) values (new.tenant_id, new.item_id, v_path)
  on conflict (tenant_id, item_id) do update set path = excluded.path, state = 'waiting', progress = 0, failure = null, attempts = 0,
    lease_until = null, heights = '{}', updated_at = now()
    where v.path <> excluded.path;
  return null;
end $$;
create trigger follow_video after insert or update on public.library_bodies for each row execute function app.follow_library_video();

-- Deletes a file that no item of the tenant has any more, with its renditions. The bytes follow (storage.let_go).
create function app.forget_library_file(p_tenant uuid, p_path text) returns void language plpgsql security definer set search_path = '' as $$
begin
  -- All files of a deleted tenant are deleted with it.
  if p_path is null or not exists (select from public.tenants t where t.id = p_tenant)
    or exists (select from public.library_bodies b where b.tenant_id = p_tenant and app.library_path(b.body) = p_path)
    or exists (select from public.library_items i where i.tenant_id = p_tenant and i.cover = p_path) then
    return;
  end if;
  delete from storage.objects o where o.pool_id = p_tenant and o.bucket_id = 'bb-library'
    and (o.name = p_path or (o.name > p_path || '.hls/' and o.name < p_path || '.hls0'));
end $$;

create function app.forget_files_of_body() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.forget_library_file(old.tenant_id, app.library_path(old.body));
  return null;
end $$;
create trigger forget_deleted after delete on public.library_bodies for each row execute function app.forget_files_of_body();
create trigger forget_replaced after update on public.library_bodies for each row
  when (app.library_path(old.body) is distinct from app.library_path(new.body)) execute function app.forget_files_of_body();

create function app.forget_cover() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.forget_library_file(old.tenant_id, old.cover);
  return null;
end $$;
create trigger forget_deleted after delete on public.library_items for each row execute function app.forget_cover();
create trigger forget_replaced after update on public.library_items for each row
  when (old.cover is distinct from new.cover) execute function app.forget_cover();

grant execute on function app.library_path(jsonb) to anon, authenticated, end_user, service_role;

-- Videos that exist are converted, too.
insert into public.library_videos (tenant_id, item_id, path)
  select b.tenant_id, b.item_id, app.library_path(b.body) from public.library_bodies b
  join public.library_items i on i.tenant_id = b.tenant_id and i.id = b.item_id
  where i.kind = 'video' and app.library_path(b.body) is not null;

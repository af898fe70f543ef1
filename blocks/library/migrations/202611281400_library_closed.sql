-- The function for progress does not rely on the statement that calls it, and a bucket that had the library's name before it is closed.

create or replace function app.save_library_progress(p_item uuid, p_seconds integer, p_finished boolean) returns jsonb
language sql security definer set search_path = '' begin atomic
  insert into public.library_progress as p (tenant_id, auth_user_id, item_id, position_seconds, finished_at)
    select app.tenant_id(), auth.uid(), o.id, coalesce(p_seconds, 0), case when p_finished then now() end
    from app.open_library() as o (id) where o.id = p_item
  on conflict (tenant_id, auth_user_id, item_id) do update set
    position_seconds = coalesce(p_seconds, p.position_seconds),
    finished_at = coalesce(p.finished_at, excluded.finished_at), updated_at = now()
  returning jsonb_build_object('position', p.position_seconds, 'finished', p.finished_at is not null);
end;

update storage.buckets set public = false, member_folders = false, read_audience_id = null
  where id = 'bb-library' and (public or member_folders or read_audience_id is not null);

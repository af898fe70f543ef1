-- Deleted rows leave their bytes to the sweep. An unfinished upload ends.
select app.add_person_data('storage.objects', 'owner_id', 'deleted', p_exported => '{bucket_id,name,metadata,created_at,updated_at}');
select app.add_person_data('storage.buckets', 'owner_id', 'kept', p_reason => 'of creators and the service');
create function storage.end_uploads_of(p_tenant uuid, p_user uuid, p_email text) returns void language sql set search_path = ''
  begin atomic
    update storage.resumable_uploads set user_id = null, metadata = '{}', expires_at = now()
    where pool_id = p_tenant and user_id = p_user::text;
  end;
select app.add_person_data('storage.resumable_uploads', 'storage.end_uploads_of', 'function');

-- Who may read and write a tenant's files is part of its history. The files are not: visitors upload them.
select app.audit('storage.buckets', 'bucket', 'name',
  p_acts => array['public=bucket.visibility_changed', 'read_audience_id=bucket.audience_changed',
    '!read_audience_id=bucket.audience_changed'],
  p_only => array['public', 'member_folders', 'read_audience_id', 'file_size_limit', 'allowed_mime_types'], p_who => 'administrators');

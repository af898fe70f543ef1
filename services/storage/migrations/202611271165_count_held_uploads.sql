-- Files of entries that wait for a payment (docs/decisions/079) counted in no limit of uploads, because their row's id is known. Until a row claims
-- them they have their network, and count like the others that wait.
create or replace function app.upload_fits(p_tenant uuid, p_network bytea, p_bytes bigint) returns boolean language sql stable set search_path = ''
  begin atomic
    select coalesce(sum(f.size), 0) + p_bytes <= 200000000
        and coalesce(sum(f.size) filter (where f.network = p_network), 0) + p_bytes <= 50000000
      from app.record_files f
      where f.tenant_id = p_tenant and (f.record_id is null or f.network is not null) and f.uploader_role in ('anon', 'end_user');
  end;
drop index app.record_files_waiting;
create index record_files_waiting on app.record_files (tenant_id, created_at) where record_id is null or network is not null;

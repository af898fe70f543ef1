-- Visitors and members may choose the id of a row that they add, so that a repeated request adds it once. The id of a row in the trash is
-- taken: another row with it could not be told apart in the history, and the deleted one could not come back.
create function app.unused_id(p_tenant uuid, p_table uuid, p_id uuid) returns uuid language plpgsql stable security definer
set search_path = '' as $$
begin
  if exists (select from app.record_history h
        where h.tenant_id = p_tenant and h.table_id = p_table and h.record_id = p_id and h.act = 'deleted')
      and not exists (select from app.records r where r.tenant_id = p_tenant and r.table_id = p_table and r.id = p_id) then
    raise exception 'This id is taken' using errcode = 'unique_violation', table = 'records', constraint = 'records_pkey';
  end if;
  return p_id;
end $$;
grant execute on function app.unused_id(uuid, uuid, uuid) to anon, end_user;

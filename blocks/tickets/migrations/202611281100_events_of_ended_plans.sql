-- An event of a series can be changed without Business once the plan has ended, as any other event: title, time and place are still told to its
-- holders. Adding it to a series, and publishing it, need the plan.
create or replace function app.check_ticket_plan() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_row constant jsonb := to_jsonb(new);
  v_old constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  v_plan constant text := case
    when tg_table_name in ('ticket_series', 'ticket_phases', 'ticket_codes')
      or v_row ->> 'series_id' is not null and (v_old is null or v_old -> 'series_id' <> v_row -> 'series_id'
        or v_row ->> 'state' = 'published' and v_old ->> 'state' <> 'published')
      or v_row ->> 'addon_of' is not null
      or (v_row ->> 'is_hidden')::boolean or (v_row ->> 'has_waiting_list')::boolean
      or tg_table_name = 'ticket_type_quotas' and exists (select from public.ticket_type_quotas q
        where q.tenant_id = (v_row ->> 'tenant_id')::uuid and q.event_id = (v_row ->> 'event_id')::uuid
          and q.quota_id = (v_row ->> 'quota_id')::uuid and q.type_id <> (v_row ->> 'type_id')::uuid)
      then 'business' else 'pro' end;
begin
  if not app.tickets_allow((v_row ->> 'tenant_id')::uuid, v_plan) then
    raise exception 'This needs the plan %', v_plan
      using errcode = 'check_violation', constraint = 'tickets_plan', table = tg_table_name, detail = v_plan;
  end if;
  return new;
end $$;

-- An entry of a visitor belongs to the account whose proven address it has in a field for an address, as a row does (app.erase_from_records).
-- Before, the same text in any other answer, such as a note, made it that person's.
create or replace function app.form_payments_of_person(p_tenant uuid, p_user uuid, p_email text) returns setof app.form_payments language sql stable
set search_path = '' as $$
  select p.* from app.form_payments p
  join app.form_submissions s on s.tenant_id = p.tenant_id and s.form_id = p.form_id and s.id = p.submission_id
  where p.tenant_id = p_tenant and p.answers is not null
    and (s.sender = p_user
      or s.sender is null and p_email is not null and exists (
        select from public.data_forms f
        join public.data_tables t on t.tenant_id = f.tenant_id and t.id = f.table_id
        cross join lateral jsonb_array_elements(t.fields || t.removed_fields) as e
        where f.tenant_id = p.tenant_id and f.id = p.form_id and e.value ->> 'kind' = 'email'
          and p.answers ->> (e.value ->> 'id') = lower(p_email)));
$$;

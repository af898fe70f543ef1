-- What an erasure finds is what an export contains: also what waits for its payment. A visitor's entry is found by the address that the
-- account has proven, as in rows; an entry in which another member named the person stays.
create function app.form_payments_of_person(p_tenant uuid, p_user uuid, p_email text) returns setof app.form_payments language sql stable
set search_path = '' as $$
  select p.* from app.form_payments p
  join app.form_submissions s on s.tenant_id = p.tenant_id and s.form_id = p.form_id and s.id = p.submission_id
  where p.tenant_id = p_tenant and p.answers is not null
    and (s.sender = p_user
      or s.sender is null and p_email is not null and strpos(lower(p.answers::text), lower(to_json(p_email)::text)) > 0);
$$;
select app.add_person_data('app.form_payments', 'app.form_payments_of_person', 'rows',
  p_exported => '{form_id,answers,quantity,state,created_at}');

create or replace function app.erase_form_payments(p_tenant uuid, p_user uuid, p_email text) returns void language sql set search_path = ''
  begin atomic
    delete from app.form_submissions s using app.form_payments_of_person(p_tenant, p_user, p_email) as p
      where s.tenant_id = p.tenant_id and s.form_id = p.form_id and s.id = p.submission_id;
  end;

-- Unpaid entries of one network are counted where they are: paid ones and repeats of one submission do not count (docs/decisions/079).
alter table app.form_payments add column network bytea; -- keyed hash of the sender's network, until it is paid

-- Its body is text, as parsed bodies keep the columns that the table had, and a restored dump has those of now.
create or replace function app.erase_form_payments(p_tenant uuid, p_user uuid, p_email text) returns void language sql set search_path = '' as $$
  delete from app.form_submissions s using app.form_payments_of_person(p_tenant, p_user, p_email) as p
    where s.tenant_id = p.tenant_id and s.form_id = p.form_id and s.id = p.submission_id;
$$;

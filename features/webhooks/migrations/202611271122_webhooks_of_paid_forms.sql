-- A submission that had to be paid is an event when it is paid: before, no row has its values.
create function app.tell_of_paid_submission() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.tell_webhooks(new.tenant_id, null, 'form.submitted', s.id::text, jsonb_build_object('id', s.id,
      'form', jsonb_build_object('id', f.id, 'title', f.title), 'table', t.name, 'record_id', s.record_id, 'sender', s.sender,
      'approved', r.approved, 'values', app.record_values(r, t.fields), 'created_at', s.created_at, 'order_id', new.order_id))
    from app.form_submissions s
    join public.data_forms f on f.tenant_id = s.tenant_id and f.id = s.form_id
    join public.data_tables t on t.tenant_id = f.tenant_id and t.id = f.table_id
    join app.records r on r.tenant_id = f.tenant_id and r.table_id = t.id and r.id = s.record_id
    where s.tenant_id = new.tenant_id and s.form_id = new.form_id and s.id = new.submission_id;
  return null;
end $$;
create trigger tell_webhooks after update of state on app.form_payments for each row
  when (new.state = 'sent' and old.state <> 'sent') execute function app.tell_of_paid_submission();

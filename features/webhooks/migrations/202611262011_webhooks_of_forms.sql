-- A submission of a form: its values by the names of the fields.
create or replace function app.valid_webhook_events(p_events text[]) returns boolean language sql immutable
  return cardinality(p_events) between 1 and 15 and p_events <@ array['order.paid', 'order.refunded', 'end_user.created',
    'end_user.roles_changed', 'end_user.deleted', 'subscription.updated', 'product.updated', 'payments.connected',
    'payments.disconnected', 'team.created', 'team.deleted', 'team.member_added', 'team.member_changed', 'team.member_removed',
    'form.submitted'];

create function app.tell_of_submission() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.tell_webhooks(new.tenant_id, null, 'form.submitted', new.id::text, jsonb_build_object('id', new.id,
      'form', jsonb_build_object('id', f.id, 'title', f.title), 'table', t.name, 'record_id', new.record_id, 'sender', new.sender,
      'approved', r.approved, 'values', app.record_values(r, t.fields), 'created_at', new.created_at))
    from public.data_forms f
    join public.data_tables t on t.tenant_id = f.tenant_id and t.id = f.table_id
    join app.records r on r.tenant_id = f.tenant_id and r.table_id = t.id and r.id = new.record_id
    where f.tenant_id = new.tenant_id and f.id = new.form_id;
  return null;
end $$;
create trigger tell_webhooks after insert on app.form_submissions for each row execute function app.tell_of_submission();

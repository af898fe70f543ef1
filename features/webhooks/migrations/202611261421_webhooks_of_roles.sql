-- Members whose roles changed are told with all roles that they have now.
create or replace function app.valid_webhook_events(p_events text[]) returns boolean language sql immutable
  return cardinality(p_events) between 1 and 8 and p_events <@ array['order.paid', 'order.refunded', 'end_user.created',
    'end_user.roles_changed', 'subscription.updated', 'product.updated', 'payments.connected', 'payments.disconnected'];

create function app.tell_of_roles() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.tell_webhooks(u.pool_id, null, 'end_user.roles_changed', u.id::text, jsonb_build_object('id', u.id,
      'email', u.email, 'roles', coalesce(u.raw_app_meta_data -> 'roles', '[]')))
    from auth.users u join (select distinct tenant_id, auth_user_id from changed) c
      on u.pool_id = c.tenant_id and u.id = c.auth_user_id
    where u.deleted_at is null;
  return null;
end $$;
-- After the triggers that write the roles into the metadata: triggers run in the order of their names.
create trigger tell_webhooks_given after insert on public.role_members referencing new table as changed
  for each statement execute function app.tell_of_roles();
create trigger tell_webhooks_renamed after update on public.role_members referencing new table as changed
  for each statement execute function app.tell_of_roles();
create trigger tell_webhooks_taken after delete on public.role_members referencing old table as changed
  for each statement execute function app.tell_of_roles();

-- However an account is deleted, the receiver can delete what it stored about this person. The event has the id and
-- nothing else, because the rest was just erased. Triggers run after auth.erase_person, under the same conditions.
create or replace function app.valid_webhook_events(p_events text[]) returns boolean language sql immutable
  return cardinality(p_events) between 1 and 14 and p_events <@ array['order.paid', 'order.refunded', 'end_user.created',
    'end_user.roles_changed', 'end_user.deleted', 'subscription.updated', 'product.updated', 'payments.connected',
    'payments.disconnected', 'team.created', 'team.deleted', 'team.member_added', 'team.member_changed', 'team.member_removed'];

create function app.tell_of_deleted_user() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.tell_webhooks(old.pool_id, null, 'end_user.deleted', old.id::text, jsonb_build_object('id', old.id));
  return null;
end $$;
create trigger tell_webhooks_deleted after delete on auth.users for each row
  when (old.pool_id <> '00000000-0000-0000-0000-000000000000' and not old.is_anonymous and old.deleted_at is null)
  execute function app.tell_of_deleted_user();
create trigger tell_webhooks_deleted_softly after update of deleted_at on auth.users for each row
  when (old.pool_id <> '00000000-0000-0000-0000-000000000000' and not old.is_anonymous and old.deleted_at is null
    and new.deleted_at is not null) execute function app.tell_of_deleted_user();

-- What happens to teams. A deleted team is one event, and not one for each of its members.
create or replace function app.valid_webhook_events(p_events text[]) returns boolean language sql immutable
  return cardinality(p_events) between 1 and 13 and p_events <@ array['order.paid', 'order.refunded', 'end_user.created',
    'end_user.roles_changed', 'subscription.updated', 'product.updated', 'payments.connected', 'payments.disconnected',
    'team.created', 'team.deleted', 'team.member_added', 'team.member_changed', 'team.member_removed'];

create function app.tell_of_team() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_team constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  perform app.tell_webhooks((v_team ->> 'tenant_id')::uuid, null, tg_argv[0], v_team ->> 'id', v_team - 'tenant_id');
  return null;
end $$;
create trigger tell_webhooks_created after insert on public.teams
  for each row execute function app.tell_of_team('team.created');
create trigger tell_webhooks_deleted after delete on public.teams
  for each row execute function app.tell_of_team('team.deleted');

create function app.tell_of_team_member() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.tell_webhooks(c.tenant_id, null, tg_argv[0], c.auth_user_id::text, jsonb_build_object(
      'team', jsonb_build_object('id', t.id, 'name', t.name), 'id', c.auth_user_id, 'email', u.email, 'role', c.role))
    from changed c join public.teams t on t.tenant_id = c.tenant_id and t.id = c.team_id
      left join auth.users u on u.pool_id = c.tenant_id and u.id = c.auth_user_id;
  return null;
end $$;
create trigger tell_webhooks_added after insert on public.team_members referencing new table as changed
  for each statement execute function app.tell_of_team_member('team.member_added');
create trigger tell_webhooks_removed after delete on public.team_members referencing old table as changed
  for each statement execute function app.tell_of_team_member('team.member_removed');

create function app.tell_of_team_role() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.tell_webhooks(new.tenant_id, null, 'team.member_changed', new.auth_user_id::text, jsonb_build_object(
      'team', jsonb_build_object('id', t.id, 'name', t.name), 'id', new.auth_user_id, 'email', u.email, 'role', new.role))
    from public.teams t left join auth.users u on u.pool_id = new.tenant_id and u.id = new.auth_user_id
    where t.tenant_id = new.tenant_id and t.id = new.team_id;
  return null;
end $$;
create trigger tell_webhooks_changed after update of role on public.team_members for each row
  when (new.role <> old.role) execute function app.tell_of_team_role();

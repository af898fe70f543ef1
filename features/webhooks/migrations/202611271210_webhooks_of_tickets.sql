-- Tickets: issued by whatever way, given away, ended, and admitted at the door.
create or replace function app.valid_webhook_events(p_events text[]) returns boolean language sql immutable
  return cardinality(p_events) between 1 and 23 and p_events <@ array['order.paid', 'order.refunded', 'end_user.created',
    'end_user.roles_changed', 'end_user.deleted', 'subscription.updated', 'product.updated', 'payments.connected',
    'payments.disconnected', 'team.created', 'team.deleted', 'team.member_added', 'team.member_changed', 'team.member_removed',
    'form.submitted', 'record.created', 'record.updated', 'record.deleted', 'records.changed', 'ticket.issued', 'ticket.transferred',
    'ticket.ended', 'ticket.checked_in'];

-- A ticket as messages have it. Its code is not in them, and long answers are left out, because the write must not fail for them.
create function app.told_ticket(p_ticket public.tickets) returns jsonb language sql stable set search_path = '' begin atomic
  select jsonb_build_object('id', p_ticket.id, 'event', jsonb_build_object('id', e.id, 'title', e.title),
    'type', jsonb_build_object('id', t.id, 'name', t.name), 'state', p_ticket.state, 'source', p_ticket.source,
    'order_id', p_ticket.order_id, 'price_cents', p_ticket.price_cents, 'currency', e.currency, 'end_user_id', p_ticket.auth_user_id,
    'email', p_ticket.owner_email, 'holder_name', p_ticket.holder_name, 'holder_email', p_ticket.holder_email,
    'answers', case when octet_length(p_ticket.answers::text) <= 10000 then p_ticket.answers end,
    'issued_at', p_ticket.issued_at, 'ended_at', p_ticket.ended_at) as told
  from public.ticket_events e join public.ticket_types t on t.tenant_id = e.tenant_id and t.event_id = e.id
  where e.tenant_id = p_ticket.tenant_id and e.id = p_ticket.event_id and t.id = p_ticket.type_id;
end;

create function app.tell_of_ticket() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.tell_webhooks(new.tenant_id, new.mode, tg_argv[0], new.id::text, app.told_ticket(new));
  return null;
end $$;
create trigger tell_issued after insert on public.tickets for each row when (new.state = 'valid')
  execute function app.tell_of_ticket('ticket.issued');
create trigger tell_paid after update of state on public.tickets for each row when (new.state = 'valid' and old.state <> 'valid')
  execute function app.tell_of_ticket('ticket.issued');
create trigger tell_ended after update of state on public.tickets for each row when (old.state = 'valid' and new.state <> 'valid')
  execute function app.tell_of_ticket('ticket.ended');
create trigger tell_transferred after update of transfers on public.tickets for each row when (new.transfers > old.transfers)
  execute function app.tell_of_ticket('ticket.transferred');

create function app.tell_of_checkin() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.tell_webhooks(new.tenant_id, k.mode, 'ticket.checked_in', k.id::text,
      app.told_ticket(k) || jsonb_build_object('list', jsonb_build_object('id', l.id, 'name', l.name), 'at', new.at))
    from public.tickets k join public.checkin_lists l on l.tenant_id = k.tenant_id and l.id = new.list_id
    where k.tenant_id = new.tenant_id and k.id = new.ticket_id;
  return null;
end $$;
create trigger tell_webhooks after insert on app.ticket_checkins for each row when (new.state = 'admitted')
  execute function app.tell_of_checkin();

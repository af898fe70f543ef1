-- What the staff write to holders of tickets: docs/decisions/093. A message and who gets it are stored in one transaction; the job queues one
-- email for each address.
create table public.ticket_messages (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null, -- the sender's, so that a repeated call is the same message
  event_id uuid not null,
  type_ids uuid[] not null default '{}' check (cardinality(type_ids) <= 50), -- whose holders; empty: all
  mode text not null check (mode in ('test', 'live')), -- of their tickets
  subject text not null check (app.valid_name(subject, 120)),
  body text not null check (char_length(body) between 1 and 5000
    and body !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'),
  recipients integer not null default 0 check (recipients >= 0), -- addresses
  queued integer not null default 0 check (queued <= recipients),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, event_id) references public.ticket_events (tenant_id, id) on delete cascade
);
create index ticket_messages_by_event on public.ticket_messages (tenant_id, event_id, created_at desc);
create index ticket_messages_by_time on public.ticket_messages (tenant_id, created_at desc);
select app.protect('public.ticket_messages');
grant select (tenant_id, id, event_id, type_ids, mode, subject, body, recipients, queued, created_at) on public.ticket_messages to authenticated;
create policy of_support on public.ticket_messages for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('people'))));
select app.audit('public.ticket_messages', 'ticket_message', 'subject', p_acts => array['insert=ticket_message.sent'],
  p_hidden => array['body'], p_on => 'insert');

-- A ticket of each address that is still to be queued. Who gets the ticket afterwards gets no message that was not for them.
create table app.ticket_message_recipients (
  tenant_id uuid not null,
  message_id uuid not null,
  ticket_id uuid not null,
  transfers smallint not null, -- of the ticket, when the message was written
  primary key (tenant_id, message_id, ticket_id),
  foreign key (tenant_id, message_id) references public.ticket_messages (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ticket_id) references public.tickets (tenant_id, id) on delete cascade
);
create index ticket_message_recipients_by_ticket on app.ticket_message_recipients (tenant_id, ticket_id);
select app.protect('app.ticket_message_recipients');

-- Stores a message to the holders of an event, or of some of its types, in the mode that the tenant is in. p_expected is how many addresses
-- the sender has seen; if there are others now, nothing is stored. A repeated call with the same id sends nothing more. Returns the addresses.
create function app.send_ticket_message(p_tenant uuid, p_id uuid, p_event uuid, p_types uuid[], p_subject text, p_body text, p_expected integer)
returns integer language plpgsql security definer set search_path = '' as $$
declare
  v_mode text;
  v_count integer;
begin
  if not p_tenant = any (array(select app.tenants_with('people'))) then
    perform app.refuse_tickets('right_missing');
  elsif not exists (select from public.ticket_events e where e.tenant_id = p_tenant and e.id = p_event) then
    perform app.refuse_tickets('event_not_found');
  elsif not app.tickets_allow(p_tenant, 'pro') then
    perform app.refuse_tickets('plan');
  end if;
  select n.stripe_mode into v_mode from public.tenants n where n.id = p_tenant;
  insert into public.ticket_messages (tenant_id, id, event_id, type_ids, mode, subject, body, recipients)
    values (p_tenant, p_id, p_event, p_types, v_mode, p_subject, p_body, p_expected)
    on conflict (tenant_id, id) do nothing;
  if not found then
    return (select m.recipients from public.ticket_messages m where m.tenant_id = p_tenant and m.id = p_id);
  end if;
  insert into app.ticket_message_recipients (tenant_id, message_id, ticket_id, transfers)
    select distinct on (lower(k.owner_email)) p_tenant, p_id, k.id, k.transfers
    from public.tickets k
    where k.tenant_id = p_tenant and k.event_id = p_event and k.state = 'valid' and k.mode = v_mode and k.owner_email is not null
      and (p_types = '{}' or k.type_id = any (p_types))
    order by lower(k.owner_email), k.id;
  get diagnostics v_count = row_count;
  if v_count = 0 then
    perform app.refuse_tickets('no_holders');
  elsif v_count <> p_expected then
    perform app.refuse_tickets('holders_changed', v_count::text);
  end if;
  return v_count;
end $$;
grant execute on function app.send_ticket_message(uuid, uuid, uuid, uuid[], text, text, integer) to authenticated;

-- Takes addresses that are still to be queued, each once, whichever server does it.
create function app.take_ticket_messages(p_most integer) returns table (tenant_id uuid, ticket_id uuid, message_id uuid, transfers smallint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
    with due as (
      select r.tenant_id, r.message_id, r.ticket_id from app.ticket_message_recipients r
      order by r.tenant_id, r.message_id, r.ticket_id limit p_most for update skip locked),
    taken as (
      delete from app.ticket_message_recipients r using due
      where r.tenant_id = due.tenant_id and r.message_id = due.message_id and r.ticket_id = due.ticket_id
      returning r.tenant_id, r.message_id, r.ticket_id, r.transfers),
    counted as (
      update public.ticket_messages m set queued = m.queued + t.n
      from (select t.tenant_id, t.message_id, count(*)::integer as n from taken t group by t.tenant_id, t.message_id) t
      where m.tenant_id = t.tenant_id and m.id = t.message_id)
    select t.tenant_id, t.ticket_id, t.message_id, t.transfers from taken t order by t.tenant_id, t.message_id, t.ticket_id;
end $$;
grant execute on function app.take_ticket_messages(integer) to service_role;

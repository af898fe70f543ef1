-- Anyone can get a free test ticket for any address, so what staff write in test mode goes to their own address only.
-- Whether an address gets messages of the caller: in live mode each, in test mode the one that the caller has proved.
create function app.reads_ticket_messages(p_mode text, p_email text) returns boolean language sql stable security definer set search_path = ''
begin atomic
  select p_mode = 'live' or exists (select from auth.users u where u.pool_id = '00000000-0000-0000-0000-000000000000' and u.id = auth.uid()
    and u.email_confirmed_at is not null and u.email = lower(p_email));
end;
grant execute on function app.reads_ticket_messages(text, text) to authenticated;

-- Stores a message to the holders of an event, or of some of its types, in the mode that the tenant is in. p_expected is how many addresses
-- the sender has seen; if there are others now, nothing is stored. A repeated call sends nothing more; the same id with another message is
-- refused. Returns the addresses.
create or replace function app.send_ticket_message(p_tenant uuid, p_id uuid, p_event uuid, p_types uuid[], p_subject text, p_body text, p_expected integer)
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
    select m.recipients into v_count from public.ticket_messages m where m.tenant_id = p_tenant and m.id = p_id
      and m.event_id = p_event and m.type_ids = p_types and m.subject = p_subject and m.body = p_body;
    if v_count is null then
      perform app.refuse_tickets('message_taken');
    end if;
    return v_count;
  end if;
  insert into app.ticket_message_recipients (tenant_id, message_id, ticket_id, transfers)
    select distinct on (lower(k.owner_email)) p_tenant, p_id, k.id, k.transfers
    from public.tickets k
    where k.tenant_id = p_tenant and k.event_id = p_event and k.state = 'valid' and k.mode = v_mode and k.owner_email is not null
      and (p_types = '{}' or k.type_id = any (p_types))
      and app.reads_ticket_messages(v_mode, k.owner_email)
    order by lower(k.owner_email), k.id;
  get diagnostics v_count = row_count;
  if v_count = 0 then
    perform app.refuse_tickets('no_holders');
  elsif v_count <> p_expected then
    perform app.refuse_tickets('holders_changed', v_count::text);
  end if;
  return v_count;
end $$;

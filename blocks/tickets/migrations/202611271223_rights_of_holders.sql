-- Gaps of what holders may do: a ticket that was bought in test mode opened an online event in live mode, a ticket whose scan was under way
-- could be canceled with a refund, and prices above 21 million minor units overflowed.

-- The caller's tickets, or those of a cart, newest event first. The server opens the codes; only a valid ticket has one here.
create or replace function app.my_tickets(p_secret bytea) returns setof jsonb language sql stable security definer set search_path = '' begin atomic
  select jsonb_build_object('id', k.id, 'state', k.state, 'test', k.mode = 'test', 'event', jsonb_build_object('id', e.id, 'title', e.title,
      'place', e.place, 'zone', e.zone, 'starts_at', e.starts_at, 'ends_at', e.ends_at, 'state', e.state),
    'type_id', k.type_id, 'type_name', t.name, 'price_cents', k.price_cents, 'currency', e.currency,
    'holder_name', k.holder_name, 'holder_email', k.holder_email, 'answers', k.answers, 'questions', t.questions,
    'code_sealed', case when k.state = 'valid' then k.code_sealed end,
    'online_url', case when k.state = 'valid' and (k.mode = 'live' or n.stripe_mode = 'test') then s.online_url end,
    'recording_url', case when k.state = 'valid' and (k.mode = 'live' or n.stripe_mode = 'test') and e.ends_at <= now() then s.recording_url end,
    'can_transfer', k.state = 'valid' and t.is_transferable and e.ends_at > now() and e.state = 'published',
    'can_cancel', k.state = 'valid' and coalesce(e.cancel_until > now(), false) and e.state = 'published',
    'refund_cents', case when k.source = 'order' then (k.price_cents::bigint * e.refund_percent / 100)::integer else 0 end)
  from public.tickets k
  join public.ticket_events e on e.tenant_id = k.tenant_id and e.id = k.event_id
  join public.tenants n on n.id = k.tenant_id
  join public.ticket_types t on t.tenant_id = k.tenant_id and t.id = k.type_id
  left join public.ticket_event_secrets s on s.tenant_id = k.tenant_id and s.event_id = k.event_id
  left join app.ticket_carts c on c.tenant_id = k.tenant_id and c.id = k.cart_id and c.secret_hash = p_secret
  where k.tenant_id = app.tenant_id() and k.state not in ('reserved', 'void')
    and case when p_secret is null then auth.role() = 'end_user' and k.auth_user_id = auth.uid()
      else c.id is not null and k.transfers = 0 end
  order by e.starts_at desc, k.id
  limit 200;
end;

-- By the buyer, until the event's date, with the event's share of the price.
create or replace function app.cancel_own_ticket(p_ticket uuid, p_secret bytea) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  v_ticket constant public.tickets := app.own_ticket(p_ticket, p_secret);
  v_event public.ticket_events;
  v_canceled boolean;
begin
  select * into v_event from public.ticket_events e where e.tenant_id = v_ticket.tenant_id and e.id = v_ticket.event_id;
  if v_event.state <> 'published' or v_event.cancel_until is null or v_event.cancel_until <= now() then
    perform app.refuse_tickets('not_cancelable');
  end if;
  v_canceled := app.cancel_ticket(v_ticket.tenant_id, v_ticket.id, (v_ticket.price_cents::bigint * v_event.refund_percent / 100)::integer, null);
  -- Only now: a scan that was under way has been waited for. What was done is rolled back.
  if exists (select from app.ticket_checkins i where i.tenant_id = v_ticket.tenant_id and i.ticket_id = v_ticket.id) then
    perform app.refuse_tickets('not_cancelable');
  end if;
  return v_canceled;
end $$;

-- A person who is erased takes their own tickets with them, and their name off those of others, who keep them.
create or replace function app.erase_tickets_of(p_tenant uuid, p_user uuid, p_email text) returns void language sql set search_path = ''
begin atomic
  update app.ticket_carts set auth_user_id = null, email = null
    where tenant_id = p_tenant and (auth_user_id = p_user or lower(email) = lower(p_email));
  update public.tickets set auth_user_id = null, owner_email = null, holder_name = null, holder_email = null, answers = '{}'
    where tenant_id = p_tenant and (auth_user_id = p_user or auth_user_id is null and lower(owner_email) = lower(p_email));
  update public.tickets set owner_email = null where tenant_id = p_tenant and lower(owner_email) = lower(p_email);
  update public.tickets set holder_name = null, holder_email = null, answers = '{}'
    where tenant_id = p_tenant and lower(holder_email) = lower(p_email);
end;

-- The caller's tickets, or those of a cart: what is next comes first, and then what was last. By date alone, others could push tonight's ticket
-- off the list with gifts of tickets for a later event. The server opens the codes; only a valid ticket has one here.
create or replace function app.my_tickets(p_secret bytea) returns setof jsonb language sql stable security definer set search_path = '' begin atomic
  select jsonb_build_object('id', k.id, 'state', k.state, 'test', k.mode = 'test', 'event', jsonb_build_object('id', e.id, 'title', e.title,
      'place', e.place, 'zone', e.zone, 'starts_at', e.starts_at, 'ends_at', e.ends_at, 'state', e.state, 'over', e.ends_at <= now()),
    'type_id', k.type_id, 'type_name', t.name, 'price_cents', k.price_cents, 'currency', e.currency,
    'holder_name', k.holder_name, 'holder_email', k.holder_email, 'answers', k.answers, 'questions', t.questions,
    'code_sealed', case when k.state = 'valid' then k.code_sealed end,
    'online_url', case when k.state = 'valid' and (k.mode = 'live' or n.stripe_mode = 'test') then s.online_url end,
    'recording_url', case when k.state = 'valid' and (k.mode = 'live' or n.stripe_mode = 'test') and e.ends_at <= now() then s.recording_url end,
    'can_transfer', k.state = 'valid' and t.is_transferable and e.ends_at > now() and e.state = 'published',
    'can_cancel', k.state = 'valid' and coalesce(e.cancel_until > now(), false) and e.state = 'published',
    'refund_cents', case when k.source = 'order' then (k.price_cents::bigint * e.refund_percent / 100)::integer else 0 end,
    -- Of the buyer: who was given the ticket has nothing to do with the order.
    'order_id', case when k.transfers = 0 then k.order_id end, 'site', n.name, 'event_updated_at', e.updated_at)
  from public.tickets k
  join public.ticket_events e on e.tenant_id = k.tenant_id and e.id = k.event_id
  join public.tenants n on n.id = k.tenant_id
  join public.ticket_types t on t.tenant_id = k.tenant_id and t.id = k.type_id
  left join public.ticket_event_secrets s on s.tenant_id = k.tenant_id and s.event_id = k.event_id
  left join app.ticket_carts c on c.tenant_id = k.tenant_id and c.id = k.cart_id and c.secret_hash = p_secret
  where k.tenant_id = app.tenant_id() and k.state not in ('reserved', 'void')
    and case when p_secret is null then auth.role() = 'end_user' and k.auth_user_id = auth.uid()
      else c.id is not null and k.transfers = 0 end
  order by e.ends_at <= now(), abs(extract(epoch from e.starts_at - now())), k.id
  limit 200;
end;

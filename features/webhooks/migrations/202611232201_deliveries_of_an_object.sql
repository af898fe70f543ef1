create index webhook_messages_by_object on app.webhook_messages (tenant_id, object_id);

-- What was delivered about one object of the caller's own tenant, such as an order, oldest first.
create function app.webhook_deliveries_of(p_tenant uuid, p_object text)
returns table (type text, url text, state text, tries integer, status integer, duration_ms integer, at timestamptz)
language sql stable security definer set search_path = '' as $$
  select m.type, e.url, d.state, d.tries, last.status, last.duration_ms, coalesce(last.attempted_at, m.created_at)
  from app.webhook_messages as m
  join app.webhook_deliveries as d on d.tenant_id = m.tenant_id and d.message_id = m.id
  join app.webhook_endpoints as e on e.tenant_id = d.tenant_id and e.id = d.endpoint_id
  left join app.webhook_attempts as last on last.tenant_id = d.tenant_id and last.endpoint_id = d.endpoint_id
    and last.message_id = d.message_id and last.number = d.tries
  where m.tenant_id = p_tenant and m.object_id = p_object and p_tenant = any (array(select app.owned_tenants()))
  order by d.seq, d.endpoint_id limit 100
$$;
grant execute on function app.webhook_deliveries_of(uuid, text) to authenticated;

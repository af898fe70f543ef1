-- What was sent, or waits to be sent, about a person or their orders, and what receivers answered to it.
create function app.erase_webhooks_of(p_tenant uuid, p_user uuid, p_email text) returns void language plpgsql set search_path = '' as $$
declare
  v_messages constant uuid[] := array(
    select m.id from app.webhook_messages m
    where m.tenant_id = p_tenant and m.object_id in (select p_user::text
      union all select o.id::text from public.orders o where o.tenant_id = p_tenant
        and (o.auth_user_id = p_user or o.auth_user_id is null and lower(o.email) = lower(p_email))));
begin
  update app.webhook_messages set data = data - array['email', 'phone', 'end_user_id']
    where tenant_id = p_tenant and id = any (v_messages);
  update app.webhook_attempts set answer = null where tenant_id = p_tenant and message_id = any (v_messages);
end $$;
select app.add_person_data('app.webhook_messages', 'app.erase_webhooks_of', 'function');

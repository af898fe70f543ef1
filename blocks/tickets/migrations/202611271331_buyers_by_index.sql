-- Carts of a mailbox are found by their index: it has only carts with an address, and PostgreSQL cannot tell from app.mailbox_of, which is a CASE
-- and so not strict, that no other one matches. The line of each cart is read by its key, for a join with all lines of the type seems cheaper while
-- there are few thousands. Both are read under the lock of the seats.
create or replace function app.units_of_buyer(p_tenant uuid, p_type uuid, p_user uuid, p_email text) returns integer language sql stable
set search_path = '' begin atomic
  select coalesce(sum(case when c.state in ('held', 'ordered') then l.quantity
      else (select count(*) from public.tickets k
        where k.tenant_id = p_tenant and k.cart_id = c.id and k.type_id = p_type and k.state = 'valid') / l.group_size end), 0)::integer
  from app.ticket_carts c
  cross join lateral (select n.quantity, n.group_size from app.ticket_cart_lines n
    where n.tenant_id = c.tenant_id and n.cart_id = c.id and n.type_id = p_type limit 1) l
  where c.tenant_id = p_tenant
    and (c.auth_user_id = p_user or c.email is not null and app.mailbox_of(c.email) = app.mailbox_of(p_email))
    and (c.state in ('ordered', 'done') or c.state = 'held' and c.until_at > now());
end;

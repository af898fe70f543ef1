-- A cart that was opened by a link has a token that the sender of the link may know. Before such a cart is bought, the buyer's browser
-- replaces it by one of its own, so that only this browser reads the tickets. Repeated, it changes nothing. Returns whether there is a cart.
create function app.own_cart(p_secret bytea, p_own bytea) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  update app.ticket_carts c set secret_hash = p_own
    where c.tenant_id = app.tenant_id() and c.secret_hash = p_secret and c.state in ('held', 'ordered')
      and not exists (select from app.ticket_carts o where o.tenant_id = c.tenant_id and o.secret_hash = p_own);
  return found or exists (select from app.ticket_carts c where c.tenant_id = app.tenant_id() and c.secret_hash = p_own);
end $$;
grant execute on function app.own_cart(bytea, bytea) to anon, end_user;

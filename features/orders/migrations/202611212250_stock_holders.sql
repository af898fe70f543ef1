-- Who holds parts of a stock that are not paid: nobody should empty a shelf by beginning checkouts. The network is a keyed hash,
-- nobody reads it back, and it is forgotten after a day, or when what takes longer (a bank debit) is over.
create table app.stock_holders (
  tenant_id uuid not null,
  order_id uuid not null,
  item_id uuid not null,
  holder bytea not null check (octet_length(holder) = 32),
  held_at timestamptz not null default now(),
  primary key (tenant_id, order_id),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index stock_holders_by_holder on app.stock_holders (tenant_id, item_id, holder);
create index stock_holders_by_age on app.stock_holders (held_at);
select app.protect('app.stock_holders');

-- Writes down who holds what an order has just taken from the shelf, and refuses more than half of what is left in the open
-- checkouts of one network (ten pieces are always let), or twice that in those of a day that were not paid. What was held unpaid
-- counts by how long it was held: whoever opens a checkout, goes back and thinks again takes nothing from anybody. One that is open
-- may stand until its end (33 minutes); a payment that takes days is held as long as it is under way, and one that fell through was
-- held for all that time. Called in the order's own transaction, which has the product's row locked: of two calls the
-- second one counts the first.
create function app.count_hold(p_tenant uuid, p_order uuid, p_holder bytea, p_factor numeric) returns void
language plpgsql set search_path = '' as $$
declare
  v_whole constant interval := interval '33 minutes';
  v_item uuid;
  v_most numeric;
  v_open numeric;
  v_unpaid numeric;
begin
  select i.id, greatest(10, ceil(i.stock / 2.0)) * p_factor into v_item, v_most
    from public.orders o join public.items i on i.tenant_id = o.tenant_id and i.id = o.source_id
    where o.tenant_id = p_tenant and o.id = p_order and i.stock is not null;
  if not found then
    return;
  end if;
  insert into app.stock_holders (tenant_id, order_id, item_id, holder) values (p_tenant, p_order, v_item, p_holder);
  select sum(o.quantity) filter (where o.status = 'pending'),
      sum(o.quantity * case when o.status = 'pending' then 1
        else least(1, extract(epoch from o.updated_at - o.created_at) / extract(epoch from v_whole)) end)
    into v_open, v_unpaid
    from app.stock_holders h join public.orders o on o.tenant_id = h.tenant_id and o.id = h.order_id
    where h.tenant_id = p_tenant and h.item_id = v_item and h.holder = p_holder
      and (o.status = 'pending' or h.held_at > now() - interval '1 day')
      and o.status in ('pending', 'expired', 'canceled', 'failed');
  if v_open > v_most or v_unpaid > 2 * v_most then
    raise exception 'One network holds enough of this product'
      using errcode = 'check_violation', constraint = 'stock_holders_most', table = 'stock_holders';
  end if;
end $$;
grant execute on function app.count_hold(uuid, uuid, bytea, numeric) to service_role;

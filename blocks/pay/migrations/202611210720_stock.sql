-- How many of a product are left to sell (null: as many as anybody wants), and how many of those open checkouts hold.
-- `available` is what visitors may know: never more than one purchase may be of.
alter table public.items
  add stock integer check (stock between 0 and 999999),
  add held integer not null default 0,
  add constraint items_stock check (case when stock is null then held = 0 else held between 0 and stock end);
alter table public.items
  add available integer generated always as (case when stock is null then null else least(stock - held, 99) end) stored;
grant select (available) on public.items to anon, authenticated, end_user;
grant select (stock, held), insert (stock), update (stock) on public.items to authenticated;

-- What an order took from a stock that was counted, to be given back when all its money went back.
alter table public.orders add stock_taken integer not null default 0 check (stock_taken between 0 and quantity);
create index orders_holding on public.orders (tenant_id, source_id) where status = 'pending';

-- From the moment that a stock is counted, the checkouts that stand open count: they may all be paid.
create function app.count_held() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.stock is null then
    new.held := 0;
  elsif tg_op = 'INSERT' then
    new.held := 0;
  elsif old.stock is null then
    new.held := (select coalesce(sum(o.quantity), 0) from public.orders o
      where o.tenant_id = new.tenant_id and o.seller = 'pay' and o.source_id = new.id
        and o.status = 'pending' and o.renewal_of is null);
  end if;
  return new;
end $$;
create trigger count_held before insert or update of stock on public.items
  for each row execute function app.count_held();

-- An order that begins holds what it is of, or does not begin. Of two that want the last one the second waits for the
-- first one's commit and finds nothing left. The lock on an uncounted product lets whoever begins to count it wait.
create function app.hold_stock() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_left integer;
begin
  for tries in 1..2 loop
    update public.items set held = held + new.quantity
      where tenant_id = new.tenant_id and id = new.source_id and stock - held >= new.quantity;
    if found then
      return null;
    end if;
    select stock - held into v_left from public.items
      where tenant_id = new.tenant_id and id = new.source_id for share;
    if v_left is null then
      return null;
    end if;
  end loop;
  raise exception 'Not enough of this product is left'
    using errcode = 'check_violation', constraint = 'items_stock', table = 'items', detail = v_left::text;
end $$;
create trigger hold_stock after insert on public.orders for each row
  when (new.seller = 'pay' and new.status = 'pending' and new.renewal_of is null)
  execute function app.hold_stock();

-- What is held or taken follows the order's state, whoever writes it: paid takes, a full refund gives back, and any
-- other end frees. A checkout that was over and is paid all the same takes what is left, or is not fulfilled. A refund
-- that did not reach the buyer takes nothing anew: the thing may have been sold since, and the money is still owed.
create function app.settle_stock() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_holds constant integer := case when old.status = 'pending' then new.quantity else 0 end;
  v_takes constant integer := case when new.status = 'paid' and old.status <> 'refunded' then new.quantity else 0 end;
  v_gives constant integer := case when new.status = 'paid' then 0 else old.stock_taken end;
  v_counted boolean;
begin
  new.stock_taken := old.stock_taken - v_gives;
  update public.items
    set held = held - least(held, v_holds), stock = stock - v_takes + v_gives
    where tenant_id = new.tenant_id and id = new.source_id
      and stock - held + least(held, v_holds) + v_gives >= v_takes;
  if found then
    new.stock_taken := new.stock_taken + v_takes;
    return new;
  end if;
  select stock is not null into v_counted from public.items
    where tenant_id = new.tenant_id and id = new.source_id;
  if v_counted and v_takes > 0 then
    new.status := 'failed';
    new.paid_at := old.paid_at;
    new.problem := 'It was paid after its checkout had ended, and the product is sold out. Give the money back in your payments account.';
  end if;
  return new;
end $$;
create trigger settle_stock before update of status on public.orders for each row
  when (new.seller = 'pay' and new.renewal_of is null and new.status <> old.status)
  execute function app.settle_stock();

-- Whoever settles an order locks it before its product; a tenant that goes would take them the other way round.
create function app.hold_orders() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.orders where tenant_id = old.id and (status = 'pending' or stock_taken > 0)
    order by id for update;
  return old;
end $$;
create trigger hold_orders before delete on public.tenants
  for each row execute function app.hold_orders();

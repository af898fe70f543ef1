-- As before, and whoever settles an open order of a product that nobody counts holds up whoever begins to count it at this
-- moment: they would take the order for an open one still, and what it held would be held for good. Of other orders
-- nothing is held, and their product is locked by nobody: a tenant that goes locks open orders alone before its products.
-- What is given back to a shelf that was counted full again meanwhile stays at its most: a refund is recorded all the
-- same, since the money went back.
create or replace function app.settle_stock() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_most constant integer := 999999;
  v_holds constant integer := case when old.status = 'pending' then new.quantity else 0 end;
  v_takes constant integer := case when new.status = 'paid' and old.status <> 'refunded' then new.quantity else 0 end;
  v_gives constant integer := case when new.status = 'paid' then 0 else old.stock_taken end;
  v_counted boolean;
begin
  new.stock_taken := old.stock_taken - v_gives;
  for tries in 1..2 loop
    update public.items
      set held = held - least(held, v_holds), stock = least(stock - v_takes + v_gives, v_most)
      where tenant_id = new.tenant_id and id = new.source_id
        and stock - held + least(held, v_holds) + v_gives >= v_takes;
    if found then
      new.stock_taken := new.stock_taken + v_takes;
      return new;
    end if;
    if v_holds > 0 then
      perform from public.items where tenant_id = new.tenant_id and id = new.source_id for share;
    end if;
    select stock is not null into v_counted from public.items
      where tenant_id = new.tenant_id and id = new.source_id;
    -- Counted by now: whoever began to count took this order along.
    exit when v_counted is not true or v_holds = 0;
  end loop;
  if v_counted and v_takes > 0 then
    new.status := 'failed';
    new.paid_at := old.paid_at;
    new.problem := 'It was paid after its checkout had ended, and the product is sold out. Give the money back in your payments account.';
  end if;
  return new;
end $$;

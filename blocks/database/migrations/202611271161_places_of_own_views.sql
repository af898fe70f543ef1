-- Own views of others, which no one else sees, took the places of a table's shared views. Now its shared ones have 200, and so have those of each user.
alter table public.grid_views drop constraint grid_views_tenant_id_table_id_place_key;
alter table public.grid_views add constraint grid_views_place unique nulls not distinct (tenant_id, table_id, owner_id, place);
drop trigger place on public.grid_views;

create or replace function app.place_grid_view() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('grid_views ' || new.tenant_id::text || new.table_id::text, 0));
  select g.n into new.place from generate_series(1, 200) as g (n)
    where not exists (select from public.grid_views v where v.tenant_id = new.tenant_id and v.table_id = new.table_id
      and v.owner_id is not distinct from new.owner_id and v.place = g.n)
    order by g.n limit 1;
  if new.place is null then
    raise exception '%', case when new.owner_id is null then 'A table has at most 200 shared views' else 'You have at most 200 views of a table' end
      using errcode = 'check_violation', constraint = 'grid_views_limit', table = 'grid_views';
  end if;
  return new;
end $$;
create trigger place before insert on public.grid_views for each row execute function app.place_grid_view();
-- A view that is shared, or taken back, needs a place among the others there.
create trigger place_again before update of owner_id on public.grid_views for each row
  when (new.owner_id is distinct from old.owner_id) execute function app.place_grid_view();

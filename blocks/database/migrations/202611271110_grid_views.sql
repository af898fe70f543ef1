-- Named views of the grid in the Studio: docs/decisions/078. Only browsers read a design, and ignore what they do not understand, so
-- staff write these rows themselves.
create table public.grid_views (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  table_id uuid not null,
  owner_id uuid default auth.uid(), -- who alone sees it; null: all who may see the table's rows
  name text not null check (app.valid_name(name, 60)),
  design jsonb not null check (jsonb_typeof(design) = 'object' and octet_length(design::text) <= 20000),
  place smallint not null check (place between 1 and 200), -- limits how many there are of a table
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, table_id, place),
  foreign key (tenant_id, table_id) references public.data_tables (tenant_id, id) on delete cascade
);
create index grid_views_by_owner on public.grid_views (owner_id);
select app.protect('public.grid_views');
create trigger touch before update on public.grid_views for each row execute function app.touch_updated_at();
grant select (tenant_id, id, table_id, owner_id, name, design, created_at, updated_at), insert (tenant_id, id, table_id, owner_id, name, design),
  update (owner_id, name, design), delete on public.grid_views to authenticated;
create policy of_staff on public.grid_views for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))) and (owner_id is null or owner_id = auth.uid()))
  with check (tenant_id = any (array(select app.tenants_with('content'))) and (owner_id is null or owner_id = auth.uid()));
select app.audit('public.grid_views', 'grid_view', 'name', p_except => array['place', 'created_at', 'updated_at']);
select app.add_person_data('public.grid_views', 'owner_id', 'kept', p_reason => 'of creators');

create function app.place_grid_view() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('grid_views ' || new.tenant_id::text || new.table_id::text, 0));
  select g.n into new.place from generate_series(1, 200) as g (n)
    where not exists (select from public.grid_views v where v.tenant_id = new.tenant_id and v.table_id = new.table_id and v.place = g.n)
    order by g.n limit 1;
  if new.place is null then
    raise exception 'A table has at most 200 views' using errcode = 'check_violation', constraint = 'grid_views_limit', table = 'grid_views';
  end if;
  return new;
end $$;
create trigger place before insert on public.grid_views for each row execute function app.place_grid_view();

-- Shared views stay when the account of who made them is deleted.
create function app.grid_view_account_deleted() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.grid_views where owner_id = old.id;
  return null;
end $$;
create trigger grid_view_account_deleted after delete on auth.users for each row
  when (old.pool_id = '00000000-0000-0000-0000-000000000000') execute function app.grid_view_account_deleted();
create trigger grid_view_account_closed after update of deleted_at on auth.users for each row
  when (old.pool_id = '00000000-0000-0000-0000-000000000000' and old.deleted_at is null and new.deleted_at is not null)
  execute function app.grid_view_account_deleted();

-- Lists of a tenant's own tables for its site. A list says how rows are shown; which rows a visitor gets is up to the rights of the table.
create table public.data_views (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  table_id uuid not null,
  title text not null check (app.valid_name(title, 80)),
  layout text not null default 'list' check (layout in ('list', 'cards', 'table')),
  design jsonb not null check (jsonb_typeof(design -> 'fields') = 'array' and octet_length(design::text) <= 20000),
  place smallint not null check (place between 1 and 200), -- limits how many there are
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, place),
  foreign key (tenant_id, table_id) references public.data_tables (tenant_id, id) on delete cascade
);
create index data_views_by_table on public.data_views (tenant_id, table_id);
select app.protect('public.data_views');
grant select (tenant_id, id, table_id, title, layout, design, place, revision, created_at, updated_at) on public.data_views to authenticated;
create policy of_staff on public.data_views for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))));
select app.audit('public.data_views', 'list', 'title', p_except => array['place', 'revision', 'created_at', 'updated_at']);

create function app.place_data_view() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('data_views ' || new.tenant_id::text, 0));
  select g.n into new.place from generate_series(1, 200) as g (n)
    where not exists (select from public.data_views v where v.tenant_id = new.tenant_id and v.place = g.n)
    order by g.n limit 1;
  if new.place is null then
    raise exception 'A site has at most 200 lists' using errcode = 'check_violation', constraint = 'data_views_limit', table = 'data_views';
  end if;
  return new;
end $$;
create trigger place before insert on public.data_views for each row execute function app.place_data_view();

-- A list for the caller, with the audiences that the caller is in. No row: the caller's tenant has no such list.
create function app.open_list(p_view uuid) returns table (id uuid, table_id uuid, title text, layout text, design jsonb, audiences uuid[])
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select v.id, v.table_id, v.title, v.layout, v.design, array(select app.my_audiences())
    from public.data_views v
    join public.data_tables t on t.tenant_id = v.tenant_id and t.id = v.table_id and t.deleted_at is null
    where v.tenant_id = app.tenant_id() and v.id = p_view;
end $$;
grant execute on function app.open_list(uuid) to anon, end_user;

-- How many rows, and bytes in them, a plan includes for the own tables of one tenant. A plan that ends deletes nothing: rows beyond its
-- limit stay, can be read, made smaller and deleted, and none is added.
alter table public.bolt_plans add column own_rows bigint not null default 1000 check (own_rows >= 0);
alter table public.bolt_plans add column own_bytes bigint not null default 52428800 check (own_bytes >= 0);
update public.bolt_plans set
  own_rows = case id when 'pro' then 100000 when 'business' then 5000000 else 1000 end,
  own_bytes = case id when 'pro' then 5368709120 when 'business' then 53687091200 else 52428800 end;
grant select (own_rows, own_bytes) on public.bolt_plans to anon, authenticated, end_user;

-- Rows of a tenant's own tables, the bytes in them, and those of their history. Counted in the statement that writes, under the lock of this row, so
-- that parallel writers cannot pass the limit together.
create table app.record_usage (
  tenant_id uuid primary key references public.tenants (id) on delete cascade,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  history_bytes bigint not null default 0
) with (fillfactor = 50);
select app.protect('app.record_usage');

-- No plan includes less than Free, so only a tenant with more has to be compared with its own plan.
create function app.check_record_usage(p_usage app.record_usage, p_column text) returns void language plpgsql security definer
set search_path = '' as $$
declare
  v_free constant public.bolt_plans := (select f from public.bolt_plans f where f.id = 'free');
  v_plan public.bolt_plans;
begin
  if p_usage.rows <= v_free.own_rows and p_usage.bytes <= v_free.own_bytes and p_usage.history_bytes <= v_free.own_bytes then
    return;
  end if;
  select p.* into v_plan from public.tenants t join public.bolt_plans p on p.id = app.plan_of(t.owner_user_id)
    where t.id = p_usage.tenant_id;
  if p_column = 'rows' and p_usage.rows > v_plan.own_rows then
    raise exception 'The tables are full' using errcode = 'insufficient_privilege', table = 'records', constraint = 'records_rows',
      detail = format('%s includes %s rows.', v_plan.name, to_char(v_plan.own_rows, 'FM999,999,999,999'));
  elsif p_usage.bytes > v_plan.own_bytes then
    raise exception 'The tables are full' using errcode = 'insufficient_privilege', table = 'records', constraint = 'records_bytes',
      detail = format('%s includes %s MB of rows.', v_plan.name, to_char(v_plan.own_bytes / 1048576, 'FM999,999,999,999'));
  elsif p_column = 'history' and p_usage.history_bytes > v_plan.own_bytes then
    raise exception 'The history of the tables is full' using errcode = 'insufficient_privilege', table = 'records',
      constraint = 'records_history', detail = 'Rows changed too much within 30 days. They can be changed again as old changes are forgotten.';
  end if;
end $$;

create function app.count_added_records() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v record;
  v_usage app.record_usage;
begin
  for v in select w.tenant_id, count(*) as rows, sum(pg_column_size(w)) as bytes from written w group by w.tenant_id order by w.tenant_id loop
    insert into app.record_usage as u (tenant_id, rows, bytes) values (v.tenant_id, v.rows, v.bytes)
      on conflict (tenant_id) do update set rows = u.rows + excluded.rows, bytes = u.bytes + excluded.bytes
      returning u.* into v_usage;
    perform app.check_record_usage(v_usage, 'rows');
  end loop;
  return null;
end $$;
create trigger count_added after insert on app.records referencing new table as written
  for each statement execute function app.count_added_records();

create function app.count_changed_records() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_role constant text := nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role';
  v record;
  v_usage app.record_usage;
begin
  for v in select c.tenant_id, sum(c.bytes) as bytes from (
      select w.tenant_id, pg_column_size(w) as bytes from written w union all select g.tenant_id, -pg_column_size(g) from gone g) as c
      group by c.tenant_id order by c.tenant_id loop
    update app.record_usage u set bytes = greatest(u.bytes + v.bytes, 0) where u.tenant_id = v.tenant_id returning u.* into v_usage;
    -- Jobs may always tidy, and staff may approve rows and make them smaller.
    if found and v_role in ('anon', 'end_user', 'authenticated') and (v.bytes > 0 or v_role <> 'authenticated') then
      perform app.check_record_usage(v_usage, 'history');
    end if;
  end loop;
  return null;
end $$;
create trigger count_changed after update on app.records referencing old table as gone new table as written
  for each statement execute function app.count_changed_records();

-- A tenant that is deleted has no row here any more.
create function app.count_deleted_records() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update app.record_usage u set rows = greatest(u.rows - d.rows, 0), bytes = greatest(u.bytes - d.bytes, 0)
    from (select g.tenant_id, count(*) as rows, sum(pg_column_size(g)) as bytes from gone g group by g.tenant_id) as d
    where u.tenant_id = d.tenant_id;
  return null;
end $$;
create trigger count_deleted after delete on app.records referencing old table as gone
  for each statement execute function app.count_deleted_records();

create function app.count_record_history() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    update app.record_usage u set history_bytes = u.history_bytes + h.bytes
      from (select w.tenant_id, sum(pg_column_size(w)) as bytes from changed w group by w.tenant_id) as h where u.tenant_id = h.tenant_id;
  else
    update app.record_usage u set history_bytes = greatest(u.history_bytes - h.bytes, 0)
      from (select w.tenant_id, sum(pg_column_size(w)) as bytes from changed w group by w.tenant_id) as h where u.tenant_id = h.tenant_id;
  end if;
  return null;
end $$;
create trigger count_added after insert on app.record_history referencing new table as changed
  for each statement execute function app.count_record_history();
create trigger count_deleted after delete on app.record_history referencing old table as changed
  for each statement execute function app.count_record_history();

-- For staff with the right `content`: what the tables take, and what the plan includes.
create function app.record_usage_of(p_tenant uuid) returns table (rows bigint, bytes bigint, most_rows bigint, most_bytes bigint)
language sql stable security definer set search_path = ''
  begin atomic
    select coalesce(u.rows, 0) as rows, coalesce(u.bytes, 0) as bytes, p.own_rows as most_rows, p.own_bytes as most_bytes
    from public.tenants t join public.bolt_plans p on p.id = app.plan_of(t.owner_user_id)
    left join app.record_usage u on u.tenant_id = t.id
    where t.id = p_tenant and t.id = any (array(select app.tenants_with('content')));
  end;
grant execute on function app.record_usage_of(uuid) to authenticated;
grant execute on function app.check_record_usage(app.record_usage, text) to service_role;

-- Writers of one tenant counted in one row, so each waited for the others to commit. Now each counts in a row that no one else uses at
-- the time; what a tenant uses is the sum of its rows (docs/decisions/080).
alter table app.record_usage add column place integer not null default 0;
alter table app.record_usage drop constraint record_usage_pkey;
alter table app.record_usage add primary key (tenant_id, place);

create type app.record_totals as (rows bigint, bytes bigint, history_bytes bigint);
create function app.record_totals_of(p_tenant uuid) returns app.record_totals language sql stable set search_path = ''
  begin atomic
    select row(coalesce(sum(u.rows), 0), coalesce(sum(u.bytes), 0), coalesce(sum(u.history_bytes), 0))::app.record_totals as totals
    from app.record_usage u where u.tenant_id = p_tenant;
  end;

create function app.record_plan(p_tenant uuid) returns public.bolt_plans language sql stable set search_path = ''
  begin atomic
    select p as plan from public.tenants t join public.bolt_plans p on p.id = app.plan_of(t.owner_user_id) where t.id = p_tenant;
  end;

-- p_what: rows, bytes, history, or rows and history. Bytes are always checked.
create function app.check_record_totals(p_totals app.record_totals, p_plan public.bolt_plans, p_what text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_what like 'rows%' and p_totals.rows > p_plan.own_rows then
    raise exception 'The tables are full' using errcode = 'insufficient_privilege', table = 'records', constraint = 'records_rows',
      detail = format('%s includes %s rows.', p_plan.name, to_char(p_plan.own_rows, 'FM999,999,999,999'));
  elsif p_totals.bytes > p_plan.own_bytes then
    raise exception 'The tables are full' using errcode = 'insufficient_privilege', table = 'records', constraint = 'records_bytes',
      detail = format('%s includes %s MB of rows.', p_plan.name, to_char(p_plan.own_bytes / 1048576, 'FM999,999,999,999'));
  elsif p_what like '%history' and p_totals.history_bytes > 4 * p_plan.own_bytes then
    raise exception 'The history of the tables is full' using errcode = 'insufficient_privilege', table = 'records',
      constraint = 'records_history', detail = 'Rows changed too much within 30 days. They can be changed again as old changes are forgotten.';
  end if;
end $$;

-- Adds to what a tenant uses, in the first of its rows that no other transaction has, or in a new one. A deleted tenant has none.
create function app.add_record_usage(p_tenant uuid, p_rows bigint, p_bytes bigint, p_history bigint) returns void
language plpgsql set search_path = '' as $$
declare
  v_place integer := (select f.place from app.record_usage f where f.tenant_id = p_tenant order by f.place limit 1
    for no key update skip locked);
begin
  -- Chosen before: a plan that runs the choice again for each row would add to several.
  update app.record_usage u set rows = u.rows + p_rows, bytes = u.bytes + p_bytes, history_bytes = u.history_bytes + p_history
    where u.tenant_id = p_tenant and u.place = v_place;
  if not found then
    insert into app.record_usage as u (tenant_id, place, rows, bytes, history_bytes)
      select t.id, pg_backend_pid(), p_rows, p_bytes, p_history from public.tenants t where t.id = p_tenant
      on conflict (tenant_id, place) do update
        set rows = u.rows + excluded.rows, bytes = u.bytes + excluded.bytes, history_bytes = u.history_bytes + excluded.history_bytes;
  end if;
end $$;

-- Counts what a statement writes and checks it. Small statements share a lock and, far from the limits, wait for no one. Near a limit they
-- take turns. A large one takes the lock alone: it waits until all writers before it have committed, and so sees what those added.
create function app.count_records(p_tenant uuid, p_rows bigint, p_bytes bigint, p_what text) returns void language plpgsql
set search_path = '' as $$
declare
  v_lock constant text := 'record_usage ' || p_tenant;
  v_shares boolean := current_setting('app.shares_record_usage', true) is not distinct from p_tenant::text;
  v_plan public.bolt_plans;
  v_totals app.record_totals;
  v_near boolean;
begin
  -- No plan includes less than Free, so only a tenant with more has to be compared with its own plan.
  select f.* into v_plan from public.bolt_plans f where f.id = 'free';
  if p_rows > v_plan.own_rows / 1000 or p_bytes > v_plan.own_bytes / 1000 then
    v_plan := app.record_plan(p_tenant);
  end if;
  if p_rows <= v_plan.own_rows / 1000 and p_bytes <= v_plan.own_bytes / 1000 then
    perform pg_advisory_xact_lock_shared(hashtextextended(v_lock, 0)), set_config('app.shares_record_usage', p_tenant::text, true);
    v_shares := true;
  -- Two that share a lock and want it alone would wait for each other.
  elsif not v_shares then
    perform pg_advisory_xact_lock(hashtextextended(v_lock, 0));
  end if;
  for v_turn in 1..2 loop
    select coalesce(sum(u.rows), 0) + p_rows, coalesce(sum(u.bytes), 0) + p_bytes, coalesce(sum(u.history_bytes), 0)
      into v_totals from app.record_usage u where u.tenant_id = p_tenant;
    v_near := v_totals.rows > v_plan.own_rows * 0.9 or v_totals.bytes > v_plan.own_bytes * 0.9
      or v_totals.history_bytes > v_plan.own_bytes * 3.6;
    if v_near and v_plan.id = 'free' then
      v_plan := app.record_plan(p_tenant);
      v_near := v_totals.rows > v_plan.own_rows * 0.9 or v_totals.bytes > v_plan.own_bytes * 0.9
        or v_totals.history_bytes > v_plan.own_bytes * 3.6;
    end if;
    exit when v_turn = 2 or not v_near or not v_shares;
    perform pg_advisory_xact_lock(hashtextextended(v_lock || ' near', 0));
  end loop;
  if v_near then
    perform app.check_record_totals(v_totals, v_plan, p_what);
  end if;
  perform app.add_record_usage(p_tenant, p_rows, p_bytes, 0);
end $$;

create or replace function app.count_added_records() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_role constant text := nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role';
  v record;
begin
  for v in select w.tenant_id, count(*) as rows, sum(app.record_size(w)) as bytes from written w group by w.tenant_id order by w.tenant_id loop
    -- A visitor who adds and deletes rows all day fills the history.
    perform app.count_records(v.tenant_id, v.rows, v.bytes::bigint, case when v_role in ('anon', 'end_user') then 'rows and history' else 'rows' end);
  end loop;
  return null;
end $$;

create or replace function app.count_changed_records() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_role constant text := nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role';
  v record;
begin
  for v in select c.tenant_id, sum(c.bytes)::bigint as bytes from (
      select w.tenant_id, app.record_size(w) as bytes from written w union all select g.tenant_id, -app.record_size(g) from gone g) as c
      group by c.tenant_id order by c.tenant_id loop
    -- Jobs may always tidy, and staff may approve rows and make them smaller.
    if v_role in ('anon', 'end_user') or v_role = 'authenticated' and v.bytes > 0 then
      perform app.count_records(v.tenant_id, 0, v.bytes, case v_role when 'authenticated' then 'bytes' else 'history' end);
    elsif v.bytes <> 0 then
      perform app.add_record_usage(v.tenant_id, 0, v.bytes, 0);
    end if;
  end loop;
  return null;
end $$;

create or replace function app.count_deleted_records() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.add_record_usage(g.tenant_id, -count(*), -sum(app.record_size(g))::bigint, 0) from gone g group by g.tenant_id;
  return null;
end $$;

create or replace function app.count_record_history() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.add_record_usage(w.tenant_id, 0, 0, (case when tg_op = 'INSERT' then 1 else -1 end * sum(app.history_size(w)))::bigint)
    from changed w group by w.tenant_id;
  return null;
end $$;

-- What a form changes for a visitor is written as the service, which has no limits, and checked after that.
create function app.check_record_history(p_tenant uuid) returns void language sql stable set search_path = ''
  begin atomic
    select app.check_record_totals(app.record_totals_of(p_tenant), app.record_plan(p_tenant), 'history') as checked;
  end;
drop function app.check_record_usage(app.record_usage, text);

create or replace function app.record_usage_of(p_tenant uuid) returns table (rows bigint, bytes bigint, most_rows bigint, most_bytes bigint)
language sql stable security definer set search_path = ''
  begin atomic
    select greatest((u.totals).rows, 0) as rows, greatest((u.totals).bytes, 0) as bytes, p.own_rows as most_rows, p.own_bytes as most_bytes
    from public.tenants t join public.bolt_plans p on p.id = app.plan_of(t.owner_user_id)
    cross join lateral (select app.record_totals_of(t.id) as totals) as u
    where t.id = p_tenant and t.id = any (array(select app.tenants_with('content')));
  end;
grant execute on function app.check_record_history(uuid), app.check_record_totals(app.record_totals, public.bolt_plans, text),
  app.record_totals_of(uuid), app.record_plan(uuid) to service_role;

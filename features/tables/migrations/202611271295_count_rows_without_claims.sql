-- As in 202611271141: who writes is only read when the plan is nearly full. Without p_what, rows were added.
create or replace function app.count_records(p_tenant uuid, p_rows bigint, p_bytes bigint, p_what text) returns void language plpgsql
set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  v_lock constant text := 'record_usage ' || p_tenant;
  v_shares boolean := current_setting('app.shares_record_usage', true) is not distinct from p_tenant::text;
  -- One row of this size is small in every plan.
  v_is_small boolean := p_rows <= 1 and p_bytes <= 8192;
  v_plan public.bolt_plans;
  v_totals app.record_totals;
  v_least_rows bigint;
  v_least_bytes bigint;
  v_done text;
begin
  if not v_is_small then
    v_plan := app.record_plan(p_tenant);
    v_is_small := p_rows <= v_plan.own_rows / 1000 and p_bytes <= v_plan.own_bytes / 1000;
  end if;
  if v_is_small then
    v_done := pg_advisory_xact_lock_shared(hashtextextended(v_lock, 0))::text;
    v_done := set_config('app.shares_record_usage', p_tenant::text, true);
    v_shares := true;
  -- Two that share a lock and want it alone would wait for each other.
  elsif not v_shares then
    v_done := pg_advisory_xact_lock(hashtextextended(v_lock, 0))::text;
  end if;
  -- A plan is at least the one that is subscribed to: a day pass gives more.
  select u.rows + p_rows, u.bytes + p_bytes, u.history_bytes, p.own_rows, p.own_bytes
    into v_totals.rows, v_totals.bytes, v_totals.history_bytes, v_least_rows, v_least_bytes
    from public.tenants t
      left join public.bolt_subscriptions s on s.user_id = t.owner_user_id and s.status in ('active', 'trialing', 'past_due')
      join public.bolt_plans p on p.id = coalesce(s.plan_id, 'free')
      cross join lateral (select coalesce(sum(o.rows), 0) as rows, coalesce(sum(o.bytes), 0) as bytes,
        coalesce(sum(o.history_bytes), 0) as history_bytes from app.record_usage o where o.tenant_id = p_tenant) as u
    where t.id = p_tenant;
  if app.nearly_full(v_totals, v_least_rows, v_least_bytes) then
    v_plan := app.record_plan(p_tenant);
    if v_shares and app.nearly_full(v_totals, v_plan.own_rows, v_plan.own_bytes) then
      v_done := pg_advisory_xact_lock(hashtextextended(v_lock || ' near', 0))::text;
      v_totals := app.record_totals_of(p_tenant);
      v_totals.rows := v_totals.rows + p_rows;
      v_totals.bytes := v_totals.bytes + p_bytes;
    end if;
    v_done := app.check_record_totals(v_totals, v_plan, coalesce(p_what,
      case when auth.role() in ('anon', 'end_user') then 'rows and history' else 'rows' end))::text;
  end if;
  v_done := app.add_record_usage(p_tenant, p_rows, p_bytes, 0)::text;
end $$;

create or replace function app.count_added_records() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v record;
  v_done text;
begin
  for v in select w.tenant_id, count(*) as rows, sum(app.record_size(w))::bigint as bytes from written w
      group by w.tenant_id order by w.tenant_id loop
    v_done := app.count_records(v.tenant_id, v.rows, v.bytes, null)::text;
  end loop;
  return null;
end $$;

-- One row, which is what visitors add, is counted in one statement, unless the plan is nearly full (docs/decisions/085).
create or replace function app.count_records(p_tenant uuid, p_rows bigint, p_bytes bigint, p_what text) returns void language plpgsql
set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  v_lock constant text := 'record_usage ' || p_tenant;
  v_shares boolean;
  -- One row of this size is small in every plan.
  v_is_small boolean := p_rows <= 1 and p_bytes <= 8192;
  v_is_one constant boolean := v_is_small;
  v_plan public.bolt_plans;
  v_totals app.record_totals;
  v_done text;
begin
  if not v_is_small then
    v_shares := current_setting('app.shares_record_usage', true) is not distinct from p_tenant::text;
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
  if v_is_one then
    -- Adds to a row that no other transaction has, if a tenth of the plan is left. The sum of the larger shares is at least the largest of the sums, so what
    -- passes here is not nearly full for app.nearly_full either. A plan is at least the one that is subscribed to: a day pass gives more.
    -- Otherwise no row is chosen, nor locked while this waits for its turn below.
    update app.record_usage u set rows = u.rows + p_rows, bytes = u.bytes + p_bytes
      where u.tenant_id = p_tenant and u.place = (
        select f.place from app.record_usage f where f.tenant_id = p_tenant and (
            select greatest(p_rows / p.own_rows::float8, p_bytes / p.own_bytes::float8) + (
                select coalesce(sum(greatest(o.rows / p.own_rows::float8, o.bytes / p.own_bytes::float8, o.history_bytes / p.own_bytes::float8 / 4)), 0)
                  from app.record_usage o where o.tenant_id = p_tenant) < 0.9
              from public.bolt_plans p
              where p.own_rows > 0 and p.own_bytes > 0 and p.id = coalesce((
                select s.plan_id from public.bolt_subscriptions s where s.status in ('active', 'trialing', 'past_due')
                  and s.user_id = (select t.owner_user_id from public.tenants t where t.id = p_tenant)), 'free'))
          order by f.place limit 1 for no key update skip locked);
    if found then
      return;
    end if;
    v_plan := app.record_plan(p_tenant);
  end if;
  v_totals := app.record_totals_of(p_tenant);
  v_totals.rows := v_totals.rows + p_rows;
  v_totals.bytes := v_totals.bytes + p_bytes;
  if app.nearly_full(v_totals, v_plan.own_rows, v_plan.own_bytes) then
    if v_shares then
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

-- Aggregates cost more than one row does, so they are left to statements of several.
create or replace function app.count_added_records() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_tenant uuid;
  v_bytes bigint;
  v_are_several boolean;
  v record;
  v_done text;
begin
  select w.tenant_id, app.record_size(w), exists (select from written o offset 1) into v_tenant, v_bytes, v_are_several from written w limit 1;
  if v_are_several then
    for v in select w.tenant_id, count(*) as rows, sum(app.record_size(w))::bigint as bytes from written w
        group by w.tenant_id order by w.tenant_id loop
      v_done := app.count_records(v.tenant_id, v.rows, v.bytes, null)::text;
    end loop;
  elsif v_tenant is not null then
    v_done := app.count_records(v_tenant, 1, v_bytes, null)::text;
  end if;
  return null;
end $$;

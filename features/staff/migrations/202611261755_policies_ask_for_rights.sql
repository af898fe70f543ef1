-- Every policy and function that asked for the caller's own tenants asks for a right on them: docs/decisions/058. What still asks
-- app.owned_tenants() is the owner's alone, and is listed in owner-only.test.ts.

-- Replaces the question in a policy; the rest of its expressions stays.
create function pg_temp.policy_asks(p_table regclass, p_policy text, p_right text) returns void language plpgsql
set search_path = '' as $$
declare
  v_using text; v_check text;
begin
  select replace(pg_get_expr(polqual, polrelid), 'app.owned_tenants() AS owned_tenants', format('app.tenants_with(%L)', p_right)),
      replace(pg_get_expr(polwithcheck, polrelid), 'app.owned_tenants() AS owned_tenants', format('app.tenants_with(%L)', p_right))
    into strict v_using, v_check
    from pg_catalog.pg_policy where polrelid = p_table and polname = p_policy
      and concat(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) like '%app.owned_tenants()%';
  execute format('alter policy %I on %s', p_policy, p_table)
    || coalesce(' using (' || v_using || ')', '') || coalesce(' with check (' || v_check || ')', '');
end $$;

create function pg_temp.function_asks(p_function regprocedure, p_right text) returns void language plpgsql
set search_path = '' as $$
declare
  v_old constant text := pg_catalog.pg_get_functiondef(p_function);
  v_new constant text := replace(replace(v_old, 'app.owned_tenants() AS owned_tenants', 'app.owned_tenants()'),
    'app.owned_tenants()', format('app.tenants_with(%L)', p_right));
begin
  if v_new = v_old then
    raise exception '% does not ask app.owned_tenants()', p_function;
  end if;
  execute v_new;
end $$;

-- All staff but the door see a row that only some of them change.
create function pg_temp.all_staff_see(p_table regclass) returns void language plpgsql set search_path = '' as $$
begin
  execute format('create policy seen_by_staff on %s for select to authenticated using (tenant_id = any (array(select app.tenants_with(''see''))))',
    p_table);
end $$;

select pg_temp.policy_asks(t::regclass, p, r) from (values
  ('public.dismissed_moments', 'of_own_tenants', 'see'),
  ('public.dismissed_moments', 'dismiss', 'see'),
  ('public.audiences', 'of_own_tenants', 'content'),
  ('public.items', 'of_own_tenants', 'content'),
  ('public.item_pictures', 'of_own_tenants', 'see'),
  ('storage.buckets', 'of_own_tenants', 'content'),
  ('storage.objects', 'of_own_tenants', 'content'),
  ('public.end_users', 'of_own_tenants', 'people'),
  ('public.roles', 'of_own_tenants', 'see'),
  ('public.role_members', 'of_own_tenants', 'people'),
  -- What end users send each other.
  ('realtime.messages', 'of_own_tenants', 'people'),
  ('realtime.messages', 'of_own_tenants_insert', 'people'),
  ('realtime.messages', 'own_pool_or_tenants', 'people'),
  ('public.orders', 'of_own_tenants', 'orders'),
  ('public.order_refunds', 'of_own_tenants', 'orders'),
  ('app.order_letters', 'of_own_tenants', 'orders'),
  ('public.payment_accounts', 'of_own_tenants', 'settings'),
  ('public.smoke_payments', 'of_own_tenants', 'settings'),
  ('public.team_settings', 'of_own_tenants', 'people'),
  ('public.teams', 'of_own_tenants', 'people'),
  ('public.team_members', 'of_own_tenants', 'people'),
  ('public.team_invitations', 'of_own_tenants', 'people'),
  ('public.team_orders', 'of_own_tenants', 'people'),
  ('public.audit_log', 'of_own_tenants', 'settings')
) as asks (t, p, r);

select pg_temp.all_staff_see(t::regclass) from unnest(array['public.audiences', 'public.items']) as t;

-- The plan is the owner's, also when staff change the row.
alter policy changes_with_plan on public.roles
  using (tenant_id = any (array(select app.tenants_with_plan('people', 'business'))))
  with check (tenant_id = any (array(select app.tenants_with_plan('people', 'business'))));
alter policy changes_with_plan on public.role_members
  using (tenant_id = any (array(select app.tenants_with_plan('people', 'business'))))
  with check (tenant_id = any (array(select app.tenants_with_plan('people', 'business'))));

alter policy inserts_with_plan on public.team_settings
  with check (tenant_id = any (array(select app.tenants_with_plan('people', 'business'))));
alter policy updates_with_plan on public.team_settings
  using (tenant_id = any (array(select app.tenants_with_plan('people', 'business'))))
  with check (tenant_id = any (array(select app.tenants_with_plan('people', 'business'))));
alter policy changes_with_plan on public.teams
  using (tenant_id = any (array(select app.tenants_with_plan('people', 'business'))))
  with check (tenant_id = any (array(select app.tenants_with_plan('people', 'business'))));
alter policy changes_with_plan on public.team_members
  using (tenant_id = any (array(select app.tenants_with_plan('people', 'business'))))
  with check (tenant_id = any (array(select app.tenants_with_plan('people', 'business'))));
alter policy withdraws_with_plan on public.team_invitations
  using (tenant_id = any (array(select app.tenants_with_plan('people', 'business'))));
drop function app.owned_tenants_on(text);

-- How long changes are kept is the owner's alone: an admin could let the traces of their own acts go.
create function app.check_audit_days() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.id <> all (array(select app.owned_tenants())) then
    raise exception 'Only the owner of this tenant may change how long its log is kept'
      using errcode = 'insufficient_privilege', constraint = 'tenants_audit_days_right', table = 'tenants';
  end if;
  return new;
end $$;
create trigger check_audit_days before update of audit_days on public.tenants for each row
  when (current_user = 'authenticated' and new.audit_days <> old.audit_days) execute function app.check_audit_days();

select pg_temp.function_asks(f::regprocedure, r) from (values
  ('app.latest_sign_ups(uuid, integer)', 'people'),
  ('app.first_sign_up(uuid)', 'people'),
  ('app.sign_ups_by_day(uuid, text, timestamptz)', 'people'),
  ('app.webhook_deliveries_of(uuid, text)', 'orders'),
  ('app.find_members(uuid, text[])', 'people'),
  ('app.viewed_member(uuid, uuid)', 'people'),
  ('app.set_item_picture(uuid, text, bytea, integer, integer)', 'content')
) as asks (f, r);

-- The audit log: who changed what, on which row, from where, before and after: docs/decisions/060. A trigger writes it in the
-- transaction of the change, so that what changes through the data API is recorded as well. Nobody changes it: no role may insert,
-- update or delete; the trigger and the retention run as the owner.
alter table public.tenants add column audit_days smallint not null default 365 check (audit_days in (30, 90, 365));
grant select (audit_days), update (audit_days) on public.tenants to authenticated;

create table public.audit_log (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  at timestamptz not null default now(),
  act text not null, -- stable: `role.created`
  relation text not null, -- `public.roles`
  row_id text not null,
  row_name text, -- never of an end user: they are named by id alone, so that erasing them leaves nothing here
  actor_kind text not null check (actor_kind in ('owner', 'staff', 'person', 'service', 'visitor', 'system')),
  actor_id uuid, -- of an owner, a member of the staff, or a person
  actor_app uuid, -- the application that acted for them
  network text, -- /24 or /48
  agent text, -- `Firefox on Windows`
  request_id uuid,
  before jsonb, -- changed columns only; null when the row was created
  after jsonb, -- null when the row was deleted
  hidden text[] not null default '{}', -- changed too, but secret or about an end user
  primary key (tenant_id, id)
);
select app.protect('public.audit_log');
revoke insert, update, delete on public.audit_log from service_role;
grant select (tenant_id, id, at, act, relation, row_id, row_name, actor_kind, actor_id, actor_app, network, agent, request_id,
  before, after, hidden) on public.audit_log to authenticated;
create policy of_own_tenants on public.audit_log for select to authenticated
  using (tenant_id = any (array(select app.owned_tenants())));

-- Names of values that are never recorded, wherever they are: a second safeguard beside the lists of the units.
create function app.is_secret_name(p_name text) returns boolean language sql immutable
  return p_name ~* '(secret|sealed|private|encrypted|api_?key|_hash$|(^|_|\.)hash$|password$|token$|signature|credential)';

-- A row as name and value: an object's keys become `column.key`, long values are cut.
create function app.audit_values(p_row jsonb) returns jsonb language sql immutable set search_path = ''
  return (
    select coalesce(jsonb_object_agg(f.name, case when octet_length(f.value::text) <= 2000 then f.value
      else to_jsonb(left(f.value #>> '{}', 2000) || '…') end), '{}')
    from jsonb_each(p_row) as e, lateral (
      select e.key as name, e.value as value where jsonb_typeof(e.value) <> 'object'
      union all select e.key || '.' || i.key, i.value
        from jsonb_each(case jsonb_typeof(e.value) when 'object' then e.value else '{}' end) as i) as f);

-- Arguments: column of the tenant, kind, column of the name, key columns, columns recorded (empty: all), columns left out, columns
-- hidden, acts, whose changes. Lists are array literals. Written with loops, which cost a tenth of as many queries: it runs with
-- each change.
create function app.record_change() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_from constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_to constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_row constant jsonb := coalesce(v_to, v_from);
  v_tenant constant uuid := v_row ->> tg_argv[0];
  v_source jsonb := nullif(current_setting('request.source', true), '');
  v_actor jsonb := nullif(current_setting('request.jwt.claims', true), '');
  v_columns text[] := tg_argv[4];
  v_left_out constant text[] := tg_argv[5];
  v_secret constant text[] := tg_argv[6];
  v_acts constant text[] := tg_argv[7];
  v_key constant text[] := tg_argv[3];
  v_old jsonb := '{}';
  v_new jsonb := '{}';
  v_hidden text[] := '{}';
  v_changed text[] := '{}';
  v_act text := tg_argv[1] || case tg_op when 'INSERT' then '.created' when 'UPDATE' then '.changed' else '.deleted' end;
  v_owner uuid;
  v_who text;
  v_name text;
  v_id text;
  v_objects boolean := false;
begin
  if v_columns = '{}' then
    v_columns := array(select jsonb_object_keys(v_row));
  end if;
  foreach v_name in array v_columns loop
    continue when v_name = any (v_left_out) or tg_op = 'UPDATE' and v_from -> v_name = v_to -> v_name;
    v_changed := v_changed || v_name;
    if v_name = any (v_secret) or app.is_secret_name(v_name) then
      v_hidden := v_hidden || v_name;
      continue;
    end if;
    v_objects := v_objects or jsonb_typeof(v_from -> v_name) = 'object' or jsonb_typeof(v_to -> v_name) = 'object'
      or octet_length(coalesce(v_from ->> v_name, '') || coalesce(v_to ->> v_name, '')) > 2000;
    v_old := jsonb_set(v_old, array[v_name], coalesce(v_from -> v_name, 'null'));
    v_new := jsonb_set(v_new, array[v_name], coalesce(v_to -> v_name, 'null'));
  end loop;
  if v_changed = '{}' then
    return null;
  end if;

  -- What cascades with a deleted tenant goes with its log; the pool of the creators has none.
  select t.owner_user_id into v_owner from public.tenants t where t.id = v_tenant;
  if v_owner is null then
    return null;
  end if;
  -- The server itself acts for the caller of the running request; without one it acts on its own.
  if v_actor is null or v_actor ->> 'role' = 'service_role' then
    v_actor := jsonb_build_object('role', v_source -> 'role', 'sub', v_source -> 'sub', 'client_id', v_source -> 'app');
  end if;
  v_who := case v_actor ->> 'role'
    when 'authenticated' then case when v_actor ->> 'sub' = v_owner::text then 'owner' else 'staff' end
    when 'end_user' then 'person' when 'service_role' then 'service' when 'anon' then 'visitor' else 'system' end;
  if tg_argv[8] <> 'everyone' and v_who not in ('owner', 'staff', 'service')
    and not (tg_argv[8] = 'administrators and leavers' and tg_op = 'DELETE' and v_who = 'person') then
    return null;
  end if;

  -- The first act whose column changed; `!column` is its removal.
  foreach v_name in array v_acts loop
    v_id := split_part(v_name, '=', 1);
    if v_id = lower(tg_op) or tg_op = 'UPDATE' and ltrim(v_id, '!') = any (v_changed)
        and (left(v_id, 1) = '!') = (v_to ->> ltrim(v_id, '!') is null) then
      v_act := split_part(v_name, '=', 2);
      exit;
    end if;
  end loop;
  v_id := null;
  foreach v_name in array v_key loop
    v_id := concat_ws(' ', v_id, v_row ->> v_name);
  end loop;

  if v_objects then
    v_old := app.audit_values(v_old);
    v_new := app.audit_values(v_new);
    foreach v_name in array array(select jsonb_object_keys(v_old) union select jsonb_object_keys(v_new)) loop
      if tg_op = 'UPDATE' and v_old -> v_name is not distinct from v_new -> v_name then
        v_old := v_old - v_name;
        v_new := v_new - v_name;
      elsif app.is_secret_name(v_name) then
        v_hidden := v_hidden || v_name;
        v_old := v_old - v_name;
        v_new := v_new - v_name;
      end if;
    end loop;
  end if;

  insert into public.audit_log (tenant_id, act, relation, row_id, row_name, actor_kind, actor_id, actor_app, network, agent,
      request_id, before, after, hidden)
    values (v_tenant, v_act, tg_table_schema || '.' || tg_table_name, v_id,
      -- Of an address only the host: the path of a webhook can be its secret.
      left(coalesce(substring(v_row ->> tg_argv[2] from '^https?://(?:[^/?#@]*@)?([^/?#@]+)'), v_row ->> tg_argv[2]), 200),
      v_who, case when v_who in ('owner', 'staff', 'person') then (v_actor ->> 'sub')::uuid end, (v_actor ->> 'client_id')::uuid,
      nullif(v_source ->> 'network', ''), v_source ->> 'agent', (v_source ->> 'id')::uuid,
      case when tg_op <> 'INSERT' then v_old end, case when tg_op <> 'DELETE' then v_new end, v_hidden);
  return null;
end $$;

-- Records the changes of a tenant's table:
--   select app.audit('public.roles', 'role', 'name');
-- p_kind      what a row is; the acts are `role.created`, `role.changed`, `role.deleted`
-- p_name      the column to call a row by; null for rows of end users
-- p_acts      other names: `insert=role.given`, or for a changed column `price_cents=product.price_changed`, and `!column=` for one
--             that became null; the first that applies
-- p_only      record these columns alone, and only updates that name them; for tables that change with every visit
-- p_except    columns that the product keeps by itself
-- p_hidden    columns recorded as changed, without their values. Those with a secret name are hidden without being listed.
-- p_who       `everyone`, `administrators` (creators and service key), or `administrators and leavers` (a person's own deletion too)
-- p_on        what to record
create function app.audit(p_table regclass, p_kind text, p_name text, p_acts text[] default '{}', p_only text[] default '{}',
  p_except text[] default '{}', p_hidden text[] default '{}', p_who text default 'everyone',
  p_on text default 'insert or update or delete') returns void language plpgsql set search_path = '' as $$
declare
  v_columns constant text[] := array(select attname::text from pg_catalog.pg_attribute
    where attrelid = p_table and attnum > 0 and not attisdropped);
  v_tenant constant text := case when p_table = 'public.tenants'::regclass then 'id'
    when 'tenant_id' = any (v_columns) then 'tenant_id' else 'pool_id' end;
  v_key constant text[] := array(select a.attname::text from pg_catalog.pg_index i
    join unnest(i.indkey::int2[]) with ordinality as u (k, n) on true
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = u.k
    where i.indrelid = p_table and i.indisprimary and (a.attname <> v_tenant or i.indnatts = 1) order by u.n);
begin
  if not (p_only || p_except || p_hidden || array_remove(array[p_name], null)) <@ v_columns then
    raise exception '% lacks one of the columns % % % %', p_table, p_only, p_except, p_hidden, p_name;
  end if;
  execute format('create trigger audit after %s on %s for each row execute function app.record_change(%L, %L, %L, %L, %L, %L, %L, %L, %L)',
    case when p_only = '{}' then p_on else regexp_replace(p_on, 'update', 'update of '
      || (select string_agg(quote_ident(c), ', ') from unnest(p_only) as c)) end,
    p_table, v_tenant, p_kind, coalesce(p_name, ''), v_key, p_only, p_except, p_hidden, p_acts, p_who);
end $$;

-- The lowest id of a time: ids are UUIDs of version 7.
create function app.first_id_at(p_at timestamptz) returns uuid language sql immutable
  return encode(substring(int8send((extract(epoch from p_at) * 1000)::bigint) from 3) || '\x70008000000000000000'::bytea, 'hex')::uuid;

-- Removes what is older than its tenant keeps it, at most p_most rows. The service role may call it, and can remove nothing else.
create function app.forget_audit(p_most integer) returns integer language plpgsql security definer set search_path = '' as $$
declare
  v_count integer;
begin
  with old as (
    select l.tenant_id, l.id from public.tenants t cross join lateral (
      select a.tenant_id, a.id from public.audit_log a
      where a.tenant_id = t.id and a.id < app.first_id_at(now() - make_interval(days => t.audit_days)) limit p_most) l
    limit p_most)
  delete from public.audit_log l using old where l.tenant_id = old.tenant_id and l.id = old.id;
  get diagnostics v_count = row_count;
  return v_count;
end $$;
grant execute on function app.forget_audit(integer) to service_role;

-- What the plan and the clock change by themselves is not the tenant's history.
select app.audit('public.tenants', 'tenant', 'name',
  p_acts => array['owner_user_id=tenant.owner_changed', 'public_key=tenant.key_changed', 'auth0_client_secret=tenant.auth_changed',
    'auth_provider=tenant.auth_changed', 'auth0_domain=tenant.auth_changed', 'stripe_account_id_live=payments.connected',
    '!stripe_account_id_live=payments.disconnected', 'stripe_account_id_test=payments.connected',
    '!stripe_account_id_test=payments.disconnected', 'stripe_mode=tenant.mode_changed', 'allowed_origins=tenant.sites_changed',
    'theme=tenant.look_changed', 'update=tenant.settings_changed'],
  p_except => array['updated_at', 'status', 'stripe_status', 'stripe_account_id', 'auth0_client_secret_set', 'subscription_status',
    'subscription_tier', 'access_expires_at', 'day_pass_expires_at'],
  p_on => 'insert or update');
select app.audit('public.audiences', 'audience', 'name', p_except => array['created_at', 'updated_at']);

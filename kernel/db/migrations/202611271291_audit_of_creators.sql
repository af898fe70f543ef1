-- As in 202611261720, and for tables of a creator, which name no tenant: a change is in the log of each of the creator's tenants, because each can show it.
create or replace function app.record_change() returns trigger language plpgsql security definer set search_path = '' as $$
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
  v_tenants uuid[] := array[v_tenant];
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
  if tg_argv[0] = 'user_id' then -- a creator without a tenant has no log
    v_tenants := array(select t.id from public.tenants t where t.owner_user_id = v_tenant);
    v_owner := case when v_tenants <> '{}' then v_tenant end;
  else
    select t.owner_user_id into v_owner from public.tenants t where t.id = v_tenant;
  end if;
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
    select w.tenant, v_act, tg_table_schema || '.' || tg_table_name, v_id,
      -- Of an address only the host: the path of a webhook can be its secret.
      left(coalesce(substring(v_row ->> tg_argv[2] from '^https?://(?:[^/?#@]*@)?([^/?#@]+)'), v_row ->> tg_argv[2]), 200),
      v_who, case when v_who in ('owner', 'staff', 'person') then (v_actor ->> 'sub')::uuid end, (v_actor ->> 'client_id')::uuid,
      nullif(v_source ->> 'network', ''), v_source ->> 'agent', (v_source ->> 'id')::uuid,
      case when tg_op <> 'INSERT' then v_old end, case when tg_op <> 'DELETE' then v_new end, v_hidden
    from unnest(v_tenants) as w (tenant);
  return null;
end $$;

-- The column of the owner of a row is `tenant_id`, `pool_id`, or of a creator `user_id`.
create or replace function app.audit(p_table regclass, p_kind text, p_name text, p_acts text[] default '{}', p_only text[] default '{}',
  p_except text[] default '{}', p_hidden text[] default '{}', p_who text default 'everyone',
  p_on text default 'insert or update or delete') returns void language plpgsql set search_path = '' as $$
declare
  v_columns constant text[] := array(select attname::text from pg_catalog.pg_attribute
    where attrelid = p_table and attnum > 0 and not attisdropped);
  v_tenant constant text := case when p_table = 'public.tenants'::regclass then 'id'
    when 'tenant_id' = any (v_columns) then 'tenant_id' when 'pool_id' = any (v_columns) then 'pool_id' else 'user_id' end;
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

-- Who may do what with rows of tenants' own tables: docs/decisions/064.

-- The tables of the caller's tenant that are open to the caller, whichever the row. Policies compute it once per statement.
-- p_right: see, add, change or delete.
create function app.tables_open(p_right text) returns setof uuid language plpgsql stable security definer rows 10
set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  v_mine constant uuid[] := array(select app.my_audiences());
begin
  return query
    select t.id from public.data_tables t
    where t.tenant_id = app.tenant_id() and t.deleted_at is null and case p_right
      when 'see' then t.see_audience_id when 'add' then t.add_audience_id
      when 'change' then t.change_audience_id when 'delete' then t.delete_audience_id end = any (v_mine);
end $$;

-- Those that are open to the author of a row.
create function app.tables_open_to_author(p_right text) returns setof uuid language plpgsql stable security definer rows 10
set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  v_mine constant uuid[] := array(select app.my_audiences_as_owner());
begin
  return query
    select t.id from public.data_tables t
    where t.tenant_id = app.tenant_id() and t.deleted_at is null and case p_right
      when 'see' then t.see_audience_id when 'change' then t.change_audience_id
      when 'delete' then t.delete_audience_id end = any (v_mine);
end $$;

-- Those that are open to the team of a row. With `add`, the row belongs to the caller's team.
create function app.tables_open_to_team(p_right text) returns setof uuid language plpgsql stable security definer rows 10
set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  v_mine constant uuid[] := array(select app.my_audiences_as_team());
begin
  return query
    select t.id from public.data_tables t
    where t.tenant_id = app.tenant_id() and t.deleted_at is null and t.team_scoped and case p_right
      when 'see' then t.see_audience_id when 'add' then t.add_audience_id
      when 'change' then t.change_audience_id when 'delete' then t.delete_audience_id end = any (v_mine);
end $$;
-- Those whose rows do not wait for approval.
create function app.tables_without_approval() returns setof uuid language sql stable security definer rows 10 set search_path = ''
  begin atomic
    select t.id from public.data_tables t where t.tenant_id = app.tenant_id() and not t.approval;
  end;
grant execute on function app.tables_open(text), app.tables_without_approval() to anon, end_user;
grant execute on function app.tables_open_to_author(text), app.tables_open_to_team(text) to end_user;

-- Visitors and members reach rows only by statements of the server, which name one table and leave hidden fields out.
grant select (tenant_id, table_id, id, created_at, updated_at, created_by, team_id, approved, indexed, t1, t2, t3, t4, t5, t6, n1, n2, n3, n4,
    d1, d2, z1, z2, z3, r1, r2, r3, u1, u2, extra),
  insert (tenant_id, table_id, id, team_id, approved, indexed, t1, t2, t3, t4, t5, t6, n1, n2, n3, n4, d1, d2, z1, z2, z3, r1, r2, r3,
    u1, u2, extra),
  update (updated_at, approved, indexed, t1, t2, t3, t4, t5, t6, n1, n2, n3, n4, d1, d2, z1, z2, z3, r1, r2, r3, u1, u2, extra),
  delete on app.records to anon, end_user, authenticated;

create policy visitors_see on app.records for select to anon
  using (tenant_id = app.tenant_id() and approved and table_id = any (array(select app.tables_open('see'))));
create policy visitors_add on app.records for insert to anon
  with check (tenant_id = app.tenant_id() and table_id = any (array(select app.tables_open('add')))
    and created_by is null and team_id is null and (not approved or table_id = any (array(select app.tables_without_approval()))));
create policy visitors_change on app.records for update to anon
  using (tenant_id = app.tenant_id() and approved and table_id = any (array(select app.tables_open('change'))))
  with check (tenant_id = app.tenant_id() and table_id = any (array(select app.tables_open('change'))) and (not approved or table_id = any (array(select app.tables_without_approval()))));
create policy visitors_delete on app.records for delete to anon
  using (tenant_id = app.tenant_id() and approved and table_id = any (array(select app.tables_open('delete'))));

create policy members_see on app.records for select to end_user
  using (tenant_id = app.tenant_id() and (approved or created_by = auth.uid()) and (table_id = any (array(select app.tables_open('see')))
    or created_by = auth.uid() and table_id = any (array(select app.tables_open_to_author('see')))
    or team_id = any (array(select app.my_team())) and table_id = any (array(select app.tables_open_to_team('see')))));
create policy members_add on app.records for insert to end_user
  with check (tenant_id = app.tenant_id() and created_by = auth.uid() and (not approved or table_id = any (array(select app.tables_without_approval())))
    and (team_id is null or team_id = any (array(select app.my_team())))
    and (table_id = any (array(select app.tables_open('add')))
      or team_id is not null and table_id = any (array(select app.tables_open_to_team('add')))));
create policy members_change on app.records for update to end_user
  using (tenant_id = app.tenant_id() and (approved or created_by = auth.uid()) and (table_id = any (array(select app.tables_open('change')))
    or created_by = auth.uid() and table_id = any (array(select app.tables_open_to_author('change')))
    or team_id = any (array(select app.my_team())) and table_id = any (array(select app.tables_open_to_team('change')))))
  with check (tenant_id = app.tenant_id() and (not approved or table_id = any (array(select app.tables_without_approval()))) and (table_id = any (array(select app.tables_open('change')))
    or created_by = auth.uid() and table_id = any (array(select app.tables_open_to_author('change')))
    or team_id = any (array(select app.my_team())) and table_id = any (array(select app.tables_open_to_team('change')))));
create policy members_delete on app.records for delete to end_user
  using (tenant_id = app.tenant_id() and (approved or created_by = auth.uid()) and (table_id = any (array(select app.tables_open('delete')))
    or created_by = auth.uid() and table_id = any (array(select app.tables_open_to_author('delete')))
    or team_id = any (array(select app.my_team())) and table_id = any (array(select app.tables_open_to_team('delete')))));

create policy of_staff on app.records for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))))
  with check (tenant_id = any (array(select app.tenants_with('content'))));

-- Statements made from a description of the tables fail with BB001 when it changed, so that the server reads it again.
create function app.check_tables(p_tenant uuid, p_revision bigint) returns boolean language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  if (select s.revision from app.data_schemas s where s.tenant_id = p_tenant) is distinct from p_revision then
    raise exception 'The tables of this tenant changed' using errcode = 'BB001';
  end if;
  return true;
end $$;

-- The number of the lock that writers share and that a change of a description takes alone.
create function app.tables_lock(p_tenant uuid) returns bigint language sql immutable
  return hashtextextended('data_tables ' || p_tenant::text, 0);

-- What a writing statement calls first, once: until it ends, no description of the tenant changes. Refuses what is read-only
-- because the plan of the owner ended: all tables but the first need Pro, and rows of teams need Business.
create function app.begin_write(p_tenant uuid, p_table uuid, p_revision bigint) returns boolean
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  v_name text;
  v_needs text;
  v_owner uuid;
begin
  perform pg_advisory_xact_lock_shared(app.tables_lock(p_tenant));
  perform app.check_tables(p_tenant, p_revision);
  select t.name, o.owner_user_id, case when t.team_scoped then 'business' when t.place > (
      select min(f.place) from public.data_tables f where f.tenant_id = p_tenant) then 'pro' end
    into v_name, v_owner, v_needs
    from public.data_tables t join public.tenants o on o.id = t.tenant_id
    where t.tenant_id = p_tenant and t.id = p_table and t.deleted_at is null;
  if v_name is null then
    raise exception 'The tables of this tenant changed' using errcode = 'BB001';
  end if;
  if v_needs is not null and not app.has_plan(v_owner, v_needs) then
    raise exception 'table "%" is read-only', v_name using errcode = 'insufficient_privilege',
      detail = format('Its rows stay and can be read. Changes need the %s plan.', initcap(v_needs));
  end if;
  return true;
end $$;
grant execute on function app.tables_lock(uuid) to service_role;
grant execute on function app.check_tables(uuid, bigint), app.begin_write(uuid, uuid, bigint)
  to anon, end_user, authenticated, service_role;

-- Each change of a description waits for the writers that know the old one, and raises both revisions. A table gets the
-- lowest free place: on Free that is the first, on the other plans one of 200.
create function app.place_data_table() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_owner uuid;
begin
  perform pg_advisory_xact_lock(app.tables_lock(new.tenant_id));
  insert into app.data_schemas as s (tenant_id) values (new.tenant_id)
    on conflict (tenant_id) do update set revision = s.revision + 1;
  new.updated_at := now();
  if tg_op = 'UPDATE' then
    new.revision := old.revision + 1;
  end if;
  if tg_op = 'INSERT' or new.name <> old.name then
    if to_regclass('public.' || quote_ident(new.name)) is not null or new.name = 'rpc' then
      raise exception 'The name "%" belongs to a table of the product', new.name
        using errcode = 'check_violation', constraint = 'data_tables_reserved', table = 'data_tables';
    end if;
  end if;
  if new.deleted_at is not null then
    new.place := null;
    return new;
  end if;
  if tg_op = 'INSERT' or old.deleted_at is not null then
    select g.n into new.place from generate_series(1, 200) as g (n)
      where not exists (select from public.data_tables t where t.tenant_id = new.tenant_id and t.place = g.n)
      order by g.n limit 1;
    select t.owner_user_id into v_owner from public.tenants t where t.id = new.tenant_id;
    if new.place is null or (exists (select from public.data_tables t where t.tenant_id = new.tenant_id and t.place is not null)
        and not app.has_plan(v_owner, 'pro')) then
      raise exception 'This plan includes no more tables' using errcode = 'check_violation',
        constraint = case when new.place is null then 'data_tables_limit' else 'data_tables_plan' end, table = 'data_tables';
    end if;
  end if;
  return new;
end $$;
create trigger place before insert or update on public.data_tables for each row execute function app.place_data_table();

-- A table that is deleted for good takes its rows along. Rows have no foreign key, which would cost each insert a lookup:
-- app.begin_write and the lock here do what it would do.
create function app.delete_records() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(app.tables_lock(old.tenant_id));
  update app.data_schemas set revision = revision + 1 where tenant_id = old.tenant_id;
  delete from app.records where tenant_id = old.tenant_id and table_id = old.id;
  return null;
end $$;
create trigger delete_records after delete on public.data_tables for each row execute function app.delete_records();

create function app.keep_audience_of_table() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.keep_used_audience(old.tenant_id, 'table', array(
    select t.title from public.data_tables t
    where t.tenant_id = old.tenant_id and (old.id in (t.see_audience_id, t.add_audience_id, t.change_audience_id, t.delete_audience_id)
      or t.fields @> jsonb_build_array(jsonb_build_object('audience', old.id))) order by t.title, t.id));
  return old;
end $$;
create trigger keep_audience_of_table before delete on public.audiences
  for each row execute function app.keep_audience_of_table();

select realtime.publish('public.data_tables');
select app.audit('public.data_tables', 'table', 'title', p_except => array['revision', 'place', 'created_at', 'updated_at']);

-- Values of a row by the names of its fields, for exports.
create function app.record_values(p_row app.records, p_fields jsonb) returns jsonb language sql stable set search_path = ''
  begin atomic
    select coalesce(jsonb_object_agg(f.field ->> 'name', f.value) filter (where f.value is not null), '{}')
    from (select e as field, coalesce(p_row.extra -> (e ->> 'id'), to_jsonb(p_row) -> (e ->> 'slot')) as value
      from jsonb_array_elements(p_fields) as e) as f
    where f.value <> 'null';
  end;

-- Ids of rows that a visitor sent without an account, with this address in an email field. Rows that the staff typed are the builder's
-- own. A row into which a visitor or member put the address later does not count: that proves nothing. Addresses are stored in lower
-- case, and compared in the index of their slot.
create function app.records_with_email(p_tenant uuid, p_email text) returns table (table_id uuid, record_id uuid) language plpgsql stable
set search_path = '' as $$
declare
  v record;
begin
  for v in select t.id, string_agg('select o.id from app.records o where o.tenant_id = $1 and o.table_id = $2 and '
        || case when f.value ? 'slot' then format('o.%I = lower($3)', f.value ->> 'slot')
          else format('o.extra ->> %L = lower($3)', f.value ->> 'id') end
        -- The field has an index over all rows.
        || case when f.value ->> 'indexed' = 'true' then ' and (o.indexed & '
          || (1 << array_position(app.record_slots(), f.value ->> 'slot') - 1) || ') <> 0' else '' end
        || format(' and not exists (select from app.record_history h where h.tenant_id = $1 and h.table_id = $2 and h.record_id = o.id
          and h.act = ''changed'' and h.actor_kind in (''person'', ''visitor'') and h.before ->> %L is distinct from lower($3))',
          f.value ->> 'id'), ' union ') as found
      from public.data_tables t cross join lateral (select e.value from jsonb_array_elements(t.fields) as e
        union all select e.value - 'indexed' from jsonb_array_elements(t.removed_fields) as e) as f
      where t.tenant_id = p_tenant and f.value ->> 'kind' = 'email' and p_email is not null group by t.id loop
    return query execute 'select r.table_id, r.id from app.records r where r.tenant_id = $1 and r.table_id = $2 and r.by_visitor
      and r.id = any (array(' || v.found || '))' using p_tenant, v.id, p_email;
  end loop;
end $$;

-- What a member wrote, and what they sent under their confirmed address before they signed in, for the export of their data.
create function app.records_of_person(p_tenant uuid, p_user uuid, p_email text) returns jsonb language sql stable
set search_path = ''
  begin atomic
    select jsonb_agg(jsonb_build_object('table', t.title, 'created_at', (mine.written).created_at,
      'values', app.record_values(mine.written, t.fields)))
    from (select w as written from app.records w where w.tenant_id = p_tenant and w.created_by = p_user
      union all select w as written from app.records_with_email(p_tenant, p_email) as e
        join app.records w on w.tenant_id = p_tenant and w.table_id = e.table_id and w.id = e.record_id limit 100000) as mine
    join public.data_tables t on t.tenant_id = p_tenant and t.id = (mine.written).table_id;
  end;

-- The same as before, and the rows of tenants' own tables by the names of their fields.
create or replace function app.person_export(p_tenant uuid, p_user uuid) returns table (part text, content jsonb) language plpgsql
stable security definer set search_path = '' as $$
declare
  v record;
  v_email constant text := (select u.email from auth.users u
    where u.pool_id = p_tenant and u.id = p_user and u.email_confirmed_at is not null);
begin
  for v in select d.relation, d.exported,
      case d.how when 'rows' then d.person || '($1, $2, $3)' else app.person_rows(d.relation, d.person) end as rows
      from app.person_data d where d.exported <> '{}' order by d.relation, d.person loop
    part := v.relation;
    execute format('select jsonb_agg(to_jsonb(r)) from (select %s from %s limit 100000) r',
      (select string_agg(quote_ident(c), ', ') from unnest(v.exported) as c), v.rows) into content using p_tenant, p_user, v_email;
    if content is not null then
      return next;
    end if;
  end loop;
  part := 'app.records';
  content := app.records_of_person(p_tenant, p_user, v_email);
  if content is not null then
    return next;
  end if;
end $$;

-- Erasure deletes the rows that a member wrote, and empties the fields in which others name them.
create function app.erase_from_records(p_tenant uuid, p_user uuid, p_email text) returns void language plpgsql set search_path = '' as $$
declare
  v record;
begin
  delete from app.records where tenant_id = p_tenant and created_by = p_user;
  for v in select t.id, f ->> 'id' as field, f ->> 'slot' as slot, f ->> 'unique_slot' as unique_slot from public.data_tables t,
      jsonb_array_elements(t.fields || t.removed_fields) as f where t.tenant_id = p_tenant and f ->> 'kind' = 'person' loop
    if v.slot is null then
      update app.records set extra = extra - v.field
        where tenant_id = p_tenant and table_id = v.id and extra ->> v.field = p_user::text;
    else
      execute format('update app.records set %1$I = null%2$s where tenant_id = $1 and table_id = $2 and %1$I = $3', v.slot,
        case when v.unique_slot is null then '' else format(', %I = null', v.unique_slot) end) using p_tenant, v.id, p_user;
    end if;
  end loop;
end $$;
select app.add_person_data('app.records', 'app.erase_from_records', 'function');
select app.add_person_data('app.records', 'created_by', 'kept', p_reason => 'deleted by app.erase_from_records');

-- What the tables know about an end user, for one export and one erasure: docs/decisions/060. Each unit declares its tables; a
-- test fails for a table with a column that names a person and no declaration.
create table app.person_data (
  relation text not null,
  person text not null, -- the column with the person's id; for `function` and `blocks` the function's name
  how text not null check (how in ('account', 'cascades', 'deleted', 'emptied', 'function', 'blocks', 'kept')),
  emptied text[] not null default '{}',
  exported text[] not null default '{}',
  reason text check (how <> 'kept' or reason is not null),
  primary key (relation, person)
);
select app.protect('app.person_data');
revoke insert, update, delete on app.person_data from service_role; -- its names become statements of the owner

-- Declares a table, in the migration of its unit:
--   select app.add_person_data('public.role_members', 'auth_user_id', 'cascades', p_exported => '{role,given_at}');
-- p_how   `cascades`: a foreign key deletes the rows with the account. `deleted`: they are deleted. `emptied`: the columns
--         p_emptied become null, the rows stay. `function`: p_person is a function (tenant, user, confirmed email) that erases.
--         `blocks`: p_person is a function (tenant, user) that returns whether the account must stay for now; p_reason is the
--         code of the refusal. `kept`: nothing is done, because of p_reason.
-- p_exported  columns for the person's export; never secrets
create function app.add_person_data(p_table regclass, p_person text, p_how text, p_emptied text[] default '{}',
  p_exported text[] default '{}', p_reason text default null) returns void language plpgsql set search_path = '' as $$
declare
  v_columns constant text[] := array(select attname::text from pg_catalog.pg_attribute
    where attrelid = p_table and attnum > 0 and not attisdropped);
begin
  if p_how in ('function', 'blocks') then
    perform (p_person || case p_how when 'function' then '(uuid,uuid,text)' else '(uuid,uuid)' end)::regprocedure;
  elsif not (p_person || p_emptied || p_exported) <@ v_columns or not v_columns && array['tenant_id', 'pool_id'] and p_how <> 'kept' then
    raise exception '% lacks one of the columns tenant_id % % %', p_table, p_person, p_emptied, p_exported;
  end if;
  if p_how = 'cascades' and not exists (select from pg_catalog.pg_constraint c join pg_catalog.pg_attribute a on a.attrelid = c.conrelid
      where c.conrelid = p_table and c.contype = 'f' and c.confdeltype = 'c' and a.attname = p_person and a.attnum = any (c.conkey)
        and c.confrelid = 'auth.users'::regclass) then
    raise exception 'no foreign key deletes the rows of % with the account', p_table;
  end if;
  insert into app.person_data (relation, person, how, emptied, exported, reason)
    select n.nspname || '.' || c.relname, p_person, p_how, p_emptied, p_exported, p_reason
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.oid = p_table
    on conflict (relation, person) do update
      set how = excluded.how, emptied = excluded.emptied, exported = excluded.exported, reason = excluded.reason;
end $$;

-- `where` of a declared table's rows of one person: $1 the tenant, $2 the person.
create function app.person_rows(p_relation text, p_person text) returns text language sql stable set search_path = ''
  begin atomic
    select format('%s where %I = $1 and %I = $2%s', p_relation,
      case when bool_or(a.attname = 'tenant_id') then 'tenant_id' else 'pool_id' end, p_person,
      case when bool_or(a.attname = p_person and a.atttypid = 'text'::regtype) then '::text' else '' end)
    from pg_catalog.pg_attribute a where a.attrelid = p_relation::regclass and a.attnum > 0 and not a.attisdropped;
  end;

-- Removes a person from everything but the account itself and what cascades with it. Repeating it changes nothing.
create function app.erase_person(p_tenant uuid, p_user uuid, p_email text) returns void language plpgsql security definer
set search_path = '' as $$
declare
  v record;
begin
  -- Functions first: they find rows by others that are emptied afterwards.
  for v in select d.*, app.person_rows(d.relation, d.person) as rows from app.person_data d
      where d.how in ('function', 'emptied', 'deleted') order by d.how desc, d.relation loop
    if v.how = 'function' then
      execute format('select %s($1, $2, $3)', v.person) using p_tenant, p_user, p_email;
    elsif v.how = 'deleted' then
      execute 'delete from ' || v.rows using p_tenant, p_user;
    else
      execute format('update %s set %s where %s', split_part(v.rows, ' where ', 1),
        (select string_agg(format('%I = null', c), ', ') from unnest(v.emptied) as c), split_part(v.rows, ' where ', 2))
        using p_tenant, p_user;
    end if;
  end loop;
end $$;

-- Code of the first reason why the account must stay for now; null if there is none.
create function app.erasure_blocker(p_tenant uuid, p_user uuid) returns text language plpgsql security definer
set search_path = '' as $$
declare
  v record;
  v_blocks boolean;
begin
  for v in select d.person, d.reason from app.person_data d where d.how = 'blocks' order by d.relation loop
    execute format('select %s($1, $2)', v.person) into v_blocks using p_tenant, p_user;
    if v_blocks then
      return v.reason;
    end if;
  end loop;
  return null;
end $$;
grant execute on function app.erasure_blocker(uuid, uuid) to service_role;

-- Everything that is exported about a person, a row per table that has any.
create function app.person_export(p_tenant uuid, p_user uuid) returns table (part text, content jsonb) language plpgsql
stable security definer set search_path = '' as $$
declare
  v record;
begin
  for v in select d.relation, d.exported, app.person_rows(d.relation, d.person) as rows from app.person_data d
      where d.exported <> '{}' order by d.relation loop
    part := v.relation;
    execute format('select jsonb_agg(to_jsonb(r)) from (select %s from %s limit 100000) r',
      (select string_agg(quote_ident(c), ', ') from unnest(v.exported) as c), v.rows) into content using p_tenant, p_user;
    if content is not null then
      return next;
    end if;
  end loop;
end $$;
grant execute on function app.person_export(uuid, uuid) to service_role;

select app.add_person_data('public.end_users', 'auth_user_id', 'deleted', p_exported => '{email,created_at}');
select app.add_person_data('public.tenants', 'owner_user_id', 'kept', p_reason => 'of creators');
select app.add_person_data('public.audit_log', 'actor_id', 'kept', p_reason => 'an id without a name: docs/decisions/060');

-- A unit can export rows that no column ties to the account: guest orders with an address that the account has proven.
alter table app.person_data drop constraint person_data_how_check;
alter table app.person_data add constraint person_data_how_check
  check (how in ('account', 'cascades', 'deleted', 'emptied', 'function', 'blocks', 'kept', 'rows'));

-- Also `rows`: p_person is a function (tenant, user, confirmed email) that returns the rows of p_table to export.
create or replace function app.add_person_data(p_table regclass, p_person text, p_how text, p_emptied text[] default '{}',
  p_exported text[] default '{}', p_reason text default null) returns void language plpgsql set search_path = '' as $$
declare
  v_columns constant text[] := array(select attname::text from pg_catalog.pg_attribute
    where attrelid = p_table and attnum > 0 and not attisdropped);
begin
  if p_how in ('function', 'blocks', 'rows') then
    perform (p_person || case p_how when 'blocks' then '(uuid,uuid)' else '(uuid,uuid,text)' end)::regprocedure;
    if not (p_emptied || p_exported) <@ v_columns then
      raise exception '% lacks one of the columns % %', p_table, p_emptied, p_exported;
    end if;
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
end $$;

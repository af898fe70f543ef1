-- Written by `npm run generate` from the migrated database. Do not edit.

-- schemas ---------------------------------------------------------------------------------------------------------

create schema app;
grant usage on schema app to anon;
grant usage on schema app to authenticated;
grant usage on schema app to end_user;
grant usage on schema app to service_role;

create schema auth;
grant usage on schema auth to anon;
grant usage on schema auth to authenticated;
grant usage on schema auth to end_user;
grant usage on schema auth to service_role;

create schema public;
grant usage on schema public to anon;
grant usage on schema public to authenticated;
grant usage on schema public to end_user;
grant usage on schema public to service_role;

create schema realtime;
grant usage on schema realtime to anon;
grant usage on schema realtime to authenticated;
grant usage on schema realtime to end_user;
grant usage on schema realtime to service_role;

create schema storage;
grant usage on schema storage to anon;
grant usage on schema storage to authenticated;
grant usage on schema storage to end_user;
grant usage on schema storage to service_role;

-- default privileges ----------------------------------------------------------------------------------------------

alter default privileges for role <owner>: objects 'f' execute to <owner>;

-- functions -------------------------------------------------------------------------------------------------------

CREATE OR REPLACE FUNCTION app.accept_ownership(p_tenant uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant public.tenants;
begin
  if auth.role() is distinct from 'authenticated' or auth.jwt() ? 'client_id' then
    perform app.refuse_staff('ownership_offer_open');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('tenants of ' || auth.uid(), 0));
  select * into v_tenant from public.tenants where id = p_tenant for update;
  delete from public.ownership_offers where tenant_id = p_tenant and user_id = auth.uid() and expires_at > now();
  if not found then
    perform app.refuse_staff('ownership_offer_open');
  end if;
  if v_tenant.staff_two_step and auth.jwt() ->> 'aal' is distinct from 'aal2' then
    perform app.refuse_staff('ownership_two_step');
  end if;
  if v_tenant.subscription_tier = 'day_pass' and v_tenant.access_expires_at > now() then
    perform app.refuse_staff('ownership_day_pass');
  end if;
  if (select count(*) from public.tenants t where t.owner_user_id = auth.uid()) >= 100 then
    perform app.refuse_staff('ownership_limit');
  end if;
  delete from public.staff_invitations where tenant_id = p_tenant;
  delete from public.tenant_staff where tenant_id = p_tenant and user_id = auth.uid();
  update public.tenants set owner_user_id = auth.uid(), subscription_status = null, subscription_tier = null, access_expires_at = null
    where id = p_tenant;
  insert into public.tenant_staff (tenant_id, user_id, role, invited_by)
    values (p_tenant, v_tenant.owner_user_id, 'admin', auth.uid());
end $function$;
grant execute on function app.accept_ownership(uuid) to authenticated;

CREATE OR REPLACE FUNCTION app.accept_staff_invitation(p_token_hash bytea)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invitation public.staff_invitations;
begin
  if auth.role() is distinct from 'authenticated' or auth.jwt() ? 'client_id' then
    perform app.refuse_staff('staff_invitation_open');
  end if;
  perform from public.tenants where id = (select tenant_id from public.staff_invitations where token_hash = p_token_hash)
    for no key update;
  delete from public.staff_invitations i where i.token_hash = p_token_hash and i.expires_at > now()
    and (exists (select from public.tenants t where t.id = i.tenant_id and t.owner_user_id = i.invited_by)
      or exists (select from public.tenant_staff s where s.tenant_id = i.tenant_id and s.user_id = i.invited_by and s.role = 'admin'))
    returning i.* into v_invitation;
  if v_invitation.id is null then
    perform app.refuse_staff('staff_invitation_open');
  end if;
  if not exists (select from auth.users u
    where u.pool_id = '00000000-0000-0000-0000-000000000000' and u.id = auth.uid() and lower(u.email) = v_invitation.email
      and u.email_confirmed_at is not null and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now()))
  then
    perform app.refuse_staff('staff_invitation_address');
  end if;
  if exists (select from public.tenants t where t.id = v_invitation.tenant_id and t.owner_user_id = auth.uid())
    or exists (select from public.tenant_staff s where s.tenant_id = v_invitation.tenant_id and s.user_id = auth.uid())
  then
    perform app.refuse_staff('staff_already');
  end if;
  if (select count(*) from public.tenant_staff s where s.tenant_id = v_invitation.tenant_id) >= app.staff_seats(v_invitation.tenant_id) then
    perform app.refuse_staff('staff_seats');
  end if;
  insert into public.tenant_staff (tenant_id, user_id, role, invited_by)
    values (v_invitation.tenant_id, auth.uid(), v_invitation.role, v_invitation.invited_by);
  return v_invitation.tenant_id;
end $function$;
grant execute on function app.accept_staff_invitation(bytea) to authenticated;

CREATE OR REPLACE FUNCTION app.add_analytics_month(p_month date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_from constant date := date_trunc('month', p_month)::date;
  v_name constant text := 'analytics_events_' || to_char(v_from, 'YYYYMM');
begin
  if v_from not between (now() at time zone 'UTC')::date - 4000 and (now() at time zone 'UTC')::date + 400 then
    raise exception 'no month of events: %', p_month using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('months of analytics', 0));
  if to_regclass('app.' || v_name) is not null then
    return;
  end if;
  execute format('create table app.%I (like app.analytics_events including defaults including constraints)', v_name);
  perform app.protect(('app.' || v_name)::regclass);
  execute format('alter table app.analytics_events attach partition app.%I for values from (%L) to (%L)', v_name,
    v_from::timestamp at time zone 'UTC', (v_from + interval '1 month') at time zone 'UTC');
end $function$;
grant execute on function app.add_analytics_month(date) to service_role;

CREATE OR REPLACE FUNCTION app.add_audience_kind(p_kind text, p_field text, p_value text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 INSERT INTO app.audience_kinds (kind, field, value)
   VALUES (add_audience_kind.p_kind, add_audience_kind.p_field, add_audience_kind.p_value);
END;

CREATE OR REPLACE FUNCTION app.add_default_item()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.items (tenant_id, name, price_cents, currency, active)
  values (new.id, 'Sample product', 1000, 'eur', true);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.add_order_source()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into app.order_sources (tenant_id, order_id, source, medium, campaign, entry)
    select new.tenant_id, new.id, v.source, v.medium, v.campaign, v.entry from app.request_visit(new.tenant_id) v;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.add_person_data(p_table regclass, p_person text, p_how text, p_emptied text[] DEFAULT '{}'::text[], p_exported text[] DEFAULT '{}'::text[], p_reason text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION app.add_record_usage(p_tenant uuid, p_rows bigint, p_bytes bigint, p_history bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  -- Materialized: a plan that runs the choice again for each row would add to several.
  with chosen as materialized (
    select f.place from app.record_usage f where f.tenant_id = p_tenant order by f.place limit 1 for no key update skip locked)
  update app.record_usage u set rows = u.rows + p_rows, bytes = u.bytes + p_bytes, history_bytes = u.history_bytes + p_history
    from chosen c where u.tenant_id = p_tenant and u.place = c.place;
  if not found then
    insert into app.record_usage as u (tenant_id, place, rows, bytes, history_bytes)
      select t.id, pg_backend_pid(), p_rows, p_bytes, p_history from public.tenants t where t.id = p_tenant
      on conflict (tenant_id, place) do update
        set rows = u.rows + excluded.rows, bytes = u.bytes + excluded.bytes, history_bytes = u.history_bytes + excluded.history_bytes;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION app.add_sign_up_source()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into app.sign_up_sources (tenant_id, auth_user_id, source, medium, campaign, entry)
    select new.pool_id, new.id, v.source, v.medium, v.campaign, v.entry from app.request_visit(new.pool_id) v;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.amount_step(p_currency text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (p_currency = ANY (ARRAY['bhd'::text, 'iqd'::text, 'jod'::text, 'kwd'::text, 'lyd'::text, 'omr'::text, 'tnd'::text])) THEN 10 ELSE 1 END;

CREATE OR REPLACE FUNCTION app.asked(p_column text)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN ((NULLIF(current_setting('request.eq'::text, true), ''::text))::jsonb ->> p_column);
grant execute on function app.asked(text) to anon;
grant execute on function app.asked(text) to authenticated;
grant execute on function app.asked(text) to end_user;
grant execute on function app.asked(text) to service_role;

CREATE OR REPLACE FUNCTION app.audience_facts(p_tenant uuid, p_member uuid)
 RETURNS TABLE(kind text, which text, since timestamp with time zone)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT 'everyone'::text AS kind,
     ''::text AS which,
     NULL::timestamp with time zone AS since
 UNION ALL
  SELECT f.kind,
     f.which,
     f.since
    FROM app.member_facts f
   WHERE ((f.tenant_id = audience_facts.p_tenant) AND (f.auth_user_id = audience_facts.p_member) AND (f.kind <> 'everyone'::text) AND (f.barred_until <= now()) AND (f.until > now()) AND ((f.mode = 'live'::text) OR (( SELECT s.stripe_mode
            FROM public.tenants s
           WHERE (s.id = audience_facts.p_tenant)) = 'test'::text)));
END;

CREATE OR REPLACE FUNCTION app.audience_kinds_of(p_tenant uuid, p_audience uuid)
 RETURNS TABLE(place smallint, kind text, which text, opens_at timestamp with time zone)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT DISTINCT ON (t.place) t.place,
     t.kind,
         CASE
             WHEN (t.kind <> 'people'::text) THEN t.which
             ELSE NULL::text
         END AS which,
     t.opens_at
    FROM app.audience_terms t
   WHERE ((t.tenant_id = audience_kinds_of.p_tenant) AND (t.audience_id = audience_kinds_of.p_audience) AND (t.kind <> ALL (ARRAY['owner'::text, 'team'::text])) AND ((t.closes_at IS NULL) OR (t.closes_at > now())))
   ORDER BY t.place, t.which;
END;

CREATE OR REPLACE FUNCTION app.audience_sets_lock(p_tenant uuid)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN hashtextextended(('audience sets of '::text || (p_tenant)::text), (0)::bigint);

CREATE OR REPLACE FUNCTION app.audiences_added()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.end_audience_sets(array(select n.tenant_id from new_rows n where n.rule -> 'any' <> '[]'));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.audiences_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.end_audience_sets(array(
    select n.tenant_id from new_rows n left join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
    where o.rule is distinct from n.rule));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.audiences_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.end_audience_sets(array(select o.tenant_id from old_rows o));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.audiences_of(p_tenant uuid, p_member uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query select o.audience_id from app.open_audiences(p_tenant, p_member) o;
  if not found then
    return query select e.audience_id from app.audiences_of_everyone(p_tenant) e;
  end if;
end $function$;
grant execute on function app.audiences_of(uuid,uuid) to service_role;

CREATE OR REPLACE FUNCTION app.audiences_of_everyone(p_tenant uuid)
 RETURNS TABLE(audience_id uuid)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT t.audience_id
    FROM app.audience_terms t
   WHERE ((t.tenant_id = audiences_of_everyone.p_tenant) AND (t.kind = 'everyone'::text) AND (t.which = ''::text) AND (t.opens <= now()) AND (t.closes > now()));
END;

CREATE OR REPLACE FUNCTION app.audiences_until(p_tenant uuid, p_member uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT COALESCE(min(m.moment), 'infinity'::timestamp with time zone) AS until
    FROM ((app.member_facts f
      JOIN app.audience_terms t ON (((t.tenant_id = f.tenant_id) AND (t.kind = f.kind) AND (t.which = f.which))))
      CROSS JOIN LATERAL ( VALUES (f.until), (f.barred_until), (t.opens), (t.closes), ((f.since + t.waits))) m(moment))
   WHERE ((f.tenant_id = audiences_until.p_tenant) AND (f.auth_user_id = audiences_until.p_member) AND (m.moment > now()));
END;

CREATE OR REPLACE FUNCTION app.audit(p_table regclass, p_kind text, p_name text, p_acts text[] DEFAULT '{}'::text[], p_only text[] DEFAULT '{}'::text[], p_except text[] DEFAULT '{}'::text[], p_hidden text[] DEFAULT '{}'::text[], p_who text DEFAULT 'everyone'::text, p_on text DEFAULT 'insert or update or delete'::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION app.audit_values(p_row jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN (SELECT COALESCE(jsonb_object_agg(f.name, CASE WHEN (octet_length((f.value)::text) <= 2000) THEN f.value ELSE to_jsonb(("left"((f.value #>> '{}'::text[]), 2000) || '…'::text)) END), '{}'::jsonb) AS "coalesce" FROM jsonb_each(audit_values.p_row) e(key, value), LATERAL (SELECT e.key AS name, e.value WHERE (jsonb_typeof(e.value) <> 'object'::text) UNION ALL SELECT ((e.key || '.'::text) || i.key), i.value FROM jsonb_each(CASE jsonb_typeof(e.value) WHEN 'object'::text THEN e.value ELSE '{}'::jsonb END) i(key, value)) f);

CREATE OR REPLACE FUNCTION app.begin_write(p_tenant uuid, p_table uuid, p_revision bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_lock constant text := pg_advisory_xact_lock_shared(app.tables_lock(p_tenant))::text;
  v_revision bigint;
  v_name text;
  v_place integer;
  v_is_of_teams boolean;
  v_needs text;
begin
  select (select s.revision from app.data_schemas s where s.tenant_id = p_tenant), t.name, t.place, t.team_scoped
    into v_revision, v_name, v_place, v_is_of_teams
    from public.data_tables t where t.tenant_id = p_tenant and t.id = p_table and t.deleted_at is null;
  if v_name is null or v_revision is distinct from p_revision then
    raise exception 'The tables of this tenant changed' using errcode = 'BB001';
  end if;
  if v_is_of_teams then
    v_needs := 'business';
  -- Not one condition: with a query in it, PL/pgSQL would run all of it as a statement.
  elsif v_place > 1 then
    if v_place > (select min(f.place) from public.data_tables f where f.tenant_id = p_tenant) then
      v_needs := 'pro';
    end if;
  end if;
  if v_needs is null then
    return true;
  end if;
  if not app.has_plan((select o.owner_user_id from public.tenants o where o.id = p_tenant), v_needs) then
    raise exception 'table "%" is read-only', v_name using errcode = 'insufficient_privilege',
      detail = format('Its rows stay and can be read. Changes need the %s plan.', initcap(v_needs));
  end if;
  return true;
end $function$;
grant execute on function app.begin_write(uuid,uuid,bigint) to anon;
grant execute on function app.begin_write(uuid,uuid,bigint) to authenticated;
grant execute on function app.begin_write(uuid,uuid,bigint) to end_user;
grant execute on function app.begin_write(uuid,uuid,bigint) to service_role;

CREATE OR REPLACE FUNCTION app.block_for(p_block uuid, p_tenant uuid, p_member uuid, p_pretend jsonb)
 RETURNS TABLE(title text, gate text, plan_name text, plan_cents integer, plan_interval text, data jsonb, closes boolean, offers jsonb, opens_at timestamp with time zone)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT b.title,
     asked.gate,
     p.name AS plan_name,
     p.price_cents AS plan_cents,
     p."interval" AS plan_interval,
         CASE
             WHEN (asked.gate IS NULL) THEN (b.data - 'audience'::text)
             ELSE NULL::jsonb
         END AS data,
     (rule.requires_auth OR (rule.audience IS NOT NULL)) AS closes,
         CASE
             WHEN (asked.gate = ANY (ARRAY['sign_in'::text, 'audience'::text])) THEN ( SELECT jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'price_cents', o.price_cents, 'currency', o.currency, 'interval', o."interval") ORDER BY o.price_cents, o.id) AS jsonb_agg
                FROM app.offers_to(block_for.p_tenant, who.facts, ARRAY( SELECT ((a.value ->> 'source'::text))::uuid AS uuid
                        FROM jsonb_array_elements((rule.audience -> 'any'::text)) a(value)
                       WHERE (((a.value ->> 'kind'::text) = 'bought'::text) AND ((a.value ->> 'source'::text) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text) AND (COALESCE(((a.value ->> 'until'::text))::timestamp with time zone, 'infinity'::timestamp with time zone) > now())))) o(id, name, price_cents, currency, "interval"))
             ELSE NULL::jsonb
         END AS offers,
         CASE
             WHEN (asked.gate = 'audience'::text) THEN ( SELECT min(((a.value ->> 'from'::text))::timestamp with time zone) AS min
                FROM jsonb_array_elements((rule.audience -> 'any'::text)) a(value)
               WHERE ((((a.value ->> 'from'::text))::timestamp with time zone > now()) AND (((a.value ->> 'kind'::text) = 'everyone'::text) OR (((a.value ->> 'kind'::text) = 'signed_in'::text) AND rule.is_member))))
             ELSE NULL::timestamp with time zone
         END AS opens_at
    FROM (((((public.tenants t
      JOIN public.bolt_blocks b ON (((b.id = block_for.p_block) AND (b.user_id = t.owner_user_id))))
      JOIN public.bolt_plans p ON ((p.id = app.required_plan(b.data))))
      CROSS JOIN LATERAL ( SELECT (COALESCE((b.data -> 'requires_auth'::text), 'null'::jsonb) <> ALL (ARRAY['null'::jsonb, 'false'::jsonb])) AS requires_auth,
                 CASE
                     WHEN (COALESCE((b.data -> 'audience'::text), 'null'::jsonb) <> 'null'::jsonb) THEN
                     CASE
                         WHEN app.valid_audience((b.data -> 'audience'::text)) THEN (b.data -> 'audience'::text)
                         ELSE '{"any": []}'::jsonb
                     END
                     ELSE NULL::jsonb
                 END AS audience,
             ((block_for.p_member IS NOT NULL) OR (block_for.p_pretend IS NOT NULL)) AS is_member) rule)
      CROSS JOIN LATERAL ( SELECT COALESCE(block_for.p_pretend, ( SELECT jsonb_agg(to_jsonb(f.*)) AS jsonb_agg
                    FROM app.audience_facts(block_for.p_tenant, block_for.p_member) f(kind, which, since))) AS facts) who)
      CROSS JOIN LATERAL ( SELECT
                 CASE
                     WHEN ((p.id <> 'free'::text) AND (NOT app.has_plan(t.owner_user_id, p.id))) THEN 'plan'::text
                     WHEN (rule.requires_auth AND (NOT rule.is_member)) THEN 'sign_in'::text
                     WHEN ((rule.audience IS NOT NULL) AND (NOT app.rule_opens(rule.audience, who.facts))) THEN
                     CASE
                         WHEN ((NOT rule.is_member) AND (EXISTS ( SELECT
                            FROM jsonb_array_elements((rule.audience -> 'any'::text)) a(value)
                           WHERE ((a.value ->> 'kind'::text) <> ALL (ARRAY['everyone'::text, 'owner'::text, 'team'::text]))))) THEN 'sign_in'::text
                         ELSE 'audience'::text
                     END
                     ELSE NULL::text
                 END AS gate) asked)
   WHERE (t.id = block_for.p_tenant);
END;

CREATE OR REPLACE FUNCTION app.bound_invitations()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.teams where tenant_id = new.tenant_id and id = new.team_id for no key update;
  if (select count(*) from public.team_invitations i where i.tenant_id = new.tenant_id and i.team_id = new.team_id) >= 100 then
    raise exception 'A team has at most 100 invitations'
      using errcode = 'check_violation', constraint = 'team_invitations_most', table = 'team_invitations';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.bound_teams()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.tenants where id = new.tenant_id for no key update;
  if (select count(*) from public.teams t where t.tenant_id = new.tenant_id) >= 5000 then
    raise exception 'A tenant has at most 5,000 teams'
      using errcode = 'check_violation', constraint = 'teams_most', table = 'teams';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.buyer_holds(p_tenant uuid, p_user uuid, p_seller text, p_source uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM (public.orders o
              JOIN public.tenants t ON ((t.id = o.tenant_id)))
           WHERE ((o.tenant_id = buyer_holds.p_tenant) AND (o.auth_user_id = buyer_holds.p_user) AND (o.seller = buyer_holds.p_seller) AND (o.source_id = buyer_holds.p_source) AND (o.grants_since IS NOT NULL) AND ((o.mode = 'live'::text) OR (t.stripe_mode = 'test'::text))))) AS "exists";
END;
grant execute on function app.buyer_holds(uuid,uuid,text,uuid) to service_role;

CREATE OR REPLACE FUNCTION app.can_sell(p_tenant uuid, p_plan text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM app.selling_account(can_sell.p_tenant, can_sell.p_plan) selling_account(mode, account_id))) AS "exists";
END;
grant execute on function app.can_sell(uuid,text) to anon;
grant execute on function app.can_sell(uuid,text) to authenticated;
grant execute on function app.can_sell(uuid,text) to end_user;
grant execute on function app.can_sell(uuid,text) to service_role;

CREATE OR REPLACE FUNCTION app.cancel_event(p_tenant uuid, p_event uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order uuid;
  v_count integer := 0;
begin
  if not p_tenant = any (array(select app.tenants_with('orders'))) then
    perform app.refuse_tickets('right_missing');
  elsif not exists (select from public.ticket_events e where e.tenant_id = p_tenant and e.id = p_event and e.state = 'canceled') then
    perform app.refuse_tickets('event_not_found');
  end if;
  for v_order in
    select distinct k.order_id from public.tickets k
    where k.tenant_id = p_tenant and k.event_id = p_event and k.order_id is not null and k.state in ('valid', 'canceled') order by 1
  loop
    if app.queue_refund(p_tenant, v_order, null, auth.uid()) is not null then
      v_count := v_count + 1;
    end if;
  end loop;
  perform from app.ticket_carts c where c.tenant_id = p_tenant and c.event_id = p_event and c.state = 'held' order by c.id for update;
  perform app.lock_seats(p_tenant, p_event);
  perform app.end_carts(p_tenant, array(select c.id from app.ticket_carts c
    where c.tenant_id = p_tenant and c.event_id = p_event and c.state = 'held'));
  -- Tickets with an order become `refunded` when their money has been returned; the others have none.
  perform app.end_tickets(p_tenant, array(select k.id from public.tickets k
    where k.tenant_id = p_tenant and k.event_id = p_event and k.order_id is null and k.state = 'valid'), 'canceled', null);
  return v_count;
end $function$;
grant execute on function app.cancel_event(uuid,uuid) to authenticated;

CREATE OR REPLACE FUNCTION app.cancel_own_ticket(p_ticket uuid, p_secret bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ticket constant public.tickets := app.own_ticket(p_ticket, p_secret);
  v_event public.ticket_events;
  v_canceled boolean;
begin
  select * into v_event from public.ticket_events e where e.tenant_id = v_ticket.tenant_id and e.id = v_ticket.event_id;
  if v_event.state <> 'published' or v_event.cancel_until is null or v_event.cancel_until <= now() then
    perform app.refuse_tickets('not_cancelable');
  end if;
  v_canceled := app.cancel_ticket(v_ticket.tenant_id, v_ticket.id, app.refund_share(v_ticket.price_cents, v_event), null);
  -- Only now: a scan that was under way has been waited for. What was done is rolled back.
  if exists (select from app.ticket_checkins i where i.tenant_id = v_ticket.tenant_id and i.ticket_id = v_ticket.id) then
    perform app.refuse_tickets('not_cancelable');
  end if;
  return v_canceled;
end $function$;
grant execute on function app.cancel_own_ticket(uuid,bytea) to anon;
grant execute on function app.cancel_own_ticket(uuid,bytea) to end_user;

CREATE OR REPLACE FUNCTION app.cancel_ticket(p_tenant uuid, p_ticket uuid, p_refund_cents integer, p_by uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_ticket public.tickets;
  v_refund uuid;
begin
  select * into v_ticket from public.tickets k where k.tenant_id = p_tenant and k.id = p_ticket;
  if v_ticket.state is distinct from 'valid' then
    return false;
  end if;
  -- In the order of all functions: the order first, then the seats. Then it may already be canceled.
  perform from public.orders o where o.tenant_id = p_tenant and o.id = v_ticket.order_id for update;
  perform app.lock_seats(p_tenant, v_ticket.event_id);
  if app.end_tickets(p_tenant, array[p_ticket], 'canceled', null) = '{}' then
    return false;
  end if;
  if p_refund_cents > 0 and v_ticket.order_id is not null then
    v_refund := app.queue_refund(p_tenant, v_ticket.order_id, p_refund_cents, p_by);
    update public.tickets set refund_id = v_refund where tenant_id = p_tenant and id = p_ticket;
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION app.charge_deleted_prompt()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update app.prompt_meters m set reserved = m.reserved - old.reserved, tokens_in = m.tokens_in + old.reserved
    where m.tenant_id = old.tenant_id
      and (m.scope, m.name) in (('month', to_char(old.created_at at time zone 'utc', 'YYYY-MM')),
        ('day', to_char(old.created_at at time zone 'utc', 'YYYY-MM-DD')));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.check_analytics()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_count bigint;
begin
  if not exists (select from public.tenants t
      where t.id = new.tenant_id and (t.stripe_mode = 'test' or app.has_plan(t.owner_user_id, 'business'))) then
    raise exception 'Analytics needs the Business plan in live mode' using errcode = 'check_violation', constraint = 'analytics_plan';
  end if;
  if tg_op = 'INSERT' and tg_nargs = 1 then
    -- Inserts at once wait for each other, so that their sum cannot exceed the limit.
    perform pg_advisory_xact_lock(hashtextextended(tg_table_name || new.tenant_id::text, 0));
    execute format('select count(*) from public.%I where tenant_id = $1', tg_table_name) into v_count using new.tenant_id;
    if v_count >= tg_argv[0]::integer then
      raise exception 'There are already % of these', tg_argv[0] using errcode = 'check_violation', constraint = 'analytics_most';
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_audit_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.id <> all (array(select app.owned_tenants())) then
    raise exception 'Only the owner of this tenant may change how long its log is kept'
      using errcode = 'insufficient_privilege', constraint = 'tenants_audit_days_right', table = 'tenants';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_certificate(p_code text)
 RETURNS TABLE(name text, course text, issued_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT c.name,
     c.course_title,
     c.issued_at
    FROM public.library_certificates c
   WHERE ((c.tenant_id = app.tenant_id()) AND (c.code = check_certificate.p_code) AND (c.revoked_at IS NULL));
END;
grant execute on function app.check_certificate(text) to anon;
grant execute on function app.check_certificate(text) to end_user;

CREATE OR REPLACE FUNCTION app.check_files()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  v_role constant text := coalesce(v_claims ->> 'role', 'service_role');
  v_old constant jsonb := case when tg_op = 'UPDATE' then old.extra else '{}' end;
  v record;
  v_file app.record_files;
begin
  for v in select i.field, i.file, i.value from app.files_in(new.extra) as i loop
    if v_old -> v.field = v.value then
      continue;
    end if;
    select f.* into v_file from app.record_files f
      where f.tenant_id = new.tenant_id and f.id = v.file and f.table_id = new.table_id and f.field_id = v.field
        and case when f.record_id = new.id then f.released_at is null or v_role in ('authenticated', 'service_role')
          else f.record_id is null and f.created_at > now() - app.file_wait(f.uploader_role) and (v_role = 'service_role'
            or f.form_id is null and f.uploader_role = v_role and f.uploader_id is not distinct from (v_claims ->> 'sub')::uuid) end;
    if not found then
      perform app.refuse_file(v.field);
    end if;
    new.extra := new.extra || jsonb_build_object(v.field, jsonb_strip_nulls(jsonb_build_object('id', v_file.id, 'name', v_file.name,
      'size', v_file.size, 'type', v_file.type, 'width', v_file.width, 'height', v_file.height)));
  end loop;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_lesson()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Locked, so that lessons that are added at once are counted.
  perform from public.library_items c where c.tenant_id = new.tenant_id and c.id = new.course_id and c.kind = 'course' for no key update;
  if not found then
    perform app.refuse_library('no_course');
  end if;
  if exists (select from public.library_items i where i.tenant_id = new.tenant_id and i.id = new.item_id and i.kind = 'course') then
    perform app.refuse_library('course_in_course');
  end if;
  if (select count(*) from public.library_lessons l where l.tenant_id = new.tenant_id and l.course_id = new.course_id) >= 500 then
    perform app.refuse_library('most_lessons', '500');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_library_plan()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if app.library_most(new.tenant_id) = 0 then
    perform app.refuse_library('plan', 'pro');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_module()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.library_items c where c.tenant_id = new.tenant_id and c.id = new.course_id and c.kind = 'course' for no key update;
  if not found then
    perform app.refuse_library('no_course');
  end if;
  if (select count(*) from public.library_modules m where m.tenant_id = new.tenant_id and m.course_id = new.course_id) >= 100 then
    perform app.refuse_library('most_modules', '100');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_payments_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.id <> all (array(select app.owned_tenants())) then
    raise exception 'Only the owner of this tenant may change its payment account'
      using errcode = 'insufficient_privilege', constraint = 'tenants_payments_right', table = 'tenants';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_prompt_assistant()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_most constant integer := app.prompt_most(new.tenant_id);
begin
  if v_most = 0 then
    perform app.refuse_prompt('plan', 'pro');
  end if;
  if new.instructions is not null and v_most < 10
    and (tg_op = 'INSERT' or new.instructions is distinct from old.instructions) then
    perform app.refuse_prompt('plan', 'business');
  end if;
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock(hashtextextended('assistants of ' || new.tenant_id::text, 0));
    if (select count(*) from public.prompt_assistants a where a.tenant_id = new.tenant_id) >= v_most then
      perform app.refuse_prompt('most_assistants', v_most::text);
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_record_history(p_tenant uuid)
 RETURNS void
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT app.check_record_totals(app.record_totals_of(p_tenant), app.record_plan(p_tenant), 'history'::text) AS checked;
END;
grant execute on function app.check_record_history(uuid) to service_role;

CREATE OR REPLACE FUNCTION app.check_record_totals(p_totals app.record_totals, p_plan public.bolt_plans, p_what text)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function app.check_record_totals(app.record_totals,public.bolt_plans,text) to service_role;

CREATE OR REPLACE FUNCTION app.check_settings_right()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  -- Computed columns have no value yet; they follow from the others.
  v_content constant text[] := '{name,description,theme,updated_at,stripe_account_id,auth0_client_secret_set}';
begin
  if to_jsonb(new) - v_content <> to_jsonb(old) - v_content
    and (auth.jwt() ? 'client_id' or not new.id = any (array(select app.tenants_with('settings'))))
  then
    raise exception 'Your role in this tenant does not include its settings'
      using errcode = 'insufficient_privilege', constraint = 'tenants_settings_right', table = 'tenants';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_staff_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.tenants where id = new.tenant_id for no key update;
  if tg_op = 'UPDATE' then
    new.expires_at := now() + interval '7 days';
  end if;
  if exists (select from auth.users u
    where u.pool_id = '00000000-0000-0000-0000-000000000000' and lower(u.email) = new.email
      and (u.id = (select t.owner_user_id from public.tenants t where t.id = new.tenant_id)
        or u.id in (select s.user_id from public.tenant_staff s where s.tenant_id = new.tenant_id)))
  then
    raise exception 'This person is on the staff' using errcode = 'check_violation', constraint = 'staff_already';
  end if;
  delete from public.staff_invitations where tenant_id = new.tenant_id and expires_at < now() - interval '30 days' and id <> new.id;
  if (select count(*) from public.tenant_staff s where s.tenant_id = new.tenant_id)
    + (select count(*) from public.staff_invitations i where i.tenant_id = new.tenant_id and i.expires_at > now() and i.id <> new.id)
    >= app.staff_seats(new.tenant_id)
  then
    raise exception 'The plan has no seat left' using errcode = 'check_violation', constraint = 'staff_seats';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.check_tables(p_tenant uuid, p_revision bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if (select s.revision from app.data_schemas s where s.tenant_id = p_tenant) is distinct from p_revision then
    raise exception 'The tables of this tenant changed' using errcode = 'BB001';
  end if;
  return true;
end $function$;
grant execute on function app.check_tables(uuid,bigint) to anon;
grant execute on function app.check_tables(uuid,bigint) to authenticated;
grant execute on function app.check_tables(uuid,bigint) to end_user;
grant execute on function app.check_tables(uuid,bigint) to service_role;

CREATE OR REPLACE FUNCTION app.check_ticket_plan()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row constant jsonb := to_jsonb(new);
  v_old constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  v_plan constant text := case
    when tg_table_name in ('ticket_series', 'ticket_phases', 'ticket_codes')
      or v_row ->> 'series_id' is not null and (v_old is null or v_old -> 'series_id' <> v_row -> 'series_id'
        or v_row ->> 'state' = 'published' and v_old ->> 'state' <> 'published')
      or v_row ->> 'addon_of' is not null
      or (v_row ->> 'is_hidden')::boolean or (v_row ->> 'has_waiting_list')::boolean
      or tg_table_name = 'ticket_type_quotas' and exists (select from public.ticket_type_quotas q
        where q.tenant_id = (v_row ->> 'tenant_id')::uuid and q.event_id = (v_row ->> 'event_id')::uuid
          and q.quota_id = (v_row ->> 'quota_id')::uuid and q.type_id <> (v_row ->> 'type_id')::uuid)
      then 'business' else 'pro' end;
begin
  if not app.tickets_allow((v_row ->> 'tenant_id')::uuid, v_plan) then
    raise exception 'This needs the plan %', v_plan
      using errcode = 'check_violation', constraint = 'tickets_plan', table = tg_table_name, detail = v_plan;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.claim_by_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.auth_user_id := (select id from auth.users
    where pool_id = new.tenant_id and email = lower(new.email) and email_confirmed_at is not null
      and deleted_at is null);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.claim_by_proof()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.claim_orders(new.pool_id, new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.claim_certificate(p_course uuid, p_name text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.library_certificates (tenant_id, auth_user_id, course_id, course_title, name)
    select i.tenant_id, auth.uid(), i.id, i.title, p_name
    from public.library_items i
    join public.library_progress p on p.tenant_id = i.tenant_id and p.auth_user_id = auth.uid() and p.item_id = i.id
    where i.tenant_id = app.tenant_id() and i.id = p_course and i.kind = 'course' and i.has_certificate
      and p.finished_at is not null and i.id = any (array(select app.open_library()))
  on conflict (tenant_id, auth_user_id, course_id) do nothing;
  return app.my_certificate(p_course);
end $function$;
grant execute on function app.claim_certificate(uuid,text) to end_user;

CREATE OR REPLACE FUNCTION app.claim_files()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_new constant jsonb := case when tg_op <> 'DELETE' then new.extra else '{}' end;
  v_old constant jsonb := case when tg_op <> 'INSERT' then old.extra else '{}' end;
  v record;
begin
  for v in select i.field, i.file from app.files_in(v_new) as i where v_old #>> array[i.field, 'id'] is distinct from i.file::text loop
    update app.record_files f set record_id = new.id, released_at = null, network = null
      where f.tenant_id = new.tenant_id and f.id = v.file and (f.record_id is null or f.record_id = new.id);
    if not found then
      perform app.refuse_file(v.field);
    end if;
  end loop;
  update app.record_files f set released_at = now()
    from app.files_in(v_old) as i
    where f.tenant_id = old.tenant_id and f.id = i.file and f.record_id = old.id
      and v_new #>> array[i.field, 'id'] is distinct from i.file::text;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.claim_issued_ticket()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.auth_user_id := (select u.id from auth.users u
    where u.pool_id = new.tenant_id and u.email = lower(new.owner_email) and u.email_confirmed_at is not null and u.deleted_at is null);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.claim_orders(p_tenant uuid, p_user uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claimed integer;
begin
  update public.orders o set auth_user_id = u.id
  from auth.users u
  where u.pool_id = p_tenant and u.id = p_user and u.email_confirmed_at is not null and u.deleted_at is null
    and o.tenant_id = p_tenant and o.auth_user_id is null and lower(o.email) = u.email
    and o.paid_at is not null;
  get diagnostics claimed = row_count;
  return claimed;
end $function$;
grant execute on function app.claim_orders(uuid,uuid) to service_role;

CREATE OR REPLACE FUNCTION app.claim_tickets(p_tenant uuid, p_user uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 UPDATE public.tickets k SET auth_user_id = u.id
    FROM auth.users u
   WHERE ((u.pool_id = claim_tickets.p_tenant) AND (u.id = claim_tickets.p_user) AND (u.email_confirmed_at IS NOT NULL) AND (u.deleted_at IS NULL) AND (k.tenant_id = claim_tickets.p_tenant) AND (k.auth_user_id IS NULL) AND (lower(k.owner_email) = u.email));
END;

CREATE OR REPLACE FUNCTION app.claim_tickets_by_proof()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.claim_tickets(new.pool_id, new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.clear_free_plan_dates()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.plan_id = 'free' then
    new.trial_end := null;
    new.current_period_end := null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.close_event(p_tenant uuid, p_event uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not p_tenant = any (array(select app.tenants_with('orders'))) then
    perform app.refuse_tickets('right_missing');
  end if;
  update public.ticket_events set state = 'canceled' where tenant_id = p_tenant and id = p_event;
  if not found then
    perform app.refuse_tickets('event_not_found');
  end if;
end $function$;
grant execute on function app.close_event(uuid,uuid) to authenticated;

CREATE OR REPLACE FUNCTION app.count_added_records()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION app.count_changed_records()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION app.count_deleted_records()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.add_record_usage(g.tenant_id, -count(*), -sum(app.record_size(g))::bigint, 0) from gone g group by g.tenant_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.count_held()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.stock is null then
    new.held := 0;
  elsif tg_op = 'INSERT' then
    new.held := 0;
  elsif old.stock is null then
    new.held := (select coalesce(sum(o.quantity), 0) from public.orders o
      where o.tenant_id = new.tenant_id and o.seller = 'pay' and o.source_id = new.id
        and o.status = 'pending' and o.renewal_of is null);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.count_hold(p_tenant uuid, p_order uuid, p_holder bytea, p_factor numeric)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_whole constant interval := interval '33 minutes';
  v_item uuid;
  v_most numeric;
  v_open numeric;
  v_unpaid numeric;
begin
  select i.id, greatest(10, ceil(i.stock / 2.0)) * p_factor into v_item, v_most
    from public.orders o join public.items i on i.tenant_id = o.tenant_id and i.id = o.source_id
    where o.tenant_id = p_tenant and o.id = p_order and i.stock is not null;
  if not found then
    return;
  end if;
  insert into app.stock_holders (tenant_id, order_id, item_id, holder) values (p_tenant, p_order, v_item, p_holder);
  select sum(o.quantity) filter (where o.status = 'pending'),
      sum(o.quantity * case when o.status = 'pending' then 1
        else least(1, extract(epoch from o.updated_at - o.created_at) / extract(epoch from v_whole)) end)
    into v_open, v_unpaid
    from app.stock_holders h join public.orders o on o.tenant_id = h.tenant_id and o.id = h.order_id
    where h.tenant_id = p_tenant and h.item_id = v_item and h.holder = p_holder
      and (o.status = 'pending' or h.held_at > now() - interval '1 day')
      and o.status in ('pending', 'expired', 'canceled', 'failed');
  if v_open > v_most or v_unpaid > 2 * v_most then
    raise exception 'One network holds enough of this product'
      using errcode = 'check_violation', constraint = 'stock_holders_most', table = 'stock_holders';
  end if;
end $function$;
grant execute on function app.count_hold(uuid,uuid,bytea,numeric) to service_role;

CREATE OR REPLACE FUNCTION app.count_record_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.add_record_usage(w.tenant_id, 0, 0, (case when tg_op = 'INSERT' then 1 else -1 end * sum(app.history_size(w)))::bigint)
    from changed w group by w.tenant_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.count_records(p_tenant uuid, p_rows bigint, p_bytes bigint, p_what text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION app.count_sold(p_tenant uuid, p_tickets uuid[], p_sign integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.ticket_quotas q set sold = q.sold + p_sign * s.n
    from (select u.quota_id, count(*)::integer as n from public.tickets k cross join unnest(k.quota_ids) as u (quota_id)
      where k.tenant_id = p_tenant and k.id = any (p_tickets) group by u.quota_id) s
    where q.tenant_id = p_tenant and q.id = s.quota_id;
end $function$;

CREATE OR REPLACE FUNCTION app.count_team_seats(p_tenant uuid, p_team uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (COALESCE(sum(s.seats), (0)::numeric))::integer AS seats
    FROM app.team_seats(count_team_seats.p_tenant, count_team_seats.p_team) s(source_id, seats, since);
END;
grant execute on function app.count_team_seats(uuid,uuid) to service_role;

CREATE OR REPLACE FUNCTION app.delete_records()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_most constant integer := 1000;
  v_rows integer;
  v_changes integer;
begin
  perform pg_advisory_xact_lock(app.tables_lock(old.tenant_id));
  update app.data_schemas set revision = revision + 1 where tenant_id = old.tenant_id;
  delete from app.records where ctid = any (array(
    select o.ctid from app.records o where o.tenant_id = old.tenant_id and o.table_id = old.id limit v_most));
  get diagnostics v_rows = row_count;
  delete from app.record_history where ctid = any (array(
    select a.ctid from app.record_history a where a.tenant_id = old.tenant_id and a.table_id = old.id limit v_most));
  get diagnostics v_changes = row_count;
  if greatest(v_rows, v_changes) = v_most then
    insert into app.forgotten_tables (tenant_id, table_id) values (old.tenant_id, old.id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.door_list(p_tenant uuid, p_list uuid, p_token bytea, OUT list public.checkin_lists, OUT device uuid)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_token is not null then
    select d.id into device from public.checkin_devices d
      where d.tenant_id = app.tenant_id() and d.tenant_id = p_tenant and d.token_hash = p_token and d.revoked_at is null
        and (p_list is null or d.list_id = p_list);
    if device is null then
      perform app.refuse_tickets('device_revoked');
    end if;
    select l.* into list from public.checkin_devices d join public.checkin_lists l on l.tenant_id = d.tenant_id and l.id = d.list_id
      where d.tenant_id = p_tenant and d.id = device;
  elsif p_tenant = any (array(select app.tenants_with('door'))) then
    select l.* into list from public.checkin_lists l where l.tenant_id = p_tenant and l.id = p_list;
  end if;
  if list.id is null then
    perform app.refuse_tickets('list_not_found');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION app.door_sheet(p_tenant uuid, p_list uuid, p_token bytea, p_since text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_door constant record := app.door_list(p_tenant, p_list, p_token);
  v_list constant public.checkin_lists := v_door.list;
  -- What is in every row, or decides which rows there are: when it changes, the sheet is sent whole.
  v_frame constant text := (select md5(concat_ws('|', v_list.id, v_list.type_ids::text, n.stripe_mode,
      (select string_agg(t.id || t.name, '|' order by t.id) from public.ticket_types t where t.tenant_id = p_tenant and t.event_id = v_list.event_id),
      (select string_agg(d.id || d.name, '|' order by d.id) from public.checkin_devices d where d.tenant_id = p_tenant and d.list_id = v_list.id)))
    from public.tenants n where n.id = p_tenant);
  -- Transactions before it have ended, so this sheet contains them. Changes of later ones are sent next time, also if this sheet has them.
  v_seen constant bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  v_since bigint := case when p_since ~ '^[0-9]{1,18}-[0-9a-f]{32}$' and split_part(p_since, '-', 2) = v_frame
    then split_part(p_since, '-', 1)::bigint end;
  v_changed uuid[];
begin
  -- After a restore into another cluster its transactions have lower numbers.
  if v_since <= v_seen then
    v_changed := array(select c.ticket_id from app.door_changes c
      where c.tenant_id = p_tenant and c.event_id = v_list.event_id and c.changed_in >= v_since);
  end if;
  return jsonb_strip_nulls(jsonb_build_object('list_id', v_list.id, 'name', v_list.name, 'event_id', v_list.event_id, 'at', now(),
    'version', v_seen || '-' || v_frame, 'changed', v_changed,
    'device', (select d.name from public.checkin_devices d where d.tenant_id = p_tenant and d.id = v_door.device),
    'event_title', (select e.title from public.ticket_events e where e.tenant_id = p_tenant and e.id = v_list.event_id),
    'tickets', coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'code_hash', encode(k.code_hash, 'hex'),
        'type_name', t.name, 'holder_name', k.holder_name, 'used_at', i.at, 'used_by', d.name) order by k.id)
      from public.tickets k
      join public.tenants n on n.id = k.tenant_id
      join public.ticket_types t on t.tenant_id = k.tenant_id and t.id = k.type_id
      left join app.ticket_checkins i on i.tenant_id = k.tenant_id and i.list_id = v_list.id and i.ticket_id = k.id and i.state = 'admitted'
      left join public.checkin_devices d on d.tenant_id = i.tenant_id and d.id = i.device_id
      where k.tenant_id = p_tenant and k.event_id = v_list.event_id and (v_changed is null or k.id = any (v_changed)) and k.state = 'valid' and (k.mode = 'live' or n.stripe_mode = 'test')
        and (v_list.type_ids = '{}' or k.type_id = any (v_list.type_ids))), '[]'),
    'conflicts', coalesce((select jsonb_agg(jsonb_build_object('ticket_id', c.ticket_id, 'holder_name', k.holder_name,
        'first', jsonb_build_object('scan_id', a.id, 'at', a.at, 'device', da.name),
        'second', jsonb_build_object('scan_id', c.id, 'at', c.at, 'device', dc.name)) order by c.stored_at, c.id)
      from app.ticket_checkins c
      join app.ticket_checkins a on a.tenant_id = c.tenant_id and a.list_id = c.list_id and a.ticket_id = c.ticket_id and a.state = 'admitted'
      join public.tickets k on k.tenant_id = c.tenant_id and k.id = c.ticket_id
      left join public.checkin_devices da on da.tenant_id = a.tenant_id and da.id = a.device_id
      left join public.checkin_devices dc on dc.tenant_id = c.tenant_id and dc.id = c.device_id
      where c.tenant_id = p_tenant and c.list_id = v_list.id and c.state = 'conflict'), '[]')));
end $function$;
grant execute on function app.door_sheet(uuid,uuid,bytea,text) to anon;
grant execute on function app.door_sheet(uuid,uuid,bytea,text) to authenticated;
grant execute on function app.door_sheet(uuid,uuid,bytea,text) to end_user;

CREATE OR REPLACE FUNCTION app.drop_analytics_months(p_before timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_name text;
  v_count integer := 0;
begin
  for v_name in select c.relname from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'app.analytics_events'::regclass
      and (to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month') at time zone 'UTC' <= p_before order by 1
  loop
    execute format('alter table app.analytics_events detach partition app.%I', v_name);
    execute format('drop table app.%I', v_name);
    v_count := v_count + 1;
  end loop;
  return v_count;
end $function$;
grant execute on function app.drop_analytics_months(timestamp with time zone) to service_role;

CREATE OR REPLACE FUNCTION app.drop_record_files()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into storage.loose_files (pool_id, object_id, version) select tenant_id, id, version from gone on conflict do nothing;
  perform storage.count_bytes(tenant_id, -sum(size)) from gone group by tenant_id;
  if exists (select from gone) then
    perform pg_notify('storage_loose_files', '');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.due_members(p_tenant uuid, p_members integer, p_skipped uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  (select s.member_id from app.audience_sets s
    where s.until = '-infinity' and s.tenant_id = p_tenant and s.member_id <> all (p_skipped) order by s.number limit p_members)
  union all
  (select s.member_id from app.audience_sets s
    where s.until > '-infinity' and s.until <= now() and s.tenant_id = p_tenant and s.member_id <> all (p_skipped) order by s.until limit p_members)
  limit p_members
$function$;

CREATE OR REPLACE FUNCTION app.due_tenant(p_tried uuid[])
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with ends as materialized (
    -- The first 48 bits of an id.
    select ('x' || left(replace(l.id::text, '-', ''), 12))::bit(48)::bigint as low,
      ('x' || left(replace(h.id::text, '-', ''), 12))::bit(48)::bigint as high
    from (select s.tenant_id as id from app.audience_sets s where s.until = '-infinity' order by s.tenant_id limit 1) l,
      (select s.tenant_id as id from app.audience_sets s where s.until = '-infinity' order by s.tenant_id desc limit 1) h),
  place as materialized (
    select rpad(lpad(to_hex(e.low + floor(random() * (e.high - e.low + 1))::bigint), 12, '0'), 32, '0')::uuid as id from ends e)
  select d.id from (
    (select s.tenant_id as id from app.audience_sets s
      where s.until = '-infinity' and s.tenant_id >= (select p.id from place p) and s.tenant_id <> all (p_tried)
      order by s.tenant_id limit 1)
    union all
    (select s.tenant_id from app.audience_sets s where s.until = '-infinity' and s.tenant_id <> all (p_tried) order by s.tenant_id limit 1)
    union all
    (select s.tenant_id from app.audience_sets s where s.until > '-infinity' and s.until <= now() and s.tenant_id <> all (p_tried)
      order by s.until limit 1)) as d
  order by random() limit 1
$function$;

CREATE OR REPLACE FUNCTION app.end_audience_sets(p_tenants uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant uuid;
begin
  -- Those of a deleted tenant end with the accounts.
  for v_tenant in select t.id from public.tenants t where t.id = any (p_tenants) order by t.id loop
    perform pg_advisory_xact_lock_shared(app.audience_sets_lock(v_tenant));
    delete from app.audience_sets s where s.tenant_id = v_tenant and s.auth_user_id is not null;
    insert into app.audience_sets (tenant_id, member_id, until)
      values (v_tenant, '00000000-0000-0000-0000-000000000000', '-infinity');
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION app.end_carts(p_tenant uuid, p_carts uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform app.return_seats(p_tenant, p_carts);
  update app.ticket_carts set state = 'ended', order_id = null, network = null, email = null, auth_user_id = null
    where tenant_id = p_tenant and id = any (p_carts);
end $function$;

CREATE OR REPLACE FUNCTION app.end_day_pass(p_tenant uuid, p_pass uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  pass record;
  unused interval;
begin
  perform from public.tenants where id = p_tenant for update;
  select status, ends_at, greatest(starts_at, now()) as from_when into pass from app.day_passes
  where tenant_id = p_tenant and id = p_pass and status <> 'refunded';
  if not found then return false; end if;
  update app.day_passes set status = 'refunded' where tenant_id = p_tenant and id = p_pass;
  if pass.status <> 'active' or pass.ends_at <= now() then return true; end if;
  unused := pass.ends_at - pass.from_when;
  update app.day_passes set starts_at = starts_at - unused, ends_at = ends_at - unused
  where tenant_id = p_tenant and status = 'active' and starts_at >= pass.ends_at;
  update public.tenants set access_expires_at = access_expires_at - unused
  where id = p_tenant and subscription_tier = 'day_pass';
  return true;
end $function$;
grant execute on function app.end_day_pass(uuid,uuid) to service_role;

CREATE OR REPLACE FUNCTION app.end_due_carts(p_tenant uuid, p_event uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_due constant uuid[] := array(select c.id from app.ticket_carts c
    where c.tenant_id = p_tenant and c.event_id = p_event and c.state = 'held' and c.until_at <= now()
    order by c.id limit 1000 for update skip locked);
begin
  perform app.lock_seats(p_tenant, p_event);
  if v_due <> '{}' then
    perform app.end_carts(p_tenant, v_due);
  end if;
  return cardinality(v_due);
end $function$;

CREATE OR REPLACE FUNCTION app.end_invitations_of()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.staff_invitations where tenant_id = old.tenant_id and invited_by = old.user_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.end_team_invitations_of()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.team_invitations
    where tenant_id = old.tenant_id and team_id = old.team_id and invited_by = old.auth_user_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.end_ticket(p_tenant uuid, p_ticket uuid, p_refund_cents integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ticket public.tickets;
  v_step integer;
begin
  select k.* into v_ticket from public.tickets k where k.tenant_id = p_tenant and k.id = p_ticket and k.state not in ('reserved', 'void')
    and p_tenant = any (array(select app.tenants_with('orders')));
  if v_ticket.id is null then
    perform app.refuse_tickets('ticket_not_found');
  end if;
  select app.amount_step(e.currency) into v_step from public.ticket_events e where e.tenant_id = p_tenant and e.id = v_ticket.event_id;
  if p_refund_cents % v_step <> 0 then
    perform app.refuse_tickets('refund_step');
  end if;
  return app.cancel_ticket(p_tenant, p_ticket,
    least(coalesce(p_refund_cents, v_ticket.price_cents), v_ticket.price_cents) / v_step * v_step, auth.uid());
end $function$;
grant execute on function app.end_ticket(uuid,uuid,integer) to authenticated;

CREATE OR REPLACE FUNCTION app.end_tickets(p_tenant uuid, p_tickets uuid[], p_state text, p_refund uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_ended uuid[];
begin
  with ended as (
    update public.tickets set state = p_state, ended_at = now(), refund_id = coalesce(p_refund, refund_id)
    where tenant_id = p_tenant and id = any (p_tickets) and state = 'valid' returning id)
  select coalesce(array_agg(e.id), '{}') into v_ended from ended e;
  perform app.count_sold(p_tenant, v_ended, -1);
  update public.ticket_types t set taken = greatest(0, t.taken - s.n)
    from (select k.type_id, count(*)::integer / t2.group_size as n
      from public.tickets k join public.ticket_types t2 on t2.tenant_id = k.tenant_id and t2.id = k.type_id
      where k.tenant_id = p_tenant and k.id = any (v_ended) group by k.type_id, t2.group_size) s
    where t.tenant_id = p_tenant and t.id = s.type_id;
  return v_ended;
end $function$;

CREATE OR REPLACE FUNCTION app.erase_form_payments(p_tenant uuid, p_user uuid, p_email text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from app.form_submissions s using app.form_payments_of_person(p_tenant, p_user, p_email) as p
    where s.tenant_id = p.tenant_id and s.form_id = p.form_id and s.id = p.submission_id;
$function$;

CREATE OR REPLACE FUNCTION app.erase_from_records(p_tenant uuid, p_user uuid, p_email text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v record;
begin
  -- Alone, as a change of fields does, so no writer holds a row for which this has to wait.
  perform pg_advisory_xact_lock(app.tables_lock(p_tenant));
  delete from app.records where tenant_id = p_tenant and created_by = p_user;
  -- With their history, also from when the address was another one.
  for v in select e.table_id, array_agg(e.record_id) as ids from app.records_with_email(p_tenant, p_email) as e group by e.table_id loop
    delete from app.records r where r.tenant_id = p_tenant and r.table_id = v.table_id and r.id = any (v.ids);
    delete from app.record_history h where h.tenant_id = p_tenant and h.table_id = v.table_id and h.record_id = any (v.ids);
  end loop;
  -- Fields that name the person, and the address in rows of visitors that got it by a change.
  for v in select t.id, f ->> 'id' as field, f ->> 'slot' as slot, f ->> 'unique_slot' as unique_slot, f ->> 'kind' as kind,
        case when f ->> 'indexed' = 'true' and t.fields @> jsonb_build_array(jsonb_build_object('id', f ->> 'id'))
          then 1 << array_position(app.record_slots(), f ->> 'slot') - 1 end as bit
      from public.data_tables t, jsonb_array_elements(t.fields || t.removed_fields) as f
      where t.tenant_id = p_tenant and (f ->> 'kind' = 'person' or f ->> 'kind' = 'email' and p_email is not null) loop
    if v.slot is null then
      update app.records set extra = extra - v.field where tenant_id = p_tenant and table_id = v.id
        and case v.kind when 'person' then extra ->> v.field = p_user::text else by_visitor and extra ->> v.field = lower(p_email) end;
    else
      execute format('update app.records set %1$I = null%2$s where tenant_id = $1 and table_id = $2 and %1$I = %3$s%4$s', v.slot,
        case when v.unique_slot is null then '' else format(', %I = null', v.unique_slot) end,
        case v.kind when 'person' then '$3' else 'lower($4) and by_visitor' end,
        -- The field has an index over all rows.
        case when v.bit is null then '' else format(' and (indexed & %s) <> 0', v.bit) end) using p_tenant, v.id, p_user, p_email;
    end if;
    continue when v.kind <> 'person';
    update app.record_history set before = before - v.field
      where tenant_id = p_tenant and table_id = v.id and before ->> v.field = p_user::text;
  end loop;
  delete from app.record_history where tenant_id = p_tenant and own ->> 'created_by' = p_user::text;
  -- The whole history of a row that had the address, if the row is gone; of others the entries that have it.
  with named as materialized (
    select h.table_id, h.record_id, h.id, h.act from app.record_history h
    join public.data_tables t on t.tenant_id = p_tenant and t.id = h.table_id
    cross join lateral jsonb_array_elements(t.fields || t.removed_fields) as f
    where h.tenant_id = p_tenant and f.value ->> 'kind' = 'email' and h.own @> '{"by_visitor": true}'
      and h.before ->> (f.value ->> 'id') = lower(p_email)
  )
  delete from app.record_history h using named n where h.tenant_id = p_tenant and h.table_id = n.table_id and h.record_id = n.record_id
    and (h.id = n.id or n.act = 'deleted');
  update app.record_history set actor_id = null where tenant_id = p_tenant and actor_kind = 'person' and actor_id = p_user;
end $function$;

CREATE OR REPLACE FUNCTION app.erase_orders_of(p_tenant uuid, p_user uuid, p_email text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 INSERT INTO app.provider_ends (mode, account_id, kind, object_id)  SELECT o.mode,
             o.stripe_account_id,
             'subscription'::text AS kind,
             o.stripe_subscription_id
            FROM public.orders o
           WHERE ((o.tenant_id = erase_orders_of.p_tenant) AND ((o.auth_user_id = erase_orders_of.p_user) OR ((o.auth_user_id IS NULL) AND (lower(o.email) = lower(erase_orders_of.p_email)))) AND (o.stripe_subscription_id IS NOT NULL) AND (o.subscription_status = ANY (ARRAY['active'::text, 'trialing'::text, 'past_due'::text, 'unpaid'::text, 'paused'::text, 'incomplete'::text])))
         UNION
          SELECT o.mode,
             o.stripe_account_id,
             'checkout'::text AS kind,
             o.stripe_session_id
            FROM public.orders o
           WHERE ((o.tenant_id = erase_orders_of.p_tenant) AND ((o.auth_user_id = erase_orders_of.p_user) OR ((o.auth_user_id IS NULL) AND (lower(o.email) = lower(erase_orders_of.p_email)))) AND (o.status = 'pending'::text) AND (o.stripe_session_id IS NOT NULL) AND (o.created_at > (now() - '2 days'::interval))) ON CONFLICT DO NOTHING;
 UPDATE public.orders SET auth_user_id = NULL::uuid, email = NULL::text, page_url = NULL::text, locale = NULL::text, erased_at = now()
   WHERE ((orders.tenant_id = erase_orders_of.p_tenant) AND ((orders.auth_user_id = erase_orders_of.p_user) OR ((orders.auth_user_id IS NULL) AND (lower(orders.email) = lower(erase_orders_of.p_email)))));
END;

CREATE OR REPLACE FUNCTION app.erase_person(p_tenant uuid, p_user uuid, p_email text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION app.erase_record_files(p_tenant uuid, p_user uuid, p_email text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 DELETE FROM app.record_files f
   WHERE ((f.tenant_id = erase_record_files.p_tenant) AND (f.uploader_id = erase_record_files.p_user) AND ((f.record_id IS NULL) OR (f.released_at <= (now() - '30 days'::interval))));
 UPDATE app.record_files f SET uploader_id = NULL::uuid
   WHERE ((f.tenant_id = erase_record_files.p_tenant) AND (f.uploader_id = erase_record_files.p_user));
END;

CREATE OR REPLACE FUNCTION app.erase_team_invitations(p_tenant uuid, p_user uuid, p_email text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 DELETE FROM public.team_invitations
   WHERE ((team_invitations.tenant_id = erase_team_invitations.p_tenant) AND (team_invitations.email = lower(erase_team_invitations.p_email)));
END;

CREATE OR REPLACE FUNCTION app.erase_tickets_of(p_tenant uuid, p_user uuid, p_email text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 UPDATE app.ticket_carts SET auth_user_id = NULL::uuid, email = NULL::text
   WHERE ((ticket_carts.tenant_id = erase_tickets_of.p_tenant) AND ((ticket_carts.auth_user_id = erase_tickets_of.p_user) OR (lower(ticket_carts.email) = lower(erase_tickets_of.p_email))));
 UPDATE public.tickets SET auth_user_id = NULL::uuid, owner_email = NULL::text, holder_name = NULL::text, holder_email = NULL::text, answers = '{}'::jsonb
   WHERE ((tickets.tenant_id = erase_tickets_of.p_tenant) AND ((tickets.auth_user_id = erase_tickets_of.p_user) OR ((tickets.auth_user_id IS NULL) AND (lower(tickets.owner_email) = lower(erase_tickets_of.p_email)))));
 UPDATE public.tickets SET owner_email = NULL::text
   WHERE ((tickets.tenant_id = erase_tickets_of.p_tenant) AND (lower(tickets.owner_email) = lower(erase_tickets_of.p_email)));
 UPDATE public.tickets SET holder_name = NULL::text, holder_email = NULL::text, answers = '{}'::jsonb
   WHERE ((tickets.tenant_id = erase_tickets_of.p_tenant) AND (lower(tickets.holder_email) = lower(erase_tickets_of.p_email)));
END;

CREATE OR REPLACE FUNCTION app.erase_waits_of(p_tenant uuid, p_user uuid, p_email text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 DELETE FROM public.ticket_waits
   WHERE ((ticket_waits.tenant_id = erase_waits_of.p_tenant) AND ((ticket_waits.auth_user_id = erase_waits_of.p_user) OR (lower(ticket_waits.email) = lower(erase_waits_of.p_email))));
END;

CREATE OR REPLACE FUNCTION app.erase_webhooks_of(p_tenant uuid, p_user uuid, p_email text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_messages constant uuid[] := array(
    select m.id from app.webhook_messages m
    where m.tenant_id = p_tenant and m.object_id in (select p_user::text
      union all select o.id::text from public.orders o where o.tenant_id = p_tenant
        and (o.auth_user_id = p_user or o.auth_user_id is null and lower(o.email) = lower(p_email))));
begin
  update app.webhook_messages set data = data - array['email', 'phone', 'end_user_id']
    where tenant_id = p_tenant and id = any (v_messages);
  update app.webhook_attempts set answer = null where tenant_id = p_tenant and message_id = any (v_messages);
end $function$;

CREATE OR REPLACE FUNCTION app.erase_webhooks_of_records(p_tenant uuid, p_user uuid, p_email text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_tables constant uuid[] := array(select t.id from public.data_tables t where t.tenant_id = p_tenant);
  v_messages constant uuid[] := array(
    select m.id from app.webhook_messages m
    cross join lateral (select coalesce(m.data ->> 'record_id', m.data -> 'record' ->> 'id')::uuid as id) as row
    where m.tenant_id = p_tenant and m.type in ('record.created', 'record.updated', 'form.submitted')
      and m.data ?| array['record', 'values', 'sender']
      and (p_user::text in (m.data -> 'record' ->> 'created_by', m.data ->> 'sender')
        or strpos(lower(m.data::text), lower(to_json(p_email)::text)) > 0
        or not exists (select from app.records r
            where r.tenant_id = p_tenant and r.table_id = any (v_tables) and r.id = row.id)
          and not exists (select from app.record_history h
            where h.tenant_id = p_tenant and h.table_id = any (v_tables) and h.record_id = row.id)));
begin
  update app.webhook_messages set data = data - array['record', 'values', 'sender']
    where tenant_id = p_tenant and id = any (v_messages);
  update app.webhook_attempts set answer = null where tenant_id = p_tenant and message_id = any (v_messages);
end $function$;

CREATE OR REPLACE FUNCTION app.erasure_blocker(p_tenant uuid, p_user uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function app.erasure_blocker(uuid,uuid) to service_role;

CREATE OR REPLACE FUNCTION app.event_as_seen(p_tenant uuid, p_event uuid, p_mine uuid[], p_code text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT jsonb_build_object('id', e.id, 'series_id', e.series_id, 'title', e.title, 'summary', e.summary, 'place', e.place, 'zone', e.zone, 'starts_at', e.starts_at, 'ends_at', e.ends_at, 'currency', e.currency, 'is_canceled', (e.state = 'canceled'::text), 'is_over', (e.ends_at <= now()), 'now', now(), 'code_is_valid',
         CASE
             WHEN (event_as_seen.p_code IS NOT NULL) THEN (EXISTS ( SELECT
                FROM app.ticket_code(e.tenant_id, e.id, event_as_seen.p_code) ticket_code(tenant_id, id, event_id, code, kind, value, type_ids, most, held, used, from_at, until_at)))
             ELSE NULL::boolean
         END, 'has_codes', (EXISTS ( SELECT
            FROM public.ticket_codes c
           WHERE ((c.tenant_id = e.tenant_id) AND (c.event_id = e.id)))), 'types', COALESCE(( SELECT jsonb_agg(v.v) AS jsonb_agg
            FROM app.event_types(e.tenant_id, e.id, event_as_seen.p_mine, event_as_seen.p_code) v(v)), '[]'::jsonb)) AS jsonb_build_object
    FROM public.ticket_events e
   WHERE ((e.tenant_id = event_as_seen.p_tenant) AND (e.id = event_as_seen.p_event));
END;

CREATE OR REPLACE FUNCTION app.event_refunds(p_tenant uuid, p_event uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT jsonb_build_object('orders', count(*), 'requested', count(*) FILTER (WHERE r.requested), 'refunded', count(*) FILTER (WHERE (o.status = 'refunded'::text)), 'failed', count(*) FILTER (WHERE ((o.status <> 'refunded'::text) AND (NOT r.requested) AND r.failed)), 'left', count(*) FILTER (WHERE ((o.status = 'paid'::text) AND (NOT r.requested) AND (NOT r.failed)))) AS jsonb_build_object
    FROM (public.orders o
      CROSS JOIN LATERAL ( SELECT COALESCE(bool_or((f.status = ANY (ARRAY['requested'::text, 'pending'::text]))), false) AS requested,
             COALESCE(bool_or((f.status = ANY (ARRAY['failed'::text, 'canceled'::text]))), false) AS failed
            FROM public.order_refunds f
           WHERE ((f.tenant_id = o.tenant_id) AND (f.order_id = o.id))) r)
   WHERE ((o.tenant_id = event_refunds.p_tenant) AND (event_refunds.p_tenant = ANY (ARRAY( SELECT app.tenants_with('orders'::text) AS tenants_with))) AND (o.status = ANY (ARRAY['paid'::text, 'refunded'::text])) AND (o.id = ANY (ARRAY( SELECT k.order_id
            FROM public.tickets k
           WHERE ((k.tenant_id = event_refunds.p_tenant) AND (k.event_id = event_refunds.p_event) AND (k.order_id IS NOT NULL))))));
END;
grant execute on function app.event_refunds(uuid,uuid) to authenticated;

CREATE OR REPLACE FUNCTION app.event_types(p_tenant uuid, p_event uuid, p_mine uuid[], p_code text)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 WITH returned AS (
          SELECT u.quota_id,
             sum((l.quantity * l.group_size)) AS n
            FROM ((app.ticket_carts c_1
              JOIN app.ticket_cart_lines l ON (((l.tenant_id = c_1.tenant_id) AND (l.cart_id = c_1.id))))
              CROSS JOIN LATERAL unnest(l.quota_ids) u(quota_id))
           WHERE ((c_1.tenant_id = event_types.p_tenant) AND (c_1.event_id = event_types.p_event) AND (c_1.state = 'held'::text) AND (c_1.until_at <= now()))
           GROUP BY u.quota_id
         ), typed AS (
          SELECT t.*::public.ticket_types AS type,
             t.id,
             t."position",
             (t.is_open AND app.tickets_allow(event_types.p_tenant, 'pro'::text) AND ((NOT app.type_needs_business(t.*)) OR app.tickets_allow(event_types.p_tenant, 'business'::text))) AS sells,
             ((t.audience_id IS NULL) OR (t.audience_id = ANY (event_types.p_mine))) AS may_buy,
             app.ticket_price(t.*, 1) AS price,
             ( SELECT c_1.id
                    FROM app.ticket_code(event_types.p_tenant, event_types.p_event, event_types.p_code) c_1(tenant_id, id, event_id, code, kind, value, type_ids, most, held, used, from_at, until_at)
                   WHERE ((c_1.type_ids = '{}'::uuid[]) OR (t.id = ANY (c_1.type_ids)))) AS code_id,
             s_1.capacity,
             (GREATEST(0, (s_1.free - app.seats_owed(event_types.p_tenant, t.id))) / t.group_size) AS units
            FROM (public.ticket_types t
              CROSS JOIN LATERAL ( SELECT min(q.capacity) AS capacity,
                     (min((((q.capacity - q.held) - q.sold) + COALESCE(r.n, (0)::bigint))))::integer AS free
                    FROM ((public.ticket_type_quotas m
                      JOIN public.ticket_quotas q ON (((q.tenant_id = m.tenant_id) AND (q.id = m.quota_id))))
                      LEFT JOIN returned r ON ((r.quota_id = q.id)))
                   WHERE ((m.tenant_id = event_types.p_tenant) AND (m.event_id = event_types.p_event) AND (m.type_id = t.id))) s_1)
           WHERE ((t.tenant_id = event_types.p_tenant) AND (t.event_id = event_types.p_event))
         ), shown AS (
          SELECT d.type,
             d.id,
             d."position",
             d.sells,
             d.may_buy,
             d.price,
             d.code_id,
             d.capacity,
             d.units,
             (((d.units)::numeric <= LEAST((20)::numeric, GREATEST((3)::numeric, ceil(((d.capacity)::numeric / 10.0))))) AND (d.units < d.capacity)) AS is_few,
             e.state AS event_state,
             e.ends_at
            FROM (typed d
              JOIN public.ticket_events e ON (((e.tenant_id = event_types.p_tenant) AND (e.id = event_types.p_event))))
           WHERE ((NOT (d.type).is_hidden) OR (d.code_id IS NOT NULL))
         )
  SELECT jsonb_strip_nulls(jsonb_build_object('id', s.id, 'name', (s.type).name, 'description', (s.type).description, 'state',
         CASE
             WHEN (s.event_state = 'canceled'::text) THEN 'canceled'::text
             WHEN ((s.ends_at <= now()) OR ((s.type).sale_until <= now())) THEN 'ended'::text
             WHEN ((NOT s.sells) OR (s.units IS NULL)) THEN 'closed'::text
             WHEN ((s.type).sale_from > now()) THEN 'not_yet'::text
             WHEN (NOT s.may_buy) THEN 'members_only'::text
             WHEN ((s.units < (s.type).min_per_order) AND (s.type).has_waiting_list) THEN 'waiting_list'::text
             WHEN (s.units < (s.type).min_per_order) THEN 'sold_out'::text
             WHEN s.is_few THEN 'few_left'::text
             ELSE 'on_sale'::text
         END, 'price_cents', app.price_with_code(s.price, c.*, s.id), 'regular_price_cents',
         CASE
             WHEN (app.price_with_code(s.price, c.*, s.id) < (s.type).price_cents) THEN (s.type).price_cents
             ELSE NULL::integer
         END, 'is_donation', NULLIF((s.type).is_donation, false), 'group_size', NULLIF((s.type).group_size, 1), 'addon_of', (s.type).addon_of, 'min_per_order', (s.type).min_per_order, 'max_per_order', LEAST(((s.type).max_per_order)::integer, COALESCE(((s.type).most_per_buyer)::integer, 50)), 'sale_from', (s.type).sale_from, 'sale_until', (s.type).sale_until, 'left',
         CASE
             WHEN (s.is_few AND s.may_buy) THEN s.units
             ELSE NULL::integer
         END, 'price_until', ( SELECT p.until_at
            FROM public.ticket_phases p
           WHERE ((p.tenant_id = event_types.p_tenant) AND (p.type_id = s.id) AND (p.until_at > now()))
           ORDER BY p."position"
          LIMIT 1), 'ways',
         CASE
             WHEN (NOT s.may_buy) THEN app.ways_to_item(event_types.p_tenant, (s.type).audience_id)
             ELSE NULL::jsonb
         END, 'questions', (s.type).questions)) AS jsonb_strip_nulls
    FROM (shown s
      LEFT JOIN public.ticket_codes c ON (((c.tenant_id = event_types.p_tenant) AND (c.id = s.code_id))))
   ORDER BY s."position", s.id;
END;

CREATE OR REPLACE FUNCTION app.event_view(p_event uuid, p_code text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT app.event_as_seen(e.tenant_id, e.id, ARRAY( SELECT app.my_audiences() AS my_audiences), event_view.p_code) AS event_as_seen
    FROM public.ticket_events e
   WHERE ((e.tenant_id = app.tenant_id()) AND (e.id = event_view.p_event) AND (e.state <> 'draft'::text) AND ((e.audience_id IS NULL) OR (e.audience_id = ANY (ARRAY( SELECT app.my_audiences() AS my_audiences)))));
END;
grant execute on function app.event_view(uuid,text) to anon;
grant execute on function app.event_view(uuid,text) to end_user;

CREATE OR REPLACE FUNCTION app.expire_day_passes()
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  ended integer;
begin
  update public.tenants set status = 'expired'
  where subscription_tier = 'day_pass' and status = 'active' and access_expires_at <= now();
  get diagnostics ended = row_count;
  return ended;
end $function$;
grant execute on function app.expire_day_passes() to service_role;

CREATE OR REPLACE FUNCTION app.fields_to_clear(p_removed jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT COALESCE(jsonb_agg(f.value), '[]'::jsonb) AS "coalesce"
    FROM jsonb_array_elements(fields_to_clear.p_removed) f(value)
   WHERE COALESCE((((f.value ->> 'removed_at'::text))::timestamp with time zone < (now() - '30 days'::interval)), true);
END;
grant execute on function app.fields_to_clear(jsonb) to service_role;

CREATE OR REPLACE FUNCTION app.file_wait(p_role text)
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
BEGIN ATOMIC
 SELECT
         CASE
             WHEN (p_role = 'anon'::text) THEN '02:00:00'::interval
             ELSE '1 day'::interval
         END AS "case";
END;
grant execute on function app.file_wait(text) to service_role;

CREATE OR REPLACE FUNCTION app.files_in(p_values jsonb)
 RETURNS TABLE(field text, file uuid, value jsonb)
 LANGUAGE sql
 IMMUTABLE
BEGIN ATOMIC
 SELECT e.key AS field,
         CASE
             WHEN ((e.value ->> 'id'::text) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text) THEN ((e.value ->> 'id'::text))::uuid
             ELSE NULL::uuid
         END AS file,
     e.value
    FROM jsonb_each(files_in.p_values) e(key, value)
   WHERE (jsonb_typeof(e.value) = 'object'::text);
END;

CREATE OR REPLACE FUNCTION app.files_of_person(p_tenant uuid, p_user uuid)
 RETURNS TABLE(id uuid, version uuid, folder text, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT f.id,
     f.version,
     ((('tables/'::text || t.name) || '/'::text) || f.record_id) AS folder,
     f.name
    FROM ((app.record_files f
      JOIN app.records r ON (((r.tenant_id = f.tenant_id) AND (r.table_id = f.table_id) AND (r.id = f.record_id))))
      JOIN public.data_tables t ON (((t.tenant_id = f.tenant_id) AND (t.id = f.table_id))))
   WHERE ((f.tenant_id = files_of_person.p_tenant) AND (f.released_at IS NULL) AND ((r.created_by = files_of_person.p_user) OR ((r.table_id, r.id) IN ( SELECT e.table_id,
             e.record_id
            FROM app.records_with_email(files_of_person.p_tenant, ( SELECT u.email
                    FROM auth.users u
                   WHERE ((u.pool_id = files_of_person.p_tenant) AND (u.id = files_of_person.p_user) AND (u.email_confirmed_at IS NOT NULL)))) e(table_id, record_id)))));
END;
grant execute on function app.files_of_person(uuid,uuid) to service_role;

CREATE OR REPLACE FUNCTION app.find_members(p_tenant uuid, p_keys text[])
 RETURNS TABLE(key text, id uuid, email text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT asked.key,
     u.id,
     COALESCE(u.email, ''::text) AS email
    FROM (unnest(find_members.p_keys) asked(key)
      JOIN auth.users u ON (((u.pool_id = find_members.p_tenant) AND (u.deleted_at IS NULL) AND ((u.email = lower(asked.key)) OR (u.id =
         CASE
             WHEN (asked.key ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text) THEN (asked.key)::uuid
             ELSE NULL::uuid
         END)))))
   WHERE (find_members.p_tenant = ANY (ARRAY( SELECT app.tenants_with('people'::text) AS tenants_with)));
END;
grant execute on function app.find_members(uuid,text[]) to authenticated;

CREATE OR REPLACE FUNCTION app.finish_courses(p_item uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Two devices that finish the last two lessons at once wait for each other, so that the second one sees both.
  perform pg_advisory_xact_lock(hashtextextended('courses of ' || auth.uid()::text, 0));
  insert into public.library_progress as p (tenant_id, auth_user_id, item_id, finished_at)
    select c.tenant_id, auth.uid(), c.id, now()
    from public.library_lessons own
    join public.library_items c on c.tenant_id = own.tenant_id and c.id = own.course_id
    where own.tenant_id = app.tenant_id() and own.item_id = p_item and c.id = any (array(select app.open_library()))
      and not exists (
        select from public.library_lessons l
        join public.library_items i on i.tenant_id = l.tenant_id and i.id = l.item_id and i.published_at <= now()
        left join public.library_progress d on d.tenant_id = l.tenant_id and d.auth_user_id = auth.uid() and d.item_id = l.item_id
        where l.tenant_id = c.tenant_id and l.course_id = c.id and d.finished_at is null)
  on conflict (tenant_id, auth_user_id, item_id) do update
    set finished_at = coalesce(p.finished_at, excluded.finished_at), updated_at = now();
end $function$;

CREATE OR REPLACE FUNCTION app.first_id_at(p_at timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
RETURN (encode((SUBSTRING(int8send(((EXTRACT(epoch FROM p_at) * (1000)::numeric))::bigint) FROM 3) || '\x70008000000000000000'::bytea), 'hex'::text))::uuid;
grant execute on function app.first_id_at(timestamp with time zone) to authenticated;

CREATE OR REPLACE FUNCTION app.first_sign_up(p_tenant uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT u.created_at
    FROM auth.users u
   WHERE ((u.pool_id = first_sign_up.p_tenant) AND (first_sign_up.p_tenant = ANY (ARRAY( SELECT app.tenants_with('people'::text) AS tenants_with))) AND (NOT u.is_anonymous) AND (u.deleted_at IS NULL) AND ((u.email_confirmed_at IS NOT NULL) OR (u.phone_confirmed_at IS NOT NULL) OR ((u.email IS NULL) AND (u.phone IS NULL))))
   ORDER BY u.created_at
  LIMIT 1;
END;
grant execute on function app.first_sign_up(uuid) to authenticated;

CREATE OR REPLACE FUNCTION app.follow_library_video()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_path constant text := app.library_path(new.body);
begin
  if v_path is null or not exists (select from public.library_items i
      where i.tenant_id = new.tenant_id and i.id = new.item_id and i.kind = 'video') then
    delete from public.library_videos v where v.tenant_id = new.tenant_id and v.item_id = new.item_id;
    return null;
  end if;
  insert into public.library_videos as v (tenant_id, item_id, path) values (new.tenant_id, new.item_id, v_path)
  on conflict (tenant_id, item_id) do update set path = excluded.path, state = 'waiting', progress = 0, failure = null, attempts = 0,
    lease_until = null, heights = '{}', updated_at = now()
    where v.path <> excluded.path;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.follow_order_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.tickets set auth_user_id = new.auth_user_id
    where tenant_id = new.tenant_id and order_id = new.id and transfers = 0 and auth_user_id is distinct from new.auth_user_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.forget_analytics()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from app.analytics_events e where e.tenant_id = old.id;
  delete from app.analytics_ids i where i.tenant_id = old.id;
  delete from app.analytics_dirty d where d.tenant_id = old.id;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION app.forget_audience_sets()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from app.audience_sets where tenant_id = old.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.forget_audit(p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function app.forget_audit(integer) to service_role;

CREATE OR REPLACE FUNCTION app.forget_cover()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.cover is not null then
    perform app.forget_library_files(old.tenant_id, array[old.cover]);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.forget_files(p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_count integer;
begin
  delete from app.record_files f using (
      (select u.tenant_id, u.id from app.record_files u
        where u.record_id is null and u.created_at < now() - app.file_wait(u.uploader_role) order by u.created_at limit p_most)
      union all
      (select r.tenant_id, r.id from app.record_files r
        where r.released_at < now() - interval '31 days' order by r.released_at limit p_most)) as old
    where f.tenant_id = old.tenant_id and f.id = old.id
      and (f.record_id is null and f.created_at < now() - app.file_wait(f.uploader_role) or f.released_at < now() - interval '31 days');
  get diagnostics v_count = row_count;
  return v_count;
end $function$;
grant execute on function app.forget_files(integer) to service_role;

CREATE OR REPLACE FUNCTION app.forget_files_of_body()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.forget_library_files(old.tenant_id, app.library_paths(old.body));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.forget_files_of_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from app.record_files f
    using (select distinct g.tenant_id, g.table_id, g.record_id, i.file from gone g cross join lateral app.files_in(g.before) as i) as lost
    where f.tenant_id = lost.tenant_id and f.id = lost.file and f.record_id = lost.record_id and f.released_at is not null
      and not exists (select from app.record_history h cross join lateral app.files_in(h.before) as i
        where h.tenant_id = lost.tenant_id and h.table_id = lost.table_id and h.record_id = lost.record_id and i.file = lost.file);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.forget_history(p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_count integer;
begin
  delete from app.record_history where ctid = any (array(
    select a.ctid from app.record_history a where a.at < now() - interval '30 days' order by a.at limit p_most));
  get diagnostics v_count = row_count;
  return v_count;
end $function$;
grant execute on function app.forget_history(integer) to service_role;

CREATE OR REPLACE FUNCTION app.forget_library_files(p_tenant uuid, p_paths text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_unused text[];
begin
  -- All files of a deleted tenant are deleted with it.
  if cardinality(p_paths) = 0 or not exists (select from public.tenants t where t.id = p_tenant) then
    return;
  end if;
  v_unused := array(select unnest(p_paths)
    except select unnest(app.library_paths(b.body)) from public.library_bodies b where b.tenant_id = p_tenant
    except select i.cover from public.library_items i where i.tenant_id = p_tenant and i.cover is not null);
  delete from storage.objects o using unnest(v_unused) as u (path)
  where o.pool_id = p_tenant and o.bucket_id = 'bb-library'
    and (o.name = u.path or (o.name > u.path || '.hls/' and o.name < u.path || '.hls0'));
end $function$;

CREATE OR REPLACE FUNCTION app.forget_rows(p_most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_tenant uuid;
  v_table uuid;
  v_rows integer;
  v_changes integer;
begin
  select f.tenant_id, f.table_id into v_tenant, v_table from app.forgotten_tables f order by f.at limit 1 for update skip locked;
  if v_table is null then
    return false;
  end if;
  delete from app.records where ctid = any (array(
    select o.ctid from app.records o where o.tenant_id = v_tenant and o.table_id = v_table limit p_most));
  get diagnostics v_rows = row_count;
  delete from app.record_history where ctid = any (array(
    select a.ctid from app.record_history a where a.tenant_id = v_tenant and a.table_id = v_table limit p_most));
  get diagnostics v_changes = row_count;
  if v_rows + v_changes = 0 then
    delete from app.forgotten_tables f where f.tenant_id = v_tenant and f.table_id = v_table;
  end if;
  return true;
end $function$;
grant execute on function app.forget_rows(integer) to service_role;

CREATE OR REPLACE FUNCTION app.forget_table(p_tenant uuid, p_table uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(app.tables_lock(p_tenant));
  delete from public.data_tables t
    where t.tenant_id = p_tenant and t.id = p_table and t.deleted_at < now() - interval '30 days';
  return found;
end $function$;
grant execute on function app.forget_table(uuid,uuid) to service_role;

CREATE OR REPLACE FUNCTION app.forget_unpaid(p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_old uuid[];
  v_count integer;
begin
  select array_agg(o.submission_id) into v_old from (
    select p.submission_id from app.form_payments p
      where p.state = 'awaiting' and p.order_id is null and p.created_at < now() - app.form_payment_wait()
        and not app.form_payment_is_open(p.tenant_id, p.submission_id, p.created_at)
      order by p.created_at limit p_most for update skip locked) as o;
  -- What settles an order, and does not look at the entry, has committed or waits.
  perform from public.orders o join app.form_payments p on p.tenant_id = o.tenant_id and p.submission_id = o.tied_id
    where p.submission_id = any (v_old) and o.tied_queue = 'form-paid' order by o.id for update of o;
  -- Looked at again under the locks: an order that was stored meanwhile waited for them, or is seen now. Places in limits are given back by a
  -- trigger.
  delete from app.form_submissions s using app.form_payments p
    where p.submission_id = any (v_old) and p.state = 'awaiting' and p.order_id is null
      and p.created_at < now() - app.form_payment_wait()
      and not app.form_payment_is_open(p.tenant_id, p.submission_id, p.created_at)
      and s.tenant_id = p.tenant_id and s.form_id = p.form_id and s.id = p.submission_id;
  get diagnostics v_count = row_count;
  return v_count;
end $function$;
grant execute on function app.forget_unpaid(integer) to service_role;

CREATE OR REPLACE FUNCTION app.form_payment_has_money(p_tenant uuid, p_submission uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM (public.orders o
              JOIN public.tenants t ON ((t.id = o.tenant_id)))
           WHERE ((o.tenant_id = form_payment_has_money.p_tenant) AND (o.tied_id = form_payment_has_money.p_submission) AND (o.tied_queue = 'form-paid'::text) AND app.is_form_money(o.status, o.problem, o.mode, t.stripe_mode)))) AS "exists";
END;
grant execute on function app.form_payment_has_money(uuid,uuid) to service_role;

CREATE OR REPLACE FUNCTION app.form_payment_is_open(p_tenant uuid, p_submission uuid, p_sent timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (app.form_payment_has_money(p_tenant, p_submission) OR (EXISTS ( SELECT
            FROM (public.orders o
              JOIN public.tenants t ON ((t.id = o.tenant_id)))
           WHERE ((o.tenant_id = form_payment_is_open.p_tenant) AND (o.tied_id = form_payment_is_open.p_submission) AND (o.tied_queue = 'form-paid'::text) AND ((o.status = 'pending'::text) OR (((o.mode = 'live'::text) OR (t.stripe_mode = 'test'::text)) AND (o.status = ANY (ARRAY['canceled'::text, 'expired'::text, 'failed'::text])) AND (o.stripe_session_id IS NOT NULL) AND (o.checked_at < (form_payment_is_open.p_sent + app.form_payment_wait())) AND (form_payment_is_open.p_sent > (now() - '30 days'::interval))))))));
END;
grant execute on function app.form_payment_is_open(uuid,uuid,timestamp with time zone) to service_role;

CREATE OR REPLACE FUNCTION app.form_payment_order(p_tenant uuid, p_submission uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT o.id
    FROM (public.orders o
      JOIN public.tenants t ON ((t.id = o.tenant_id)))
   WHERE ((o.tenant_id = form_payment_order.p_tenant) AND (o.tied_id = form_payment_order.p_submission) AND (o.tied_queue = 'form-paid'::text) AND (o.status = 'paid'::text) AND ((o.mode = 'live'::text) OR (t.stripe_mode = 'test'::text)))
   ORDER BY o.paid_at, o.id
  LIMIT 1;
END;
grant execute on function app.form_payment_order(uuid,uuid) to service_role;

CREATE OR REPLACE FUNCTION app.form_payment_wait()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
BEGIN ATOMIC
 SELECT '2 days'::interval AS "interval";
END;
grant execute on function app.form_payment_wait() to service_role;

CREATE OR REPLACE FUNCTION app.form_payments_of_person(p_tenant uuid, p_user uuid, p_email text)
 RETURNS SETOF app.form_payments
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p.* from app.form_payments p
  join app.form_submissions s on s.tenant_id = p.tenant_id and s.form_id = p.form_id and s.id = p.submission_id
  where p.tenant_id = p_tenant and p.answers is not null
    and (s.sender = p_user
      or s.sender is null and p_email is not null and exists (
        select from public.data_forms f
        join public.data_tables t on t.tenant_id = f.tenant_id and t.id = f.table_id
        cross join lateral jsonb_array_elements(t.fields || t.removed_fields) as e
        where f.tenant_id = p.tenant_id and f.id = p.form_id and e.value ->> 'kind' = 'email'
          and p.answers ->> (e.value ->> 'id') = lower(p_email)));
$function$;

CREATE OR REPLACE FUNCTION app.free_place_of_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.data_forms f set submitted = greatest(f.submitted - 1, 0) where f.tenant_id = old.tenant_id and f.id = old.form_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.give_default_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.role_members (tenant_id, auth_user_id, role)
    select r.tenant_id, new.id, r.name
    from public.roles r join public.tenants t on t.id = r.tenant_id
    where r.tenant_id = new.pool_id and r.is_default and app.has_plan(t.owner_user_id, 'business')
    on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.give_seats_to_team()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.team_orders (tenant_id, order_id, team_id, auth_user_id)
    select m.tenant_id, new.id, m.team_id, m.auth_user_id from public.team_members m
    where m.tenant_id = new.tenant_id and m.auth_user_id = new.auth_user_id and m.is_active and m.role = 'admin'
    on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.give_tickets(p_tenant uuid, p_type uuid, p_tickets jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_type public.ticket_types;
  v_quotas uuid[];
  v_count constant integer := jsonb_array_length(p_tickets);
  v_left integer;
begin
  if not p_tenant = any (array(select app.tenants_with('people'))) then
    perform app.refuse_tickets('right_missing');
  end if;
  select t.* into v_type from public.ticket_types t
    join public.ticket_events e on e.tenant_id = t.tenant_id and e.id = t.event_id and e.state = 'published'
    where t.tenant_id = p_tenant and t.id = p_type;
  if not found then
    perform app.refuse_tickets('type_not_found');
  elsif not app.tickets_allow(p_tenant, 'pro') then
    perform app.refuse_tickets('plan');
  end if;
  perform app.end_due_carts(p_tenant, v_type.event_id);
  -- Under the lock of the seats: an event that was canceled meanwhile has ended its tickets, and this one would stay.
  perform app.refuse_closed_event(e) from public.ticket_events e where e.tenant_id = p_tenant and e.id = v_type.event_id;
  v_quotas := array(select q.quota_id from public.ticket_type_quotas q
    where q.tenant_id = p_tenant and q.event_id = v_type.event_id and q.type_id = p_type order by q.quota_id);
  select min(q.capacity - q.held - q.sold) into v_left from public.ticket_quotas q where q.tenant_id = p_tenant and q.id = any (v_quotas);
  if coalesce(v_left, 0) < v_count then
    perform app.refuse_tickets('sold_out', greatest(0, v_left)::text);
  end if;
  insert into public.tickets (tenant_id, id, event_id, type_id, state, mode, source, price_cents, quota_ids, code_hash, code_sealed,
      owner_email, holder_name, holder_email, issued_at)
    select p_tenant, (k.value ->> 'id')::uuid, v_type.event_id, p_type, 'valid', n.stripe_mode, 'manual', 0, v_quotas,
      decode(k.value ->> 'code_hash', 'hex'), k.value ->> 'code_sealed', k.value ->> 'email', k.value ->> 'name', k.value ->> 'email', now()
    from jsonb_array_elements(p_tickets) as k join public.tenants n on n.id = p_tenant;
  perform app.count_sold(p_tenant, array(select (k.value ->> 'id')::uuid from jsonb_array_elements(p_tickets) as k), 1);
  update public.ticket_types t set taken = t.taken + ceil(v_count::numeric / t.group_size)::integer where t.tenant_id = p_tenant and t.id = p_type;
end $function$;
grant execute on function app.give_tickets(uuid,uuid,jsonb) to authenticated;

CREATE OR REPLACE FUNCTION app.grace()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN '14 days'::interval;
grant execute on function app.grace() to service_role;

CREATE OR REPLACE FUNCTION app.granting_orders(p_tenant uuid)
 RETURNS TABLE(id uuid, auth_user_id uuid, mode text, source_id uuid, since timestamp with time zone)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT o.id,
     o.auth_user_id,
     o.mode,
     o.source_id,
     o.grants_since AS since
    FROM public.orders o
   WHERE ((o.tenant_id = granting_orders.p_tenant) AND (o.grants_since IS NOT NULL));
END;

CREATE OR REPLACE FUNCTION app.grid_view_account_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.grid_views where owner_id = old.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.has_access(p_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (app.has_day_pass(p_user) OR (EXISTS ( SELECT
            FROM public.bolt_subscriptions
           WHERE ((bolt_subscriptions.user_id = has_access.p_user) AND (bolt_subscriptions.status = ANY (ARRAY['active'::text, 'trialing'::text, 'past_due'::text]))))) OR (EXISTS ( SELECT
            FROM public.tenants
           WHERE ((tenants.owner_user_id = has_access.p_user) AND (tenants.subscription_tier IS DISTINCT FROM 'day_pass'::text) AND (tenants.subscription_status = ANY (ARRAY['active'::text, 'trialing'::text, 'past_due'::text]))))));
END;
grant execute on function app.has_access(uuid) to authenticated;
grant execute on function app.has_access(uuid) to service_role;

CREATE OR REPLACE FUNCTION app.has_bought(p_seller text, p_source uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT ((auth.role() = 'end_user'::text) AND app.buyer_holds(app.tenant_id(), auth.uid(), p_seller, p_source));
END;
grant execute on function app.has_bought(text,uuid) to anon;
grant execute on function app.has_bought(text,uuid) to end_user;
grant execute on function app.has_bought(text,uuid) to service_role;

CREATE OR REPLACE FUNCTION app.has_day_pass(p_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM public.tenants
           WHERE ((tenants.owner_user_id = has_day_pass.p_user) AND (tenants.subscription_tier = 'day_pass'::text) AND (tenants.subscription_status = 'active'::text) AND (tenants.access_expires_at > now())))) AS "exists";
END;
grant execute on function app.has_day_pass(uuid) to authenticated;
grant execute on function app.has_day_pass(uuid) to service_role;

CREATE OR REPLACE FUNCTION app.has_events()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM public.ticket_events e
           WHERE ((e.tenant_id = app.tenant_id()) AND (e.state <> 'draft'::text)))) AS "exists";
END;
grant execute on function app.has_events() to anon;
grant execute on function app.has_events() to end_user;

CREATE OR REPLACE FUNCTION app.has_late_refund(p_tenant uuid, p_order uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM public.order_refunds r
           WHERE ((r.tenant_id = has_late_refund.p_tenant) AND (r.order_id = has_late_refund.p_order) AND r.queued))) AS "exists";
END;

CREATE OR REPLACE FUNCTION app.has_plan(p_user uuid, p_plan text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (app.has_access(p_user) AND (( SELECT bolt_plans.sort
            FROM public.bolt_plans
           WHERE (bolt_plans.id = app.plan_of(has_plan.p_user))) >= ( SELECT bolt_plans.sort
            FROM public.bolt_plans
           WHERE (bolt_plans.id = has_plan.p_plan))));
END;
grant execute on function app.has_plan(uuid,text) to authenticated;
grant execute on function app.has_plan(uuid,text) to service_role;

CREATE OR REPLACE FUNCTION app.history_size(p_entry app.record_history)
 RETURNS bigint
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT ((120 + octet_length(((p_entry).own)::text)) + (octet_length(((p_entry).before)::text))::bigint);
END;

CREATE OR REPLACE FUNCTION app.hold_cart(p_event uuid, p_secret bytea, p_network bytea, p_code text, p_lines jsonb, p_factor numeric, p_seen bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_cart jsonb;
begin
  perform app.hold_tickets(p_event, p_secret, p_network, p_code, p_lines, p_factor);
  v_cart := app.ticket_cart(p_secret);
  if p_seen <> (v_cart ->> 'total_cents')::bigint then
    perform app.refuse_tickets('price_changed', v_cart::text);
  end if;
  return v_cart;
end $function$;
grant execute on function app.hold_cart(uuid,bytea,bytea,text,jsonb,numeric,bigint) to anon;
grant execute on function app.hold_cart(uuid,bytea,bytea,text,jsonb,numeric,bigint) to end_user;

CREATE OR REPLACE FUNCTION app.hold_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.orders where tenant_id = old.id and (status = 'pending' or stock_taken > 0)
    order by id for update;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION app.hold_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_left integer;
begin
  for tries in 1..2 loop
    update public.items set held = held + new.quantity
      where tenant_id = new.tenant_id and id = new.source_id and stock - held >= new.quantity;
    if found then
      return null;
    end if;
    select stock - held into v_left from public.items
      where tenant_id = new.tenant_id and id = new.source_id for share;
    if v_left is null then
      return null;
    end if;
  end loop;
  raise exception 'Not enough of this product is left'
    using errcode = 'check_violation', constraint = 'items_stock', table = 'items', detail = v_left::text;
end $function$;

CREATE OR REPLACE FUNCTION app.hold_tickets(p_event uuid, p_secret bytea, p_network bytea, p_code text, p_lines jsonb, p_factor numeric)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant constant uuid := app.tenant_id();
  v_member constant uuid := case when auth.role() = 'end_user' then auth.uid() end;
  v_mine constant uuid[] := array(select app.my_audiences());
  v_business constant boolean := app.tickets_allow(v_tenant, 'business');
  v_event public.ticket_events;
  v_cart app.ticket_carts;
  v_code public.ticket_codes;
  v_type public.ticket_types;
  v_line record;
  v_quotas uuid[];
  v_seats integer;
  v_all integer := 0;
  v_units integer := 0;
  v_price integer;
  v_left integer;
  v_free integer;
  v_state text;
begin
  select * into v_event from public.ticket_events e where e.tenant_id = v_tenant and e.id = p_event and e.state <> 'draft'
    and (e.audience_id is null or e.audience_id = any (v_mine));
  if not found then
    perform app.refuse_tickets('event_not_found');
  elsif v_event.state = 'canceled' then
    perform app.refuse_tickets('event_canceled');
  elsif v_event.ends_at <= now() then
    perform app.refuse_tickets('event_ended');
  elsif not app.tickets_allow(v_tenant, 'pro') then
    perform app.refuse_tickets('type_closed');
  end if;

  if p_code is not null then
    select * into v_code from app.ticket_code(v_tenant, p_event, p_code);
    if not found then
      perform app.refuse_tickets('code_unknown');
    end if;
  end if;
  if not exists (select from app.ticket_carts c where c.tenant_id = v_tenant and c.secret_hash = p_secret) then
    v_left := app.left_of_sold_out(v_tenant, p_event, v_mine, v_business, v_code, p_lines);
    if v_left is not null then
      perform app.refuse_tickets('sold_out', v_left::text);
    end if;
  end if;

  -- Of two requests with the same new token, the second one waits here and changes the cart of the first.
  insert into app.ticket_carts (tenant_id, event_id, secret_hash, network, until_at)
    values (v_tenant, p_event, p_secret, p_network, now() + interval '15 minutes') on conflict (tenant_id, secret_hash) do nothing;
  select * into strict v_cart from app.ticket_carts c where c.tenant_id = v_tenant and c.secret_hash = p_secret for update;
  if v_cart.state = 'ordered' then
    perform app.refuse_tickets('cart_ordered');
  elsif v_cart.state <> 'held' or v_cart.until_at <= now() or v_cart.event_id <> p_event then
    perform app.refuse_tickets('cart_ended');
  end if;
  perform app.end_due_carts(v_tenant, p_event);
  -- Read again under the lock: a canceled event has ended its carts before this one.
  select e.state into v_state from public.ticket_events e where e.tenant_id = v_tenant and e.id = p_event;
  if v_state is distinct from 'published' then
    perform app.refuse_tickets(case v_state when 'canceled' then 'event_canceled' else 'event_not_found' end);
  end if;
  perform app.return_seats(v_tenant, array[v_cart.id]);
  delete from app.ticket_cart_lines l where l.tenant_id = v_tenant and l.cart_id = v_cart.id;

  select coalesce(sum(q.capacity - q.sold), 0) into v_free from public.ticket_quotas q where q.tenant_id = v_tenant and q.event_id = p_event;
  -- The network that changes a cart has its seats. Otherwise carts of one network could be filled from another without counting for either.
  update app.ticket_carts set network = p_network, auth_user_id = v_member, code_id = v_code.id, code_units = 0 where tenant_id = v_tenant and id = v_cart.id;

  for v_line in
    select (l ->> 'type')::uuid as type_id, sum((l ->> 'quantity')::integer)::integer as quantity, max((l ->> 'price')::integer) as price
    from jsonb_array_elements(p_lines) as l group by 1 order by 1
  loop
    select * into v_type from public.ticket_types t where t.tenant_id = v_tenant and t.event_id = p_event and t.id = v_line.type_id;
    if not found or v_type.is_hidden and (v_code.id is null or not (v_code.type_ids = '{}' or v_type.id = any (v_code.type_ids))) then
      perform app.refuse_tickets('type_not_found');
    elsif not v_type.is_open or not v_business and app.type_needs_business(v_type) then
      perform app.refuse_tickets('type_closed');
    elsif v_type.sale_from > now() then
      perform app.refuse_tickets('not_yet');
    elsif v_type.sale_until <= now() then
      perform app.refuse_tickets('sale_ended');
    elsif v_type.audience_id is not null and v_type.audience_id <> all (v_mine) then
      perform app.refuse_tickets('members_only');
    elsif v_line.quantity not between v_type.min_per_order and v_type.max_per_order then
      perform app.refuse_tickets('quantity', v_type.max_per_order::text);
    elsif v_cart.wait_id is not null and not exists (select from public.ticket_waits w where w.tenant_id = v_tenant and w.id = v_cart.wait_id
        and w.type_id = v_type.id and w.quantity >= v_line.quantity) then
      -- What is offered is not owed to others any more, but the rest is.
      perform app.refuse_tickets('quantity');
    end if;

    v_price := app.ticket_price(v_type, v_line.quantity);
    if v_type.is_donation then
      if coalesce(v_line.price, v_price) not between v_price and 99999999 then
        perform app.refuse_tickets('price_too_low', v_price::text);
      end if;
      v_price := coalesce(v_line.price, v_price);
    end if;
    if v_code.id is not null and v_code.kind <> 'unlock' and (v_code.type_ids = '{}' or v_type.id = any (v_code.type_ids)) then
      v_price := app.price_with_code(v_price, v_code, v_type.id);
      v_units := v_units + v_line.quantity;
    end if;

    v_quotas := array(select q.quota_id from public.ticket_type_quotas q
      where q.tenant_id = v_tenant and q.event_id = p_event and q.type_id = v_type.id order by q.quota_id);
    if v_quotas = '{}' then
      perform app.refuse_tickets('type_closed');
    end if;
    v_seats := v_line.quantity * v_type.group_size;
    v_all := v_all + v_seats;
    -- Seats that the waiting list is owed are not for others.
    select min(q.capacity - q.held - q.sold) - case when v_cart.wait_id is null then app.seats_owed(v_tenant, v_type.id) else 0 end
      into v_left from public.ticket_quotas q where q.tenant_id = v_tenant and q.id = any (v_quotas);
    if v_left < v_seats then
      perform app.refuse_tickets('sold_out', greatest(0, v_left / v_type.group_size)::text);
    end if;
    update public.ticket_quotas q set held = q.held + v_seats where q.tenant_id = v_tenant and q.id = any (v_quotas);
    update public.ticket_types t set taken = t.taken + v_line.quantity where t.tenant_id = v_tenant and t.id = v_type.id;
    insert into app.ticket_cart_lines (tenant_id, cart_id, type_id, quantity, group_size, unit_price, quota_ids)
      values (v_tenant, v_cart.id, v_type.id, v_line.quantity, v_type.group_size, v_price, v_quotas);
    if v_type.most_per_buyer is not null
      and v_type.most_per_buyer < greatest(v_line.quantity, app.units_of_buyer(v_tenant, v_type.id, v_member, v_cart.email)) then
      perform app.refuse_tickets('buyer_limit', v_type.most_per_buyer::text);
    end if;
  end loop;
  if v_all not between 1 and 100 then
    perform app.refuse_tickets('quantity', '100');
  end if;

  if exists (select from app.ticket_cart_lines l
    join public.ticket_types t on t.tenant_id = l.tenant_id and t.id = l.type_id and t.addon_of is not null
    where l.tenant_id = v_tenant and l.cart_id = v_cart.id and l.quantity > coalesce((select m.quantity from app.ticket_cart_lines m
      where m.tenant_id = v_tenant and m.cart_id = v_cart.id and m.type_id = t.addon_of), 0)) then
    perform app.refuse_tickets('addon');
  end if;
  if v_units > 0 then
    update public.ticket_codes c set held = c.held + v_units
      where c.tenant_id = v_tenant and c.id = v_code.id and (c.most is null or c.held + c.used + v_units <= c.most);
    if not found then
      perform app.refuse_tickets('code_used_up');
    end if;
    update app.ticket_carts set code_units = v_units where tenant_id = v_tenant and id = v_cart.id;
  end if;
  -- As with counted products (docs/decisions/034): one network does not take a whole event. Ten seats are always allowed.
  if (select sum(l.quantity * l.group_size) from app.ticket_carts c
      join app.ticket_cart_lines l on l.tenant_id = c.tenant_id and l.cart_id = c.id
      where c.tenant_id = v_tenant and c.event_id = p_event and c.state in ('held', 'ordered') and c.network = p_network)
      > greatest(10, ceil(v_free / 2.0)) * p_factor then
    perform app.refuse_tickets('too_many_held');
  end if;
  return v_cart.id;
end $function$;

CREATE OR REPLACE FUNCTION app.inherit_team()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.team_members m set role = 'admin'
  from (select distinct on (n.team_id) n.tenant_id, n.team_id, n.auth_user_id from public.team_members n
    where (n.tenant_id, n.team_id) in (select g.tenant_id, g.team_id from gone g)
      and not exists (select from public.team_members a
        where a.tenant_id = n.tenant_id and a.team_id = n.team_id and a.role = 'admin')
    order by n.team_id, n.joined_at, n.auth_user_id) heir
  where m.tenant_id = heir.tenant_id and m.team_id = heir.team_id and m.auth_user_id = heir.auth_user_id;
  -- No one is left: the invitations of a team without members would make their first reader its admin.
  delete from public.teams t using gone g
  where t.tenant_id = g.tenant_id and t.id = g.team_id and not exists (select from public.team_members m
    where m.tenant_id = g.tenant_id and m.team_id = g.team_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.is_charged(p_tenant uuid, p_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM public.orders o
           WHERE ((o.tenant_id = is_charged.p_tenant) AND (o.auth_user_id = is_charged.p_user) AND (o.subscription_status = ANY (ARRAY['active'::text, 'trialing'::text, 'past_due'::text, 'unpaid'::text, 'paused'::text])) AND (NOT (o.cancel_at_period_end AND (o.subscription_status = ANY (ARRAY['active'::text, 'trialing'::text]))))))) AS "exists";
END;

CREATE OR REPLACE FUNCTION app.is_form_money(p_status text, p_problem text, p_mode text, p_shop text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
BEGIN ATOMIC
 SELECT (((p_status = 'paid'::text) OR ((p_status = 'failed'::text) AND (p_problem IS NOT NULL))) AND ((p_mode = 'live'::text) OR (p_shop = 'test'::text)));
END;
grant execute on function app.is_form_money(text,text,text,text) to service_role;

CREATE OR REPLACE FUNCTION app.is_listed(p_user uuid, p_emails text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN (EXISTS (SELECT FROM auth.users WHERE ((users.pool_id = '00000000-0000-0000-0000-000000000000'::uuid) AND (users.id = is_listed.p_user) AND (NOT users.is_anonymous) AND (users.email_confirmed_at IS NOT NULL) AND (users.deleted_at IS NULL) AND (users.email = ANY (is_listed.p_emails)))));
grant execute on function app.is_listed(uuid,text[]) to service_role;

CREATE OR REPLACE FUNCTION app.is_secret_name(p_name text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (p_name ~* '(secret|sealed|private|encrypted|api_?key|_hash$|(^|_|\.)hash$|password$|token$|signature|credential)'::text);

CREATE OR REPLACE FUNCTION app.is_staff(p_user uuid, p_domains text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN (EXISTS (SELECT FROM auth.users WHERE ((users.pool_id = '00000000-0000-0000-0000-000000000000'::uuid) AND (users.id = is_staff.p_user) AND (NOT users.is_anonymous) AND (users.email_confirmed_at IS NOT NULL) AND (users.deleted_at IS NULL) AND ("substring"(users.email, '@([^@]+)$'::text) = ANY (is_staff.p_domains)))));
grant execute on function app.is_staff(uuid,text[]) to service_role;

CREATE OR REPLACE FUNCTION app.item_picture(p_tenant uuid, p_item uuid, p_hash text)
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT p.bytes
    FROM (public.item_pictures p
      JOIN public.items i ON (((i.tenant_id = p.tenant_id) AND (i.id = p.item_id))))
   WHERE ((p.tenant_id = item_picture.p_tenant) AND (p.item_id = item_picture.p_item) AND (p.hash = item_picture.p_hash) AND i.active);
END;
grant execute on function app.item_picture(uuid,uuid,text) to anon;

CREATE OR REPLACE FUNCTION app.json_texts(p_list jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (p_list IS NOT NULL) THEN ARRAY(SELECT jsonb_array_elements_text(p_list) AS jsonb_array_elements_text) ELSE NULL::text[] END;
grant execute on function app.json_texts(jsonb) to anon;
grant execute on function app.json_texts(jsonb) to authenticated;
grant execute on function app.json_texts(jsonb) to end_user;
grant execute on function app.json_texts(jsonb) to service_role;

CREATE OR REPLACE FUNCTION app.keep_audience_of_form()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.keep_used_audience(old.tenant_id, 'form', array(
    select f.title from public.data_forms f where f.tenant_id = old.tenant_id and f.audience_id = old.id order by f.title, f.id));
  return old;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_audience_of_item()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.keep_used_audience(old.tenant_id, 'product', array(
    select i.name from public.items i
    where i.tenant_id = old.tenant_id and old.id in (i.audience_id, i.member_audience_id) order by i.name, i.id));
  return old;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_audience_of_library()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.keep_used_audience(old.tenant_id, 'library item', array(
    select i.title from public.library_items i where i.tenant_id = old.tenant_id and i.audience_id = old.id order by i.title, i.id));
  return old;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_audience_of_prompt()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.keep_used_audience(old.tenant_id, 'assistant', array(
    select a.name from public.prompt_assistants a where a.tenant_id = old.tenant_id and a.audience_id = old.id
    union all
    select s.title from public.prompt_sources s where s.tenant_id = old.tenant_id and s.audience_id = old.id order by 1));
  return old;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_audience_of_table()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.keep_used_audience(old.tenant_id, 'table', array(
    select t.title from public.data_tables t
    where t.tenant_id = old.tenant_id and (old.id in (t.see_audience_id, t.add_audience_id, t.change_audience_id, t.delete_audience_id)
      or t.fields @> jsonb_build_array(jsonb_build_object('audience', old.id))) order by t.title, t.id));
  return old;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_audience_of_tickets()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.keep_used_audience(old.tenant_id, 'event', array(
    select e.title from public.ticket_events e where e.tenant_id = old.tenant_id and e.audience_id = old.id order by e.title, e.id));
  perform app.keep_used_audience(old.tenant_id, 'ticket', array(
    select t.name from public.ticket_types t where t.tenant_id = old.tenant_id and t.audience_id = old.id order by t.name, t.id));
  return old;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_day_pass_end()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.day_pass_expires_at := case when new.subscription_tier = 'day_pass' then new.access_expires_at end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_deleted_public_key()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into app.deleted_public_keys (hash) values (sha256(convert_to(old.public_key, 'utf8'))) on conflict do nothing;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_event_state()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'An event is canceled together with its refunds, and stays canceled'
    using errcode = 'check_violation', constraint = 'ticket_events_canceled', table = 'ticket_events';
end $function$;

CREATE OR REPLACE FUNCTION app.keep_library_bucket_closed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.public or new.member_folders or new.read_audience_id is not null then
    raise exception 'The files of the library are opened by the audiences of its items'
      using errcode = 'check_violation', constraint = 'library_bucket', table = 'buckets';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_order_erased()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.auth_user_id := null;
  new.email := null;
  new.page_url := null;
  new.locale := null;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_prompt_bucket_closed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.public or new.member_folders or new.read_audience_id is not null then
    raise exception 'The files of the assistant are opened by its sources'
      using errcode = 'check_violation', constraint = 'prompt_bucket', table = 'buckets';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_record()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_source constant jsonb := nullif(current_setting('request.source', true), '');
  v_actor jsonb := nullif(current_setting('request.jwt.claims', true), '');
  v_kind text;
  v_id uuid;
begin
  if v_actor is null or v_actor ->> 'role' = 'service_role' and v_source ? 'role' then
    v_actor := v_source;
  end if;
  v_kind := case v_actor ->> 'role' when 'authenticated' then 'staff' when 'end_user' then 'person'
    when 'anon' then 'visitor' when 'service_role' then 'service' else 'system' end;
  v_id := case when v_kind in ('staff', 'person') then (v_actor ->> 'sub')::uuid end;
  if tg_op = 'DELETE' then
    insert into app.record_history (tenant_id, table_id, record_id, act, actor_kind, actor_id, own, before)
      select o.tenant_id, o.table_id, o.id, 'deleted', v_kind, v_id,
        jsonb_build_object('created_at', o.created_at, 'created_by', o.created_by, 'by_visitor', o.by_visitor,
          'team_id', o.team_id, 'approved', o.approved),
        app.record_fields(o, t.fields || t.removed_fields)
      from old_rows o join public.data_tables t on t.tenant_id = o.tenant_id and t.id = o.table_id
      where t.deleted_at is null or t.deleted_at >= now() - interval '30 days';
  else
    insert into app.record_history (tenant_id, table_id, record_id, act, actor_kind, actor_id, own, before)
      select o.tenant_id, o.table_id, o.id, 'changed', v_kind, v_id,
        jsonb_build_object('created_at', o.created_at, 'created_by', o.created_by, 'by_visitor', o.by_visitor,
          'team_id', o.team_id, 'approved', o.approved),
        v.was
      from old_rows o join new_rows n on n.tenant_id = o.tenant_id and n.table_id = o.table_id and n.id = o.id
      join public.data_tables t on t.tenant_id = o.tenant_id and t.id = o.table_id
      cross join lateral (select app.record_fields(o, t.fields) as was, app.record_fields(n, t.fields) as is_now) as v
      where v.was <> v.is_now or o.approved <> n.approved;
    -- The newest 50 changes of a row, and of those a megabyte: a writer of one row must not fill the history of all.
    delete from app.record_history h using (
      select a.tenant_id, a.table_id, a.record_id, a.id, row_number() over newest as n, sum(octet_length(a.before::text)) over newest as bytes
      from app.record_history a join (select distinct o.tenant_id, o.table_id, o.id from old_rows o) as r
        on r.tenant_id = a.tenant_id and r.table_id = a.table_id and r.id = a.record_id
      where a.act = 'changed' window newest as (partition by a.tenant_id, a.table_id, a.record_id order by a.id desc)) as past
      where h.tenant_id = past.tenant_id and h.table_id = past.table_id and h.record_id = past.record_id and h.id = past.id
        and (past.n > 50 or past.n > 1 and past.bytes > 1048576);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_role_of_audience()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from app.audience_terms t where t.tenant_id = old.tenant_id and t.kind = 'role' and t.which = old.name)
    and exists (select from public.tenants t where t.id = old.tenant_id)
  then
    raise exception 'An audience names this role'
      using errcode = 'foreign_key_violation', constraint = 'roles_of_audiences', table = 'roles';
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_role_of_block()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from public.tenants t join public.bolt_blocks b on b.user_id = t.owner_user_id
    where t.id = old.tenant_id
      and b.data -> 'audience' -> 'any' @> jsonb_build_array(jsonb_build_object('kind', 'role', 'role', old.name)))
  then
    raise exception 'A block is open to this role'
      using errcode = 'foreign_key_violation', constraint = 'roles_of_audiences', table = 'roles';
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_taken_quota()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if old.held + old.sold > 0 then
    raise exception 'Seats of this quota are taken'
      using errcode = 'check_violation', constraint = 'ticket_quotas_taken', table = 'ticket_quotas';
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_taken_type()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if old.taken > 0 then
    raise exception 'Units of this type are taken'
      using errcode = 'check_violation', constraint = 'ticket_types_taken', table = 'ticket_types';
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_team_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.teams t where t.tenant_id = old.tenant_id and t.id = old.team_id for no key update;
  if found and (tg_op = 'UPDATE' or exists (select from auth.users u
      where u.pool_id = old.tenant_id and u.id = old.auth_user_id and u.deleted_at is null))
    and not exists (select from public.team_members m where m.tenant_id = old.tenant_id and m.team_id = old.team_id
      and m.role = 'admin' and m.auth_user_id <> old.auth_user_id)
  then
    raise exception 'The last admin of a team stays'
      using errcode = 'check_violation', constraint = 'team_members_admin', table = 'team_members';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $function$;

CREATE OR REPLACE FUNCTION app.keep_used_audience(p_tenant uuid, p_what text, p_names text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_names <> '{}' and exists (select from public.tenants t where t.id = p_tenant) then
    raise exception 'The % “%”% this audience', p_what, p_names[1], case cardinality(p_names)
        when 1 then ' uses' when 2 then ' and 1 more use' else format(' and %s more use', cardinality(p_names) - 1) end
      using errcode = 'foreign_key_violation', hint = 'Choose another audience there first.', table = 'audiences';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION app.latest_sign_ups(p_tenant uuid, p_most integer)
 RETURNS TABLE(id uuid, email text, name text, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT u.id,
     COALESCE(u.email, u.phone, ''::text) AS "coalesce",
     "left"(COALESCE(
         CASE jsonb_typeof((u.raw_user_meta_data -> 'name'::text))
             WHEN 'string'::text THEN (u.raw_user_meta_data ->> 'name'::text)
             ELSE NULL::text
         END,
         CASE jsonb_typeof((u.raw_user_meta_data -> 'full_name'::text))
             WHEN 'string'::text THEN (u.raw_user_meta_data ->> 'full_name'::text)
             ELSE NULL::text
         END, ''::text), 200) AS "left",
     u.created_at
    FROM auth.users u
   WHERE ((u.pool_id = latest_sign_ups.p_tenant) AND (latest_sign_ups.p_tenant = ANY (ARRAY( SELECT app.tenants_with('people'::text) AS tenants_with))) AND (NOT u.is_anonymous) AND (u.deleted_at IS NULL) AND ((u.email_confirmed_at IS NOT NULL) OR (u.phone_confirmed_at IS NOT NULL) OR ((u.email IS NULL) AND (u.phone IS NULL))))
   ORDER BY u.created_at DESC
  LIMIT LEAST(GREATEST(latest_sign_ups.p_most, 0), 50);
END;
grant execute on function app.latest_sign_ups(uuid,integer) to authenticated;

CREATE OR REPLACE FUNCTION app.leave_teams()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.team_members where tenant_id = new.pool_id and auth_user_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.left_of_sold_out(p_tenant uuid, p_event uuid, p_mine uuid[], p_business boolean, p_code public.ticket_codes, p_lines jsonb)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (array_agg(GREATEST(0, (s.free / s.group_size)) ORDER BY s.type_id) FILTER (WHERE (s.free < (s.quantity * s.group_size))))[1] AS array_agg
    FROM ( SELECT w.type_id,
             w.quantity,
             t.group_size,
             COALESCE((t.is_open AND (left_of_sold_out.p_business OR (NOT app.type_needs_business(t.*))) AND ((NOT t.is_hidden) OR (((left_of_sold_out.p_code).id IS NOT NULL) AND (((left_of_sold_out.p_code).type_ids = '{}'::uuid[]) OR (t.id = ANY ((left_of_sold_out.p_code).type_ids))))) AND ((t.audience_id IS NULL) OR (t.audience_id = ANY (left_of_sold_out.p_mine))) AND ((t.sale_from IS NULL) OR (t.sale_from <= now())) AND ((t.sale_until IS NULL) OR (t.sale_until > now())) AND ((w.quantity >= t.min_per_order) AND (w.quantity <= t.max_per_order))), false) AS is_for_sale,
             (( SELECT min(((q.capacity - q.held) - q.sold)) AS min
                    FROM (public.ticket_type_quotas m
                      JOIN public.ticket_quotas q ON (((q.tenant_id = m.tenant_id) AND (q.id = m.quota_id))))
                   WHERE ((m.tenant_id = left_of_sold_out.p_tenant) AND (m.event_id = left_of_sold_out.p_event) AND (m.type_id = t.id))) - app.seats_owed(left_of_sold_out.p_tenant, t.id)) AS free
            FROM (( SELECT ((l.line ->> 'type'::text))::uuid AS type_id,
                     sum(((l.line ->> 'quantity'::text))::integer) AS quantity
                    FROM jsonb_array_elements(left_of_sold_out.p_lines) l(line)
                   GROUP BY ((l.line ->> 'type'::text))::uuid) w
              LEFT JOIN public.ticket_types t ON (((t.tenant_id = left_of_sold_out.p_tenant) AND (t.event_id = left_of_sold_out.p_event) AND (t.id = w.type_id))))) s
   WHERE (NOT (EXISTS ( SELECT
            FROM app.ticket_carts c
           WHERE ((c.tenant_id = left_of_sold_out.p_tenant) AND (c.event_id = left_of_sold_out.p_event) AND (c.state = 'held'::text) AND (c.until_at <= now())))))
  HAVING bool_and(s.is_for_sale);
END;

CREATE OR REPLACE FUNCTION app.lesson_opens_at(p_days integer, p_at timestamp with time zone, p_from timestamp with time zone, p_finished timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (p_finished IS NOT NULL) THEN '-infinity'::timestamp with time zone ELSE GREATEST(COALESCE(p_at, '-infinity'::timestamp with time zone), CASE WHEN (COALESCE(p_days, 0) = 0) THEN '-infinity'::timestamp with time zone ELSE COALESCE((p_from + make_interval(hours => (24 * p_days))), 'infinity'::timestamp with time zone) END) END;

CREATE OR REPLACE FUNCTION app.library_knowledge(p_query tsquery, p_tags text[], p_most integer)
 RETURNS TABLE(id uuid, slug text, title text, lead text, plain text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT i.id,
     i.slug,
     i.title,
     concat_ws(' '::text, i.summary, i.teaser) AS concat_ws,
     COALESCE(b.plain, ''::text) AS "coalesce"
    FROM (public.library_items i
      LEFT JOIN public.library_bodies b ON (((b.tenant_id = i.tenant_id) AND (b.item_id = i.id))))
   WHERE ((i.tenant_id = app.tenant_id()) AND ((i.search @@ library_knowledge.p_query) OR (b.search @@ library_knowledge.p_query)) AND ((cardinality(library_knowledge.p_tags) = 0) OR (i.tags && library_knowledge.p_tags)))
   ORDER BY ((ts_rank_cd(i.search, library_knowledge.p_query) * (3)::double precision) + COALESCE(ts_rank_cd(b.search, library_knowledge.p_query), (0)::real)) DESC, i.id
  LIMIT library_knowledge.p_most;
END;
grant execute on function app.library_knowledge(tsquery,text[],integer) to anon;
grant execute on function app.library_knowledge(tsquery,text[],integer) to end_user;

CREATE OR REPLACE FUNCTION app.library_most(p_tenant uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT
         CASE
             WHEN app.has_plan(t.owner_user_id, 'pro'::text) THEN 2000
             WHEN (t.stripe_mode = 'test'::text) THEN 20
             ELSE 0
         END AS "case"
    FROM public.tenants t
   WHERE (t.id = library_most.p_tenant);
END;
grant execute on function app.library_most(uuid) to authenticated;

CREATE OR REPLACE FUNCTION app.library_path(p_body jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN ((jsonb_typeof((p_body #> '{file,path}'::text[])) = 'string'::text) AND ((char_length((p_body #>> '{file,path}'::text[])) >= 1) AND (char_length((p_body #>> '{file,path}'::text[])) <= 300))) THEN (p_body #>> '{file,path}'::text[]) ELSE NULL::text END;
grant execute on function app.library_path(jsonb) to anon;
grant execute on function app.library_path(jsonb) to authenticated;
grant execute on function app.library_path(jsonb) to end_user;
grant execute on function app.library_path(jsonb) to service_role;

CREATE OR REPLACE FUNCTION app.library_paths(p_body jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
RETURN ARRAY(SELECT app.library_path(library_paths.p_body) AS library_path WHERE (app.library_path(library_paths.p_body) IS NOT NULL) UNION SELECT (p.path #>> '{}'::text[]) FROM jsonb_path_query(library_paths.p_body, 'strict $."doc".**?(@."type" == "image")."attrs"."path"'::jsonpath, silent => true) p(path) WHERE ((jsonb_typeof(p.path) = 'string'::text) AND ((char_length((p.path #>> '{}'::text[])) >= 1) AND (char_length((p.path #>> '{}'::text[])) <= 300))));
grant execute on function app.library_paths(jsonb) to anon;
grant execute on function app.library_paths(jsonb) to authenticated;
grant execute on function app.library_paths(jsonb) to end_user;
grant execute on function app.library_paths(jsonb) to service_role;

CREATE OR REPLACE FUNCTION app.library_ways(p_item uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 WITH audiences AS (
          SELECT i.audience_id
            FROM public.library_items i
           WHERE ((i.tenant_id = app.tenant_id()) AND (i.id = library_ways.p_item) AND (i.audience_id IS NOT NULL))
         UNION
          SELECT c.audience_id
            FROM (public.library_lessons l
              JOIN public.library_items c ON (((c.tenant_id = l.tenant_id) AND (c.id = l.course_id))))
           WHERE ((l.tenant_id = app.tenant_id()) AND (l.item_id = library_ways.p_item) AND (c.audience_id IS NOT NULL) AND (c.id = ANY (ARRAY( SELECT app.seen_courses() AS seen_courses))))
         ), ways AS (
          SELECT DISTINCT w_1.way
            FROM (audiences a
              CROSS JOIN LATERAL jsonb_array_elements(app.ways_to_item(app.tenant_id(), a.audience_id)) w_1(way))
         )
  SELECT COALESCE(jsonb_agg((w.way ||
         CASE
             WHEN (b.id IS NULL) THEN '{}'::jsonb
             ELSE jsonb_build_object('price_cents', b.price_cents, 'currency', b.currency)
         END) ORDER BY (w.way ->> 'kind'::text), (w.way ->> 'name'::text)), '[]'::jsonb) AS "coalesce"
    FROM (ways w
      LEFT JOIN public.items b ON (((b.tenant_id = app.tenant_id()) AND (b.id = ((w.way ->> 'item_id'::text))::uuid))));
END;
grant execute on function app.library_ways(uuid) to anon;
grant execute on function app.library_ways(uuid) to end_user;

CREATE OR REPLACE FUNCTION app.library_words(p_title text, p_summary text, p_teaser text, p_tags text[])
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE
RETURN to_tsvector('simple'::regconfig, ((((((p_title || ' '::text) || COALESCE(p_summary, ''::text)) || ' '::text) || COALESCE(p_teaser, ''::text)) || ' '::text) || COALESCE((p_tags)::text, ''::text)));
grant execute on function app.library_words(text,text,text,text[]) to anon;
grant execute on function app.library_words(text,text,text,text[]) to authenticated;
grant execute on function app.library_words(text,text,text,text[]) to end_user;
grant execute on function app.library_words(text,text,text,text[]) to service_role;

CREATE OR REPLACE FUNCTION app.limit_audiences()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select count(*) from public.audiences where tenant_id = new.tenant_id) > 1000
    or (select count(*) from app.audience_terms where tenant_id = new.tenant_id) > 100000
  then
    raise exception 'A tenant has at most 1000 audiences, which name at most 100000 people, products and roles'
      using errcode = 'check_violation', constraint = 'audiences_limit', table = 'audiences';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.limit_captions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.library_items i where i.tenant_id = new.tenant_id and i.id = new.item_id for no key update;
  if (select count(*) from public.library_captions c where c.tenant_id = new.tenant_id and c.item_id = new.item_id) >= 20 then
    perform app.refuse_library('most_captions', '20');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.limit_library()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_most constant integer := app.library_most(new.tenant_id);
begin
  perform pg_advisory_xact_lock(hashtextextended('library of ' || new.tenant_id::text, 0));
  if (select count(*) from public.library_items i where i.tenant_id = new.tenant_id) >= v_most then
    perform app.refuse_library('most', v_most::text);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.limit_prompt_sources()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.prompt_assistants a where a.tenant_id = new.tenant_id and a.id = new.assistant_id for no key update;
  if (select count(*) from public.prompt_sources s where s.tenant_id = new.tenant_id and s.assistant_id = new.assistant_id) >= 100 then
    perform app.refuse_prompt('most_sources', '100');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.limit_type_quotas()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.ticket_types t where t.tenant_id = new.tenant_id and t.id = new.type_id for no key update;
  if (select count(*) from public.ticket_type_quotas q where q.tenant_id = new.tenant_id and q.type_id = new.type_id) >= 3 then
    raise exception 'A type takes seats of at most three quotas'
      using errcode = 'check_violation', constraint = 'ticket_type_quotas_most', table = 'ticket_type_quotas';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.limit_uploads()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('record files ' || new.tenant_id, 0));
  if not app.upload_fits(new.tenant_id, new.network, new.size) then
    raise exception 'Too many uploads wait for a row' using errcode = 'program_limit_exceeded', table = 'record_files';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.list_events(p_series uuid, p_from timestamp with time zone, p_until timestamp with time zone)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT app.event_view(e.id, NULL::text) AS event_view
    FROM public.ticket_events e
   WHERE ((e.tenant_id = app.tenant_id()) AND (e.state <> 'draft'::text) AND ((list_events.p_series IS NULL) OR (e.series_id = list_events.p_series)) AND (e.ends_at > COALESCE(list_events.p_from, now())) AND ((list_events.p_until IS NULL) OR (e.starts_at < list_events.p_until)) AND ((e.audience_id IS NULL) OR (e.audience_id = ANY (ARRAY( SELECT app.my_audiences() AS my_audiences)))))
   ORDER BY e.starts_at, e.id
  LIMIT 100;
END;
grant execute on function app.list_events(uuid,timestamp with time zone,timestamp with time zone) to anon;
grant execute on function app.list_events(uuid,timestamp with time zone,timestamp with time zone) to end_user;

CREATE OR REPLACE FUNCTION app.lock_seats(p_tenant uuid, p_event uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from public.ticket_quotas q where q.tenant_id = p_tenant and q.event_id = p_event order by q.id for no key update;
end $function$;

CREATE OR REPLACE FUNCTION app.mailbox_of(p_email text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (lower(p_email) ~ '@(gmail|googlemail)\.com$'::text) THEN (replace(split_part(split_part(lower(p_email), '@'::text, 1), '+'::text, 1), '.'::text, ''::text) || '@gmail.com'::text) ELSE regexp_replace(lower(p_email), '\+[^@]*@'::text, '@'::text) END;
grant execute on function app.mailbox_of(text) to anon;
grant execute on function app.mailbox_of(text) to authenticated;
grant execute on function app.mailbox_of(text) to end_user;
grant execute on function app.mailbox_of(text) to service_role;

CREATE OR REPLACE FUNCTION app.mark_knowledge()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.prompt_assistants a set knowledge_at = now()
    where a.tenant_id = coalesce(new.tenant_id, old.tenant_id) and a.id = coalesce(new.assistant_id, old.assistant_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.member_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (NULLIF("right"(current_setting('request.member'::text, true), 36), ''::text))::uuid;
grant execute on function app.member_id() to anon;
grant execute on function app.member_id() to authenticated;
grant execute on function app.member_id() to end_user;
grant execute on function app.member_id() to service_role;

CREATE OR REPLACE FUNCTION app.member_tenant()
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (NULLIF("left"(current_setting('request.member'::text, true), 36), ''::text))::uuid;
grant execute on function app.member_tenant() to anon;
grant execute on function app.member_tenant() to authenticated;
grant execute on function app.member_tenant() to end_user;
grant execute on function app.member_tenant() to service_role;

CREATE OR REPLACE FUNCTION app.mode_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.end_audience_sets(array[new.id]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.my_access()
 RETURNS TABLE(kind text, which text, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT DISTINCT f.kind,
     f.which,
         CASE
             WHEN (f.kind = 'role'::text) THEN f.which
             ELSE i.name
         END AS name
    FROM ((auth.users u
      CROSS JOIN LATERAL app.audience_facts(u.pool_id, u.id) f(kind, which, since))
      LEFT JOIN public.items i ON (((i.tenant_id = u.pool_id) AND (i.id =
         CASE
             WHEN (f.kind = 'bought'::text) THEN (f.which)::uuid
             ELSE NULL::uuid
         END))))
   WHERE ((auth.role() = 'end_user'::text) AND (u.pool_id = app.tenant_id()) AND (u.id = auth.uid()) AND (u.deleted_at IS NULL) AND ((u.banned_until IS NULL) OR (u.banned_until <= now())) AND (f.kind = ANY (ARRAY['role'::text, 'bought'::text])));
END;
grant execute on function app.my_access() to end_user;

CREATE OR REPLACE FUNCTION app.my_audiences()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_member constant text := current_setting('request.member', true);
  v_claims jsonb;
  v_known uuid[];
  v_audience uuid;
begin
  if v_member <> '' then
    select case when s.until > now() then s.audiences end into v_known from app.audience_sets s
      where s.tenant_id = left(v_member, 36)::uuid and s.member_id = right(v_member, 36)::uuid
      order by s.until limit 1;
    if cardinality(v_known) > 0 then
      foreach v_audience in array v_known loop
        return next v_audience;
      end loop;
      return;
    end if;
  end if;
  v_claims := auth.jwt();
  if v_claims ->> 'role' = 'end_user' and not v_claims ? 'pretend' then
    return query
      select o.audience_id from app.open_audiences((v_claims ->> 'tenant')::uuid, (v_claims ->> 'sub')::uuid) o;
    if found then
      return;
    end if;
  end if;
  -- View as (docs/decisions/061): an assumed member is no row.
  if v_claims ->> 'role' in ('anon', 'end_user') then
    if v_claims ? 'pretend' then
      return query
        select a.id from public.audiences a
        where a.tenant_id = (v_claims ->> 'tenant')::uuid and app.rule_opens(a.rule, v_claims -> 'pretend');
    else
      return query select e.audience_id from app.audiences_of_everyone((v_claims ->> 'tenant')::uuid) e;
    end if;
  end if;
end $function$;
grant execute on function app.my_audiences() to anon;
grant execute on function app.my_audiences() to end_user;

CREATE OR REPLACE FUNCTION app.my_audiences_as_owner()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
declare
  v_claims constant jsonb := auth.jwt();
begin
  if v_claims ->> 'role' is distinct from 'end_user' then
    return;
  end if;
  return query
    select t.audience_id
    from auth.users u
    join app.audience_terms t on t.tenant_id = u.pool_id and t.kind = 'owner' and t.which = ''
    where u.pool_id = (v_claims ->> 'tenant')::uuid and u.id = (v_claims ->> 'sub')::uuid and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())
      and (t.opens_at is null or t.opens_at <= now()) and (t.closes_at is null or t.closes_at > now());
end $function$;
grant execute on function app.my_audiences_as_owner() to end_user;

CREATE OR REPLACE FUNCTION app.my_audiences_as_team()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
declare
  v_claims constant jsonb := auth.jwt();
begin
  if v_claims ->> 'role' is distinct from 'end_user' then
    return;
  end if;
  return query
    select t.audience_id
    from auth.users u
    join public.team_members m on m.tenant_id = u.pool_id and m.auth_user_id = u.id and m.is_active
    join app.audience_terms t on t.tenant_id = u.pool_id and t.kind = 'team' and t.which = ''
    where u.pool_id = (v_claims ->> 'tenant')::uuid and u.id = (v_claims ->> 'sub')::uuid and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())
      and (t.opens_at is null or t.opens_at <= now()) and (t.closes_at is null or t.closes_at > now())
      and (t.after_days is null or m.joined_at + make_interval(hours => 24 * t.after_days) <= now());
end $function$;
grant execute on function app.my_audiences_as_team() to end_user;

CREATE OR REPLACE FUNCTION app.my_certificate(p_course uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT
         CASE
             WHEN (own.revoked_at IS NOT NULL) THEN jsonb_build_object('state', 'revoked')
             WHEN (own.id IS NOT NULL) THEN jsonb_build_object('state', 'issued', 'code', own.code, 'name', own.name, 'issued_at', (to_json(own.issued_at) #>> '{}'::text[]))
             WHEN (p.finished_at IS NOT NULL) THEN jsonb_build_object('state', 'ready')
             ELSE jsonb_build_object('state', 'open')
         END AS jsonb_build_object
    FROM ((public.library_items i
      LEFT JOIN public.library_certificates own ON (((own.tenant_id = i.tenant_id) AND (own.auth_user_id = auth.uid()) AND (own.course_id = i.id))))
      LEFT JOIN public.library_progress p ON (((p.tenant_id = i.tenant_id) AND (p.auth_user_id = auth.uid()) AND (p.item_id = i.id))))
   WHERE ((i.tenant_id = app.tenant_id()) AND (i.id = my_certificate.p_course) AND i.has_certificate AND (auth.uid() IS NOT NULL));
END;
grant execute on function app.my_certificate(uuid) to end_user;

CREATE OR REPLACE FUNCTION app.my_lesson_items()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT l.item_id
    FROM app.my_lessons() l(course_id, item_id, opens_at);
END;
grant execute on function app.my_lesson_items() to anon;
grant execute on function app.my_lesson_items() to end_user;

CREATE OR REPLACE FUNCTION app.my_lessons()
 RETURNS TABLE(course_id uuid, item_id uuid, opens_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT l.course_id,
     l.item_id,
     app.lesson_opens_at((l.drip_days)::integer, l.drip_at,
         CASE c.counts_from
             WHEN 'start'::text THEN s.started_at
             ELSE ( SELECT u.created_at
                FROM auth.users u
               WHERE ((u.pool_id = l.tenant_id) AND (u.id = auth.uid())))
         END, d.finished_at) AS lesson_opens_at
    FROM (((public.library_items c
      JOIN public.library_lessons l ON (((l.tenant_id = c.tenant_id) AND (l.course_id = c.id))))
      LEFT JOIN public.library_progress s ON (((s.tenant_id = l.tenant_id) AND (s.auth_user_id = auth.uid()) AND (s.item_id = l.course_id))))
      LEFT JOIN public.library_progress d ON (((d.tenant_id = l.tenant_id) AND (d.auth_user_id = auth.uid()) AND (d.item_id = l.item_id))))
   WHERE ((c.tenant_id = app.tenant_id()) AND (c.kind = 'course'::text) AND (c.published_at <= now()) AND (c.audience_id = ANY (ARRAY( SELECT app.my_audiences() AS my_audiences))));
END;
grant execute on function app.my_lessons() to anon;
grant execute on function app.my_lessons() to end_user;

CREATE OR REPLACE FUNCTION app.my_memberships()
 RETURNS TABLE(tenant_id uuid, name text, role text, needs_two_step boolean, plan text, ownership_offered boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT s.tenant_id,
     t.name,
     s.role,
     (t.staff_two_step AND ((auth.jwt() ->> 'aal'::text) IS DISTINCT FROM 'aal2'::text)) AS needs_two_step,
     app.plan_of(t.owner_user_id) AS plan,
     (EXISTS ( SELECT
            FROM public.ownership_offers o
           WHERE ((o.tenant_id = s.tenant_id) AND (o.user_id = s.user_id) AND (o.expires_at > now())))) AS ownership_offered
    FROM (public.tenant_staff s
      JOIN public.tenants t ON ((t.id = s.tenant_id)))
   WHERE ((s.user_id = auth.uid()) AND (auth.role() = 'authenticated'::text))
   ORDER BY (lower(t.name)), s.tenant_id;
END;
grant execute on function app.my_memberships() to authenticated;

CREATE OR REPLACE FUNCTION app.my_offer(p_item uuid)
 RETURNS TABLE(item_id uuid, may_buy boolean, price_cents integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 WITH mine AS MATERIALIZED (
          SELECT ARRAY( SELECT app.my_audiences() AS id) AS ids
         )
  SELECT o.item_id,
     o.may_buy,
     o.price_cents
    FROM (mine m
      CROSS JOIN LATERAL app.offers_for(app.tenant_id(), m.ids, my_offer.p_item) o(item_id, may_buy, price_cents, regular_price_cents, ways, depends))
   WHERE (o.item_id = my_offer.p_item);
END;
grant execute on function app.my_offer(uuid) to anon;
grant execute on function app.my_offer(uuid) to end_user;

CREATE OR REPLACE FUNCTION app.my_offers()
 RETURNS TABLE(item_id uuid, may_buy boolean, price_cents integer, regular_price_cents integer, ways jsonb, depends boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 WITH mine AS MATERIALIZED (
          SELECT ARRAY( SELECT app.my_audiences() AS my_audiences) AS ids
         )
  SELECT o.item_id,
     o.may_buy,
     o.price_cents,
     o.regular_price_cents,
     o.ways,
     o.depends
    FROM (mine m
      CROSS JOIN LATERAL app.offers_for(app.tenant_id(), m.ids, NULL::uuid) o(item_id, may_buy, price_cents, regular_price_cents, ways, depends));
END;
grant execute on function app.my_offers() to anon;
grant execute on function app.my_offers() to end_user;

CREATE OR REPLACE FUNCTION app.my_team()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT m.team_id
    FROM (auth.users u
      JOIN public.team_members m ON (((m.tenant_id = u.pool_id) AND (m.auth_user_id = u.id) AND m.is_active)))
   WHERE ((auth.role() = 'end_user'::text) AND (u.pool_id = app.tenant_id()) AND (u.id = auth.uid()) AND (u.deleted_at IS NULL) AND ((u.banned_until IS NULL) OR (u.banned_until <= now())));
END;
grant execute on function app.my_team() to end_user;

CREATE OR REPLACE FUNCTION app.my_teams()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT m.team_id
    FROM (auth.users u
      JOIN public.team_members m ON (((m.tenant_id = u.pool_id) AND (m.auth_user_id = u.id))))
   WHERE ((auth.role() = 'end_user'::text) AND (u.pool_id = app.tenant_id()) AND (u.id = auth.uid()) AND (u.deleted_at IS NULL) AND ((u.banned_until IS NULL) OR (u.banned_until <= now())));
END;
grant execute on function app.my_teams() to end_user;

CREATE OR REPLACE FUNCTION app.my_tickets(p_secret bytea)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT jsonb_build_object('id', k.id, 'state', k.state, 'test', (k.mode = 'test'::text), 'event', jsonb_build_object('id', e.id, 'title', e.title, 'place', e.place, 'zone', e.zone, 'starts_at', e.starts_at, 'ends_at', e.ends_at, 'state', e.state, 'over', (e.ends_at <= now())), 'type_id', k.type_id, 'type_name', t.name, 'price_cents', k.price_cents, 'currency', e.currency, 'holder_name', k.holder_name, 'holder_email', k.holder_email, 'answers', k.answers, 'questions', t.questions, 'code_sealed',
         CASE
             WHEN (k.state = 'valid'::text) THEN k.code_sealed
             ELSE NULL::text
         END, 'online_url',
         CASE
             WHEN ((k.state = 'valid'::text) AND ((k.mode = 'live'::text) OR (n.stripe_mode = 'test'::text))) THEN s.online_url
             ELSE NULL::text
         END, 'recording_url',
         CASE
             WHEN ((k.state = 'valid'::text) AND ((k.mode = 'live'::text) OR (n.stripe_mode = 'test'::text)) AND (e.ends_at <= now())) THEN s.recording_url
             ELSE NULL::text
         END, 'can_transfer', ((k.state = 'valid'::text) AND t.is_transferable AND (e.ends_at > now()) AND (e.state = 'published'::text)), 'can_cancel', ((k.state = 'valid'::text) AND COALESCE((e.cancel_until > now()), false) AND (e.state = 'published'::text)), 'refund_cents',
         CASE
             WHEN (k.source = 'order'::text) THEN app.refund_share(k.price_cents, e.*)
             ELSE 0
         END, 'order_id',
         CASE
             WHEN (k.transfers = 0) THEN k.order_id
             ELSE NULL::uuid
         END, 'site', n.name, 'event_updated_at', e.updated_at) AS jsonb_build_object
    FROM (((((public.tickets k
      JOIN public.ticket_events e ON (((e.tenant_id = k.tenant_id) AND (e.id = k.event_id))))
      JOIN public.tenants n ON ((n.id = k.tenant_id)))
      JOIN public.ticket_types t ON (((t.tenant_id = k.tenant_id) AND (t.id = k.type_id))))
      LEFT JOIN public.ticket_event_secrets s ON (((s.tenant_id = k.tenant_id) AND (s.event_id = k.event_id))))
      LEFT JOIN app.ticket_carts c ON (((c.tenant_id = k.tenant_id) AND (c.id = k.cart_id) AND (c.secret_hash = my_tickets.p_secret))))
   WHERE ((k.tenant_id = app.tenant_id()) AND (k.state <> ALL (ARRAY['reserved'::text, 'void'::text])) AND
         CASE
             WHEN (my_tickets.p_secret IS NULL) THEN ((auth.role() = 'end_user'::text) AND (k.auth_user_id = auth.uid()))
             ELSE ((c.id IS NOT NULL) AND (k.transfers = 0))
         END)
   ORDER BY (e.ends_at <= now()), (abs(EXTRACT(epoch FROM (e.starts_at - now())))), k.id
  LIMIT 200;
END;
grant execute on function app.my_tickets(bytea) to anon;
grant execute on function app.my_tickets(bytea) to end_user;

CREATE OR REPLACE FUNCTION app.name_buyer(p_cart app.ticket_carts, p_user uuid, p_email text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_most integer;
begin
  perform app.lock_seats(p_cart.tenant_id, p_cart.event_id);
  update app.ticket_carts set email = p_email, auth_user_id = coalesce(p_user, auth_user_id) where tenant_id = p_cart.tenant_id and id = p_cart.id;
  select min(t.most_per_buyer) into v_most
    from app.ticket_cart_lines l join public.ticket_types t on t.tenant_id = l.tenant_id and t.id = l.type_id
    where l.tenant_id = p_cart.tenant_id and l.cart_id = p_cart.id
      and t.most_per_buyer < app.units_of_buyer(p_cart.tenant_id, t.id, coalesce(p_user, p_cart.auth_user_id), p_email);
  if v_most is not null then
    perform app.refuse_tickets('buyer_limit', v_most::text);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION app.nearly_full(p_totals app.record_totals, p_rows bigint, p_bytes bigint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((((p_totals).rows)::numeric > ((p_rows)::numeric * 0.9)) OR (((p_totals).bytes)::numeric > ((p_bytes)::numeric * 0.9)) OR (((p_totals).history_bytes)::numeric > ((p_bytes)::numeric * 3.6)));

CREATE OR REPLACE FUNCTION app.note_changed_facts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into app.audience_sets (tenant_id, member_id, until)
      select distinct n.tenant_id, n.auth_user_id, '-infinity'::timestamptz from new_rows n;
  elsif tg_op = 'UPDATE' then
    insert into app.audience_sets (tenant_id, member_id, until)
      select n.tenant_id, n.auth_user_id, '-infinity'::timestamptz from new_rows n
      union select o.tenant_id, o.auth_user_id, '-infinity'::timestamptz from old_rows o;
  else
    -- A deleted account has no set any more.
    insert into app.audience_sets (tenant_id, member_id, until)
      select distinct o.tenant_id, o.auth_user_id, '-infinity'::timestamptz
      from old_rows o join auth.users u on u.pool_id = o.tenant_id and u.id = o.auth_user_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.note_door_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  -- An admission that is deleted with its ticket finds none.
  insert into app.door_changes (tenant_id, event_id, ticket_id, changed_in)
    select k.tenant_id, k.event_id, k.id, pg_current_xact_id()::text::bigint from public.tickets k
    where k.tenant_id = (v_row ->> 'tenant_id')::uuid
      and k.id = (case when tg_table_name = 'tickets' then v_row ->> 'id' else v_row ->> 'ticket_id' end)::uuid
    on conflict (tenant_id, ticket_id) do update set changed_in = excluded.changed_in;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.notify_tenant_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_notify('tenant_changed', coalesce(old.public_key, ''));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.offer_tickets(p_tenant uuid, p_wait uuid, p_secret bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_wait public.ticket_waits;
  v_type public.ticket_types;
  v_quotas uuid[];
  v_cart uuid;
  v_until timestamptz;
begin
  select * into v_wait from public.ticket_waits w where w.tenant_id = p_tenant and w.id = p_wait;
  perform app.end_due_carts(p_tenant, v_wait.event_id);
  -- Under the lock of the seats.
  select * into v_wait from public.ticket_waits w where w.tenant_id = p_tenant and w.id = p_wait and w.state = 'waiting';
  if not found then
    return false;
  end if;
  select * into v_type from public.ticket_types t where t.tenant_id = p_tenant and t.id = v_wait.type_id;
  select array_agg(q.id order by q.id) into v_quotas
    from public.ticket_type_quotas m join public.ticket_quotas q on q.tenant_id = m.tenant_id and q.id = m.quota_id
    where m.tenant_id = p_tenant and m.event_id = v_wait.event_id and m.type_id = v_wait.type_id
    having min(q.capacity - q.held - q.sold) >= v_wait.quantity * v_type.group_size;
  -- A day, but no more than a quarter of the time that is left until the event starts, so that seats that are not taken go round again.
  select least(now() + greatest(interval '30 minutes', least(interval '24 hours', (e.starts_at - now()) / 4)), e.ends_at, v_type.sale_until)
    into v_until
    from public.ticket_events e where e.tenant_id = p_tenant and e.id = v_wait.event_id and e.state = 'published';
  if v_quotas is null or v_until is null or v_until <= now() then
    return false;
  end if;
  insert into app.ticket_carts (tenant_id, event_id, secret_hash, email, auth_user_id, wait_id, until_at)
    values (p_tenant, v_wait.event_id, p_secret, v_wait.email, v_wait.auth_user_id, p_wait, v_until) returning id into v_cart;
  insert into app.ticket_cart_lines (tenant_id, cart_id, type_id, quantity, group_size, unit_price, quota_ids)
    values (p_tenant, v_cart, v_type.id, v_wait.quantity, v_type.group_size, app.ticket_price(v_type, v_wait.quantity), v_quotas);
  update public.ticket_quotas q set held = q.held + v_wait.quantity * v_type.group_size where q.tenant_id = p_tenant and q.id = any (v_quotas);
  update public.ticket_types t set taken = t.taken + v_wait.quantity where t.tenant_id = p_tenant and t.id = v_type.id;
  update public.ticket_waits set state = 'offered', offered_until = v_until where tenant_id = p_tenant and id = p_wait;
  return true;
end $function$;
grant execute on function app.offer_tickets(uuid,uuid,bytea) to service_role;

CREATE OR REPLACE FUNCTION app.offers(p_tenant uuid, p_member uuid, p_item uuid)
 RETURNS TABLE(item_id uuid, may_buy boolean, price_cents integer, regular_price_cents integer, ways jsonb, depends boolean)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 WITH mine AS MATERIALIZED (
          SELECT ARRAY( SELECT app.audiences_of(offers.p_tenant, offers.p_member) AS audiences_of) AS ids
         )
  SELECT o.item_id,
     o.may_buy,
     o.price_cents,
     o.regular_price_cents,
     o.ways,
     o.depends
    FROM (mine m
      CROSS JOIN LATERAL app.offers_for(offers.p_tenant, m.ids, offers.p_item) o(item_id, may_buy, price_cents, regular_price_cents, ways, depends));
END;
grant execute on function app.offers(uuid,uuid,uuid) to service_role;

CREATE OR REPLACE FUNCTION app.offers_for(p_tenant uuid, p_audiences uuid[], p_item uuid)
 RETURNS TABLE(item_id uuid, may_buy boolean, price_cents integer, regular_price_cents integer, ways jsonb, depends boolean)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT i.id AS item_id,
     o.may_buy,
         CASE
             WHEN o.is_member THEN i.member_price_cents
             ELSE i.price_cents
         END AS price_cents,
         CASE
             WHEN o.is_member THEN i.price_cents
             ELSE NULL::integer
         END AS regular_price_cents,
         CASE
             WHEN (NOT o.may_buy) THEN app.ways_to_item(offers_for.p_tenant, i.audience_id)
             ELSE NULL::jsonb
         END AS ways,
     ((i.audience_id IS NOT NULL) OR (i.member_audience_id IS NOT NULL)) AS depends
    FROM (public.items i
      CROSS JOIN LATERAL ( SELECT ((i.audience_id IS NULL) OR (i.audience_id = ANY (offers_for.p_audiences))) AS may_buy,
             COALESCE((i.member_audience_id = ANY (offers_for.p_audiences)), false) AS is_member) o)
   WHERE ((i.tenant_id = offers_for.p_tenant) AND i.active AND ((offers_for.p_item IS NULL) OR (i.id = offers_for.p_item)));
END;
grant execute on function app.offers_for(uuid,uuid[],uuid) to service_role;

CREATE OR REPLACE FUNCTION app.offers_providers(p_pool uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT ((p_pool = '00000000-0000-0000-0000-000000000000'::uuid) OR (EXISTS ( SELECT
            FROM public.tenants
           WHERE ((tenants.id = offers_providers.p_pool) AND app.has_plan(tenants.owner_user_id, 'pro'::text)))));
END;
grant execute on function app.offers_providers(uuid) to service_role;

CREATE OR REPLACE FUNCTION app.offers_to(p_tenant uuid, p_facts jsonb, p_products uuid[])
 RETURNS TABLE(id uuid, name text, price_cents integer, currency text, "interval" text)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT i.id,
     i.name,
         CASE
             WHEN app.rule_opens(m.rule, offers_to.p_facts) THEN i.member_price_cents
             ELSE i.price_cents
         END AS price_cents,
     i.currency,
     i."interval"
    FROM ((public.items i
      LEFT JOIN public.audiences a ON (((a.tenant_id = i.tenant_id) AND (a.id = i.audience_id))))
      LEFT JOIN public.audiences m ON (((m.tenant_id = i.tenant_id) AND (m.id = i.member_audience_id))))
   WHERE ((i.tenant_id = offers_to.p_tenant) AND (i.id = ANY (offers_to.p_products)) AND i.active AND ((i.audience_id IS NULL) OR app.rule_opens(a.rule, offers_to.p_facts)));
END;

CREATE OR REPLACE FUNCTION app.open_audiences(p_tenant uuid, p_member uuid)
 RETURNS TABLE(audience_id uuid)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT t.audience_id
    FROM (app.member_facts f
      JOIN app.audience_terms t ON (((t.tenant_id = f.tenant_id) AND (t.kind = f.kind) AND (t.which = f.which))))
   WHERE ((f.tenant_id = open_audiences.p_tenant) AND (f.auth_user_id = open_audiences.p_member) AND (f.barred_until <= now()) AND (f.until > now()) AND ((f.mode = 'live'::text) OR (( SELECT s.stripe_mode
            FROM public.tenants s
           WHERE (s.id = open_audiences.p_tenant)) = 'test'::text)) AND (t.opens <= now()) AND (t.closes > now()) AND ((f.since + t.waits) <= now()));
END;

CREATE OR REPLACE FUNCTION app.open_block(p_block uuid)
 RETURNS TABLE(title text, gate text, plan_name text, plan_cents integer, plan_interval text, data jsonb, closes boolean, offers jsonb, opens_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT b.title,
     b.gate,
     b.plan_name,
     b.plan_cents,
     b.plan_interval,
     b.data,
     b.closes,
     b.offers,
     b.opens_at
    FROM ((( SELECT app.tenant_id() AS tenant) caller
      LEFT JOIN auth.users u ON (((auth.role() = 'end_user'::text) AND (u.pool_id = caller.tenant) AND (u.id = auth.uid()) AND (u.deleted_at IS NULL) AND ((u.banned_until IS NULL) OR (u.banned_until <= now())))))
      CROSS JOIN LATERAL app.block_for(open_block.p_block, caller.tenant, u.id, (auth.jwt() -> 'pretend'::text)) b(title, gate, plan_name, plan_cents, plan_interval, data, closes, offers, opens_at));
END;
grant execute on function app.open_block(uuid) to anon;
grant execute on function app.open_block(uuid) to end_user;

CREATE OR REPLACE FUNCTION app.open_form(p_form uuid)
 RETURNS TABLE(id uuid, table_id uuid, title text, design jsonb, settings jsonb, opens_at timestamp with time zone, revision integer, state text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_member constant uuid := case when auth.role() = 'end_user' then auth.uid() end;
begin
  return query
    select f.id, f.table_id, f.title, f.design, f.settings, f.opens_at, f.revision, case
      when not f.is_open or (f.place > (select min(o.place) from public.data_forms o where o.tenant_id = f.tenant_id)
        and not app.has_plan(n.owner_user_id, 'pro')) then 'closed'
      when f.opens_at > now() then 'not_yet'
      when f.closes_at <= now() then 'ended'
      when f.submitted >= f.most then 'full'
      when v_member is null and (f.per_person is not null or f.audience_id is not null
        and f.audience_id <> all (array(select app.my_audiences()))) then 'sign_in'
      when f.audience_id is not null and f.audience_id <> all (array(select app.my_audiences())) then 'not_for_you'
      when f.per_person <= (select count(*) from app.form_submissions s
        where s.tenant_id = f.tenant_id and s.form_id = f.id and s.sender = v_member) then 'done'
      else 'open' end
    from public.data_forms f
    join public.tenants n on n.id = f.tenant_id
    join public.data_tables t on t.tenant_id = f.tenant_id and t.id = f.table_id and t.deleted_at is null
    where f.tenant_id = app.tenant_id() and f.id = p_form;
end $function$;
grant execute on function app.open_form(uuid) to anon;
grant execute on function app.open_form(uuid) to end_user;

CREATE OR REPLACE FUNCTION app.open_library()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT i.id
    FROM public.library_items i
   WHERE ((i.tenant_id = app.tenant_id()) AND (i.published_at <= now()) AND (i.audience_id = ANY (ARRAY( SELECT app.my_audiences() AS my_audiences))))
 UNION
  SELECT i.id
    FROM (app.my_lessons() l(course_id, item_id, opens_at)
      JOIN public.library_items i ON (((i.tenant_id = app.tenant_id()) AND (i.id = l.item_id))))
   WHERE ((l.opens_at <= now()) AND (i.published_at <= now()));
END;
grant execute on function app.open_library() to anon;
grant execute on function app.open_library() to end_user;

CREATE OR REPLACE FUNCTION app.open_list(p_view uuid)
 RETURNS TABLE(id uuid, table_id uuid, title text, layout text, design jsonb, audiences uuid[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
    select v.id, v.table_id, v.title, v.layout, v.design, array(select app.my_audiences())
    from public.data_views v
    join public.data_tables t on t.tenant_id = v.tenant_id and t.id = v.table_id and t.deleted_at is null
    where v.tenant_id = app.tenant_id() and v.id = p_view;
end $function$;
grant execute on function app.open_list(uuid) to anon;
grant execute on function app.open_list(uuid) to end_user;

CREATE OR REPLACE FUNCTION app.open_prompt_sources()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT s.id
    FROM public.prompt_sources s
   WHERE ((s.tenant_id = app.tenant_id()) AND (s.audience_id = ANY (ARRAY( SELECT app.my_audiences() AS my_audiences))));
END;
grant execute on function app.open_prompt_sources() to anon;
grant execute on function app.open_prompt_sources() to end_user;

CREATE OR REPLACE FUNCTION app.open_to_me()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE ROWS 20
BEGIN ATOMIC
 SELECT unnest(COALESCE(( SELECT NULLIF(
                 CASE
                     WHEN (s.until > now()) THEN s.audiences
                     ELSE NULL::uuid[]
                 END, '{}'::uuid[]) AS audiences
            FROM app.audience_sets s
           WHERE ((s.tenant_id = app.member_tenant()) AND (s.member_id = app.member_id()))
           ORDER BY s.until
          LIMIT 1), ARRAY( SELECT app.my_audiences() AS id))) AS id;
END;
grant execute on function app.open_to_me() to anon;
grant execute on function app.open_to_me() to end_user;

CREATE OR REPLACE FUNCTION app.order_cart()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_cart app.ticket_carts;
  v_event public.ticket_events;
begin
  -- The share lock waits for a transaction that cancels the event or takes it off the site.
  select e.* into v_event from app.ticket_carts c join public.ticket_events e on e.tenant_id = c.tenant_id and e.id = c.event_id
    where c.tenant_id = new.tenant_id and c.id = new.source_id for share of e;
  perform app.refuse_closed_event(v_event);
  select * into v_cart from app.ticket_carts c where c.tenant_id = new.tenant_id and c.id = new.source_id for update;
  if v_cart.state = 'ordered' then
    perform app.refuse_tickets('cart_ordered');
  elsif v_cart.state is distinct from 'held' or v_cart.until_at <= now() then
    perform app.refuse_tickets('cart_ended');
  elsif new.amount_total <> (select sum(l.unit_price * l.quantity) from app.ticket_cart_lines l
      where l.tenant_id = v_cart.tenant_id and l.cart_id = v_cart.id) then
    perform app.refuse_tickets('price_changed');
  end if;
  update app.ticket_carts set state = 'ordered', order_id = new.id where tenant_id = v_cart.tenant_id and id = v_cart.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.order_grants(p_tenant uuid, p_order uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM app.granting_orders(order_grants.p_tenant) g(id, auth_user_id, mode, source_id, since)
           WHERE (g.id = order_grants.p_order))) AS "exists";
END;
grant execute on function app.order_grants(uuid,uuid) to service_role;

CREATE OR REPLACE FUNCTION app.orders_of_person(p_tenant uuid, p_user uuid, p_email text)
 RETURNS SETOF public.orders
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select o.* from public.orders o
  where o.tenant_id = p_tenant and (o.auth_user_id = p_user or o.auth_user_id is null and lower(o.email) = lower(p_email));
$function$;

CREATE OR REPLACE FUNCTION app.own_cart(p_secret bytea, p_own bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update app.ticket_carts c set secret_hash = p_own
    where c.tenant_id = app.tenant_id() and c.secret_hash = p_secret and c.state in ('held', 'ordered')
      and not exists (select from app.ticket_carts o where o.tenant_id = c.tenant_id and o.secret_hash = p_own);
  return found or exists (select from app.ticket_carts c where c.tenant_id = app.tenant_id() and c.secret_hash = p_own);
end $function$;
grant execute on function app.own_cart(bytea,bytea) to anon;
grant execute on function app.own_cart(bytea,bytea) to end_user;

CREATE OR REPLACE FUNCTION app.own_ticket(p_ticket uuid, p_secret bytea)
 RETURNS public.tickets
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ticket public.tickets;
begin
  select k.* into v_ticket from public.tickets k
    left join app.ticket_carts c on c.tenant_id = k.tenant_id and c.id = k.cart_id and c.secret_hash = p_secret and k.transfers = 0
    where k.tenant_id = app.tenant_id() and k.id = p_ticket and k.state not in ('reserved', 'void')
      and (c.id is not null or auth.role() = 'end_user' and k.auth_user_id = auth.uid());
  if v_ticket.id is null then
    perform app.refuse_tickets('ticket_not_found');
  end if;
  return v_ticket;
end $function$;

CREATE OR REPLACE FUNCTION app.owned_tenants()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT tenants.id
    FROM public.tenants
   WHERE ((tenants.owner_user_id = auth.uid()) AND (auth.role() = 'authenticated'::text));
END;
grant execute on function app.owned_tenants() to authenticated;

CREATE OR REPLACE FUNCTION app.owns_tenants(p_pool uuid, p_user uuid)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT pg_advisory_xact_lock(hashtextextended(('tenants of '::text || p_user), (0)::bigint)) AS pg_advisory_xact_lock
   WHERE (p_pool = '00000000-0000-0000-0000-000000000000'::uuid);
 SELECT ((p_pool = '00000000-0000-0000-0000-000000000000'::uuid) AND (EXISTS ( SELECT
            FROM public.tenants t
           WHERE (t.owner_user_id = owns_tenants.p_user))));
END;

CREATE OR REPLACE FUNCTION app.pair_device(p_pairing bytea, p_token bytea)
 RETURNS TABLE(list_id uuid, event_id uuid, name text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 WITH paired AS (
          UPDATE public.checkin_devices d SET token_hash = pair_device.p_token, pairing_hash = NULL::bytea, paired_at = now()
           WHERE ((d.tenant_id = app.tenant_id()) AND (d.pairing_hash = pair_device.p_pairing) AND (d.pairing_until > now()) AND (d.revoked_at IS NULL))
           RETURNING d.tenant_id,
             d.list_id
         )
  SELECT l.id AS list_id,
     l.event_id,
     l.name
    FROM (paired p
      JOIN public.checkin_lists l ON (((l.tenant_id = p.tenant_id) AND (l.id = p.list_id))));
END;
grant execute on function app.pair_device(bytea,bytea) to anon;
grant execute on function app.pair_device(bytea,bytea) to end_user;

CREATE OR REPLACE FUNCTION app.pays_for_plan(p_pool uuid, p_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT ((p_pool = '00000000-0000-0000-0000-000000000000'::uuid) AND ((EXISTS ( SELECT
            FROM public.subscriptions s
           WHERE ((s.user_id = pays_for_plan.p_user) AND (s.status = ANY (ARRAY['active'::text, 'trialing'::text, 'past_due'::text, 'unpaid'::text, 'paused'::text, 'incomplete'::text]))))) OR (EXISTS ( SELECT
            FROM app.plan_checkouts c
           WHERE ((c.user_id = pays_for_plan.p_user) AND (c.status = 'open'::text) AND (c.created_at > (now() - '2 days'::interval)))))));
END;

CREATE OR REPLACE FUNCTION app.person_export(p_tenant uuid, p_user uuid)
 RETURNS TABLE(part text, content jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function app.person_export(uuid,uuid) to service_role;

CREATE OR REPLACE FUNCTION app.person_rows(p_relation text, p_person text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT format('%s where %I = $1 and %I = $2%s'::text, person_rows.p_relation,
         CASE
             WHEN bool_or((a.attname = 'tenant_id'::name)) THEN 'tenant_id'::text
             ELSE 'pool_id'::text
         END, person_rows.p_person,
         CASE
             WHEN bool_or(((a.attname = person_rows.p_person) AND (a.atttypid = ('text'::regtype)::oid))) THEN '::text'::text
             ELSE ''::text
         END) AS format
    FROM pg_attribute a
   WHERE ((a.attrelid = ((person_rows.p_relation)::regclass)::oid) AND (a.attnum > 0) AND (NOT a.attisdropped));
END;

CREATE OR REPLACE FUNCTION app.place_data_form()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_owner uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('data_forms ' || new.tenant_id::text, 0));
  select g.n into new.place from generate_series(1, 200) as g (n)
    where not exists (select from public.data_forms f where f.tenant_id = new.tenant_id and f.place = g.n)
    order by g.n limit 1;
  select t.owner_user_id into v_owner from public.tenants t where t.id = new.tenant_id;
  if new.place is null or (exists (select from public.data_forms f where f.tenant_id = new.tenant_id)
      and not app.has_plan(v_owner, 'pro')) then
    raise exception 'This plan includes no more forms' using errcode = 'check_violation',
      constraint = case when new.place is null then 'data_forms_limit' else 'data_forms_plan' end, table = 'data_forms';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.place_data_table()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION app.place_data_view()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('data_views ' || new.tenant_id::text, 0));
  select g.n into new.place from generate_series(1, 200) as g (n)
    where not exists (select from public.data_views v where v.tenant_id = new.tenant_id and v.place = g.n)
    order by g.n limit 1;
  if new.place is null then
    raise exception 'A site has at most 200 lists' using errcode = 'check_violation', constraint = 'data_views_limit', table = 'data_views';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.place_grid_view()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('grid_views ' || new.tenant_id::text || new.table_id::text, 0));
  select g.n into new.place from generate_series(1, 200) as g (n)
    where not exists (select from public.grid_views v where v.tenant_id = new.tenant_id and v.table_id = new.table_id
      and v.owner_id is not distinct from new.owner_id and v.place = g.n)
    order by g.n limit 1;
  if new.place is null then
    raise exception '%', case when new.owner_id is null then 'A table has at most 200 shared views' else 'You have at most 200 views of a table' end
      using errcode = 'check_violation', constraint = 'grid_views_limit', table = 'grid_views';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.place_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.tenants where id = new.tenant_id for no key update;
  new.place := (select min(n) from generate_series(1, 21) as n
    where n not in (select r.place from public.roles r where r.tenant_id = new.tenant_id));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.place_team_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_members integer;
begin
  perform from public.teams where tenant_id = new.tenant_id and id = new.team_id for no key update;
  select count(*) into v_members from public.team_members m where m.tenant_id = new.tenant_id and m.team_id = new.team_id;
  if v_members >= 500 then
    raise exception 'A team has at most 500 members'
      using errcode = 'check_violation', constraint = 'team_members_most', table = 'team_members';
  end if;
  perform from auth.users u where u.pool_id = new.tenant_id and u.id = new.auth_user_id for no key update;
  if (select count(*) from public.team_members m
      where m.tenant_id = new.tenant_id and m.auth_user_id = new.auth_user_id) >= 20 then
    raise exception 'A member is in at most 20 teams'
      using errcode = 'check_violation', constraint = 'team_members_teams', table = 'team_members';
  end if;
  if v_members = 0 then
    new.role := 'admin';
  end if;
  new.is_active := new.is_active or not exists (select from public.team_members m
    where m.tenant_id = new.tenant_id and m.auth_user_id = new.auth_user_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.place_team_seats(p_tenant uuid, p_team uuid)
 RETURNS TABLE(mode text, source_id uuid, auth_user_id uuid, since timestamp with time zone, until timestamp with time zone)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 WITH paid AS (
          SELECT counted.mode,
             o.source_id,
             o.auth_user_id,
             o.seats,
             o.grants_since,
             o.mode AS paid_in
            FROM ((public.team_orders s
              JOIN public.orders o ON (((o.tenant_id = s.tenant_id) AND (o.id = s.order_id) AND (o.auth_user_id = s.auth_user_id))))
              JOIN ( VALUES ('live'::text), ('test'::text)) counted(mode) ON (((counted.mode = 'test'::text) OR (counted.mode = o.mode))))
           WHERE ((s.tenant_id = place_team_seats.p_tenant) AND (s.team_id = place_team_seats.p_team) AND (o.grants_since IS NOT NULL) AND (o.seats IS NOT NULL))
         ), bought AS (
          SELECT p_1.mode,
             p_1.source_id,
             sum(p_1.seats) AS seats,
             min(p_1.grants_since) AS since,
             array_agg(p_1.auth_user_id) AS payers
            FROM paid p_1
           GROUP BY p_1.mode, p_1.source_id
          HAVING ((p_1.mode = 'live'::text) OR bool_or((p_1.paid_in = 'test'::text)))
         ), placed AS (
          SELECT b.mode,
             b.source_id,
             b.seats,
             m.auth_user_id,
             GREATEST(b.since, m.joined_at) AS since,
             u.banned_until,
             row_number() OVER places AS place,
             count(*) FILTER (WHERE (u.banned_until IS NULL)) OVER (places ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
            FROM ((bought b
              JOIN public.team_members m ON (((m.tenant_id = place_team_seats.p_tenant) AND (m.team_id = place_team_seats.p_team))))
              JOIN auth.users u ON (((u.pool_id = m.tenant_id) AND (u.id = m.auth_user_id) AND (u.deleted_at IS NULL))))
           WINDOW places AS (PARTITION BY b.mode, b.source_id ORDER BY (m.auth_user_id = ANY (b.payers)) DESC, m.joined_at, m.auth_user_id)
         )
  SELECT p.mode,
     p.source_id,
     p.auth_user_id,
     p.since,
         CASE
             WHEN (p.place > p.seats) THEN ( SELECT b.banned_until
                FROM placed b
               WHERE ((b.mode = p.mode) AND (b.source_id = p.source_id) AND (b.place < p.place) AND (b.banned_until IS NOT NULL))
               ORDER BY b.banned_until
              OFFSET ((p.seats - p.before) - 1)
              LIMIT 1)
             ELSE NULL::timestamp with time zone
         END AS until
    FROM placed p
   WHERE (p.before < p.seats);
END;

CREATE OR REPLACE FUNCTION app.plan_of(p_user uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT
         CASE
             WHEN app.has_day_pass(p_user) THEN 'business'::text
             ELSE COALESCE(( SELECT bolt_subscriptions.plan_id
                FROM public.bolt_subscriptions
               WHERE ((bolt_subscriptions.user_id = plan_of.p_user) AND (bolt_subscriptions.status = ANY (ARRAY['active'::text, 'trialing'::text, 'past_due'::text])))), 'free'::text)
         END AS "coalesce";
END;
grant execute on function app.plan_of(uuid) to authenticated;
grant execute on function app.plan_of(uuid) to service_role;

CREATE OR REPLACE FUNCTION app.plan_ticket_notices()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_was constant text := case when tg_op = 'UPDATE' then old.state end;
  v_reminder constant timestamptz := new.starts_at - interval '24 hours';
begin
  if new.state <> 'published' or v_reminder <= now() then
    delete from app.ticket_notices n where n.tenant_id = new.tenant_id and n.event_id = new.id
      and (new.state <> 'published' or n.kind = 'reminder' and n.due_at > now());
  end if;
  if new.state = 'canceled' and v_was = 'published' and old.ends_at > now() then
    insert into app.ticket_notices (tenant_id, event_id, kind, due_at) values (new.tenant_id, new.id, 'canceled', now());
  elsif new.state = 'published' then
    if v_reminder > now() then
      insert into app.ticket_notices (tenant_id, event_id, kind, due_at) values (new.tenant_id, new.id, 'reminder', v_reminder)
        on conflict (tenant_id, event_id, kind) do update set due_at = excluded.due_at, done_to = null;
    end if;
    if v_was = 'published' and new.ends_at > now()
      and (old.starts_at, old.ends_at, old.zone, old.place) is distinct from (new.starts_at, new.ends_at, new.zone, new.place) then
      insert into app.ticket_notices (tenant_id, event_id, kind, due_at) values (new.tenant_id, new.id, 'changed', now() + interval '5 minutes')
        on conflict (tenant_id, event_id, kind) do update set due_at = excluded.due_at, done_to = null;
    end if;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.pool_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN COALESCE(((auth.jwt() ->> 'pool'::text))::uuid, '00000000-0000-0000-0000-000000000000'::uuid);
grant execute on function app.pool_id() to anon;
grant execute on function app.pool_id() to authenticated;
grant execute on function app.pool_id() to end_user;
grant execute on function app.pool_id() to service_role;

CREATE OR REPLACE FUNCTION app.preview_event(p_tenant uuid, p_event uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT app.event_as_seen(p_tenant, p_event, ARRAY( SELECT e.audience_id
            FROM app.audiences_of_everyone(preview_event.p_tenant) e(audience_id)), NULL::text) AS event_as_seen
   WHERE (p_tenant = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with)));
END;
grant execute on function app.preview_event(uuid,uuid) to authenticated;

CREATE OR REPLACE FUNCTION app.price_with_code(p_price integer, p_code public.ticket_codes, p_type uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT
         CASE
             WHEN (((price_with_code.p_code).id IS NULL) OR (NOT (((price_with_code.p_code).type_ids = '{}'::uuid[]) OR (price_with_code.p_type = ANY ((price_with_code.p_code).type_ids)))) OR ((price_with_code.p_code).kind = 'unlock'::text)) THEN price_with_code.p_price
             WHEN ((price_with_code.p_code).kind = 'percent'::text) THEN ((round((((((price_with_code.p_price)::bigint * (100 - (price_with_code.p_code).value)))::numeric / 100.0) / (s.step)::numeric)) * (s.step)::numeric))::integer
             ELSE GREATEST(0, (((price_with_code.p_price - (price_with_code.p_code).value) / s.step) * s.step))
         END AS "greatest"
    FROM ( SELECT COALESCE(( SELECT app.amount_step(e.currency) AS amount_step
                    FROM public.ticket_events e
                   WHERE ((e.tenant_id = (price_with_code.p_code).tenant_id) AND (e.id = (price_with_code.p_code).event_id))), 1) AS step) s;
END;

CREATE OR REPLACE FUNCTION app.prompt_beginnings(p_language text, p_question text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE
RETURN (array_to_string(ARRAY(SELECT ((''''::text || replace(replace(l.lexeme, '\'::text, '\\'::text), ''''::text, ''''''::text)) || ''':*'::text) FROM unnest(to_tsvector(app.prompt_config(prompt_beginnings.p_language), prompt_beginnings.p_question)) l(lexeme, positions, weights) UNION SELECT ((''''::text || replace(replace(l.lexeme, '\'::text, '\\'::text), ''''::text, ''''''::text)) || ''''::text) FROM unnest(to_tsvector('simple'::regconfig, prompt_beginnings.p_question)) l(lexeme, positions, weights) WHERE (length(to_tsvector(app.prompt_config(prompt_beginnings.p_language), l.lexeme)) > 0)), ' | '::text))::tsquery;
grant execute on function app.prompt_beginnings(text,text) to anon;
grant execute on function app.prompt_beginnings(text,text) to end_user;
grant execute on function app.prompt_beginnings(text,text) to service_role;

CREATE OR REPLACE FUNCTION app.prompt_config(p_language text)
 RETURNS regconfig
 LANGUAGE sql
 IMMUTABLE
RETURN CASE p_language WHEN 'ar'::text THEN 'arabic'::regconfig WHEN 'da'::text THEN 'danish'::regconfig WHEN 'de'::text THEN 'german'::regconfig WHEN 'en'::text THEN 'english'::regconfig WHEN 'es'::text THEN 'spanish'::regconfig WHEN 'fi'::text THEN 'finnish'::regconfig WHEN 'fr'::text THEN 'french'::regconfig WHEN 'it'::text THEN 'italian'::regconfig WHEN 'nl'::text THEN 'dutch'::regconfig WHEN 'no'::text THEN 'norwegian'::regconfig WHEN 'pt'::text THEN 'portuguese'::regconfig WHEN 'ru'::text THEN 'russian'::regconfig WHEN 'sv'::text THEN 'swedish'::regconfig WHEN 'tr'::text THEN 'turkish'::regconfig ELSE 'simple'::regconfig END;
grant execute on function app.prompt_config(text) to anon;
grant execute on function app.prompt_config(text) to authenticated;
grant execute on function app.prompt_config(text) to end_user;
grant execute on function app.prompt_config(text) to service_role;

CREATE OR REPLACE FUNCTION app.prompt_most(p_tenant uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT
         CASE
             WHEN app.has_plan(t.owner_user_id, 'business'::text) THEN 10
             WHEN (app.has_plan(t.owner_user_id, 'pro'::text) OR (t.stripe_mode = 'test'::text)) THEN 1
             ELSE 0
         END AS "case"
    FROM public.tenants t
   WHERE (t.id = prompt_most.p_tenant);
END;
grant execute on function app.prompt_most(uuid) to authenticated;
grant execute on function app.prompt_most(uuid) to service_role;

CREATE OR REPLACE FUNCTION app.prompt_most_passages(p_tenant uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT
         CASE
             WHEN app.has_plan(t.owner_user_id, 'business'::text) THEN 20000
             WHEN app.has_plan(t.owner_user_id, 'pro'::text) THEN 5000
             WHEN (t.stripe_mode = 'test'::text) THEN 500
             ELSE 0
         END AS "case"
    FROM public.tenants t
   WHERE (t.id = prompt_most_passages.p_tenant);
END;
grant execute on function app.prompt_most_passages(uuid) to service_role;

CREATE OR REPLACE FUNCTION app.prompt_query(p_language text, p_question text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE
RETURN (array_to_string(ARRAY(SELECT ((''''::text || replace(replace(l.lexeme, '\'::text, '\\'::text), ''''::text, ''''''::text)) || ''''::text) FROM unnest(to_tsvector(app.prompt_config(prompt_query.p_language), prompt_query.p_question)) l(lexeme, positions, weights)), ' | '::text))::tsquery;
grant execute on function app.prompt_query(text,text) to anon;
grant execute on function app.prompt_query(text,text) to end_user;
grant execute on function app.prompt_query(text,text) to service_role;

CREATE OR REPLACE FUNCTION app.prompt_state(p_assistant uuid)
 RETURNS TABLE(id uuid, state text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT a.id,
         CASE
             WHEN (NOT a.is_on) THEN 'closed'::text
             WHEN (a.audience_id = ANY (ARRAY( SELECT app.my_audiences() AS my_audiences))) THEN 'open'::text
             WHEN (auth.role() = 'end_user'::text) THEN 'not_for_you'::text
             ELSE 'sign_in'::text
         END AS "case"
    FROM public.prompt_assistants a
   WHERE ((a.tenant_id = app.tenant_id()) AND ((prompt_state.p_assistant IS NULL) OR (a.id = prompt_state.p_assistant)))
   ORDER BY a.id
  LIMIT 1;
END;
grant execute on function app.prompt_state(uuid) to anon;
grant execute on function app.prompt_state(uuid) to end_user;

CREATE OR REPLACE FUNCTION app.prompt_words(p_language text, p_title text, p_text text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE
RETURN (setweight(to_tsvector(app.prompt_config(p_language), p_title), 'A'::"char") || setweight(to_tsvector(app.prompt_config(p_language), p_text), 'B'::"char"));
grant execute on function app.prompt_words(text,text,text) to anon;
grant execute on function app.prompt_words(text,text,text) to authenticated;
grant execute on function app.prompt_words(text,text,text) to end_user;
grant execute on function app.prompt_words(text,text,text) to service_role;

CREATE OR REPLACE FUNCTION app.protect(p_table regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  execute format('alter table %s enable row level security', p_table);
  execute format('alter table %s force row level security', p_table);
  execute format('create policy owner_all on %s for all to %I using (true) with check (true)', p_table, current_user);
  execute format('create policy service_all on %s for all to service_role using (true) with check (true)', p_table);
  execute format('grant select, insert, update, delete on %s to service_role', p_table);
end $function$;

CREATE OR REPLACE FUNCTION app.queue_late_refund(p_order public.orders)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 INSERT INTO public.order_refunds (tenant_id, order_id, amount, queued)
   VALUES ((queue_late_refund.p_order).tenant_id, (queue_late_refund.p_order).id, (queue_late_refund.p_order).amount_total, true);
END;

CREATE OR REPLACE FUNCTION app.queue_refund(p_tenant uuid, p_order uuid, p_amount integer, p_by uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_left integer;
  v_id uuid;
begin
  select * into v_order from public.orders o where o.tenant_id = p_tenant and o.id = p_order for update;
  if v_order.status is distinct from 'paid' or v_order.stripe_payment_intent_id is null
    or v_order.dispute_status not in ('won', 'warning_closed', 'warning_needs_response', 'warning_under_review', 'prevented') then
    return null;
  end if;
  select v_order.amount_total - v_order.amount_refunded - coalesce(sum(r.amount), 0) into v_left from public.order_refunds r
    where r.tenant_id = p_tenant and r.order_id = p_order and r.status = 'requested';
  if v_left <= 0 or p_amount <= 0 then
    return null;
  end if;
  insert into public.order_refunds (tenant_id, order_id, amount, reason, requested_by, queued)
    values (p_tenant, p_order, least(coalesce(p_amount, v_left), v_left), 'requested_by_customer', p_by, true)
    returning id into v_id;
  return v_id;
end $function$;

CREATE OR REPLACE FUNCTION app.random_text(p_length integer)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  alphabet constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  result text := '';
  bytes bytea;
  value integer;
begin
  while length(result) < p_length loop
    bytes := uuid_send(gen_random_uuid());
    for i in 0..15 loop
      continue when i in (6, 8); -- the version and variant bytes are not random
      value := get_byte(bytes, i);
      continue when value >= 248; -- 4 x 62: keeps every character equally likely
      result := result || substr(alphabet, value % 62 + 1, 1);
      exit when length(result) = p_length;
    end loop;
  end loop;
  return result;
end $function$;
grant execute on function app.random_text(integer) to anon;
grant execute on function app.random_text(integer) to authenticated;
grant execute on function app.random_text(integer) to end_user;
grant execute on function app.random_text(integer) to service_role;

CREATE OR REPLACE FUNCTION app.rank_passages(p_language text, p_question text, p_titles text[], p_bodies text[], p_trigrams boolean DEFAULT true)
 RETURNS TABLE(place integer, score double precision, covered double precision)
 LANGUAGE sql
 STABLE ROWS 100
 SET search_path TO ''
BEGIN ATOMIC
 WITH words AS (
          SELECT l.lexeme
            FROM unnest(to_tsvector(app.prompt_config(rank_passages.p_language), rank_passages.p_question)) l(lexeme, positions, weights)
         ), passages AS (
          SELECT (c.place)::integer AS place,
             app.prompt_words(rank_passages.p_language, c.title, c.body) AS words,
             ((c.title || ' '::text) || c.body) AS whole
            FROM UNNEST(rank_passages.p_titles, rank_passages.p_bodies) WITH ORDINALITY c(title, body, place)
         ), sized AS (
          SELECT p.place,
             p.words,
             p.whole,
             (GREATEST(length(p.words), 1))::double precision AS size,
             avg(GREATEST(length(p.words), 1)) OVER () AS usual,
             count(*) OVER () AS total
            FROM passages p
         ), exact AS (
          SELECT s.place,
             s.size,
             s.usual,
             s.total,
             l.lexeme,
             (( SELECT sum(
                         CASE w.w
                             WHEN 'A'::text THEN 3
                             ELSE 1
                         END) AS sum
                    FROM unnest(l.weights) w(w)))::double precision AS times
            FROM (sized s
              CROSS JOIN LATERAL unnest(s.words) l(lexeme, positions, weights))
           WHERE (l.lexeme IN ( SELECT w.lexeme
                    FROM words w))
         ), typed AS (
          SELECT s.place,
             s.size,
             s.usual,
             s.total,
             w.lexeme,
             ((0.7)::double precision * (likeness."is")::double precision) AS times
            FROM ((sized s
              CROSS JOIN words w)
              CROSS JOIN LATERAL ( SELECT app.word_likeness(w.lexeme, lower(s.whole)) AS "is") likeness)
           WHERE (rank_passages.p_trigrams AND (char_length(w.lexeme) >= 5) AND (NOT (w.lexeme IN ( SELECT e.lexeme
                    FROM exact e))) AND (likeness."is" >= (0.5)::double precision))
         ), hits AS (
          SELECT exact.place,
             exact.size,
             exact.usual,
             exact.total,
             exact.lexeme,
             exact.times
            FROM exact
         UNION ALL
          SELECT typed.place,
             typed.size,
             typed.usual,
             typed.total,
             typed.lexeme,
             typed.times
            FROM typed
         ), rare AS (
          SELECT w.lexeme,
             ln(((1)::double precision + (((max(t.total) - (count(h_1.place))::double precision) + (0.5)::double precision) / (((count(h_1.place))::numeric + 0.5))::double precision))) AS weight
            FROM ((words w
              CROSS JOIN ( SELECT (count(*))::double precision AS total
                    FROM passages) t)
              LEFT JOIN hits h_1 ON ((h_1.lexeme = w.lexeme)))
           GROUP BY w.lexeme
         )
  SELECT h.place,
     sum((((r.weight * h.times) * (2.2)::double precision) / (h.times + ((1.2)::double precision * ((0.25)::double precision + (((0.75)::double precision * h.size) / (h.usual)::double precision)))))) AS sum,
     (sum((r.weight * LEAST(h.times, (1)::double precision))) / ( SELECT sum(r2.weight) AS sum
            FROM rare r2))
    FROM (hits h
      JOIN rare r ON ((r.lexeme = h.lexeme)))
   GROUP BY h.place;
END;
grant execute on function app.rank_passages(text,text,text[],text[],boolean) to anon;
grant execute on function app.rank_passages(text,text,text[],text[],boolean) to end_user;
grant execute on function app.rank_passages(text,text,text[],text[],boolean) to service_role;

CREATE OR REPLACE FUNCTION app.read_team_seats(p_tenant uuid, p_team uuid)
 RETURNS TABLE(product_id uuid, product text, seats integer, without uuid[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT s.source_id AS product_id,
     ( SELECT o.name
            FROM (public.team_orders p
              JOIN public.orders o ON (((o.tenant_id = p.tenant_id) AND (o.id = p.order_id))))
           WHERE ((p.tenant_id = read_team_seats.p_tenant) AND (p.team_id = read_team_seats.p_team) AND (o.source_id = s.source_id))
           ORDER BY o.created_at DESC, o.id DESC
          LIMIT 1) AS product,
     (s.seats)::integer AS seats,
     ARRAY( SELECT m.auth_user_id
            FROM public.team_members m
           WHERE ((m.tenant_id = read_team_seats.p_tenant) AND (m.team_id = read_team_seats.p_team) AND (NOT (EXISTS ( SELECT
                    FROM app.team_seat_holders(read_team_seats.p_tenant, read_team_seats.p_team) h(source_id, auth_user_id, since)
                   WHERE ((h.source_id = s.source_id) AND (h.auth_user_id = m.auth_user_id))))))
           ORDER BY m.joined_at, m.auth_user_id) AS without
    FROM app.team_seats(read_team_seats.p_tenant, read_team_seats.p_team) s(source_id, seats, since)
   ORDER BY ( SELECT o.name
            FROM (public.team_orders p
              JOIN public.orders o ON (((o.tenant_id = p.tenant_id) AND (o.id = p.order_id))))
           WHERE ((p.tenant_id = read_team_seats.p_tenant) AND (p.team_id = read_team_seats.p_team) AND (o.source_id = s.source_id))
           ORDER BY o.created_at DESC, o.id DESC
          LIMIT 1), s.source_id;
END;
grant execute on function app.read_team_seats(uuid,uuid) to service_role;

CREATE OR REPLACE FUNCTION app.reads_ticket_messages(p_mode text, p_email text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT ((p_mode = 'live'::text) OR (EXISTS ( SELECT
            FROM auth.users u
           WHERE ((u.pool_id = '00000000-0000-0000-0000-000000000000'::uuid) AND (u.id = auth.uid()) AND (u.email_confirmed_at IS NOT NULL) AND (u.email = lower(reads_ticket_messages.p_email))))));
END;
grant execute on function app.reads_ticket_messages(text,text) to authenticated;

CREATE OR REPLACE FUNCTION app.record_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION app.record_fields(p_row app.records, p_fields jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT COALESCE(jsonb_object_agg((f.field ->> 'id'::text), f.value) FILTER (WHERE (f.value IS NOT NULL)), '{}'::jsonb) AS "coalesce"
    FROM ( SELECT e.value AS field,
             NULLIF(COALESCE(((record_fields.p_row).extra -> (e.value ->> 'id'::text)), (to_jsonb(record_fields.p_row) -> (e.value ->> 'slot'::text))), 'null'::jsonb) AS value
            FROM jsonb_array_elements(record_fields.p_fields) e(value)) f;
END;

CREATE OR REPLACE FUNCTION app.record_mask(p_fields jsonb)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT COALESCE(bit_or((1 << (array_position(app.record_slots(), (f.value ->> 'slot'::text)) - 1))), 0) AS "coalesce"
    FROM jsonb_array_elements(record_mask.p_fields) f(value)
   WHERE (f.value ? 'slot'::text);
END;
grant execute on function app.record_mask(jsonb) to service_role;

CREATE OR REPLACE FUNCTION app.record_plan(p_tenant uuid)
 RETURNS public.bolt_plans
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT p.*::public.bolt_plans AS plan
    FROM (public.tenants t
      JOIN public.bolt_plans p ON ((p.id = app.plan_of(t.owner_user_id))))
   WHERE (t.id = record_plan.p_tenant);
END;
grant execute on function app.record_plan(uuid) to service_role;

CREATE OR REPLACE FUNCTION app.record_row(p_image jsonb, p_fields jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (jsonb_build_object('id', (record_row.p_image -> 'id'::text), 'created_at', (record_row.p_image -> 'created_at'::text), 'updated_at', (record_row.p_image -> 'updated_at'::text), 'created_by', (record_row.p_image -> 'created_by'::text), 'team_id', (record_row.p_image -> 'team_id'::text), 'approved', (record_row.p_image -> 'approved'::text)) || COALESCE(jsonb_object_agg((f.field ->> 'name'::text),
         CASE
             WHEN (((f.field ->> 'kind'::text) = 'date_time'::text) AND (NOT (f.field ? 'slot'::text))) THEN to_jsonb(((f.value #>> '{}'::text[]))::timestamp with time zone)
             ELSE COALESCE(f.value, 'null'::jsonb)
         END), '{}'::jsonb))
    FROM ( SELECT e.value AS field,
             COALESCE(((record_row.p_image -> 'extra'::text) -> (e.value ->> 'id'::text)), (record_row.p_image -> (e.value ->> 'slot'::text))) AS value
            FROM jsonb_array_elements(record_row.p_fields) e(value)) f;
END;

CREATE OR REPLACE FUNCTION app.record_size(p_row app.records)
 RETURNS bigint
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT ((120 + octet_length(((p_row).extra)::text)) + (octet_length(concat((p_row).t1, (p_row).t2, (p_row).t3, (p_row).t4, (p_row).t5, (p_row).t6, (p_row).u1, (p_row).u2)))::bigint);
END;

CREATE OR REPLACE FUNCTION app.record_slots()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
RETURN ARRAY['t1'::text, 't2'::text, 't3'::text, 't4'::text, 't5'::text, 't6'::text, 'n1'::text, 'n2'::text, 'n3'::text, 'n4'::text, 'd1'::text, 'd2'::text, 'z1'::text, 'z2'::text, 'z3'::text, 'r1'::text, 'r2'::text, 'r3'::text, 'u1'::text, 'u2'::text];
grant execute on function app.record_slots() to anon;
grant execute on function app.record_slots() to authenticated;
grant execute on function app.record_slots() to end_user;
grant execute on function app.record_slots() to service_role;

CREATE OR REPLACE FUNCTION app.record_totals_of(p_tenant uuid)
 RETURNS app.record_totals
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT ROW((COALESCE(sum(u.rows), (0)::numeric))::bigint, (COALESCE(sum(u.bytes), (0)::numeric))::bigint, (COALESCE(sum(u.history_bytes), (0)::numeric))::bigint)::app.record_totals AS totals
    FROM app.record_usage u
   WHERE (u.tenant_id = record_totals_of.p_tenant);
END;
grant execute on function app.record_totals_of(uuid) to service_role;

CREATE OR REPLACE FUNCTION app.record_usage_of(p_tenant uuid)
 RETURNS TABLE(rows bigint, bytes bigint, most_rows bigint, most_bytes bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT GREATEST((u.totals).rows, (0)::bigint) AS rows,
     GREATEST((u.totals).bytes, (0)::bigint) AS bytes,
     p.own_rows AS most_rows,
     p.own_bytes AS most_bytes
    FROM ((public.tenants t
      JOIN public.bolt_plans p ON ((p.id = app.plan_of(t.owner_user_id))))
      CROSS JOIN LATERAL ( SELECT app.record_totals_of(t.id) AS totals) u)
   WHERE ((t.id = record_usage_of.p_tenant) AND (t.id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
END;
grant execute on function app.record_usage_of(uuid) to authenticated;

CREATE OR REPLACE FUNCTION app.record_values(p_row app.records, p_fields jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT COALESCE(jsonb_object_agg((f.field ->> 'name'::text), f.value) FILTER (WHERE (f.value IS NOT NULL)), '{}'::jsonb) AS "coalesce"
    FROM ( SELECT e.value AS field,
             COALESCE(((record_values.p_row).extra -> (e.value ->> 'id'::text)), (to_jsonb(record_values.p_row) -> (e.value ->> 'slot'::text))) AS value
            FROM jsonb_array_elements(record_values.p_fields) e(value)) f
   WHERE (f.value <> 'null'::jsonb);
END;
grant execute on function app.record_values(app.records,jsonb) to service_role;

CREATE OR REPLACE FUNCTION app.records_of_person(p_tenant uuid, p_user uuid, p_email text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT jsonb_agg(jsonb_build_object('table', t.title, 'created_at', (mine.written).created_at, 'values', app.record_values(mine.written, t.fields))) AS jsonb_agg
    FROM (( SELECT w.*::app.records AS written
            FROM app.records w
           WHERE ((w.tenant_id = records_of_person.p_tenant) AND (w.created_by = records_of_person.p_user))
         UNION ALL
          SELECT w.*::app.records AS written
            FROM (app.records_with_email(records_of_person.p_tenant, records_of_person.p_email) e(table_id, record_id)
              JOIN app.records w ON (((w.tenant_id = records_of_person.p_tenant) AND (w.table_id = e.table_id) AND (w.id = e.record_id))))
  LIMIT 100000) mine
      JOIN public.data_tables t ON (((t.tenant_id = records_of_person.p_tenant) AND (t.id = (mine.written).table_id))));
END;

CREATE OR REPLACE FUNCTION app.records_with_email(p_tenant uuid, p_email text)
 RETURNS TABLE(table_id uuid, record_id uuid)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION app.refresh_audience_sets(p_members integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tried uuid[] := '{}';
  v_skipped uuid[];
  v_tenant uuid;
  v_due uuid[];
  v_members uuid[];
  v_count integer;
  v_done integer := 0;
begin
  loop
    v_tenant := app.due_tenant(v_tried);
    exit when v_tenant is null;
    v_tried := v_tried || v_tenant;
    continue when not pg_try_advisory_xact_lock(app.audience_sets_lock(v_tenant));
    delete from app.audience_sets s
      where s.tenant_id = v_tenant and s.member_id = '00000000-0000-0000-0000-000000000000';
    if found then
      insert into app.audience_sets (tenant_id, member_id, until)
        select u.pool_id, u.id, '-infinity' from auth.users u where u.pool_id = v_tenant and u.deleted_at is null;
      v_done := 1;
    end if;
    v_skipped := '{}';
    loop
      v_due := array(select app.due_members(v_tenant, p_members, v_skipped));
      exit when v_due = '{}';
      v_members := array(select u.id from auth.users u where u.pool_id = v_tenant and u.id = any (v_due)
        order by u.id for key share skip locked);
      -- Notes about those whose account was deleted meanwhile.
      delete from app.audience_sets s where s.tenant_id = v_tenant and s.member_id = any (v_due)
        and not exists (select from auth.users u where u.pool_id = v_tenant and u.id = s.member_id);
      get diagnostics v_count = row_count;
      v_done := v_done + v_count;
      -- In this order: a change whose note is deleted here is visible to the next statement. The note of a later one stays.
      delete from app.audience_sets s where s.tenant_id = v_tenant and s.member_id = any (v_members);
      insert into app.audience_sets (tenant_id, member_id, audiences, until)
        select v_tenant, m.id, array(select distinct o.audience_id from app.open_audiences(v_tenant, m.id) o),
          app.audiences_until(v_tenant, m.id)
        from unnest(v_members) as m (id);
      get diagnostics v_count = row_count;
      v_done := v_done + v_count;
      exit when v_count > 0;
      v_skipped := v_skipped || v_due;
    end loop;
    exit when v_done > 0;
  end loop;
  return v_done;
end $function$;
grant execute on function app.refresh_audience_sets(integer) to service_role;

CREATE OR REPLACE FUNCTION app.refresh_metadata()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update auth.users u set raw_app_meta_data = u.raw_app_meta_data
  from (select distinct tenant_id, auth_user_id from changed) c
  where u.pool_id = c.tenant_id and u.id = c.auth_user_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.refresh_metadata_of_team()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update auth.users u set raw_app_meta_data = u.raw_app_meta_data
  from public.team_members m
  where m.tenant_id = new.tenant_id and m.team_id = new.id and m.is_active
    and u.pool_id = m.tenant_id and u.id = m.auth_user_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.refund_share(p_price integer, p_event public.ticket_events)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN ((((((p_price)::bigint * (p_event).refund_percent) / 100) / app.amount_step((p_event).currency)))::integer * app.amount_step((p_event).currency));

CREATE OR REPLACE FUNCTION app.refuse_application()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if auth.jwt() ? 'client_id' then
    raise exception 'Applications cannot change who works on a tenant'
      using errcode = 'insufficient_privilege', constraint = 'no_applications', table = tg_table_name;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.refuse_closed_event(p_event public.ticket_events)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_event.state is distinct from 'published' or p_event.ends_at <= now() then
    perform app.refuse_tickets(case when p_event.state = 'canceled' then 'event_canceled' when p_event.state = 'published' then 'event_ended'
      else 'type_closed' end);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION app.refuse_file(p_field text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'This file was not uploaded for this row' using errcode = 'foreign_key_violation', constraint = 'record_files',
    table = 'records', column = p_field;
end $function$;

CREATE OR REPLACE FUNCTION app.refuse_library(p_name text, p_detail text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'The library refuses this: %', p_name using errcode = 'check_violation', constraint = 'library_' || p_name, detail = p_detail;
end $function$;

CREATE OR REPLACE FUNCTION app.refuse_prompt(p_name text, p_detail text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'The assistant refuses this: %', p_name using errcode = 'check_violation', constraint = 'prompt_' || p_name, detail = p_detail;
end $function$;

CREATE OR REPLACE FUNCTION app.refuse_staff(p_constraint text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'Refused: %', p_constraint using errcode = 'check_violation', constraint = p_constraint;
end $function$;

CREATE OR REPLACE FUNCTION app.refuse_tickets(p_why text, p_detail text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'Tickets are refused: %', p_why
    using errcode = 'check_violation', constraint = 'tickets_' || p_why, table = 'ticket_carts', detail = p_detail;
end $function$;

CREATE OR REPLACE FUNCTION app.release_cart(p_secret bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_cart app.ticket_carts;
begin
  select * into v_cart from app.ticket_carts c where c.tenant_id = app.tenant_id() and c.secret_hash = p_secret for update;
  if v_cart.state is distinct from 'held' then
    return false;
  end if;
  perform app.lock_seats(v_cart.tenant_id, v_cart.event_id);
  perform app.end_carts(v_cart.tenant_id, array[v_cart.id]);
  return true;
end $function$;
grant execute on function app.release_cart(bytea) to anon;
grant execute on function app.release_cart(bytea) to end_user;

CREATE OR REPLACE FUNCTION app.release_held_files()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update app.record_files f set released_at = now() - interval '32 days'
    where f.tenant_id = old.tenant_id and f.record_id = old.record_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.rename_role_in_blocks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.bolt_blocks b set data = jsonb_set(b.data, '{audience,any}', (
      select coalesce(jsonb_agg(e.value order by e.value), '[]') from (
        select distinct named.value
        from jsonb_array_elements(b.data -> 'audience' -> 'any') as a
        cross join lateral (
          select a.value where a.value ->> 'kind' <> 'role' or a.value ->> 'role' <> old.name or exists (
            select from public.roles r join public.tenants other on other.id = r.tenant_id
            where other.owner_user_id = b.user_id and r.name = old.name)
          union all
          select a.value || jsonb_build_object('role', new.name)
          where a.value ->> 'kind' = 'role' and a.value ->> 'role' = old.name) as named
        limit 20) as e))
    from public.tenants t
    where t.id = new.tenant_id and b.user_id = t.owner_user_id
      and b.data -> 'audience' -> 'any' @> jsonb_build_array(jsonb_build_object('kind', 'role', 'role', old.name));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.rename_role_in_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.audiences a set rule = jsonb_build_object('any', (
      select jsonb_agg(case when e.value ->> 'kind' = 'role' and e.value ->> 'role' = old.name
        then e.value || jsonb_build_object('role', new.name) else e.value end order by e.ordinality)
      from jsonb_array_elements(a.rule -> 'any') with ordinality as e))
    where a.tenant_id = new.tenant_id and a.id in (select t.audience_id from app.audience_terms t
      where t.tenant_id = new.tenant_id and t.kind = 'role' and t.which = old.name);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.rename_ticket(p_ticket uuid, p_secret bytea, p_name text, p_email text, p_answers jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ticket constant public.tickets := app.own_ticket(p_ticket, p_secret);
  v_questions constant jsonb := (select t.questions from public.ticket_types t where t.tenant_id = v_ticket.tenant_id and t.id = v_ticket.type_id);
  -- Only to what is asked; buying drops the others too.
  v_answers constant jsonb := (select jsonb_object_agg(a.key, a.value) from jsonb_each(p_answers) as a
    where a.key in (select q ->> 'id' from jsonb_array_elements(v_questions) as q));
begin
  if p_answers is not null and exists (select from jsonb_array_elements(v_questions) as q
      where (q ->> 'required')::boolean and coalesce(v_answers ->> (q ->> 'id'), '') = '') then
    perform app.refuse_tickets('answer_missing');
  end if;
  update public.tickets k set holder_name = coalesce(p_name, k.holder_name), holder_email = coalesce(p_email, k.holder_email),
      answers = case when p_answers is null then k.answers else coalesce(v_answers, '{}') end
    from public.ticket_events e
    where k.tenant_id = v_ticket.tenant_id and k.id = v_ticket.id and k.state = 'valid'
      and e.tenant_id = k.tenant_id and e.id = k.event_id and e.ends_at > now();
  -- Only now: a scan that was under way has been waited for. Who was admitted stays who was admitted.
  if not found or exists (select from app.ticket_checkins i where i.tenant_id = v_ticket.tenant_id and i.ticket_id = v_ticket.id) then
    perform app.refuse_tickets('ticket_ended');
  end if;
end $function$;
grant execute on function app.rename_ticket(uuid,bytea,text,text,jsonb) to anon;
grant execute on function app.rename_ticket(uuid,bytea,text,text,jsonb) to end_user;

CREATE OR REPLACE FUNCTION app.renewal_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' then
    perform app.store_renewals(old.tenant_id, old.renewal_of);
  end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and new.renewal_of is distinct from old.renewal_of then
    perform app.store_renewals(new.tenant_id, new.renewal_of);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.repeat_event(p_tenant uuid, p_event uuid, p_series uuid, p_days integer)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_event public.ticket_events;
  v_id constant uuid := app.uuidv7();
  v_types jsonb;
  v_quotas jsonb;
begin
  select e.* into v_event from public.ticket_events e
    where e.tenant_id = p_tenant and e.id = p_event and p_tenant = any (array(select app.tenants_with('content')));
  if not found then
    perform app.refuse_tickets('event_not_found');
  elsif not app.tickets_allow(p_tenant, 'business') then
    perform app.refuse_tickets('plan', 'business');
  end if;
  insert into public.ticket_events (tenant_id, id, series_id, title, summary, place, zone, starts_at, ends_at, currency, audience_id,
      cancel_until, refund_percent)
    values (p_tenant, v_id, p_series, v_event.title, v_event.summary, v_event.place, v_event.zone,
      app.shift_days(v_event.starts_at, p_days, v_event.zone), app.shift_days(v_event.ends_at, p_days, v_event.zone), v_event.currency,
      v_event.audience_id, app.shift_days(v_event.cancel_until, p_days, v_event.zone), v_event.refund_percent);
  select coalesce(jsonb_object_agg(t.id, app.uuidv7()), '{}') into v_types from public.ticket_types t
    where t.tenant_id = p_tenant and t.event_id = p_event;
  select coalesce(jsonb_object_agg(q.id, app.uuidv7()), '{}') into v_quotas from public.ticket_quotas q
    where q.tenant_id = p_tenant and q.event_id = p_event;
  insert into public.ticket_quotas (tenant_id, id, event_id, name, capacity)
    select p_tenant, (v_quotas ->> q.id::text)::uuid, v_id, q.name, q.capacity from public.ticket_quotas q
    where q.tenant_id = p_tenant and q.event_id = p_event;
  insert into public.ticket_types (tenant_id, id, event_id, name, description, position, price_cents, is_donation, sale_from, sale_until,
      min_per_order, max_per_order, most_per_buyer, group_size, is_hidden, addon_of, audience_id, has_waiting_list, is_transferable, is_open,
      questions)
    select p_tenant, (v_types ->> t.id::text)::uuid, v_id, t.name, t.description, t.position, t.price_cents, t.is_donation,
      app.shift_days(t.sale_from, p_days, v_event.zone), app.shift_days(t.sale_until, p_days, v_event.zone), t.min_per_order, t.max_per_order,
      t.most_per_buyer, t.group_size, t.is_hidden, (v_types ->> t.addon_of::text)::uuid, t.audience_id, t.has_waiting_list,
      t.is_transferable, t.is_open, t.questions
    from public.ticket_types t where t.tenant_id = p_tenant and t.event_id = p_event;
  insert into public.ticket_type_quotas (tenant_id, event_id, type_id, quota_id)
    select p_tenant, v_id, (v_types ->> m.type_id::text)::uuid, (v_quotas ->> m.quota_id::text)::uuid
    from public.ticket_type_quotas m where m.tenant_id = p_tenant and m.event_id = p_event;
  insert into public.ticket_phases (tenant_id, type_id, position, name, price_cents, until_at, until_sold)
    select p_tenant, (v_types ->> p.type_id::text)::uuid, p.position, p.name, p.price_cents,
      app.shift_days(p.until_at, p_days, v_event.zone), p.until_sold
    from public.ticket_phases p join public.ticket_types t on t.tenant_id = p.tenant_id and t.id = p.type_id
    where p.tenant_id = p_tenant and t.event_id = p_event;
  return v_id;
end $function$;
grant execute on function app.repeat_event(uuid,uuid,uuid,integer) to authenticated;

CREATE OR REPLACE FUNCTION app.request_visit(p_tenant uuid)
 RETURNS TABLE(source text, medium text, campaign text, entry text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 WITH seen AS (
          SELECT e.at,
             e.source,
             e.medium,
             e.campaign,
             e.path,
             (e.at - lag(e.at) OVER (ORDER BY e.at, e.id)) AS gap
            FROM app.analytics_events e
           WHERE ((e.tenant_id = request_visit.p_tenant) AND (e.visitor = app.request_visitor(request_visit.p_tenant)) AND (e.at > (now() - '24:00:00'::interval)))
         )
  SELECT s.source,
     s.medium,
     s.campaign,
     s.path
    FROM seen s
   WHERE ((s.gap IS NULL) OR (s.gap > '00:30:00'::interval))
   ORDER BY s.at DESC
  LIMIT 1;
END;

CREATE OR REPLACE FUNCTION app.request_visitor(p_tenant uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
RETURN ((('x'::text || substr(encode(sha256(convert_to(((p_tenant)::text || ((NULLIF(current_setting('request.source'::text, true), ''::text))::jsonb ->> 'visitor'::text)), 'utf8'::name)), 'hex'::text), 1, 16)))::bit(64))::bigint;

CREATE OR REPLACE FUNCTION app.require_staff_two_step(p_tenant uuid, p_required boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_required and auth.jwt() ->> 'aal' is distinct from 'aal2' then
    perform app.refuse_staff('staff_two_step_own');
  end if;
  update public.tenants set staff_two_step = p_required where id = p_tenant and id = any (array(select app.owned_tenants()));
end $function$;
grant execute on function app.require_staff_two_step(uuid,boolean) to authenticated;

CREATE OR REPLACE FUNCTION app.required_plan(p_data jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (COALESCE((p_data -> 'required_plan'::text), 'null'::jsonb) = 'null'::jsonb) THEN 'free'::text WHEN ((p_data ->> 'required_plan'::text) = ANY (ARRAY['free'::text, 'pro'::text, 'business'::text])) THEN (p_data ->> 'required_plan'::text) ELSE 'business'::text END;

CREATE OR REPLACE FUNCTION app.reserve_prompt(p_tenant uuid, p_conversation uuid, p_message uuid, p_person text, p_tokens integer, p_at_once integer, p_question text, p_model text, p_given jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_day constant text := to_char(now() at time zone 'utc', 'YYYY-MM-DD');
  v_conversation public.prompt_conversations;
  v_limits public.prompt_assistants;
  v_scope text;
begin
  select c.* into strict v_conversation from public.prompt_conversations c where c.tenant_id = p_tenant and c.id = p_conversation;
  select a.* into strict v_limits from public.prompt_assistants a where a.tenant_id = p_tenant and a.id = v_conversation.assistant_id;
  v_scope := case when v_conversation.auth_user_id is null then 'visitor' else 'member' end;
  insert into app.prompt_meters (tenant_id, scope, name)
    values (p_tenant, 'month', left(v_day, 7)), (p_tenant, 'day', v_day), (p_tenant, v_scope, v_day || ' ' || p_person)
    on conflict do nothing;
  perform from app.prompt_meters m where m.tenant_id = p_tenant and m.scope = 'month' and m.name = left(v_day, 7) for update;
  if p_tokens > 0 and (select count(*) from public.prompt_messages r join public.prompt_conversations c
      on c.tenant_id = r.tenant_id and c.id = r.conversation_id
      where r.tenant_id = p_tenant and r.state = 'running' and r.created_at > now() - interval '5 minutes') >= p_at_once then
    return 'too_many_at_once';
  end if;
  if (select m.questions from app.prompt_meters m where m.tenant_id = p_tenant and m.scope = v_scope and m.name = v_day || ' ' || p_person)
      >= (case v_scope when 'visitor' then v_limits.visitor_questions else v_limits.member_questions end) then
    return 'limit_' || v_scope;
  end if;
  if p_tokens > 0 and (select m.reserved + m.tokens_in + m.tokens_out + p_tokens from app.prompt_meters m
      where m.tenant_id = p_tenant and m.scope = 'day' and m.name = v_day) > v_limits.day_tokens then
    return 'limit_day';
  end if;
  if p_tokens > 0 and (select m.reserved + m.tokens_in + m.tokens_out + p_tokens from app.prompt_meters m
      where m.tenant_id = p_tenant and m.scope = 'month' and m.name = left(v_day, 7)) > v_limits.month_tokens then
    return 'limit_month';
  end if;
  update app.prompt_meters m set questions = m.questions + 1, updated_at = now(),
      reserved = m.reserved + case when m.scope in ('day', 'month') then p_tokens else 0 end
    where m.tenant_id = p_tenant and (m.scope, m.name) in (('month', left(v_day, 7)), ('day', v_day), (v_scope, v_day || ' ' || p_person));
  insert into public.prompt_messages (tenant_id, id, conversation_id, auth_user_id, question, model, reserved, given)
    values (p_tenant, p_message, p_conversation, v_conversation.auth_user_id, p_question, p_model, p_tokens, p_given);
  update public.prompt_conversations c set last_at = now() where c.tenant_id = p_tenant and c.id = p_conversation;
  return null;
end $function$;
grant execute on function app.reserve_prompt(uuid,uuid,uuid,text,integer,integer,text,text,jsonb) to service_role;

CREATE OR REPLACE FUNCTION app.reserve_tickets(p_tenant uuid, p_order uuid, p_mode text, p_user uuid, p_email text, p_tickets jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_cart app.ticket_carts;
begin
  select * into strict v_cart from app.ticket_carts c where c.tenant_id = p_tenant and c.order_id = p_order;
  perform app.name_buyer(v_cart, p_user, p_email);
  perform app.store_tickets(v_cart, 'reserved', 'order', p_mode, p_order, p_tickets, p_user, p_email);
end $function$;
grant execute on function app.reserve_tickets(uuid,uuid,text,uuid,text,jsonb) to service_role;

CREATE OR REPLACE FUNCTION app.restore_records(p_tenant uuid, p_table uuid, p_records uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_fields jsonb;
  v_back uuid[];
  v record;
begin
  -- Keeps the fields as they are until the end: a change of fields needs this lock alone.
  perform pg_advisory_xact_lock_shared(app.tables_lock(p_tenant));
  perform app.begin_write(p_tenant, p_table, s.revision) from app.data_schemas s where s.tenant_id = p_tenant;
  select t.fields || coalesce((select jsonb_agg(f.value) from jsonb_array_elements(t.removed_fields) as f
      where (f.value ->> 'removed_at')::timestamptz > now() - interval '29 days 23 hours'), '[]')
    into v_fields from public.data_tables t where t.tenant_id = p_tenant and t.id = p_table;
  with last as materialized (
    select distinct on (h.record_id) h.record_id, h.own, h.before from app.record_history h
    where h.tenant_id = p_tenant and h.table_id = p_table and h.record_id = any (p_records) and h.act = 'deleted'
    order by h.record_id, h.id desc
  ), back as (
    insert into app.records select (jsonb_populate_record(null::app.records, l.own || coalesce(w.slots, '{}')
      || jsonb_build_object('tenant_id', p_tenant, 'table_id', p_table, 'id', l.record_id, 'updated_at', now(),
        'indexed', (select app.record_mask(t.fields) from public.data_tables t where t.tenant_id = p_tenant and t.id = p_table),
        'extra', coalesce(w.extra, '{}')))).*
    from last l
    cross join lateral (
      select jsonb_object_agg(f ->> 'slot', l.before -> (f ->> 'id')) filter (where f ? 'slot') as slots,
        jsonb_object_agg(f ->> 'id', l.before -> (f ->> 'id')) filter (where not f ? 'slot') as extra
      from jsonb_array_elements(v_fields) as f where l.before ? (f ->> 'id')) as w
    on conflict (tenant_id, table_id, id) do nothing
    returning id
  ), told as (
    update app.record_history h set act = 'restored' from back b
      where h.tenant_id = p_tenant and h.table_id = p_table and h.record_id = b.id and h.act = 'deleted'
  )
  select array_agg(b.id) into v_back from back b;
  -- Copied from the slot, so that they have the spelling of all other copies.
  for v in select f ->> 'id' as field, f ->> 'slot' as slot, f ->> 'unique_slot' as copy
      from jsonb_array_elements(v_fields) as f where f ? 'unique_slot' loop
    execute format('update app.records r set %I = %s where r.tenant_id = $1 and r.table_id = $2 and r.id = any ($3)', v.copy,
      case when v.slot is null then format('r.extra ->> %L', v.field) else format('r.%I::text', v.slot) end)
      using p_tenant, p_table, v_back;
  end loop;
  return coalesce(cardinality(v_back), 0);
end $function$;
grant execute on function app.restore_records(uuid,uuid,uuid[]) to service_role;

CREATE OR REPLACE FUNCTION app.return_seats(p_tenant uuid, p_carts uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.ticket_quotas q set held = q.held - s.n
    from (select u.quota_id, sum(l.quantity * l.group_size)::integer as n
      from app.ticket_cart_lines l cross join unnest(l.quota_ids) as u (quota_id)
      where l.tenant_id = p_tenant and l.cart_id = any (p_carts) group by u.quota_id) s
    where q.tenant_id = p_tenant and q.id = s.quota_id;
  update public.ticket_types t set taken = t.taken - s.n
    from (select l.type_id, sum(l.quantity)::integer as n from app.ticket_cart_lines l
      where l.tenant_id = p_tenant and l.cart_id = any (p_carts) group by l.type_id) s
    where t.tenant_id = p_tenant and t.id = s.type_id;
  update public.ticket_codes c set held = c.held - s.n
    from (select k.code_id, sum(k.code_units)::integer as n from app.ticket_carts k
      where k.tenant_id = p_tenant and k.id = any (p_carts) group by k.code_id) s
    where c.tenant_id = p_tenant and c.id = s.code_id;
end $function$;

CREATE OR REPLACE FUNCTION app.roles_in_metadata()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_roles constant jsonb := (select jsonb_agg(m.role order by m.role) from public.role_members m
    where m.tenant_id = new.pool_id and m.auth_user_id = new.id and new.deleted_at is null);
begin
  new.raw_app_meta_data := new.raw_app_meta_data - 'roles'
    || case when v_roles is null then '{}' else jsonb_build_object('roles', v_roles) end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.rule_opens(p_rule jsonb, p_facts jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM ((jsonb_array_elements((rule_opens.p_rule -> 'any'::text)) a(rule)
              JOIN app.audience_kinds k ON ((k.kind = (a.rule ->> 'kind'::text))))
              JOIN jsonb_to_recordset(rule_opens.p_facts) f(kind text, which text, since timestamp with time zone) ON (((f.kind = k.kind) AND
                 CASE
                     WHEN (k.value = 'ids'::text) THEN ((a.rule -> k.field) ? f.which)
                     ELSE (f.which = COALESCE((a.rule ->> k.field), ''::text))
                 END)))
           WHERE ((COALESCE(((a.rule ->> 'from'::text))::timestamp with time zone, now()) <= now()) AND (COALESCE(((a.rule ->> 'until'::text))::timestamp with time zone, 'infinity'::timestamp with time zone) > now()) AND ((NOT (a.rule ? 'after_days'::text)) OR ((f.since + make_interval(hours => (24 * ((a.rule ->> 'after_days'::text))::integer))) <= now()))))) AS "exists";
END;

CREATE OR REPLACE FUNCTION app.save_library_progress(p_item uuid, p_seconds integer, p_finished boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_saved jsonb;
begin
  insert into public.library_progress as p (tenant_id, auth_user_id, item_id, position_seconds, finished_at)
    select app.tenant_id(), auth.uid(), o.id, coalesce(p_seconds, 0), case when p_finished and i.kind <> 'course' then now() end
    from app.open_library() as o (id)
    join public.library_items i on i.tenant_id = app.tenant_id() and i.id = o.id
    where o.id = p_item
  on conflict (tenant_id, auth_user_id, item_id) do update set
    position_seconds = coalesce(p_seconds, p.position_seconds),
    finished_at = coalesce(p.finished_at, excluded.finished_at), updated_at = now()
  returning jsonb_build_object('position', p.position_seconds, 'finished', p.finished_at is not null) into v_saved;
  if p_finished and v_saved is not null then
    perform app.finish_courses(p_item);
  end if;
  return v_saved;
end $function$;
grant execute on function app.save_library_progress(uuid,integer,boolean) to end_user;

CREATE OR REPLACE FUNCTION app.scan_tickets(p_tenant uuid, p_list uuid, p_token bytea, p_scans jsonb)
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_door constant record := app.door_list(p_tenant, p_list, p_token);
  v_list constant public.checkin_lists := v_door.list;
  v_device constant uuid := v_door.device;
  v_scan record;
  v_ticket record;
  v_first uuid;
  v_first_at timestamptz;
  v_first_device text;
  v_state text;
  v_at timestamptz;
begin
  for v_scan in
    select (s.value ->> 'id')::uuid as id, decode(s.value ->> 'code_hash', 'hex') as hash, (s.value ->> 'at')::timestamptz as at,
      coalesce((s.value ->> 'offline')::boolean, false) as offline
    -- In one order for all devices: two that send what they kept offline must not wait for each other.
    from jsonb_array_elements(p_scans) with ordinality as s order by s.value ->> 'code_hash', s.ordinality
  loop
    -- Another scan of the ticket waits for neither; a transfer or a cancellation does.
    select k.id, k.state, k.type_id, k.holder_name, t.name as type_name, k.mode = 'test' and n.stripe_mode = 'live' as is_test, e.state as event_state
      into v_ticket
      from public.tickets k
      join public.ticket_types t on t.tenant_id = k.tenant_id and t.id = k.type_id
      join public.ticket_events e on e.tenant_id = k.tenant_id and e.id = k.event_id
      join public.tenants n on n.id = k.tenant_id
      where k.tenant_id = p_tenant and k.event_id = v_list.event_id and k.code_hash = v_scan.hash and k.state not in ('reserved', 'void')
      for share of k;
    v_state := case
      when v_ticket.id is null then 'unknown'
      when v_ticket.event_state = 'canceled' then 'event_canceled'
      when v_ticket.state <> 'valid' then 'ended'
      when v_ticket.is_test then 'test'
      when v_list.type_ids <> '{}' and v_ticket.type_id <> all (v_list.type_ids) then 'wrong_list' end;
    v_at := case when v_scan.offline then least(coalesce(v_scan.at, now()), now()) else now() end;
    v_first_at := null;
    v_first_device := null;
    if v_state is null then
      insert into app.ticket_checkins (tenant_id, id, list_id, ticket_id, device_id, by_user, state, at)
        values (p_tenant, v_scan.id, v_list.id, v_ticket.id, v_device, case when v_device is null then auth.uid() end, 'admitted', v_at)
        on conflict do nothing;
      if found then
        v_state := 'admitted';
      else
        -- The one that was first. A new statement sees what the insert waited for.
        select i.id, i.at, case when i.id <> v_scan.id then d.name end into v_first, v_first_at, v_first_device from app.ticket_checkins i
          left join public.checkin_devices d on d.tenant_id = i.tenant_id and d.id = i.device_id
          where i.tenant_id = p_tenant and i.list_id = v_list.id and i.ticket_id = v_ticket.id and i.state = 'admitted';
        v_state := case when v_first = v_scan.id then 'admitted' when v_scan.offline then 'conflict' else 'already_used' end;
        if v_state = 'conflict' then
          insert into app.ticket_checkins (tenant_id, id, list_id, ticket_id, device_id, by_user, state, at)
            values (p_tenant, v_scan.id, v_list.id, v_ticket.id, v_device, case when v_device is null then auth.uid() end, 'conflict', v_at)
            on conflict do nothing;
        end if;
      end if;
    end if;
    return next jsonb_strip_nulls(jsonb_build_object('id', v_scan.id, 'result', v_state, 'ticket_id', v_ticket.id,
      'holder_name', v_ticket.holder_name, 'type_name', v_ticket.type_name,
      'at', coalesce(v_first_at, case when v_state = 'admitted' then v_at end), 'device', v_first_device));
  end loop;
end $function$;
grant execute on function app.scan_tickets(uuid,uuid,bytea,jsonb) to anon;
grant execute on function app.scan_tickets(uuid,uuid,bytea,jsonb) to authenticated;
grant execute on function app.scan_tickets(uuid,uuid,bytea,jsonb) to end_user;

CREATE OR REPLACE FUNCTION app.seats_of_member_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.store_team_seats(new.pool_id, array(select m.team_id from public.team_members m
    where m.tenant_id = new.pool_id and m.auth_user_id = new.id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.seats_of_order_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.store_team_seats(new.tenant_id, array(select s.team_id from public.team_orders s
    where s.tenant_id = new.tenant_id and s.order_id = new.id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.seats_owed(p_tenant uuid, p_type uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (COALESCE(sum((w.quantity * t.group_size)), (0)::bigint))::integer AS "coalesce"
    FROM (public.ticket_waits w
      JOIN public.ticket_types t ON (((t.tenant_id = w.tenant_id) AND (t.id = w.type_id) AND t.has_waiting_list)))
   WHERE ((w.tenant_id = seats_owed.p_tenant) AND (w.type_id = seats_owed.p_type) AND (w.state = 'waiting'::text) AND ((w.quantity * t.group_size) <= ( SELECT min(((q.capacity - q.held) - q.sold)) AS min
            FROM (public.ticket_type_quotas m
              JOIN public.ticket_quotas q ON (((q.tenant_id = m.tenant_id) AND (q.id = m.quota_id))))
           WHERE ((m.tenant_id = t.tenant_id) AND (m.event_id = t.event_id) AND (m.type_id = t.id)))));
END;

CREATE OR REPLACE FUNCTION app.seen_courses()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT c.id
    FROM public.library_items c
   WHERE ((c.tenant_id = app.tenant_id()) AND (c.kind = 'course'::text) AND (c.published_at <= now()) AND (c.is_teaser OR (c.audience_id = ANY (ARRAY( SELECT app.my_audiences() AS my_audiences)))));
END;
grant execute on function app.seen_courses() to anon;
grant execute on function app.seen_courses() to end_user;

CREATE OR REPLACE FUNCTION app.seen_lessons()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT i.id
    FROM public.library_items i
   WHERE ((i.tenant_id = app.tenant_id()) AND (i.published_at <= now()) AND (i.is_teaser OR (i.audience_id = ANY (ARRAY( SELECT app.my_audiences() AS my_audiences))) OR (i.id = ANY (ARRAY( SELECT app.my_lesson_items() AS my_lesson_items)))));
END;
grant execute on function app.seen_lessons() to anon;
grant execute on function app.seen_lessons() to end_user;

CREATE OR REPLACE FUNCTION app.sell_cart(p_cart app.ticket_carts, p_tickets uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform app.return_seats(p_cart.tenant_id, array[p_cart.id]);
  perform app.count_sold(p_cart.tenant_id, p_tickets, 1);
  update public.ticket_types t set taken = t.taken + l.quantity from app.ticket_cart_lines l
    where l.tenant_id = p_cart.tenant_id and l.cart_id = p_cart.id and t.tenant_id = l.tenant_id and t.id = l.type_id;
  update public.ticket_codes c set used = c.used + p_cart.code_units where c.tenant_id = p_cart.tenant_id and c.id = p_cart.code_id;
  update app.ticket_carts set state = 'done', order_id = null, network = null where tenant_id = p_cart.tenant_id and id = p_cart.id;
end $function$;

CREATE OR REPLACE FUNCTION app.selling_account(p_tenant uuid, p_plan text)
 RETURNS TABLE(mode text, account_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT t.stripe_mode,
     a.account_id
    FROM (public.tenants t
      JOIN public.payment_accounts a ON (((a.tenant_id = t.id) AND (a.mode = t.stripe_mode))))
   WHERE ((t.id = selling_account.p_tenant) AND (a.account_id IS NOT NULL) AND a.charges_enabled AND ((t.stripe_mode = 'test'::text) OR app.has_plan(t.owner_user_id, selling_account.p_plan)));
END;
grant execute on function app.selling_account(uuid,text) to service_role;

CREATE OR REPLACE FUNCTION app.send_ticket_message(p_tenant uuid, p_id uuid, p_event uuid, p_types uuid[], p_subject text, p_body text, p_expected integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_mode text;
  v_count integer;
begin
  if not p_tenant = any (array(select app.tenants_with('people'))) then
    perform app.refuse_tickets('right_missing');
  elsif not exists (select from public.ticket_events e where e.tenant_id = p_tenant and e.id = p_event) then
    perform app.refuse_tickets('event_not_found');
  elsif not app.tickets_allow(p_tenant, 'pro') then
    perform app.refuse_tickets('plan');
  end if;
  select n.stripe_mode into v_mode from public.tenants n where n.id = p_tenant;
  insert into public.ticket_messages (tenant_id, id, event_id, type_ids, mode, subject, body, recipients)
    values (p_tenant, p_id, p_event, p_types, v_mode, p_subject, p_body, p_expected)
    on conflict (tenant_id, id) do nothing;
  if not found then
    select m.recipients into v_count from public.ticket_messages m where m.tenant_id = p_tenant and m.id = p_id
      and m.event_id = p_event and m.type_ids = p_types and m.subject = p_subject and m.body = p_body;
    if v_count is null then
      perform app.refuse_tickets('message_taken');
    end if;
    return v_count;
  end if;
  insert into app.ticket_message_recipients (tenant_id, message_id, ticket_id, transfers)
    select distinct on (lower(k.owner_email)) p_tenant, p_id, k.id, k.transfers
    from public.tickets k
    where k.tenant_id = p_tenant and k.event_id = p_event and k.state = 'valid' and k.mode = v_mode and k.owner_email is not null
      and (p_types = '{}' or k.type_id = any (p_types))
      and app.reads_ticket_messages(v_mode, k.owner_email)
    order by lower(k.owner_email), k.id;
  get diagnostics v_count = row_count;
  if v_count = 0 then
    perform app.refuse_tickets('no_holders');
  elsif v_count <> p_expected then
    perform app.refuse_tickets('holders_changed', v_count::text);
  end if;
  return v_count;
end $function$;
grant execute on function app.send_ticket_message(uuid,uuid,uuid,uuid[],text,text,integer) to authenticated;

CREATE OR REPLACE FUNCTION app.set_item_picture(p_item uuid, p_hash text, p_bytes bytea, p_width integer, p_height integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_bytes is null then
    delete from public.item_pictures
      where item_id = p_item and tenant_id = any (array(select app.tenants_with('content')));
  else
    insert into public.item_pictures (tenant_id, item_id, hash, bytes, width, height)
      select tenant_id, id, p_hash, p_bytes, p_width, p_height from public.items
        where id = p_item and tenant_id = any (array(select app.tenants_with('content')))
      on conflict (tenant_id, item_id) do update
        set hash = excluded.hash, bytes = excluded.bytes, width = excluded.width, height = excluded.height;
  end if;
end $function$;
grant execute on function app.set_item_picture(uuid,text,bytea,integer,integer) to authenticated;

CREATE OR REPLACE FUNCTION app.set_measuring()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    update public.tenants t set measuring = 'off' where t.id = old.tenant_id;
    return old;
  end if;
  update public.tenants t set measuring = new.collection where t.id = new.tenant_id and t.measuring <> new.collection;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.settle_lost_prompts()
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (count(app.settle_prompt(m.tenant_id, m.id, 'failed'::text, 'model_broken'::text, m.answer, m.citations, m.reserved, 0, NULL::bigint, NULL::integer)))::integer AS count
    FROM public.prompt_messages m
   WHERE ((m.state = 'running'::text) AND (m.created_at < (now() - '00:05:00'::interval)));
END;
grant execute on function app.settle_lost_prompts() to service_role;

CREATE OR REPLACE FUNCTION app.settle_plan(p_user uuid, p_mode text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  best record;
begin
  select s.plan_id, app.standing(s.status, s.past_due_since) as status, s.trial_end, s.current_period_end into best
  from public.subscriptions s join public.bolt_plans p on p.id = s.plan_id
  where s.user_id = p_user and s.mode = p_mode
    and app.standing(s.status, s.past_due_since) in ('active', 'trialing', 'past_due')
  order by p.sort desc, s.created_at desc limit 1;
  if found then
    insert into public.bolt_subscriptions as held (user_id, plan_id, status, trial_end, current_period_end, settled)
    values (p_user, best.plan_id, best.status, best.trial_end, best.current_period_end,
      best.plan_id || ' ' || best.status)
    on conflict (user_id) do update set plan_id = excluded.plan_id, status = excluded.status,
      trial_end = excluded.trial_end, current_period_end = excluded.current_period_end, settled = excluded.settled
    where (held.plan_id, held.status, held.trial_end, held.current_period_end, held.settled)
      is distinct from (excluded.plan_id, excluded.status, excluded.trial_end, excluded.current_period_end,
        excluded.settled);
    return;
  end if;
  if not exists (select from public.subscriptions where user_id = p_user and plan_id is not null) then return; end if;
  select coalesce((select app.standing(s.status, s.past_due_since) from public.subscriptions s
    where s.user_id = p_user and s.mode = p_mode and s.plan_id is not null
    order by s.created_at desc limit 1), 'canceled') as status into best;
  update public.bolt_subscriptions set status = best.status, settled = plan_id || ' ' || best.status
  where user_id = p_user and plan_id <> 'free' and status <> best.status
    and settled = plan_id || ' ' || status;
end $function$;
grant execute on function app.settle_plan(uuid,text) to service_role;

CREATE OR REPLACE FUNCTION app.settle_prompt(p_tenant uuid, p_message uuid, p_state text, p_problem text, p_answer text, p_citations jsonb, p_tokens_in integer, p_tokens_out integer, p_cost bigint, p_ms integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_message public.prompt_messages;
  v_day text;
begin
  -- The month first, as reservations do.
  select m.* into v_message from public.prompt_messages m where m.tenant_id = p_tenant and m.id = p_message;
  v_day := to_char(v_message.created_at at time zone 'utc', 'YYYY-MM-DD');
  perform from app.prompt_meters m where m.tenant_id = p_tenant and m.scope = 'month' and m.name = left(v_day, 7) for update;
  update public.prompt_messages m set state = p_state, problem = p_problem, answer = left(p_answer, 40000), citations = p_citations,
      tokens_in = p_tokens_in, tokens_out = p_tokens_out, cost = p_cost, took_ms = p_ms, reserved = 0
    where m.tenant_id = p_tenant and m.id = p_message and m.state = 'running';
  if not found then
    return false;
  end if;
  update app.prompt_meters m set reserved = m.reserved - v_message.reserved, tokens_in = m.tokens_in + p_tokens_in,
      tokens_out = m.tokens_out + p_tokens_out, updated_at = now(),
      cost = case when p_cost is null then m.cost else coalesce(m.cost, 0) + p_cost end,
      refused = m.refused + (p_state = 'refused')::integer, failed = m.failed + (p_state = 'failed')::integer
    where m.tenant_id = p_tenant and (m.scope, m.name) in (('month', left(v_day, 7)), ('day', v_day));
  return true;
end $function$;
grant execute on function app.settle_prompt(uuid,uuid,text,text,text,jsonb,integer,integer,bigint,integer) to service_role;

CREATE OR REPLACE FUNCTION app.settle_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_most constant integer := 999999;
  v_holds constant integer := case when old.status = 'pending' then new.quantity else 0 end;
  v_takes constant integer := case when new.status = 'paid' and old.status <> 'refunded' then new.quantity else 0 end;
  v_gives constant integer := case when new.status = 'paid' then 0 else old.stock_taken end;
  v_counted boolean;
begin
  new.stock_taken := old.stock_taken - v_gives;
  for tries in 1..2 loop
    update public.items
      set held = held - least(held, v_holds), stock = least(stock - v_takes + v_gives, v_most)
      where tenant_id = new.tenant_id and id = new.source_id
        and stock - held + least(held, v_holds) + v_gives >= v_takes;
    if found then
      new.stock_taken := new.stock_taken + v_takes;
      return new;
    end if;
    if v_holds > 0 then
      perform from public.items where tenant_id = new.tenant_id and id = new.source_id for share;
    end if;
    select stock is not null into v_counted from public.items
      where tenant_id = new.tenant_id and id = new.source_id;
    -- Counted by now: whoever began to count took this order along.
    exit when v_counted is not true or v_holds = 0;
  end loop;
  if v_counted and v_takes > 0 then
    new.status := 'failed';
    new.paid_at := old.paid_at;
    new.problem := 'It was paid after its checkout had ended, and the product is sold out. Give the money back in your payments account.';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.settle_tenant_requests()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  if new.stripe_status = 'connected' and new.stripe_account_id_test is null and new.stripe_account_id_live is null then
    new.stripe_status := 'not_connected';
  end if;
  if auth.role() = 'authenticated' then
    if new.stripe_status <> old.stripe_status and new.stripe_status = 'not_connected' then
      new.stripe_status := old.stripe_status; -- disconnecting is the server's act
    end if;
    if new.status = 'expired' and not coalesce(old.subscription_tier = 'day_pass' and old.access_expires_at <= now(), false) then
      new.status := old.status;
    elsif new.status = 'active' and old.status = 'expired' then
      new.status := old.status;
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.settle_tickets()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_cart app.ticket_carts;
  v_tickets uuid[];
  v_own boolean;
  v_takes_place boolean;
  v_ended constant boolean := old.status in ('expired', 'canceled', 'failed');
begin
  if old.status = 'pending' and new.status = 'paid' or v_ended and new.status = 'paid' and not app.has_late_refund(new.tenant_id, new.id)
    or old.status = 'pending' or old.status = 'paid' then
    -- The share lock waits for a transaction that cancels the event. One that went back to draft meanwhile still takes place.
    select e.state <> 'canceled' and e.ends_at > now() into v_takes_place
      from app.ticket_carts c join public.ticket_events e on e.tenant_id = c.tenant_id and e.id = c.event_id
      where c.tenant_id = new.tenant_id and c.id = new.source_id for share of e;
    select * into v_cart from app.ticket_carts c where c.tenant_id = new.tenant_id and c.id = new.source_id for update;
    perform app.lock_seats(v_cart.tenant_id, v_cart.event_id);
  end if;

  if old.status = 'pending' and new.status = 'paid' and not v_takes_place then
    update public.tickets set state = 'void' where tenant_id = new.tenant_id and order_id = new.id and state = 'reserved';
    perform app.end_carts(new.tenant_id, array[v_cart.id]);
    perform app.queue_late_refund(new);
    new.status := 'failed';
    new.problem := 'The event was canceled or over before it was paid. The payment is refunded automatically.';

  elsif old.status = 'pending' and new.status = 'paid' then
    v_tickets := array(select k.id from public.tickets k
      where k.tenant_id = new.tenant_id and k.order_id = new.id and k.state = 'reserved' order by k.id);
    perform app.sell_cart(v_cart, v_tickets);
    update public.tickets set state = 'valid', issued_at = now(), owner_email = coalesce(owner_email, new.email)
      where tenant_id = new.tenant_id and id = any (v_tickets);
    new.stock_taken := cardinality(v_tickets);

  elsif old.status = 'pending' then
    update public.tickets set state = 'void' where tenant_id = new.tenant_id and order_id = new.id and state = 'reserved';
    if v_cart.until_at > now() and new.status <> 'refunded' then
      -- The buyer came back from the checkout in time: the cart goes on.
      update app.ticket_carts set state = 'held', order_id = null where tenant_id = new.tenant_id and id = v_cart.id;
    else
      perform app.end_carts(new.tenant_id, array[v_cart.id]);
    end if;

  elsif v_ended and new.status = 'paid' then
    -- Paid after its end nevertheless. It gets its seats if they are free, or all of its money back, and what is decided here stays.
    if v_cart.id is not null then
      v_tickets := array(select k.id from public.tickets k
        where k.tenant_id = new.tenant_id and k.order_id = new.id and k.state = 'void' order by k.id);
      v_own := v_cart.state = 'held';
    end if;
    if v_takes_place and cardinality(v_tickets) = new.quantity and not exists (
        select from (select u.quota_id, count(*) as n from public.tickets k cross join unnest(k.quota_ids) as u (quota_id)
          where k.tenant_id = new.tenant_id and k.id = any (v_tickets) group by u.quota_id) s
        left join public.ticket_quotas q on q.tenant_id = new.tenant_id and q.id = s.quota_id
        left join (select u.quota_id, sum(l.quantity * l.group_size) as n from app.ticket_cart_lines l
          cross join unnest(l.quota_ids) as u (quota_id)
          where v_own and l.tenant_id = new.tenant_id and l.cart_id = v_cart.id group by u.quota_id) o on o.quota_id = s.quota_id
        where q.id is null or q.held - coalesce(o.n, 0) + q.sold + s.n > q.capacity) then
      if v_own then
        perform app.end_carts(new.tenant_id, array[v_cart.id]);
      end if;
      perform app.count_sold(new.tenant_id, v_tickets, 1);
      update public.ticket_types t set taken = t.taken + s.n
        from (select k.type_id, ceil(count(*)::numeric / t2.group_size)::integer as n
          from public.tickets k join public.ticket_types t2 on t2.tenant_id = k.tenant_id and t2.id = k.type_id
          where k.tenant_id = new.tenant_id and k.id = any (v_tickets) group by k.type_id, t2.group_size) s
        where t.tenant_id = new.tenant_id and t.id = s.type_id;
      update public.tickets set state = 'valid', issued_at = now(), owner_email = coalesce(owner_email, new.email)
        where tenant_id = new.tenant_id and id = any (v_tickets);
      if v_cart.state <> 'ordered' then
        update app.ticket_carts set state = 'done', email = new.email, auth_user_id = new.auth_user_id
          where tenant_id = new.tenant_id and id = v_cart.id;
      end if;
      new.stock_taken := cardinality(v_tickets);
    else
      if not app.has_late_refund(new.tenant_id, new.id) then
        perform app.queue_late_refund(new);
      end if;
      new.status := 'failed';
      new.paid_at := old.paid_at;
      new.problem := 'It was paid after its checkout had ended, and the seats are gone. The payment is refunded automatically.';
    end if;

  elsif old.status = 'paid' then
    v_tickets := array(select k.id from public.tickets k
      where k.tenant_id = new.tenant_id and k.order_id = new.id and k.state = 'valid' order by k.id);
    perform app.end_tickets(new.tenant_id, v_tickets, 'refunded', null);
    new.stock_taken := 0;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.settle_wait()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.ticket_waits set state = case new.state when 'done' then 'taken' else 'lapsed' end
    where tenant_id = new.tenant_id and id = new.wait_id and state = 'offered';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.shift_days(p_at timestamp with time zone, p_days integer, p_zone text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
RETURN (((p_at AT TIME ZONE p_zone) + make_interval(days => p_days)) AT TIME ZONE p_zone);

CREATE OR REPLACE FUNCTION app.shortened(p_data jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_part constant text := case when p_data ? 'record' then 'record' else 'values' end;
  v_data jsonb := p_data;
  v_most integer;
  v_long text[];
begin
  foreach v_most in array array[1000, 60] loop
    exit when octet_length(v_data::text) < 20000 or jsonb_typeof(v_data -> v_part) is distinct from 'object';
    v_long := array(select m.key from jsonb_each(v_data -> v_part) as m where octet_length(m.value::text) > v_most order by m.key);
    v_data := v_data || jsonb_build_object(v_part, (v_data -> v_part) - v_long,
      'omitted', coalesce(v_data -> 'omitted', '[]') || to_jsonb(v_long));
  end loop;
  return v_data;
end $function$;

CREATE OR REPLACE FUNCTION app.sign_ups_by_day(p_tenant uuid, p_zone text, p_since timestamp with time zone)
 RETURNS TABLE(day date, late boolean, people bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT ((u.created_at AT TIME ZONE sign_ups_by_day.p_zone))::date AS timezone,
     (((u.created_at AT TIME ZONE sign_ups_by_day.p_zone))::time without time zone > ((now() AT TIME ZONE sign_ups_by_day.p_zone))::time without time zone),
     count(*) AS count
    FROM auth.users u
   WHERE ((u.pool_id = sign_ups_by_day.p_tenant) AND (u.created_at >= sign_ups_by_day.p_since) AND (sign_ups_by_day.p_tenant = ANY (ARRAY( SELECT app.tenants_with('people'::text) AS tenants_with))) AND (NOT u.is_anonymous) AND (u.deleted_at IS NULL) AND ((u.email_confirmed_at IS NOT NULL) OR (u.phone_confirmed_at IS NOT NULL) OR ((u.email IS NULL) AND (u.phone IS NULL))))
   GROUP BY (((u.created_at AT TIME ZONE sign_ups_by_day.p_zone))::date), (((u.created_at AT TIME ZONE sign_ups_by_day.p_zone))::time without time zone > ((now() AT TIME ZONE sign_ups_by_day.p_zone))::time without time zone);
END;
grant execute on function app.sign_ups_by_day(uuid,text,timestamp with time zone) to authenticated;

CREATE OR REPLACE FUNCTION app.sign_ups_by_source(p_tenant uuid, p_from timestamp with time zone, p_to timestamp with time zone)
 RETURNS TABLE(at timestamp with time zone, source text, medium text, campaign text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT u.created_at,
     COALESCE(s.source, ''::text) AS "coalesce",
     COALESCE(s.medium, ''::text) AS "coalesce",
     COALESCE(s.campaign, ''::text) AS "coalesce"
    FROM (auth.users u
      LEFT JOIN app.sign_up_sources s ON (((s.tenant_id = u.pool_id) AND (s.auth_user_id = u.id))))
   WHERE ((u.pool_id = sign_ups_by_source.p_tenant) AND (u.created_at >= sign_ups_by_source.p_from) AND (u.created_at < sign_ups_by_source.p_to) AND (sign_ups_by_source.p_tenant = ANY (ARRAY( SELECT app.tenants_with('orders'::text) AS tenants_with))) AND (NOT u.is_anonymous) AND (u.deleted_at IS NULL) AND ((u.email_confirmed_at IS NOT NULL) OR (u.phone_confirmed_at IS NOT NULL) OR ((u.email IS NULL) AND (u.phone IS NULL))));
END;
grant execute on function app.sign_ups_by_source(uuid,timestamp with time zone,timestamp with time zone) to authenticated;

CREATE OR REPLACE FUNCTION app.spell_audience()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_term record;
begin
  delete from app.audience_terms where tenant_id = new.tenant_id and audience_id = new.id;
  for v_term in
    select a.value as rule, a.ordinality as place, k.*, a.value -> k.field as which,
      array(select jsonb_object_keys(a.value - '{kind,from,until,after_days}'::text[])) as fields
    from jsonb_array_elements(new.rule -> 'any') with ordinality as a
    left join app.audience_kinds k on k.kind = a.value ->> 'kind'
  loop
    if v_term.kind is null or v_term.fields <> array_remove(array[v_term.field], null)
      or (v_term.value = 'ids') <> (jsonb_typeof(v_term.which) = 'array')
      or (v_term.value = 'id' and v_term.which #>> '{}' !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
    then
      raise exception 'Alternative % of the audience is of no known kind, or lacks the field of its kind', v_term.place
        using errcode = 'check_violation', constraint = 'audiences_kinds', table = 'audiences';
    end if;
    insert into app.audience_terms
      select distinct new.tenant_id, new.id, v_term.place, v_term.kind, item.which,
        (v_term.rule ->> 'from')::timestamptz, (v_term.rule ->> 'until')::timestamptz, (v_term.rule ->> 'after_days')::smallint
      from jsonb_array_elements_text(case when v_term.value = 'ids' then v_term.which
        else jsonb_build_array(coalesce(v_term.which, '""')) end) as item (which);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.staff_account_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.tenant_staff where user_id = old.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.staff_of(p_tenant uuid)
 RETURNS TABLE(user_id uuid, role text, email text, name text, two_step boolean, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT member.user_id,
     member.role,
     COALESCE(u.email, ''::text) AS email,
     "left"(COALESCE(
         CASE jsonb_typeof((u.raw_user_meta_data -> 'name'::text))
             WHEN 'string'::text THEN (u.raw_user_meta_data ->> 'name'::text)
             ELSE NULL::text
         END, ''::text), 200) AS name,
     (EXISTS ( SELECT
            FROM auth.mfa_factors f
           WHERE ((f.pool_id = u.pool_id) AND (f.user_id = u.id) AND (f.status = 'verified'::text)))) AS two_step,
     member.created_at
    FROM (( SELECT t.owner_user_id AS user_id,
             'owner'::text AS role,
             t.created_at
            FROM public.tenants t
           WHERE (t.id = staff_of.p_tenant)
         UNION ALL
          SELECT s.user_id,
             s.role,
             s.created_at
            FROM public.tenant_staff s
           WHERE (s.tenant_id = staff_of.p_tenant)) member
      LEFT JOIN auth.users u ON (((u.pool_id = '00000000-0000-0000-0000-000000000000'::uuid) AND (u.id = member.user_id))))
   WHERE (staff_of.p_tenant = ANY (ARRAY( SELECT app.tenants_with('staff'::text) AS tenants_with)))
   ORDER BY (member.role <> 'owner'::text), member.created_at, member.user_id;
END;
grant execute on function app.staff_of(uuid) to authenticated;

CREATE OR REPLACE FUNCTION app.staff_roles_with(p_right text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
RETURN CASE p_right WHEN 'see'::text THEN ARRAY['admin'::text, 'editor'::text, 'support'::text] WHEN 'content'::text THEN ARRAY['admin'::text, 'editor'::text] WHEN 'people'::text THEN ARRAY['admin'::text, 'support'::text] WHEN 'orders'::text THEN ARRAY['admin'::text, 'support'::text] WHEN 'settings'::text THEN ARRAY['admin'::text] WHEN 'staff'::text THEN ARRAY['admin'::text] WHEN 'door'::text THEN ARRAY['admin'::text, 'support'::text, 'door'::text] ELSE ARRAY[]::text[] END;
grant execute on function app.staff_roles_with(text) to authenticated;
grant execute on function app.staff_roles_with(text) to service_role;

CREATE OR REPLACE FUNCTION app.staff_seats(p_tenant uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT p.staff_seats
    FROM (public.tenants t
      JOIN public.bolt_plans p ON ((p.id = app.plan_of(t.owner_user_id))))
   WHERE (t.id = staff_seats.p_tenant);
END;

CREATE OR REPLACE FUNCTION app.staff_seats_of(p_tenant uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT app.staff_seats(p_tenant) AS staff_seats
   WHERE (p_tenant = ANY (ARRAY( SELECT app.tenants_with('staff'::text) AS tenants_with)));
END;
grant execute on function app.staff_seats_of(uuid) to authenticated;

CREATE OR REPLACE FUNCTION app.standing(p_status text, p_past_due_since timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN CASE WHEN ((p_status = 'past_due'::text) AND (p_past_due_since <= (now() - app.grace()))) THEN 'unpaid'::text ELSE p_status END;
grant execute on function app.standing(text,timestamp with time zone) to service_role;

CREATE OR REPLACE FUNCTION app.start_day_pass(p_tenant uuid, p_pass uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  starts timestamptz;
  ends timestamptz;
begin
  select greatest(now(), case when subscription_tier = 'day_pass' and subscription_status = 'active'
      then access_expires_at end) into starts
  from public.tenants where id = p_tenant for update;
  if not found then return null; end if;
  update app.day_passes set status = 'active', starts_at = starts, ends_at = starts + minutes * interval '1 minute'
  where tenant_id = p_tenant and id = p_pass and status in ('pending', 'expired')
  returning ends_at into ends;
  if not found then return null; end if;
  update public.tenants set subscription_tier = 'day_pass', subscription_status = 'active', status = 'active',
    access_expires_at = ends where id = p_tenant;
  return ends;
end $function$;
grant execute on function app.start_day_pass(uuid,uuid) to service_role;

CREATE OR REPLACE FUNCTION app.store_account_facts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into app.member_facts (tenant_id, auth_user_id, kind, which, via, since, barred_until)
    select new.pool_id, new.id, f.kind, f.which, new.id, new.created_at, new.barred_until
    from (values ('everyone', ''), ('signed_in', ''), ('people', new.id::text)) as f (kind, which)
    on conflict (tenant_id, auth_user_id, barred_until, kind, which, via, mode) do update set since = excluded.since;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.store_purchase_fact()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Before its facts: a ban locks the account first, and then its facts.
  if tg_op <> 'DELETE' then
    perform from auth.users u where u.pool_id = new.tenant_id and u.id = new.auth_user_id for key share;
  end if;
  if tg_op <> 'INSERT' then
    delete from app.member_facts f where f.tenant_id = old.tenant_id and f.auth_user_id = old.auth_user_id
      and f.kind = 'bought' and f.which = old.source_id::text and f.via = old.id;
  end if;
  if tg_op <> 'DELETE' and new.grants_since is not null then
    insert into app.member_facts (tenant_id, auth_user_id, kind, which, via, mode, since, barred_until)
      select new.tenant_id, u.id, 'bought', new.source_id::text, new.id, new.mode, new.grants_since, u.barred_until
      from auth.users u where u.pool_id = new.tenant_id and u.id = new.auth_user_id
      for key share;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.store_record_files()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from storage.loose_files f using written w where (f.pool_id, f.object_id, f.version) = (w.tenant_id, w.id, w.version);
  perform storage.count_bytes(tenant_id, sum(size)) from written group by tenant_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.store_renewals(p_tenant uuid, p_order uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- The next statement sees what those who held the lock before have committed, so that of two at once the second one counts both.
  perform from public.orders o where o.tenant_id = p_tenant and o.id = p_order for no key update;
  update public.orders o set renewed_since = r.renewed_since, renewal_grants = r.renewal_grants
  from (
    select min(p.paid_at) as renewed_since,
      (array_agg(p.status = 'paid' and p.dispute_status is distinct from 'lost' order by p.paid_at desc, p.id desc))[1] as renewal_grants
    from public.orders p where p.tenant_id = p_tenant and p.renewal_of = p_order and p.paid_at is not null) r
  where o.tenant_id = p_tenant and o.id = p_order
    and (o.renewed_since, o.renewal_grants) is distinct from (r.renewed_since, r.renewal_grants);
end $function$;

CREATE OR REPLACE FUNCTION app.store_role_facts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Before their facts: a ban locks the account first, and then its facts.
  if tg_op <> 'DELETE' then
    perform from auth.users u join (select distinct n.tenant_id, n.auth_user_id from new_rows n) as r
      on r.tenant_id = u.pool_id and r.auth_user_id = u.id order by u.pool_id, u.id for key share of u;
  end if;
  if tg_op <> 'INSERT' then
    delete from app.member_facts f using old_rows o
      where f.tenant_id = o.tenant_id and f.auth_user_id = o.auth_user_id and f.kind = 'role' and f.which = o.role;
  end if;
  if tg_op <> 'DELETE' then
    insert into app.member_facts (tenant_id, auth_user_id, kind, which, via, since, barred_until)
      select n.tenant_id, n.auth_user_id, 'role', n.role, n.auth_user_id, n.given_at, u.barred_until
      from new_rows n join auth.users u on u.pool_id = n.tenant_id and u.id = n.auth_user_id
      for key share of u;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.store_seat_facts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Before their facts: a ban locks the account first, and then its facts.
  if tg_op <> 'DELETE' then
    perform from auth.users u join (select distinct n.tenant_id, n.auth_user_id from new_rows n) as r
      on r.tenant_id = u.pool_id and r.auth_user_id = u.id order by u.pool_id, u.id for key share of u;
  end if;
  if tg_op <> 'INSERT' then
    delete from app.member_facts f using old_rows o
      where f.tenant_id = o.tenant_id and f.auth_user_id = o.auth_user_id and f.kind = 'bought' and f.which = o.source_id::text
        and f.via = o.team_id and f.mode = o.mode;
  end if;
  if tg_op <> 'DELETE' then
    insert into app.member_facts (tenant_id, auth_user_id, kind, which, via, mode, since, until, barred_until)
      select n.tenant_id, n.auth_user_id, 'bought', n.source_id::text, n.team_id, n.mode, n.since, coalesce(n.until, 'infinity'),
        u.barred_until
      from new_rows n join auth.users u on u.pool_id = n.tenant_id and u.id = n.auth_user_id
      for key share of u;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.store_team_seats(p_tenant uuid, p_teams uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_team uuid;
begin
  for v_team in
    select t.id from public.teams t where t.tenant_id = p_tenant and t.id = any (p_teams) order by t.id for no key update
  loop
    with placed as materialized (select * from app.place_team_seats(p_tenant, v_team)),
    ended as (
      delete from app.seat_holders s where s.tenant_id = p_tenant and s.team_id = v_team and not exists (select from placed p
        where p.auth_user_id = s.auth_user_id and p.source_id = s.source_id and p.mode = s.mode))
    insert into app.seat_holders as s (tenant_id, team_id, auth_user_id, source_id, mode, since, until)
      select p_tenant, v_team, p.auth_user_id, p.source_id, p.mode, p.since, p.until from placed p
      on conflict (tenant_id, team_id, auth_user_id, source_id, mode) do update set since = excluded.since, until = excluded.until
        where (s.since, s.until) is distinct from (excluded.since, excluded.until);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION app.store_ticket_fact()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'DELETE' then
    perform from auth.users u where u.pool_id = new.tenant_id and u.id = new.auth_user_id for key share;
  end if;
  if tg_op <> 'INSERT' then
    delete from app.member_facts f where f.tenant_id = old.tenant_id and f.auth_user_id = old.auth_user_id
      and f.kind = 'holds_ticket' and f.which = old.event_id::text and f.via = old.id;
  end if;
  if tg_op <> 'DELETE' and new.state = 'valid' then
    insert into app.member_facts (tenant_id, auth_user_id, kind, which, via, mode, since, barred_until)
      select new.tenant_id, u.id, 'holds_ticket', new.event_id::text, new.id, new.mode, new.issued_at, u.barred_until
      from auth.users u where u.pool_id = new.tenant_id and u.id = new.auth_user_id
      for key share;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.store_tickets(p_cart app.ticket_carts, p_state text, p_source text, p_mode text, p_order uuid, p_tickets jsonb, p_user uuid, p_email text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_step constant integer := (select app.amount_step(e.currency) from public.ticket_events e where e.tenant_id = p_cart.tenant_id and e.id = p_cart.event_id);
begin
  insert into public.tickets (tenant_id, id, event_id, type_id, state, mode, source, order_id, cart_id, price_cents, quota_ids,
      code_hash, code_sealed, auth_user_id, owner_email, holder_name, holder_email, answers, language, issued_at)
    select p_cart.tenant_id, g.id, p_cart.event_id, l.type_id, p_state, p_mode, p_source, p_order, p_cart.id,
      -- A group's price is spread over its tickets to the least amount, so that refunds of all of them add up to it.
      (l.unit_price / v_step / l.group_size + case when g.place % l.group_size < l.unit_price / v_step % l.group_size then 1 else 0 end) * v_step
        + case when g.place % l.group_size = 0 then l.unit_price % v_step else 0 end,
      l.quota_ids, decode(g.ticket ->> 'code_hash', 'hex'), g.ticket ->> 'code_sealed', p_user, p_email,
      g.ticket ->> 'name', g.ticket ->> 'email', coalesce(g.ticket -> 'answers', '{}'),
      coalesce(g.ticket ->> 'language', 'en'), case when p_state = 'valid' then now() end
    from (select t.value as ticket, (t.value ->> 'id')::uuid as id, (t.value ->> 'type')::uuid as type_id,
        (row_number() over (partition by t.value ->> 'type' order by t.ordinality) - 1)::integer as place
      from jsonb_array_elements(p_tickets) with ordinality as t) g
    join app.ticket_cart_lines l on l.tenant_id = p_cart.tenant_id and l.cart_id = p_cart.id and l.type_id = g.type_id
    where g.place < l.quantity * l.group_size;
  if (select count(*) from public.tickets k where k.tenant_id = p_cart.tenant_id and k.cart_id = p_cart.id and k.state = p_state
      and k.order_id is not distinct from p_order)
    <> (select sum(l.quantity * l.group_size) from app.ticket_cart_lines l where l.tenant_id = p_cart.tenant_id and l.cart_id = p_cart.id) then
    perform app.refuse_tickets('holders');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION app.subscription_row_id(p_mode text, p_subscription text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN (md5(((p_mode || ':'::text) || p_subscription)))::uuid;
grant execute on function app.subscription_row_id(text,text) to service_role;

CREATE OR REPLACE FUNCTION app.sweep_carts(p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_event record;
  v_count integer := 0;
begin
  for v_event in
    select c.tenant_id, c.event_id from app.ticket_carts c where c.state = 'held' and c.until_at <= now()
    group by c.tenant_id, c.event_id order by c.tenant_id, c.event_id limit p_most
  loop
    v_count := v_count + app.end_due_carts(v_event.tenant_id, v_event.event_id);
  end loop;
  -- What a late payment could still need is kept as long as the repair reads open orders.
  delete from public.tickets k where k.state = 'void' and k.created_at < now() - interval '35 days';
  delete from app.ticket_carts c where c.state = 'ended' and c.until_at < now() - interval '35 days'
    and not exists (select from public.tickets k where k.tenant_id = c.tenant_id and k.cart_id = c.id);
  return v_count;
end $function$;
grant execute on function app.sweep_carts(integer) to service_role;

CREATE OR REPLACE FUNCTION app.tables_lock(p_tenant uuid)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN hashtextextended(('data_tables '::text || (p_tenant)::text), (0)::bigint);
grant execute on function app.tables_lock(uuid) to service_role;

CREATE OR REPLACE FUNCTION app.tables_open(p_right text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_claims constant jsonb := auth.jwt();
  v_tenant constant uuid := v_claims ->> 'tenant';
  v_is_visitor constant boolean := v_claims ->> 'role' = 'anon' and not v_claims ? 'pretend';
begin
  return query
    select t.id from public.data_tables t
    where t.tenant_id = v_tenant and t.deleted_at is null and case p_right
      when 'see' then t.see_audience_id when 'add' then t.add_audience_id
      when 'add approved' then case when not t.approval then t.add_audience_id end
      when 'change' then t.change_audience_id when 'delete' then t.delete_audience_id end
      = any (case when v_is_visitor then array(select e.audience_id from app.audiences_of_everyone(v_tenant) e)
        else array(select app.my_audiences()) end);
end $function$;
grant execute on function app.tables_open(text) to anon;
grant execute on function app.tables_open(text) to end_user;

CREATE OR REPLACE FUNCTION app.tables_open_to_author(p_right text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_mine constant uuid[] := array(select app.my_audiences_as_owner());
begin
  return query
    select t.id from public.data_tables t
    where t.tenant_id = app.tenant_id() and t.deleted_at is null and case p_right
      when 'see' then t.see_audience_id when 'change' then t.change_audience_id
      when 'delete' then t.delete_audience_id end = any (v_mine);
end $function$;
grant execute on function app.tables_open_to_author(text) to end_user;

CREATE OR REPLACE FUNCTION app.tables_open_to_team(p_right text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_mine constant uuid[] := array(select app.my_audiences_as_team());
begin
  return query
    select t.id from public.data_tables t
    where t.tenant_id = app.tenant_id() and t.deleted_at is null and t.team_scoped and case p_right
      when 'see' then t.see_audience_id when 'add' then t.add_audience_id
      when 'change' then t.change_audience_id when 'delete' then t.delete_audience_id end = any (v_mine);
end $function$;
grant execute on function app.tables_open_to_team(text) to end_user;

CREATE OR REPLACE FUNCTION app.tables_to_forget()
 RETURNS TABLE(tenant_id uuid, table_id uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT t.tenant_id,
     t.id
    FROM public.data_tables t
   WHERE (t.deleted_at < (now() - '30 days'::interval))
   ORDER BY t.deleted_at;
END;
grant execute on function app.tables_to_forget() to service_role;

CREATE OR REPLACE FUNCTION app.tables_to_tend()
 RETURNS TABLE(tenant_id uuid, table_id uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT t.tenant_id,
     t.id
    FROM public.data_tables t
   WHERE ((t.removed_fields <> '[]'::jsonb) AND (t.deleted_at IS NULL) AND (app.fields_to_clear(t.removed_fields) <> '[]'::jsonb));
END;
grant execute on function app.tables_to_tend() to service_role;

CREATE OR REPLACE FUNCTION app.tables_without_approval()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
BEGIN ATOMIC
 SELECT t.id
    FROM public.data_tables t
   WHERE ((t.tenant_id = app.tenant_id()) AND (NOT t.approval));
END;
grant execute on function app.tables_without_approval() to anon;
grant execute on function app.tables_without_approval() to end_user;

CREATE OR REPLACE FUNCTION app.take_free_tickets(p_secret bytea, p_email text, p_tickets jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_cart app.ticket_carts;
  v_event public.ticket_events;
  v_mode text;
begin
  select * into v_cart from app.ticket_carts c where c.tenant_id = app.tenant_id() and c.secret_hash = p_secret for update;
  if v_cart.state = 'done' then
    return; -- A repeated request: the tickets are there.
  elsif v_cart.state is distinct from 'held' or v_cart.until_at <= now() then
    perform app.refuse_tickets('cart_ended');
  elsif exists (select from app.ticket_cart_lines l where l.tenant_id = v_cart.tenant_id and l.cart_id = v_cart.id and l.unit_price > 0) then
    perform app.refuse_tickets('not_free');
  end if;
  select * into v_event from public.ticket_events e where e.tenant_id = v_cart.tenant_id and e.id = v_cart.event_id for share;
  perform app.refuse_closed_event(v_event);
  select t.stripe_mode into v_mode from public.tenants t where t.id = v_cart.tenant_id;
  perform app.name_buyer(v_cart, case when auth.role() = 'end_user' then auth.uid() end, p_email);
  perform app.store_tickets(v_cart, 'valid', 'free', v_mode, null, p_tickets,
    case when auth.role() = 'end_user' then auth.uid() end, p_email);
  perform app.sell_cart(v_cart, array(select k.id from public.tickets k
    where k.tenant_id = v_cart.tenant_id and k.cart_id = v_cart.id and k.state = 'valid'));
end $function$;
grant execute on function app.take_free_tickets(bytea,text,jsonb) to anon;
grant execute on function app.take_free_tickets(bytea,text,jsonb) to end_user;

CREATE OR REPLACE FUNCTION app.take_roles()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.role_members where tenant_id = new.pool_id and auth_user_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.take_ticket_messages(p_most integer)
 RETURNS TABLE(tenant_id uuid, ticket_id uuid, message_id uuid, transfers smallint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
    with due as (
      select r.tenant_id, r.message_id, r.ticket_id from app.ticket_message_recipients r
      order by r.tenant_id, r.message_id, r.ticket_id limit p_most for update skip locked),
    taken as (
      delete from app.ticket_message_recipients r using due
      where r.tenant_id = due.tenant_id and r.message_id = due.message_id and r.ticket_id = due.ticket_id
      returning r.tenant_id, r.message_id, r.ticket_id, r.transfers),
    counted as (
      update public.ticket_messages m set queued = m.queued + t.n
      from (select t.tenant_id, t.message_id, count(*)::integer as n from taken t group by t.tenant_id, t.message_id) t
      where m.tenant_id = t.tenant_id and m.id = t.message_id)
    select t.tenant_id, t.ticket_id, t.message_id, t.transfers from taken t order by t.tenant_id, t.message_id, t.ticket_id;
end $function$;
grant execute on function app.take_ticket_messages(integer) to service_role;

CREATE OR REPLACE FUNCTION app.take_ticket_notices(p_most integer)
 RETURNS TABLE(tenant_id uuid, ticket_id uuid, kind text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_notice app.ticket_notices;
  v_tickets uuid[];
begin
  select * into v_notice from app.ticket_notices n where n.due_at <= now() order by n.due_at limit 1 for update skip locked;
  if not found then
    return;
  end if;
  v_tickets := array(
    select k.id from public.tickets k
    where k.tenant_id = v_notice.tenant_id and k.event_id = v_notice.event_id and k.owner_email is not null
      and (v_notice.done_to is null or k.id > v_notice.done_to)
      and case v_notice.kind when 'canceled' then k.state = 'valid' or k.state in ('canceled', 'refunded') and k.ended_at >= v_notice.since
        else k.state = 'valid' end
    order by k.id limit p_most);
  if cardinality(v_tickets) < p_most then
    delete from app.ticket_notices n where n.tenant_id = v_notice.tenant_id and n.event_id = v_notice.event_id and n.kind = v_notice.kind;
  else
    update app.ticket_notices n set done_to = v_tickets[p_most]
      where n.tenant_id = v_notice.tenant_id and n.event_id = v_notice.event_id and n.kind = v_notice.kind;
  end if;
  return query
    select k.tenant_id, k.id, v_notice.kind from public.tickets k
    where k.tenant_id = v_notice.tenant_id and k.id = any (v_tickets)
      -- Of several tickets of one owner, the first.
      and not exists (select from public.tickets o where o.tenant_id = k.tenant_id and o.event_id = k.event_id
        and lower(o.owner_email) = lower(k.owner_email) and o.id < k.id
        and case v_notice.kind when 'canceled' then o.state = 'valid' or o.state in ('canceled', 'refunded') and o.ended_at >= v_notice.since
          else o.state = 'valid' end)
    order by k.id;
end $function$;
grant execute on function app.take_ticket_notices(integer) to service_role;

CREATE OR REPLACE FUNCTION app.take_unmailed_tickets(p_most integer)
 RETURNS TABLE(tenant_id uuid, ticket_id uuid, kind text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('take_unmailed_tickets', 0));
  with due as (
    select k.tenant_id, k.id from public.tickets k
    where k.state = 'valid' and k.mailed < k.transfers and k.owner_email is not null
    order by k.tenant_id, k.id limit p_most for update),
  marked as (
    update public.tickets k set mailed = k.transfers from due where k.tenant_id = due.tenant_id and k.id = due.id
    returning k.tenant_id, k.id, k.event_id, k.owner_email, k.transfers > 0 as given)
  select distinct on (m.tenant_id, m.event_id, lower(m.owner_email), m.given) m.tenant_id, m.id,
    case when m.given then 'given' else 'issued' end
  from marked m order by m.tenant_id, m.event_id, lower(m.owner_email), m.given, m.id
$function$;
grant execute on function app.take_unmailed_tickets(integer) to service_role;

CREATE OR REPLACE FUNCTION app.team_in_metadata()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_team constant jsonb := (select jsonb_build_object('id', t.id, 'name', t.name, 'role', m.role)
    from public.team_members m join public.teams t on t.tenant_id = m.tenant_id and t.id = m.team_id
    where m.tenant_id = new.pool_id and m.auth_user_id = new.id and m.is_active and new.deleted_at is null);
begin
  new.raw_app_meta_data := new.raw_app_meta_data - 'team'
    || case when v_team is null then '{}' else jsonb_build_object('team', v_team) end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.team_order_moved()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.orders o where o.tenant_id = new.tenant_id and o.id = new.order_id for no key update;
  perform app.store_team_seats(new.tenant_id, array[old.team_id, new.team_id]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.team_orders_given()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_changed record;
begin
  perform from public.orders o join changed c on c.tenant_id = o.tenant_id and c.order_id = o.id
    order by o.tenant_id, o.id for no key update of o;
  for v_changed in select c.tenant_id, array_agg(distinct c.team_id) as teams from changed c group by c.tenant_id loop
    perform app.store_team_seats(v_changed.tenant_id, v_changed.teams);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.team_row_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.store_team_seats(new.tenant_id, array[old.team_id, new.team_id]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.team_rows_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_changed record;
begin
  for v_changed in select c.tenant_id, array_agg(distinct c.team_id) as teams from changed c group by c.tenant_id loop
    perform app.store_team_seats(v_changed.tenant_id, v_changed.teams);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.team_seat_holders(p_tenant uuid, p_team uuid)
 RETURNS TABLE(source_id uuid, auth_user_id uuid, since timestamp with time zone)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT s.source_id,
     s.auth_user_id,
     min(s.since) AS since
    FROM (app.seat_holders s
      JOIN auth.users u ON (((u.pool_id = s.tenant_id) AND (u.id = s.auth_user_id) AND (u.deleted_at IS NULL) AND ((u.banned_until IS NULL) OR (u.banned_until <= now())))))
   WHERE ((s.tenant_id = team_seat_holders.p_tenant) AND (s.team_id = team_seat_holders.p_team) AND ((s.until IS NULL) OR (s.until > now())) AND ((s.mode = 'live'::text) OR (( SELECT t.stripe_mode
            FROM public.tenants t
           WHERE (t.id = team_seat_holders.p_tenant)) = 'test'::text)))
   GROUP BY s.source_id, s.auth_user_id;
END;

CREATE OR REPLACE FUNCTION app.team_seats(p_tenant uuid, p_team uuid)
 RETURNS TABLE(source_id uuid, seats bigint, since timestamp with time zone)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT g.source_id,
     sum(o.seats) AS seats,
     min(g.since) AS since
    FROM ((public.team_orders s
      JOIN public.orders o ON (((o.tenant_id = s.tenant_id) AND (o.id = s.order_id) AND (o.auth_user_id = s.auth_user_id))))
      JOIN app.granting_orders(team_seats.p_tenant) g(id, auth_user_id, mode, source_id, since) ON ((g.id = s.order_id)))
   WHERE ((s.tenant_id = team_seats.p_tenant) AND (s.team_id = team_seats.p_team) AND ((g.mode = 'live'::text) OR (( SELECT t.stripe_mode
            FROM public.tenants t
           WHERE (t.id = team_seats.p_tenant)) = 'test'::text)))
   GROUP BY g.source_id;
END;

CREATE OR REPLACE FUNCTION app.tell_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_mode text;
  v_old text;
  v_new text;
begin
  foreach v_mode in array array['test', 'live'] loop
    v_old := to_jsonb(old) ->> ('stripe_account_id_' || v_mode);
    v_new := to_jsonb(new) ->> ('stripe_account_id_' || v_mode);
    continue when v_old is not distinct from v_new;
    if v_old is not null then
      perform app.tell_webhooks(new.id, v_mode, 'payments.disconnected', v_old,
        jsonb_build_object('mode', v_mode, 'account_id', v_old));
    end if;
    if v_new is not null then
      perform app.tell_webhooks(new.id, v_mode, 'payments.connected', v_new,
        jsonb_build_object('mode', v_mode, 'account_id', v_new));
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.tell_of_checkin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.tell_webhooks(new.tenant_id, k.mode, 'ticket.checked_in', k.id::text,
      app.told_ticket(k) || jsonb_build_object('list', jsonb_build_object('id', l.id, 'name', l.name), 'at', new.at))
    from public.tickets k join public.checkin_lists l on l.tenant_id = k.tenant_id and l.id = new.list_id
    where k.tenant_id = new.tenant_id and k.id = new.ticket_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.tell_of_deleted_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.tell_webhooks(old.pool_id, null, 'end_user.deleted', old.id::text, jsonb_build_object('id', old.id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.tell_of_end_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.tell_webhooks(new.tenant_id, null, 'end_user.created', new.auth_user_id::text,
    jsonb_build_object('id', new.auth_user_id, 'email', new.email, 'created_at', new.created_at));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.tell_of_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_old constant jsonb := case when tg_op = 'INSERT' then '{"amount_refunded": 0}'::jsonb else to_jsonb(old) end;
  v_new constant jsonb := to_jsonb(new);
  v_id constant text := new.id::text;
  v_subscription constant text[] := array['subscription_status', 'current_period_end', 'cancel_at_period_end'];
  v_order constant jsonb := (
    select jsonb_object_agg(key, v_new -> key) from unnest(array['id', 'mode', 'status', 'seller', 'source_id', 'name',
      'quantity', 'amount_total', 'amount_refunded', 'currency', 'interval', 'renewal_of', 'email', 'created_at', 'paid_at',
      'refunded_at']) as key) || jsonb_build_object('end_user_id', new.auth_user_id);
begin
  if new.paid_at is not null and v_old ->> 'paid_at' is null then
    perform app.tell_webhooks(new.tenant_id, new.mode, 'order.paid', v_id, v_order);
  end if;
  if new.amount_refunded > (v_old ->> 'amount_refunded')::integer
    or (new.status = 'refunded' and v_old ->> 'status' is distinct from 'refunded') then
    perform app.tell_webhooks(new.tenant_id, new.mode, 'order.refunded', v_id, v_order);
  end if;
  if v_new ->> 'subscription_status' is not null
    and exists (select from unnest(v_subscription) as key where v_new -> key is distinct from v_old -> key) then
    perform app.tell_webhooks(new.tenant_id, new.mode, 'subscription.updated', v_id,
      jsonb_build_object('order_id', new.id, 'mode', new.mode, 'source_id', new.source_id, 'name', new.name,
        'interval', v_new -> 'interval', 'status', v_new -> 'subscription_status',
        'current_period_end', v_new -> 'current_period_end',
        'cancel_at_period_end', v_new -> 'cancel_at_period_end',
        'end_user_id', new.auth_user_id, 'email', new.email));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.tell_of_paid_submission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.tell_webhooks(new.tenant_id, null, 'form.submitted', s.id::text, jsonb_build_object('id', s.id,
      'form', jsonb_build_object('id', f.id, 'title', f.title), 'table', t.name, 'record_id', s.record_id, 'sender', s.sender,
      'approved', r.approved, 'values', app.record_values(r, t.fields), 'created_at', s.created_at, 'order_id', new.order_id))
    from app.form_submissions s
    join public.data_forms f on f.tenant_id = s.tenant_id and f.id = s.form_id
    join public.data_tables t on t.tenant_id = f.tenant_id and t.id = f.table_id
    join app.records r on r.tenant_id = f.tenant_id and r.table_id = t.id and r.id = s.record_id
    where s.tenant_id = new.tenant_id and s.form_id = new.form_id and s.id = new.submission_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.tell_of_product()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  v_moves constant text[] := '{stock,held,available}';
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - v_moves = v_row - v_moves then
    return null;
  end if;
  perform app.tell_webhooks((v_row ->> 'tenant_id')::uuid, null, 'product.updated', v_row ->> 'id',
    jsonb_build_object('id', v_row -> 'id', 'name', v_row -> 'name', 'description', v_row -> 'description',
      'price_cents', v_row -> 'price_cents', 'currency', v_row -> 'currency', 'interval', v_row -> 'interval',
      'active', v_row -> 'active', 'created_at', v_row -> 'created_at', 'deleted', tg_op = 'DELETE'));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.tell_of_records()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_most constant integer := 20;
  v_change constant text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end;
  v_tenant uuid;
  v_rows jsonb;
begin
  if tg_op = 'DELETE' then
    select e.tenant_id into v_tenant from app.webhook_endpoints e
      where e.tenant_id = (select o.tenant_id from old_rows o limit 1) and e.disabled_at is null
        and e.events && array['record.' || v_change, 'records.changed'] limit 1;
  else
    select e.tenant_id into v_tenant from app.webhook_endpoints e
      where e.tenant_id = (select n.tenant_id from new_rows n limit 1) and e.disabled_at is null
        and e.events && array['record.' || v_change, 'records.changed'] limit 1;
  end if;
  if v_tenant is null then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select jsonb_agg(jsonb_build_object('id', c.id, 'table_id', t.id, 'table', t.name, 'rows', c.rows, 'data',
        case when c.rows <= v_most then jsonb_build_object('record', app.record_row(to_jsonb(c.row), t.fields)) end)) into v_rows
      from (select n as row, n.table_id, n.id, count(*) over (partition by n.table_id) as rows from new_rows n) as c
      join public.data_tables t on t.tenant_id = v_tenant and t.id = c.table_id;
  elsif tg_op = 'UPDATE' then
    select jsonb_agg(jsonb_build_object('id', c.id, 'table_id', c.table_id, 'table', c.name, 'rows', c.rows, 'data',
        case when c.rows <= v_most then jsonb_build_object('record', c.is_now, 'changed', to_jsonb(array(
          select m.key from jsonb_each(c.is_now - 'updated_at') as m where m.value <> c.was -> m.key order by m.key))) end)) into v_rows
      from (select n.table_id, n.id, t.name, v.was, v.is_now, count(*) over (partition by n.table_id) as rows
        from new_rows n join old_rows o on o.table_id = n.table_id and o.id = n.id
        join public.data_tables t on t.tenant_id = v_tenant and t.id = n.table_id
        cross join lateral (select app.record_row(to_jsonb(o), t.fields) as was, app.record_row(to_jsonb(n), t.fields) as is_now offset 0) as v
        where v.was - 'updated_at' <> v.is_now - 'updated_at') as c;
  else
    select jsonb_agg(jsonb_build_object('id', c.id, 'table_id', t.id, 'table', t.name, 'rows', c.rows, 'data',
        jsonb_build_object('record', jsonb_build_object('id', c.id)))) into v_rows
      from (select o.table_id, o.id, count(*) over (partition by o.table_id) as rows from old_rows o) as c
      join public.data_tables t on t.tenant_id = v_tenant and t.id = c.table_id;
  end if;
  perform app.tell_webhooks(v_tenant, null, 'record.' || v_change, c.id::text, jsonb_build_object('table', c."table") || c.data)
    from jsonb_to_recordset(coalesce(v_rows, '[]')) as c (id uuid, "table" text, rows integer, data jsonb) where c.rows <= v_most;
  perform app.tell_webhooks(v_tenant, null, 'records.changed', c.table_id::text,
      jsonb_build_object('table', c."table", 'change', v_change, 'count', c.rows))
    from (select distinct r.table_id, r."table", r.rows
      from jsonb_to_recordset(coalesce(v_rows, '[]')) as r (table_id uuid, "table" text, rows integer) where r.rows > v_most) as c;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.tell_of_roles()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.tell_webhooks(u.pool_id, null, 'end_user.roles_changed', u.id::text, jsonb_build_object('id', u.id,
      'email', u.email, 'roles', coalesce(u.raw_app_meta_data -> 'roles', '[]')))
    from auth.users u join (select distinct tenant_id, auth_user_id from changed) c
      on u.pool_id = c.tenant_id and u.id = c.auth_user_id
    where u.deleted_at is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.tell_of_submission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.tell_webhooks(new.tenant_id, null, 'form.submitted', new.id::text, jsonb_build_object('id', new.id,
      'form', jsonb_build_object('id', f.id, 'title', f.title), 'table', t.name, 'record_id', new.record_id, 'sender', new.sender,
      'approved', r.approved, 'values', app.record_values(r, t.fields), 'created_at', new.created_at))
    from public.data_forms f
    join public.data_tables t on t.tenant_id = f.tenant_id and t.id = f.table_id
    join app.records r on r.tenant_id = f.tenant_id and r.table_id = t.id and r.id = new.record_id
    where f.tenant_id = new.tenant_id and f.id = new.form_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.tell_of_team()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_team constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  perform app.tell_webhooks((v_team ->> 'tenant_id')::uuid, null, tg_argv[0], v_team ->> 'id', v_team - 'tenant_id');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.tell_of_team_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.tell_webhooks(c.tenant_id, null, tg_argv[0], c.auth_user_id::text, jsonb_build_object(
      'team', jsonb_build_object('id', t.id, 'name', t.name), 'id', c.auth_user_id, 'email', u.email, 'role', c.role))
    from changed c join public.teams t on t.tenant_id = c.tenant_id and t.id = c.team_id
      left join auth.users u on u.pool_id = c.tenant_id and u.id = c.auth_user_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.tell_of_team_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.tell_webhooks(new.tenant_id, null, 'team.member_changed', new.auth_user_id::text, jsonb_build_object(
      'team', jsonb_build_object('id', t.id, 'name', t.name), 'id', new.auth_user_id, 'email', u.email, 'role', new.role))
    from public.teams t left join auth.users u on u.pool_id = new.tenant_id and u.id = new.auth_user_id
    where t.tenant_id = new.tenant_id and t.id = new.team_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.tell_of_ticket()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.tell_webhooks(new.tenant_id, new.mode, tg_argv[0], new.id::text, app.told_ticket(new));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.tell_webhooks(p_tenant uuid, p_mode text, p_type text, p_object text, p_data jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_mode text;
  v_endpoints uuid[];
  v_message app.webhook_messages;
begin
  -- The rows of a tenant that is being deleted go with it, without messages.
  select coalesce(p_mode, stripe_mode) into v_mode from public.tenants where id = p_tenant;
  select array_agg(id) into v_endpoints from app.webhook_endpoints
    where tenant_id = p_tenant and mode = v_mode and disabled_at is null and p_type = any (events);
  if v_mode is null or v_endpoints is null then
    return;
  end if;
  insert into app.webhook_messages (tenant_id, mode, type, object_id, data)
    values (p_tenant, v_mode, p_type, p_object,
      case when octet_length(p_data::text) < 20000 then p_data else app.shortened(p_data) end) returning * into v_message;
  insert into app.webhook_deliveries (tenant_id, endpoint_id, message_id, seq, object_id)
    select p_tenant, endpoint, v_message.id, v_message.seq, p_object from unnest(v_endpoints) as endpoint;
  perform pg_notify('webhook_due', p_tenant || ' ' || endpoint) from unnest(v_endpoints) as endpoint;
end $function$;

CREATE OR REPLACE FUNCTION app.tenant_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN ((auth.jwt() ->> 'tenant'::text))::uuid;
grant execute on function app.tenant_id() to anon;
grant execute on function app.tenant_id() to authenticated;
grant execute on function app.tenant_id() to end_user;
grant execute on function app.tenant_id() to service_role;

CREATE OR REPLACE FUNCTION app.tenant_leaves()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into app.provider_ends (mode, account_id, kind, object_id)
    select mode, stripe_account_id, 'subscription', stripe_subscription_id from public.orders
    where tenant_id = old.id and stripe_subscription_id is not null
      and subscription_status in ('active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete')
    union all
    select mode, stripe_account_id, 'checkout', stripe_session_id from public.orders
    where tenant_id = old.id and stripe_session_id is not null and status = 'pending'
      and created_at > now() - interval '2 days' -- the provider keeps none open longer
    union all
    select mode, account_id, 'account', '' from public.payment_accounts
    where tenant_id = old.id and account_id is not null and kind = 'standard'
    union all
    select mode, account_id, 'account', '' from app.payment_account_releases where tenant_id = old.id
    on conflict do nothing;
  -- Jobs that wait for a tenant that is gone; one that runs finds nothing to do.
  if to_regclass('pgboss.job') is not null then
    delete from pgboss.job where state in ('created', 'retry')
      and (data ->> 'tenant_id' = old.id::text or data ->> 'tenant' = old.id::text);
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION app.tenants_with(p_right text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT t.id
    FROM public.tenants t
   WHERE ((t.owner_user_id = auth.uid()) AND (auth.role() = 'authenticated'::text))
 UNION ALL
  SELECT s.tenant_id
    FROM (public.tenant_staff s
      JOIN public.tenants t ON ((t.id = s.tenant_id)))
   WHERE ((s.user_id = auth.uid()) AND (auth.role() = 'authenticated'::text) AND (s.role = ANY (app.staff_roles_with(tenants_with.p_right))) AND ((NOT t.staff_two_step) OR ((auth.jwt() ->> 'aal'::text) = 'aal2'::text)));
END;
grant execute on function app.tenants_with(text) to authenticated;

CREATE OR REPLACE FUNCTION app.tenants_with_plan(p_right text, p_plan text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 WITH mine AS MATERIALIZED (
          SELECT t.id,
             t.owner_user_id
            FROM public.tenants t
           WHERE (t.id = ANY (ARRAY( SELECT app.tenants_with(tenants_with_plan.p_right) AS tenants_with)))
         ), owners AS MATERIALIZED (
          SELECT d.owner_user_id
            FROM ( SELECT DISTINCT m_1.owner_user_id
                    FROM mine m_1) d
           WHERE app.has_plan(d.owner_user_id, tenants_with_plan.p_plan)
         )
  SELECT m.id
    FROM (mine m
      JOIN owners o ON ((o.owner_user_id = m.owner_user_id)));
END;
grant execute on function app.tenants_with_plan(text,text) to authenticated;

CREATE OR REPLACE FUNCTION app.tend_rows(p_tenant uuid, p_table uuid, p_after uuid, p_most integer)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_mask integer;
  v_old jsonb;
  v_slots text[];
  v_gone text[];
  v_ids uuid[];
begin
  perform pg_advisory_xact_lock_shared(app.tables_lock(p_tenant));
  select app.record_mask(t.fields), app.fields_to_clear(t.removed_fields) into v_mask, v_old
    from public.data_tables t where t.tenant_id = p_tenant and t.id = p_table;
  select array_agg(s.slot) filter (where s.slot is not null), array_agg(distinct f ->> 'id') into v_slots, v_gone
    from jsonb_array_elements(v_old) as f cross join lateral (values (f ->> 'slot'), (f ->> 'unique_slot')) as s (slot);
  select array_agg(n.id order by n.id) into v_ids from (select r.id from app.records r
    where r.tenant_id = p_tenant and r.table_id = p_table and (p_after is null or r.id > p_after) order by r.id limit p_most) as n;
  execute format('update app.records r set indexed = $4, extra = r.extra - $5%s where r.tenant_id = $1 and r.table_id = $2
      and r.id = any ($3) and (r.indexed <> $4 or r.extra ?| $5%s)',
    (select string_agg(format(', %I = null', s), '') from unnest(v_slots) as s),
    (select string_agg(format(' or r.%I is not null', s), '') from unnest(v_slots) as s))
    using p_tenant, p_table, v_ids, v_mask, coalesce(v_gone, '{}');
  return v_ids[cardinality(v_ids)];
end $function$;
grant execute on function app.tend_rows(uuid,uuid,uuid,integer) to service_role;

CREATE OR REPLACE FUNCTION app.tend_table(p_tenant uuid, p_table uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v public.data_tables;
  v_mask integer;
  v_old jsonb;
  v_fields jsonb;
  v_removed jsonb;
  v_behind boolean;
begin
  select t.* into v from public.data_tables t where t.tenant_id = p_tenant and t.id = p_table;
  v_mask := app.record_mask(v.fields);
  v_old := app.fields_to_clear(v.removed_fields);
  select coalesce(jsonb_agg(case when f.value ? 'slot' then f.value || '{"indexed": true}' else f.value end order by f.ordinality), '[]')
    into v_fields from jsonb_array_elements(v.fields) with ordinality as f;
  select coalesce(jsonb_agg(f.value order by f.ordinality), '[]') into v_removed
    from jsonb_array_elements(v.removed_fields) with ordinality as f where not v_old @> jsonb_build_array(f.value);
  if v.id is null or v_fields = v.fields and v_removed = v.removed_fields then
    return false;
  end if;
  -- A field that is gone for good since the rows were brought up to date waits for the next night.
  execute 'select exists (select from app.records o where o.tenant_id = $1 and o.table_id = $2 and (o.indexed <> $3 or o.extra ?| $4'
    || coalesce((select string_agg(format(' or o.%I is not null', s.slot), '') from jsonb_array_elements(v_old) as f
      cross join lateral (values (f ->> 'slot'), (f ->> 'unique_slot')) as s (slot) where s.slot is not null), '') || '))'
    into v_behind using p_tenant, p_table, v_mask, array(select f ->> 'id' from jsonb_array_elements(v_old) as f);
  if v_behind then
    return true;
  end if;
  perform pg_advisory_xact_lock(app.tables_lock(p_tenant));
  update public.data_tables t set removed_fields = v_removed, fields = v_fields
    where t.tenant_id = p_tenant and t.id = p_table and t.revision = v.revision;
  -- Changed meanwhile: the rows are behind again.
  return not found and exists (select from public.data_tables t where t.tenant_id = p_tenant and t.id = p_table);
end $function$;
grant execute on function app.tend_table(uuid,uuid) to service_role;

CREATE OR REPLACE FUNCTION app.ticket_cart(p_secret bytea)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT jsonb_build_object('id', c.id, 'event_id', c.event_id, 'title', e.title, 'currency', e.currency, 'code', k.code, 'state',
         CASE
             WHEN ((c.state = 'held'::text) AND (c.until_at <= now())) THEN 'ended'::text
             ELSE c.state
         END, 'seconds_left',
         CASE
             WHEN (c.state = 'held'::text) THEN (GREATEST((0)::numeric, ceil(EXTRACT(epoch FROM (c.until_at - now())))))::integer
             ELSE NULL::integer
         END, 'total_cents', COALESCE(( SELECT sum(((l.unit_price)::bigint * l.quantity)) AS sum
            FROM app.ticket_cart_lines l
           WHERE ((l.tenant_id = c.tenant_id) AND (l.cart_id = c.id))), (0)::numeric), 'lines', COALESCE(( SELECT jsonb_agg(jsonb_build_object('type_id', t.id, 'name', t.name, 'quantity', l.quantity, 'group_size', l.group_size, 'unit_price_cents', l.unit_price, 'questions', t.questions) ORDER BY t."position", t.id) AS jsonb_agg
            FROM (app.ticket_cart_lines l
              JOIN public.ticket_types t ON (((t.tenant_id = l.tenant_id) AND (t.id = l.type_id))))
           WHERE ((l.tenant_id = c.tenant_id) AND (l.cart_id = c.id))), '[]'::jsonb)) AS jsonb_build_object
    FROM ((app.ticket_carts c
      JOIN public.ticket_events e ON (((e.tenant_id = c.tenant_id) AND (e.id = c.event_id))))
      LEFT JOIN public.ticket_codes k ON (((k.tenant_id = c.tenant_id) AND (k.id = c.code_id))))
   WHERE ((c.tenant_id = app.tenant_id()) AND (c.secret_hash = ticket_cart.p_secret));
END;
grant execute on function app.ticket_cart(bytea) to anon;
grant execute on function app.ticket_cart(bytea) to end_user;

CREATE OR REPLACE FUNCTION app.ticket_code(p_tenant uuid, p_event uuid, p_code text)
 RETURNS SETOF public.ticket_codes
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT c.tenant_id,
     c.id,
     c.event_id,
     c.code,
     c.kind,
     c.value,
     c.type_ids,
     c.most,
     c.held,
     c.used,
     c.from_at,
     c.until_at
    FROM public.ticket_codes c
   WHERE ((c.tenant_id = ticket_code.p_tenant) AND (c.event_id = ticket_code.p_event) AND (c.code = upper(btrim(ticket_code.p_code))) AND ((c.from_at IS NULL) OR (c.from_at <= now())) AND ((c.until_at IS NULL) OR (c.until_at > now())));
END;

CREATE OR REPLACE FUNCTION app.ticket_price(p_type public.ticket_types, p_units integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT COALESCE(( SELECT p.price_cents
            FROM public.ticket_phases p
           WHERE ((p.tenant_id = (ticket_price.p_type).tenant_id) AND (p.type_id = (ticket_price.p_type).id) AND ((p.until_at IS NULL) OR (p.until_at > now())) AND ((p.until_sold IS NULL) OR (((ticket_price.p_type).taken + ticket_price.p_units) <= p.until_sold)))
           ORDER BY p."position"
          LIMIT 1), (p_type).price_cents) AS "coalesce";
END;

CREATE OR REPLACE FUNCTION app.tickets_allow(p_tenant uuid, p_plan text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT COALESCE(( SELECT ((t.stripe_mode = 'test'::text) OR app.has_plan(t.owner_user_id, tickets_allow.p_plan))
            FROM public.tenants t
           WHERE (t.id = tickets_allow.p_tenant)), false) AS "coalesce";
END;

CREATE OR REPLACE FUNCTION app.told_ticket(p_ticket public.tickets)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT jsonb_build_object('id', (told_ticket.p_ticket).id, 'event', jsonb_build_object('id', e.id, 'title', e.title), 'type', jsonb_build_object('id', t.id, 'name', t.name), 'state', (told_ticket.p_ticket).state, 'source', (told_ticket.p_ticket).source, 'order_id', (told_ticket.p_ticket).order_id, 'price_cents', (told_ticket.p_ticket).price_cents, 'currency', e.currency, 'end_user_id', (told_ticket.p_ticket).auth_user_id, 'email', (told_ticket.p_ticket).owner_email, 'holder_name', (told_ticket.p_ticket).holder_name, 'holder_email', (told_ticket.p_ticket).holder_email, 'answers',
         CASE
             WHEN (octet_length(((told_ticket.p_ticket).answers)::text) <= 10000) THEN (told_ticket.p_ticket).answers
             ELSE NULL::jsonb
         END, 'issued_at', (told_ticket.p_ticket).issued_at, 'ended_at', (told_ticket.p_ticket).ended_at) AS told
    FROM (public.ticket_events e
      JOIN public.ticket_types t ON (((t.tenant_id = e.tenant_id) AND (t.event_id = e.id))))
   WHERE ((e.tenant_id = (told_ticket.p_ticket).tenant_id) AND (e.id = (told_ticket.p_ticket).event_id) AND (t.id = (told_ticket.p_ticket).type_id));
END;

CREATE OR REPLACE FUNCTION app.touch_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.transfer_ticket(p_ticket uuid, p_secret bytea, p_email text, p_name text, p_code_hash bytea, p_code_sealed text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ticket constant public.tickets := app.own_ticket(p_ticket, p_secret);
begin
  if not exists (select from public.ticket_types t join public.ticket_events e on e.tenant_id = t.tenant_id and e.id = t.event_id
    where t.tenant_id = v_ticket.tenant_id and t.id = v_ticket.type_id and t.is_transferable and e.state = 'published' and e.ends_at > now()) then
    perform app.refuse_tickets('not_transferable');
  end if;
  -- A check-in locks the ticket's row for share: a ticket that was just admitted is not given away, and the other way round.
  update public.tickets set auth_user_id = null, owner_email = p_email, holder_email = p_email, holder_name = p_name, answers = '{}',
      code_hash = p_code_hash, code_sealed = p_code_sealed, transfers = transfers + 1
    where tenant_id = v_ticket.tenant_id and id = v_ticket.id and state = 'valid' and code_hash = v_ticket.code_hash;
  if not found or exists (select from app.ticket_checkins i where i.tenant_id = v_ticket.tenant_id and i.ticket_id = v_ticket.id) then
    perform app.refuse_tickets('ticket_ended');
  end if;
end $function$;
grant execute on function app.transfer_ticket(uuid,bytea,text,text,bytea,text) to anon;
grant execute on function app.transfer_ticket(uuid,bytea,text,text,bytea,text) to end_user;

CREATE OR REPLACE FUNCTION app.type_needs_business(p_type public.ticket_types)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT ((p_type).is_hidden OR ((p_type).addon_of IS NOT NULL) OR (EXISTS ( SELECT
            FROM public.ticket_phases p
           WHERE ((p.tenant_id = (type_needs_business.p_type).tenant_id) AND (p.type_id = (type_needs_business.p_type).id)))) OR (EXISTS ( SELECT
            FROM (public.ticket_type_quotas q
              JOIN public.ticket_type_quotas o ON (((o.tenant_id = q.tenant_id) AND (o.event_id = q.event_id) AND (o.quota_id = q.quota_id) AND (o.type_id <> q.type_id))))
           WHERE ((q.tenant_id = (type_needs_business.p_type).tenant_id) AND (q.event_id = (type_needs_business.p_type).event_id) AND (q.type_id = (type_needs_business.p_type).id)))));
END;

CREATE OR REPLACE FUNCTION app.undo_scan(p_tenant uuid, p_list uuid, p_token bytea, p_scan uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_list constant public.checkin_lists := (app.door_list(p_tenant, p_list, p_token)).list;
  v_undone app.ticket_checkins;
begin
  delete from app.ticket_checkins i where i.tenant_id = p_tenant and i.list_id = v_list.id and i.id = p_scan returning * into v_undone;
  -- Whom another device let in without network is still in.
  if v_undone.state = 'admitted' then
    update app.ticket_checkins i set state = 'admitted' where i.tenant_id = p_tenant and i.id = (select c.id from app.ticket_checkins c
      where c.tenant_id = p_tenant and c.list_id = v_list.id and c.ticket_id = v_undone.ticket_id and c.state = 'conflict' order by c.at, c.id limit 1);
  end if;
  return v_undone.id is not null;
end $function$;
grant execute on function app.undo_scan(uuid,uuid,bytea,uuid) to anon;
grant execute on function app.undo_scan(uuid,uuid,bytea,uuid) to authenticated;
grant execute on function app.undo_scan(uuid,uuid,bytea,uuid) to end_user;

CREATE OR REPLACE FUNCTION app.units_of_buyer(p_tenant uuid, p_type uuid, p_user uuid, p_email text)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (COALESCE(sum(
         CASE
             WHEN (c.state = ANY (ARRAY['held'::text, 'ordered'::text])) THEN (l.quantity)::bigint
             ELSE (( SELECT count(*) AS count
                FROM public.tickets k
               WHERE ((k.tenant_id = units_of_buyer.p_tenant) AND (k.cart_id = c.id) AND (k.type_id = units_of_buyer.p_type) AND (k.state = 'valid'::text))) / l.group_size)
         END), (0)::numeric))::integer AS "coalesce"
    FROM (app.ticket_carts c
      CROSS JOIN LATERAL ( SELECT n.quantity,
             n.group_size
            FROM app.ticket_cart_lines n
           WHERE ((n.tenant_id = c.tenant_id) AND (n.cart_id = c.id) AND (n.type_id = units_of_buyer.p_type))
          LIMIT 1) l)
   WHERE ((c.tenant_id = units_of_buyer.p_tenant) AND ((c.auth_user_id = units_of_buyer.p_user) OR ((c.email IS NOT NULL) AND (app.mailbox_of(c.email) = app.mailbox_of(units_of_buyer.p_email)))) AND ((c.state = ANY (ARRAY['ordered'::text, 'done'::text])) OR ((c.state = 'held'::text) AND (c.until_at > now()))));
END;

CREATE OR REPLACE FUNCTION app.unused_id(p_tenant uuid, p_table uuid, p_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from app.record_history h
        where h.tenant_id = p_tenant and h.table_id = p_table and h.record_id = p_id and h.act = 'deleted')
      and not exists (select from app.records r where r.tenant_id = p_tenant and r.table_id = p_table and r.id = p_id) then
    raise exception 'This id is taken' using errcode = 'unique_violation', table = 'records', constraint = 'records_pkey';
  end if;
  return p_id;
end $function$;
grant execute on function app.unused_id(uuid,uuid,uuid) to anon;
grant execute on function app.unused_id(uuid,uuid,uuid) to end_user;

CREATE OR REPLACE FUNCTION app.upload_fits(p_tenant uuid, p_network bytea, p_bytes bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (((COALESCE(sum(f.size), (0)::numeric) + (upload_fits.p_bytes)::numeric) <= (200000000)::numeric) AND ((COALESCE(sum(f.size) FILTER (WHERE (f.network = upload_fits.p_network)), (0)::numeric) + (upload_fits.p_bytes)::numeric) <= (50000000)::numeric))
    FROM app.record_files f
   WHERE ((f.tenant_id = upload_fits.p_tenant) AND ((f.record_id IS NULL) OR (f.network IS NOT NULL)) AND (f.uploader_role = ANY (ARRAY['anon'::text, 'end_user'::text])));
END;
grant execute on function app.upload_fits(uuid,bytea,bigint) to service_role;

CREATE OR REPLACE FUNCTION app.user_may(p_user uuid, p_tenant uuid, p_right text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT ((EXISTS ( SELECT
            FROM public.tenants t
           WHERE ((t.id = user_may.p_tenant) AND (t.owner_user_id = user_may.p_user)))) OR (EXISTS ( SELECT
            FROM public.tenant_staff s
           WHERE ((s.tenant_id = user_may.p_tenant) AND (s.user_id = user_may.p_user) AND (s.role = ANY (app.staff_roles_with(user_may.p_right)))))));
END;
grant execute on function app.user_may(uuid,uuid,text) to service_role;

CREATE OR REPLACE FUNCTION app.uuidv7()
 RETURNS uuid
 LANGUAGE sql
RETURN (encode(set_bit(set_bit(OVERLAY(uuid_send(gen_random_uuid()) PLACING SUBSTRING(int8send(((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint) FROM 3) FROM 1 FOR 6), (52)::bigint, 1), (53)::bigint, 1), 'hex'::text))::uuid;
grant execute on function app.uuidv7() to anon;
grant execute on function app.uuidv7() to authenticated;
grant execute on function app.uuidv7() to end_user;
grant execute on function app.uuidv7() to service_role;

CREATE OR REPLACE FUNCTION app.valid_audience(p_rule jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN COALESCE(((jsonb_typeof(p_rule) = 'object'::text) AND ((p_rule - 'any'::text) = '{}'::jsonb) AND (jsonb_typeof((p_rule -> 'any'::text)) = 'array'::text) AND (jsonb_array_length((p_rule -> 'any'::text)) <= 20) AND (NOT (EXISTS (SELECT FROM jsonb_array_elements((valid_audience.p_rule -> 'any'::text)) a(value) WHERE (NOT COALESCE(((jsonb_typeof(a.value) = 'object'::text) AND (jsonb_typeof((a.value -> 'kind'::text)) = 'string'::text) AND ((NOT (a.value ? 'from'::text)) OR app.valid_moment((a.value -> 'from'::text))) AND ((NOT (a.value ? 'until'::text)) OR app.valid_moment((a.value -> 'until'::text))) AND ((NOT (a.value ?& '{from,until}'::text[])) OR (((a.value ->> 'from'::text) COLLATE "C") < ((a.value ->> 'until'::text) COLLATE "C"))) AND ((NOT (a.value ? 'after_days'::text)) OR (((a.value ->> 'kind'::text) <> ALL (ARRAY['everyone'::text, 'owner'::text])) AND (jsonb_typeof((a.value -> 'after_days'::text)) = 'number'::text) AND ((a.value ->> 'after_days'::text) ~ '^[1-9]\d{0,3}$'::text))) AND (SELECT ((count(*) <= 1) AND COALESCE(bool_and(CASE jsonb_typeof(which.value) WHEN 'string'::text THEN app.valid_name((which.value #>> '{}'::text[]), 60) WHEN 'array'::text THEN (((jsonb_array_length(which.value) >= 1) AND (jsonb_array_length(which.value) <= 1000)) AND (NOT (EXISTS (SELECT FROM jsonb_array_elements(which.value) id(value) WHERE ((jsonb_typeof(id.value) <> 'string'::text) OR ((id.value #>> '{}'::text[]) !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text)))))) ELSE false END), true)) FROM jsonb_each((a.value - '{kind,from,until,after_days}'::text[])) which(key, value))), false)))))), false);
grant execute on function app.valid_audience(jsonb) to anon;
grant execute on function app.valid_audience(jsonb) to authenticated;
grant execute on function app.valid_audience(jsonb) to end_user;
grant execute on function app.valid_audience(jsonb) to service_role;

CREATE OR REPLACE FUNCTION app.valid_cues(p_cues jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (jsonb_typeof(p_cues) = 'array'::text) THEN ((jsonb_array_length(p_cues) <= 5000) AND (octet_length((p_cues)::text) <= 1000000) AND (NOT jsonb_path_exists(p_cues, 'strict $[*]?(!((((((@.type() == "object" && @."start".type() == "number") && @."end".type() == "number") && @."text".type() == "string") && @."start" >= 0) && @."start" < @."end") && @."end" <= 360000000))'::jsonpath, silent => true)) AND (SELECT COALESCE(bool_and(((jsonb_typeof(c.cue) = 'object'::text) AND (c.cue ? 'start'::text) AND (c.cue ? 'end'::text) AND (c.cue ? 'text'::text) AND ((char_length((c.cue ->> 'text'::text)) >= 1) AND (char_length((c.cue ->> 'text'::text)) <= 1000)))), true) AS "coalesce" FROM jsonb_array_elements(valid_cues.p_cues) c(cue))) ELSE false END;
grant execute on function app.valid_cues(jsonb) to anon;
grant execute on function app.valid_cues(jsonb) to authenticated;
grant execute on function app.valid_cues(jsonb) to end_user;
grant execute on function app.valid_cues(jsonb) to service_role;

CREATE OR REPLACE FUNCTION app.valid_field_slots(p_fields jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN COALESCE(((jsonb_typeof(p_fields) = 'array'::text) AND (SELECT ((count((f.value ->> 'slot'::text)) = count(DISTINCT (f.value ->> 'slot'::text))) AND (count((f.value ->> 'unique_slot'::text)) = count(DISTINCT (f.value ->> 'unique_slot'::text)))) FROM jsonb_array_elements(valid_field_slots.p_fields) f(value))), false);
grant execute on function app.valid_field_slots(jsonb) to anon;
grant execute on function app.valid_field_slots(jsonb) to authenticated;
grant execute on function app.valid_field_slots(jsonb) to end_user;
grant execute on function app.valid_field_slots(jsonb) to service_role;

CREATE OR REPLACE FUNCTION app.valid_fields(p_fields jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN COALESCE(((jsonb_typeof(p_fields) = 'array'::text) AND (jsonb_array_length(p_fields) <= 100) AND (octet_length((p_fields)::text) <= 100000) AND (NOT (EXISTS (SELECT FROM (jsonb_array_elements(valid_fields.p_fields) f(value) CROSS JOIN LATERAL (SELECT ('{"date": "d", "file": "", "link": "", "text": "t", "email": "t", "image": "", "money": "n", "phone": "t", "choice": "t", "number": "n", "person": "r", "rating": "n", "yes_no": "", "choices": "", "position": "n", "relation": "r", "date_time": "z", "long_text": ""}'::jsonb ->> (f.value ->> 'kind'::text)) AS letter) k) WHERE (NOT COALESCE(((jsonb_typeof(f.value) = 'object'::text) AND (k.letter IS NOT NULL) AND ((f.value ->> 'id'::text) ~ '^[a-z0-9]{8}$'::text) AND ((f.value ->> 'name'::text) ~ '^[a-z][a-z0-9_]{0,62}$'::text) AND ((f.value ->> 'name'::text) <> ALL (ARRAY['id'::text, 'created_at'::text, 'updated_at'::text, 'created_by'::text, 'team_id'::text, 'approved'::text])) AND app.valid_name((f.value ->> 'title'::text), 80) AND ((NOT (f.value ? 'slot'::text)) OR (((f.value ->> 'slot'::text) = ANY (app.record_slots())) AND ("left"((f.value ->> 'slot'::text), 1) = k.letter))) AND ((NOT (f.value ? 'unique_slot'::text)) OR ((f.value ->> 'unique_slot'::text) = ANY (ARRAY['u1'::text, 'u2'::text])))), false))))) AND (SELECT ((count(*) = count(DISTINCT (f.value ->> 'id'::text))) AND (count(*) = count(DISTINCT (f.value ->> 'name'::text)))) FROM jsonb_array_elements(valid_fields.p_fields) f(value))), false);
grant execute on function app.valid_fields(jsonb) to anon;
grant execute on function app.valid_fields(jsonb) to authenticated;
grant execute on function app.valid_fields(jsonb) to end_user;
grant execute on function app.valid_fields(jsonb) to service_role;

CREATE OR REPLACE FUNCTION app.valid_figures(p_figures text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((p_figures <@ ARRAY['views'::text, 'visits'::text, 'visitors'::text, 'members'::text, 'orders'::text]) AND (cardinality(p_figures) <= 5));
grant execute on function app.valid_figures(text[]) to anon;
grant execute on function app.valid_figures(text[]) to authenticated;
grant execute on function app.valid_figures(text[]) to end_user;
grant execute on function app.valid_figures(text[]) to service_role;

CREATE OR REPLACE FUNCTION app.valid_goal(p_goal jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((jsonb_typeof(p_goal) = 'object'::text) AND (((p_goal - 'kind'::text) - 'match'::text) = '{}'::jsonb) AND COALESCE(((p_goal ->> 'kind'::text) = ANY (ARRAY['view'::text, 'event'::text, 'link'::text, 'download'::text, 'block'::text])), false) AND COALESCE(((char_length((p_goal ->> 'match'::text)) >= 1) AND (char_length((p_goal ->> 'match'::text)) <= 500)), false));
grant execute on function app.valid_goal(jsonb) to anon;
grant execute on function app.valid_goal(jsonb) to authenticated;
grant execute on function app.valid_goal(jsonb) to end_user;
grant execute on function app.valid_goal(jsonb) to service_role;

CREATE OR REPLACE FUNCTION app.valid_moment(p_moment jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((jsonb_typeof(p_moment) = 'string'::text) AND ((p_moment #>> '{}'::text[]) ~ '^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$'::text) AND jsonb_path_exists(to_jsonb(rtrim((p_moment #>> '{}'::text[]), 'Z'::text)), '$.datetime()'::jsonpath, '{}'::jsonb, true));
grant execute on function app.valid_moment(jsonb) to anon;
grant execute on function app.valid_moment(jsonb) to authenticated;
grant execute on function app.valid_moment(jsonb) to end_user;
grant execute on function app.valid_moment(jsonb) to service_role;

CREATE OR REPLACE FUNCTION app.valid_name(p_name text, p_max integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((p_name = btrim(p_name)) AND ((char_length(p_name) >= 1) AND (char_length(p_name) <= p_max)) AND (p_name !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'::text) AND (p_name ~ '[^ \u00a0\u00ad\u034f\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200d\u202f\u205f-\u2065\u206a-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]'::text));
grant execute on function app.valid_name(text,integer) to anon;
grant execute on function app.valid_name(text,integer) to authenticated;
grant execute on function app.valid_name(text,integer) to end_user;
grant execute on function app.valid_name(text,integer) to service_role;

CREATE OR REPLACE FUNCTION app.valid_networks(p_networks text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((cardinality(p_networks) <= 20) AND (array_position(p_networks, NULL::text) IS NULL) AND COALESCE((SELECT bool_and((n.n ~ '^[0-9a-f.:]{2,39}(/[0-9]{1,3})?$'::text)) AS bool_and FROM unnest(valid_networks.p_networks) n(n)), true));
grant execute on function app.valid_networks(text[]) to anon;
grant execute on function app.valid_networks(text[]) to authenticated;
grant execute on function app.valid_networks(text[]) to end_user;
grant execute on function app.valid_networks(text[]) to service_role;

CREATE OR REPLACE FUNCTION app.valid_origins(p_origins text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((cardinality(p_origins) <= 50) AND (COALESCE(array_ndims(p_origins), 1) = 1) AND (array_position(p_origins, NULL::text) IS NULL) AND COALESCE((SELECT bool_and((origin.origin ~ '^https?://[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?(:[0-9]{1,5})?$'::text)) AS bool_and FROM unnest(valid_origins.p_origins) origin(origin)), true));
grant execute on function app.valid_origins(text[]) to anon;
grant execute on function app.valid_origins(text[]) to authenticated;
grant execute on function app.valid_origins(text[]) to end_user;
grant execute on function app.valid_origins(text[]) to service_role;

CREATE OR REPLACE FUNCTION app.valid_questions(p_questions jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((jsonb_typeof(p_questions) = 'array'::text) AND (jsonb_array_length(p_questions) <= 20) AND (octet_length((p_questions)::text) <= 20000) AND (NOT (EXISTS (SELECT FROM jsonb_array_elements(valid_questions.p_questions) q(value) WHERE (NOT COALESCE(((jsonb_typeof(q.value) = 'object'::text) AND ((q.value ->> 'id'::text) ~ '^[a-z0-9_]{1,40}$'::text) AND app.valid_name((q.value ->> 'label'::text), 200) AND ((q.value ->> 'kind'::text) = ANY (ARRAY['text'::text, 'choice'::text, 'yes_no'::text])) AND (jsonb_typeof(COALESCE((q.value -> 'required'::text), 'false'::jsonb)) = 'boolean'::text) AND CASE WHEN (jsonb_typeof(COALESCE((q.value -> 'choices'::text), '[]'::jsonb)) <> 'array'::text) THEN false ELSE ((jsonb_array_length(COALESCE((q.value -> 'choices'::text), '[]'::jsonb)) <= 50) AND (((q.value ->> 'kind'::text) <> 'choice'::text) OR (jsonb_array_length((q.value -> 'choices'::text)) >= 1)) AND (NOT (EXISTS (SELECT FROM jsonb_array_elements((q.value -> 'choices'::text)) c(value) WHERE (jsonb_typeof(c.value) <> 'string'::text))))) END), false))))));
grant execute on function app.valid_questions(jsonb) to anon;
grant execute on function app.valid_questions(jsonb) to authenticated;
grant execute on function app.valid_questions(jsonb) to end_user;
grant execute on function app.valid_questions(jsonb) to service_role;

CREATE OR REPLACE FUNCTION app.valid_steps(p_steps jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (jsonb_typeof(p_steps) = 'array'::text) THEN (((jsonb_array_length(p_steps) >= 2) AND (jsonb_array_length(p_steps) <= 8)) AND COALESCE((SELECT bool_and(app.valid_goal(s.value)) AS bool_and FROM jsonb_array_elements(valid_steps.p_steps) s(value)), false)) ELSE false END;
grant execute on function app.valid_steps(jsonb) to anon;
grant execute on function app.valid_steps(jsonb) to authenticated;
grant execute on function app.valid_steps(jsonb) to end_user;
grant execute on function app.valid_steps(jsonb) to service_role;

CREATE OR REPLACE FUNCTION app.valid_suggestions(p_texts text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((cardinality(p_texts) <= 4) AND (array_position(p_texts, NULL::text) IS NULL) AND (NOT (EXISTS (SELECT FROM unnest(valid_suggestions.p_texts) t(text) WHERE (NOT app.valid_name(t.text, 200))))));
grant execute on function app.valid_suggestions(text[]) to anon;
grant execute on function app.valid_suggestions(text[]) to authenticated;
grant execute on function app.valid_suggestions(text[]) to end_user;
grant execute on function app.valid_suggestions(text[]) to service_role;

CREATE OR REPLACE FUNCTION app.valid_tags(p_tags text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((cardinality(p_tags) <= 20) AND (array_position(p_tags, NULL::text) IS NULL) AND (NOT (EXISTS (SELECT FROM unnest(valid_tags.p_tags) t(tag) WHERE (NOT app.valid_name(t.tag, 40))))));
grant execute on function app.valid_tags(text[]) to anon;
grant execute on function app.valid_tags(text[]) to authenticated;
grant execute on function app.valid_tags(text[]) to end_user;
grant execute on function app.valid_tags(text[]) to service_role;

CREATE OR REPLACE FUNCTION app.valid_theme(p_theme jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (jsonb_typeof(p_theme) <> 'object'::text) THEN false ELSE (COALESCE(((p_theme ->> 'variant'::text) = ANY (ARRAY['clean'::text, 'retro'::text, 'zen'::text])), false) AND ((p_theme - ARRAY['variant'::text, 'mode'::text, 'accent'::text, 'radius'::text, 'font'::text, 'light'::text, 'dark'::text]) = '{}'::jsonb) AND ((NOT (p_theme ? 'mode'::text)) OR COALESCE(((p_theme ->> 'mode'::text) = ANY (ARRAY['auto'::text, 'light'::text, 'dark'::text])), false)) AND ((NOT (p_theme ? 'accent'::text)) OR COALESCE(((p_theme ->> 'accent'::text) ~ '^#[0-9a-f]{6}$'::text), false)) AND ((NOT (p_theme ? 'radius'::text)) OR ((jsonb_typeof((p_theme -> 'radius'::text)) = 'number'::text) AND ((p_theme ->> 'radius'::text) ~ '^([0-9]|1[0-9]|2[0-4])$'::text))) AND ((NOT (p_theme ? 'font'::text)) OR COALESCE(((p_theme ->> 'font'::text) = ANY (ARRAY['system'::text, 'humanist'::text, 'rounded'::text, 'serif'::text, 'slab'::text, 'mono'::text, 'instrument'::text, 'geist-mono'::text])), false)) AND ((NOT (p_theme ? 'light'::text)) OR app.valid_theme_colours((p_theme -> 'light'::text))) AND ((NOT (p_theme ? 'dark'::text)) OR app.valid_theme_colours((p_theme -> 'dark'::text)))) END;
grant execute on function app.valid_theme(jsonb) to anon;
grant execute on function app.valid_theme(jsonb) to authenticated;
grant execute on function app.valid_theme(jsonb) to end_user;
grant execute on function app.valid_theme(jsonb) to service_role;

CREATE OR REPLACE FUNCTION app.valid_theme_colours(p_colours jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (jsonb_typeof(p_colours) <> 'object'::text) THEN false ELSE (((p_colours - ARRAY['accent'::text, 'surface'::text, 'text'::text, 'line'::text]) = '{}'::jsonb) AND COALESCE((SELECT bool_and(((jsonb_typeof(jsonb_each.value) = 'string'::text) AND ((jsonb_each.value #>> '{}'::text[]) ~ '^#[0-9a-f]{6}$'::text))) AS bool_and FROM jsonb_each(valid_theme_colours.p_colours) jsonb_each(key, value)), true)) END;
grant execute on function app.valid_theme_colours(jsonb) to anon;
grant execute on function app.valid_theme_colours(jsonb) to authenticated;
grant execute on function app.valid_theme_colours(jsonb) to end_user;
grant execute on function app.valid_theme_colours(jsonb) to service_role;

CREATE OR REPLACE FUNCTION app.valid_webhook_events(p_events text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (((cardinality(p_events) >= 1) AND (cardinality(p_events) <= 23)) AND (p_events <@ ARRAY['order.paid'::text, 'order.refunded'::text, 'end_user.created'::text, 'end_user.roles_changed'::text, 'end_user.deleted'::text, 'subscription.updated'::text, 'product.updated'::text, 'payments.connected'::text, 'payments.disconnected'::text, 'team.created'::text, 'team.deleted'::text, 'team.member_added'::text, 'team.member_changed'::text, 'team.member_removed'::text, 'form.submitted'::text, 'record.created'::text, 'record.updated'::text, 'record.deleted'::text, 'records.changed'::text, 'ticket.issued'::text, 'ticket.transferred'::text, 'ticket.ended'::text, 'ticket.checked_in'::text]));
grant execute on function app.valid_webhook_events(text[]) to anon;
grant execute on function app.valid_webhook_events(text[]) to authenticated;
grant execute on function app.valid_webhook_events(text[]) to end_user;
grant execute on function app.valid_webhook_events(text[]) to service_role;

CREATE OR REPLACE FUNCTION app.valid_zone(p_zone text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  -- A name of the time zone database; PostgreSQL would also accept offsets, which have no summer time.
  perform timestamptz '2026-01-01 00:00:00+00' at time zone p_zone;
  return p_zone ~ '^(UTC|GMT|[A-Z][A-Za-z_]+(/[A-Z][A-Za-z0-9_+-]+)+)$';
exception when invalid_parameter_value then
  return false;
end $function$;
grant execute on function app.valid_zone(text) to anon;
grant execute on function app.valid_zone(text) to authenticated;
grant execute on function app.valid_zone(text) to end_user;
grant execute on function app.valid_zone(text) to service_role;

CREATE OR REPLACE FUNCTION app.viewed_member(p_tenant uuid, p_member uuid)
 RETURNS TABLE(id uuid, email text, name text, verified boolean, since timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT u.id,
     u.email,
     COALESCE(NULLIF((u.raw_user_meta_data ->> 'name'::text), ''::text), NULLIF((u.raw_user_meta_data ->> 'nickname'::text), ''::text)) AS name,
     (u.email_confirmed_at IS NOT NULL) AS verified,
     u.created_at AS since
    FROM auth.users u
   WHERE ((u.pool_id = viewed_member.p_tenant) AND (u.id = viewed_member.p_member) AND (u.deleted_at IS NULL) AND ((u.banned_until IS NULL) OR (u.banned_until <= now())) AND (viewed_member.p_tenant = ANY (ARRAY( SELECT app.tenants_with('people'::text) AS tenants_with))));
END;
grant execute on function app.viewed_member(uuid,uuid) to authenticated;

CREATE OR REPLACE FUNCTION app.wait_for_tickets(p_type uuid, p_email text, p_quantity integer, p_language text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_type public.ticket_types;
  v_left integer;
  v_waits uuid[];
  v_others integer;
begin
  select t.* into v_type from public.ticket_types t
    join public.ticket_events e on e.tenant_id = t.tenant_id and e.id = t.event_id and e.state = 'published' and e.ends_at > now()
      and (e.audience_id is null or e.audience_id = any (array(select app.my_audiences())))
    where t.tenant_id = app.tenant_id() and t.id = p_type and t.has_waiting_list and t.is_open and not t.is_hidden
      and (t.audience_id is null or t.audience_id = any (array(select app.my_audiences())));
  if v_type.id is null or not app.tickets_allow(v_type.tenant_id, 'business') then
    perform app.refuse_tickets('not_waiting');
  end if;
  perform app.end_due_carts(v_type.tenant_id, v_type.event_id);
  select min(q.capacity - q.held - q.sold) - app.seats_owed(v_type.tenant_id, p_type) into v_left
    from public.ticket_type_quotas m join public.ticket_quotas q on q.tenant_id = m.tenant_id and q.id = m.quota_id
    where m.tenant_id = v_type.tenant_id and m.event_id = v_type.event_id and m.type_id = p_type;
  -- By the least that can be bought, whatever the number: a wish for more than is left must not keep the rest from others.
  if v_left >= v_type.min_per_order * v_type.group_size then
    perform app.refuse_tickets('not_waiting');
  elsif p_quantity not between v_type.min_per_order and least(v_type.max_per_order, v_type.most_per_buyer) then
    perform app.refuse_tickets('quantity');
  end if;
  -- One mailbox has many addresses: it waits once for a type, and for ten types at most, so that it is not flooded with offers.
  select array_agg(w.id) filter (where w.type_id = p_type), count(distinct w.type_id) filter (where w.type_id <> p_type)
    into v_waits, v_others from public.ticket_waits w
    where w.tenant_id = v_type.tenant_id and app.mailbox_of(w.email) = app.mailbox_of(p_email) and w.state in ('waiting', 'offered');
  if v_others >= 10 then
    perform app.refuse_tickets('buyer_limit');
  elsif v_waits is not null then
    update public.ticket_waits w set quantity = case when w.auth_user_id = auth.uid() then p_quantity else least(w.quantity, p_quantity) end
      where w.tenant_id = v_type.tenant_id and w.id = any (v_waits) and w.state = 'waiting';
    return;
  end if;
  insert into public.ticket_waits (tenant_id, event_id, type_id, email, auth_user_id, quantity, language)
    values (v_type.tenant_id, v_type.event_id, p_type, p_email, case when auth.role() = 'end_user' then auth.uid() end, p_quantity, p_language)
    on conflict (tenant_id, type_id, lower(email)) where state in ('waiting', 'offered') do update
      set quantity = case when ticket_waits.auth_user_id = auth.uid() then excluded.quantity else least(ticket_waits.quantity, excluded.quantity) end
      where ticket_waits.state = 'waiting';
end $function$;
grant execute on function app.wait_for_tickets(uuid,text,integer,text) to anon;
grant execute on function app.wait_for_tickets(uuid,text,integer,text) to end_user;

CREATE OR REPLACE FUNCTION app.waits_to_offer(p_most integer)
 RETURNS TABLE(tenant_id uuid, wait_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT f.tenant_id,
     w.id AS wait_id
    FROM (( SELECT t.tenant_id,
             t.id,
             t.group_size,
             ( SELECT min(((q.capacity - q.held) - q.sold)) AS min
                    FROM (public.ticket_type_quotas m
                      JOIN public.ticket_quotas q ON (((q.tenant_id = m.tenant_id) AND (q.id = m.quota_id))))
                   WHERE ((m.tenant_id = t.tenant_id) AND (m.event_id = t.event_id) AND (m.type_id = t.id))) AS free
            FROM ((( SELECT DISTINCT x_1.tenant_id,
                     x_1.type_id
                    FROM public.ticket_waits x_1
                   WHERE (x_1.state = 'waiting'::text)) x
              JOIN public.ticket_types t ON (((t.tenant_id = x.tenant_id) AND (t.id = x.type_id) AND t.is_open)))
              JOIN public.ticket_events e ON (((e.tenant_id = t.tenant_id) AND (e.id = t.event_id) AND (e.state = 'published'::text) AND (e.ends_at > now()))))) f
      CROSS JOIN LATERAL ( SELECT x.id
            FROM public.ticket_waits x
           WHERE ((x.tenant_id = f.tenant_id) AND (x.type_id = f.id) AND (x.state = 'waiting'::text) AND ((x.quantity * f.group_size) <= f.free))
           ORDER BY x.id
          LIMIT 1) w)
   ORDER BY w.id
  LIMIT waits_to_offer.p_most;
END;
grant execute on function app.waits_to_offer(integer) to service_role;

CREATE OR REPLACE FUNCTION app.wants_events(p_tenant uuid, p_events text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM app.webhook_endpoints e
           WHERE ((e.tenant_id = wants_events.p_tenant) AND (e.disabled_at IS NULL) AND (e.events && wants_events.p_events)))) AS "exists";
END;

CREATE OR REPLACE FUNCTION app.ways_to_item(p_tenant uuid, p_audience uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT COALESCE(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('kind', k.kind, 'item_id', b.id, 'name',
         CASE
             WHEN (k.kind = 'role'::text) THEN k.which
             ELSE b.name
         END, 'from',
         CASE
             WHEN (k.opens_at > now()) THEN to_char((k.opens_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS"Z"'::text)
             ELSE NULL::text
         END, 'after_days', ( SELECT t.after_days
            FROM app.audience_terms t
           WHERE ((t.tenant_id = ways_to_item.p_tenant) AND (t.audience_id = ways_to_item.p_audience) AND (t.place = k.place))
          LIMIT 1))) ORDER BY k.place), '[]'::jsonb) AS "coalesce"
    FROM (app.audience_kinds_of(ways_to_item.p_tenant, ways_to_item.p_audience) k(place, kind, which, opens_at)
      LEFT JOIN public.items b ON (((b.tenant_id = ways_to_item.p_tenant) AND b.active AND (NOT b.hidden_from_others) AND (b.id =
         CASE
             WHEN (k.kind = 'bought'::text) THEN (k.which)::uuid
             ELSE NULL::uuid
         END))));
END;

CREATE OR REPLACE FUNCTION app.webhook_deliveries_of(p_tenant uuid, p_object text)
 RETURNS TABLE(type text, url text, state text, tries integer, status integer, duration_ms integer, at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.type, e.url, d.state, d.tries, last.status, last.duration_ms, coalesce(last.attempted_at, m.created_at)
  from app.webhook_messages as m
  join app.webhook_deliveries as d on d.tenant_id = m.tenant_id and d.message_id = m.id
  join app.webhook_endpoints as e on e.tenant_id = d.tenant_id and e.id = d.endpoint_id
  left join app.webhook_attempts as last on last.tenant_id = d.tenant_id and last.endpoint_id = d.endpoint_id
    and last.message_id = d.message_id and last.number = d.tries
  where m.tenant_id = p_tenant and m.object_id = p_object and p_tenant = any (array(select app.tenants_with('orders')))
  order by d.seq, d.endpoint_id limit 100
$function$;
grant execute on function app.webhook_deliveries_of(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION app.word_likeness(p_word text, p_text text)
 RETURNS real
 LANGUAGE sql
 IMMUTABLE
RETURN extensions.strict_word_similarity(p_word, p_text);
grant execute on function app.word_likeness(text,text) to anon;
grant execute on function app.word_likeness(text,text) to end_user;
grant execute on function app.word_likeness(text,text) to service_role;

CREATE OR REPLACE FUNCTION auth.email()
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (auth.jwt() ->> 'email'::text);
grant execute on function auth.email() to anon;
grant execute on function auth.email() to authenticated;
grant execute on function auth.email() to end_user;
grant execute on function auth.email() to service_role;

CREATE OR REPLACE FUNCTION auth.erase_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.tenants t where t.id = old.pool_id) then
    perform app.erase_person(old.pool_id, old.id, case when old.email_confirmed_at is not null then old.email end);
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $function$;

CREATE OR REPLACE FUNCTION auth.jwt()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN COALESCE((NULLIF(current_setting('request.jwt.claims'::text, true), ''::text))::jsonb, '{}'::jsonb);
grant execute on function auth.jwt() to anon;
grant execute on function auth.jwt() to authenticated;
grant execute on function auth.jwt() to end_user;
grant execute on function auth.jwt() to service_role;

CREATE OR REPLACE FUNCTION auth.pool_settings_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_notify('auth_settings_changed', coalesce(new.pool_id, old.pool_id)::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION auth.providers_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_notify('auth_providers_changed', coalesce(new.pool_id, old.pool_id)::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION auth.role()
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (auth.jwt() ->> 'role'::text);
grant execute on function auth.role() to anon;
grant execute on function auth.role() to authenticated;
grant execute on function auth.role() to end_user;
grant execute on function auth.role() to service_role;

CREATE OR REPLACE FUNCTION auth.session_ended()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_notify('session_ended', old.id::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION auth.signing_keys_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_notify('signing_keys_changed', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION auth.tenant_apps_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.oauth_clients where pool_id = old.id;
  delete from auth.passkey_challenges where pool_id = old.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION auth.tenant_auth0_logins_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.auth0_logins where pool_id = old.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION auth.tenant_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.users where pool_id = old.id;
  delete from auth.pool_settings where pool_id = old.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION auth.tenant_providers_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.providers where pool_id = old.id;
  delete from auth.provider_logins where pool_id = old.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION auth.tenant_web3_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.web3_messages where pool_id = old.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION auth.uid()
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN ((auth.jwt() ->> 'sub'::text))::uuid;
grant execute on function auth.uid() to anon;
grant execute on function auth.uid() to authenticated;
grant execute on function auth.uid() to end_user;
grant execute on function auth.uid() to service_role;

CREATE OR REPLACE FUNCTION auth.user_barred()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_notify('session_ended', s.id::text)
    from auth.sessions s where s.pool_id = new.pool_id and s.user_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.create_tenant_autoprovision(p_name text, p_description text DEFAULT NULL::text)
 RETURNS TABLE(id uuid, name text, public_key text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted text := btrim(coalesce(p_name, ''));
  words text := nullif(btrim(p_description, E' \t\r\n'), '');
  owner uuid := auth.uid();
begin
  if owner is null or auth.role() is distinct from 'authenticated' then
    raise exception 'Not authenticated' using errcode = '42501';
  end if;
  if wanted = '' then
    raise exception 'Tenant name is required' using errcode = '22023';
  end if;
  if not app.valid_name(wanted, 80) then
    raise exception 'Tenant name must be at most 80 characters, without control characters' using errcode = '22023';
  end if;
  if char_length(words) > 500 then
    raise exception 'Description must be at most 500 characters' using errcode = '22023';
  end if;
  -- Serialises this creator's calls, so that the cap holds under parallel ones, with the deletion of their account.
  perform pg_advisory_xact_lock(hashtextextended('tenants of ' || owner, 0));
  if not exists (select from auth.users u where u.pool_id = '00000000-0000-0000-0000-000000000000' and u.id = owner
      and u.deleted_at is null) then
    raise exception 'Not authenticated' using errcode = '42501';
  end if;
  if (select count(*) from public.tenants t where t.owner_user_id = owner) >= 100 then
    raise exception 'You have reached the limit of 100 tenants' using errcode = 'PT409';
  end if;
  return query
    insert into public.tenants as t (name, description, public_key, owner_user_id)
    values (wanted, words, 'pk_' || app.random_text(24), owner)
    returning t.id, t.name, t.public_key;
end $function$;
grant execute on function public.create_tenant_autoprovision(text,text) to authenticated;

CREATE OR REPLACE FUNCTION realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record, level text DEFAULT 'ROW'::text, pool uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  new_row constant jsonb := to_jsonb(broadcast_changes.new);
  old_row constant jsonb := to_jsonb(broadcast_changes.old);
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object('old_record', old_row, 'record', new_row, 'operation', operation, 'table', table_name,
      'schema', table_schema),
    event_name, topic_name, true,
    coalesce(broadcast_changes.pool, (new_row ->> 'tenant_id')::uuid, (old_row ->> 'tenant_id')::uuid));
end $function$;
grant execute on function realtime.broadcast_changes(text,text,text,text,text,record,record,text,uuid) to anon;
grant execute on function realtime.broadcast_changes(text,text,text,text,text,record,record,text,uuid) to authenticated;
grant execute on function realtime.broadcast_changes(text,text,text,text,text,record,record,text,uuid) to end_user;
grant execute on function realtime.broadcast_changes(text,text,text,text,text,record,record,text,uuid) to service_role;

CREATE OR REPLACE FUNCTION realtime.capture()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from realtime.watched where relation = tg_relid) then
    insert into realtime.changes (relation, type, record, old_record)
    values (tg_relid, tg_op, case when tg_op <> 'DELETE' then to_jsonb(new) end,
      case when tg_op <> 'INSERT' then to_jsonb(old) end);
    -- Told at the commit, once for each transaction.
    perform pg_notify('realtime_changes', pg_current_xact_id()::text);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION realtime.capture_records()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from realtime.watched where relation = tg_relid) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into realtime.changes (relation, part, type, record)
      select tg_relid, n.table_id, tg_op, realtime.record_image(i.image, t.fields)
      from new_rows n join public.data_tables t on t.tenant_id = n.tenant_id and t.id = n.table_id
      cross join lateral (select to_jsonb(n) as image offset 0) as i
      where exists (select from realtime.watched w where w.relation = tg_relid and w.part = n.table_id);
  elsif tg_op = 'DELETE' then
    insert into realtime.changes (relation, part, type, old_record)
      select tg_relid, o.table_id, tg_op, realtime.record_image(i.image, t.fields)
      from old_rows o join public.data_tables t on t.tenant_id = o.tenant_id and t.id = o.table_id
      cross join lateral (select to_jsonb(o) as image offset 0) as i
      where exists (select from realtime.watched w where w.relation = tg_relid and w.part = o.table_id);
  else
    -- Old rows are delivered with their key alone, which never changes.
    insert into realtime.changes (relation, part, type, record, old_record)
      select tg_relid, n.table_id, tg_op, v.is_now, jsonb_build_object('id', n.id)
      from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.table_id = n.table_id and o.id = n.id
      join public.data_tables t on t.tenant_id = n.tenant_id and t.id = n.table_id
      cross join lateral (select realtime.record_image(to_jsonb(o), t.fields) as was, realtime.record_image(to_jsonb(n), t.fields) as is_now
        offset 0) as v
      where v.was <> v.is_now and exists (select from realtime.watched w where w.relation = tg_relid and w.part = n.table_id);
  end if;
  if found then
    perform pg_notify('realtime_changes', pg_current_xact_id()::text);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION realtime.channel_rights(p_pool uuid, p_topic text, p_claims jsonb)
 RETURNS TABLE(extension text, may_read boolean, may_write boolean)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  reads boolean[] := '{false,false}';
  writes boolean[] := '{false,false}';
  probes constant uuid[] := array[gen_random_uuid(), gen_random_uuid()];
  names constant text[] := '{broadcast,presence}';
begin
  begin
    insert into realtime.messages (pool_id, id, topic, extension)
    values (p_pool, probes[1], p_topic, names[1]), (p_pool, probes[2], p_topic, names[2]);
    perform set_config('realtime.topic', p_topic, true), set_config('request.jwt.claims', p_claims::text, true),
      set_config('role', p_claims ->> 'role', true);
    for i in 1..2 loop
      reads[i] := exists (select from realtime.messages m
        where m.pool_id = p_pool and m.topic = p_topic and m.inserted_at = now() and m.id = probes[i]);
      begin
        insert into realtime.messages (pool_id, topic, extension) values (p_pool, p_topic, names[i]);
        writes[i] := true;
      exception when insufficient_privilege then
        writes[i] := false;
      end;
    end loop;
    raise exception using errcode = 'ZZ999'; -- takes the rows and the settings back, and not what was found
  exception when sqlstate 'ZZ999' then
    null;
  end;
  return query select names[i], reads[i], writes[i] from generate_series(1, 2) i;
end $function$;
grant execute on function realtime.channel_rights(uuid,text,jsonb) to service_role;

CREATE OR REPLACE FUNCTION realtime.publish(p_table regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  execute format('create or replace trigger "0_realtime" after insert or update or delete on %s
    for each row execute function realtime.capture()', p_table);
end $function$;

CREATE OR REPLACE FUNCTION realtime.record_image(p_image jsonb, p_fields jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT ((record_image.p_image - (app.record_slots() || ARRAY['indexed'::text, 'extra'::text])) || jsonb_build_object('extra', COALESCE(jsonb_object_agg((f.field ->> 'id'::text), f.value) FILTER (WHERE (f.value <> 'null'::jsonb)), '{}'::jsonb)))
    FROM ( SELECT e.value AS field,
             COALESCE(((record_image.p_image -> 'extra'::text) -> (e.value ->> 'id'::text)), (record_image.p_image -> (e.value ->> 'slot'::text))) AS value
            FROM jsonb_array_elements(record_image.p_fields) e(value)) f;
END;

CREATE OR REPLACE FUNCTION realtime.send(payload jsonb, event text, topic text, private boolean DEFAULT true, pool uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  message_id constant uuid := app.uuidv7();
begin
  perform set_config('realtime.topic', send.topic, true);
  insert into realtime.messages (pool_id, id, topic, extension, event, payload, private)
  values (coalesce(send.pool, app.pool_id()), message_id, send.topic, 'broadcast', send.event,
    case when jsonb_typeof(send.payload) = 'object' and not send.payload ? 'id'
      then send.payload || jsonb_build_object('id', message_id) else send.payload end, send.private);
exception when others then
  raise warning 'The message to % was not sent: %', send.topic, sqlerrm;
end $function$;
grant execute on function realtime.send(jsonb,text,text,boolean,uuid) to anon;
grant execute on function realtime.send(jsonb,text,text,boolean,uuid) to authenticated;
grant execute on function realtime.send(jsonb,text,text,boolean,uuid) to end_user;
grant execute on function realtime.send(jsonb,text,text,boolean,uuid) to service_role;

CREATE OR REPLACE FUNCTION realtime.send_binary(payload bytea, event text, topic text, private boolean DEFAULT true, pool uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform set_config('realtime.topic', send_binary.topic, true);
  insert into realtime.messages (pool_id, topic, extension, event, binary_payload, private)
  values (coalesce(send_binary.pool, app.pool_id()), send_binary.topic, 'broadcast', send_binary.event,
    send_binary.payload, send_binary.private);
exception when others then
  raise warning 'The message to % was not sent: %', send_binary.topic, sqlerrm;
end $function$;
grant execute on function realtime.send_binary(bytea,text,text,boolean,uuid) to anon;
grant execute on function realtime.send_binary(bytea,text,text,boolean,uuid) to authenticated;
grant execute on function realtime.send_binary(bytea,text,text,boolean,uuid) to end_user;
grant execute on function realtime.send_binary(bytea,text,text,boolean,uuid) to service_role;

CREATE OR REPLACE FUNCTION realtime.tell_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_notify('realtime_messages', new.xact::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION realtime.tell_of_tables()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_notify('realtime_tables', coalesce(new.tenant_id, old.tenant_id)::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION realtime.tenant_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from realtime.messages where pool_id = old.id;
  delete from realtime.presences where pool_id = old.id;
  delete from realtime.parcels where pool_id = old.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION realtime.topic()
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN NULLIF(current_setting('realtime.topic'::text, true), ''::text);
grant execute on function realtime.topic() to anon;
grant execute on function realtime.topic() to authenticated;
grant execute on function realtime.topic() to end_user;
grant execute on function realtime.topic() to service_role;

CREATE OR REPLACE FUNCTION realtime.unpublish(p_table regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  execute format('drop trigger if exists "0_realtime" on %s', p_table);
end $function$;

CREATE OR REPLACE FUNCTION storage.allow_any_operation(expected_operations text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN COALESCE((regexp_replace(storage.operation(), '^storage\.'::text, ''::text) = ANY (ARRAY(SELECT regexp_replace(expected.expected, '^storage\.'::text, ''::text) AS regexp_replace FROM unnest(allow_any_operation.expected_operations) expected(expected)))), false);
grant execute on function storage.allow_any_operation(text[]) to anon;
grant execute on function storage.allow_any_operation(text[]) to authenticated;
grant execute on function storage.allow_any_operation(text[]) to end_user;
grant execute on function storage.allow_any_operation(text[]) to service_role;

CREATE OR REPLACE FUNCTION storage.allow_only_operation(expected_operation text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN storage.allow_any_operation(ARRAY[expected_operation]);
grant execute on function storage.allow_only_operation(text) to anon;
grant execute on function storage.allow_only_operation(text) to authenticated;
grant execute on function storage.allow_only_operation(text) to end_user;
grant execute on function storage.allow_only_operation(text) to service_role;

CREATE OR REPLACE FUNCTION storage.count_bytes(p_pool uuid, p_bytes numeric)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into storage.usage as u (pool_id, bytes) values (p_pool, greatest(p_bytes, 0))
  on conflict (pool_id) do update set bytes = greatest(u.bytes + p_bytes, 0)
$function$;

CREATE OR REPLACE FUNCTION storage.count_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from storage.loose_files f using written w
  where (f.pool_id, f.object_id, f.version) = (w.pool_id, w.id, w.version);
  perform storage.count_bytes(pool_id, sum(bytes)) from (
    select pool_id, storage.size_of(metadata) as bytes from written
    union all select pool_id, -storage.size_of(metadata) from gone) changed
  group by pool_id having sum(bytes) <> 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION storage.count_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform storage.count_bytes(pool_id, -sum(storage.size_of(metadata))) from gone group by pool_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION storage.count_written()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Bytes that a row points at are loose no more.
  delete from storage.loose_files f using written w
  where (f.pool_id, f.object_id, f.version) = (w.pool_id, w.id, w.version);
  perform storage.count_bytes(pool_id, sum(storage.size_of(metadata))) from written group by pool_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION storage.end_uploads_of(p_tenant uuid, p_user uuid, p_email text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 UPDATE storage.resumable_uploads SET user_id = NULL::text, metadata = '{}'::jsonb, expires_at = now()
   WHERE ((resumable_uploads.pool_id = end_uploads_of.p_tenant) AND (resumable_uploads.user_id = (end_uploads_of.p_user)::text));
END;

CREATE OR REPLACE FUNCTION storage.extension(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN reverse(split_part(reverse(storage.filename(name)), '.'::text, 1));
grant execute on function storage.extension(text) to anon;
grant execute on function storage.extension(text) to authenticated;
grant execute on function storage.extension(text) to end_user;
grant execute on function storage.extension(text) to service_role;

CREATE OR REPLACE FUNCTION storage.filename(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN (string_to_array(name, '/'::text))[cardinality(string_to_array(name, '/'::text))];
grant execute on function storage.filename(text) to anon;
grant execute on function storage.filename(text) to authenticated;
grant execute on function storage.filename(text) to end_user;
grant execute on function storage.filename(text) to service_role;

CREATE OR REPLACE FUNCTION storage.foldername(name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
RETURN (string_to_array(name, '/'::text))[1:(cardinality(string_to_array(name, '/'::text)) - 1)];
grant execute on function storage.foldername(text) to anon;
grant execute on function storage.foldername(text) to authenticated;
grant execute on function storage.foldername(text) to end_user;
grant execute on function storage.foldername(text) to service_role;

CREATE OR REPLACE FUNCTION storage.free_room()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update storage.usage u set reserved = u.reserved - g.bytes
  from (select pool_id, sum(bytes) as bytes from gone where bytes > 0 group by pool_id) g
  where u.pool_id = g.pool_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION storage.keep_audience_of_bucket()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.keep_used_audience(old.tenant_id, 'bucket', array(
    select b.name from storage.buckets b
    where b.pool_id = old.tenant_id and b.read_audience_id = old.id order by b.name, b.id));
  return old;
end $function$;

CREATE OR REPLACE FUNCTION storage.let_go()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into storage.loose_files (pool_id, object_id, version) values (old.pool_id, old.id, old.version)
    on conflict do nothing;
  perform pg_notify('storage_loose_files', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION storage.let_go_of_part()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into storage.loose_files (pool_id, object_id, version) values (old.pool_id, old.upload_id, old.version)
  on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION storage.operation()
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN "substring"(current_setting('request.path'::text, true), '^storage\..+$'::text);
grant execute on function storage.operation() to anon;
grant execute on function storage.operation() to authenticated;
grant execute on function storage.operation() to end_user;
grant execute on function storage.operation() to service_role;

CREATE OR REPLACE FUNCTION storage.pool_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN CASE WHEN (auth.role() = ANY (ARRAY['authenticated'::text, 'service_role'::text])) THEN COALESCE((((NULLIF(current_setting('request.headers'::text, true), ''::text))::jsonb ->> 'x-bb-pool'::text))::uuid, app.pool_id()) ELSE app.pool_id() END;
grant execute on function storage.pool_id() to anon;
grant execute on function storage.pool_id() to authenticated;
grant execute on function storage.pool_id() to end_user;
grant execute on function storage.pool_id() to service_role;

CREATE OR REPLACE FUNCTION storage.readable_buckets()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT b.id
    FROM storage.buckets b
   WHERE ((b.pool_id = app.tenant_id()) AND (b.read_audience_id = ANY (ARRAY( SELECT app.my_audiences() AS my_audiences))));
END;
grant execute on function storage.readable_buckets() to anon;
grant execute on function storage.readable_buckets() to end_user;

CREATE OR REPLACE FUNCTION storage.size_of(p_metadata jsonb)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN ((p_metadata ->> 'size'::text) ~ '^\d{1,15}$'::text) THEN ((p_metadata ->> 'size'::text))::bigint ELSE (0)::bigint END;

CREATE OR REPLACE FUNCTION storage.tenant_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from storage.objects where pool_id = old.id;
  delete from storage.buckets where pool_id = old.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION storage.tenant_uploads_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from storage.resumable_uploads where pool_id = old.id;
  delete from storage.usage where pool_id = old.id;
  return null;
end $function$;

-- sequences -------------------------------------------------------------------------------------------------------

create sequence app.audience_sets_number_seq as bigint start 1 increment 1 min 1 max 9223372036854775807;

create sequence app.webhook_messages_seq_seq as bigint start 1 increment 1 min 1 max 9223372036854775807;

create sequence realtime.changes_seq_seq as bigint start 1 increment 1 min 1 max 9223372036854775807;

create sequence realtime.messages_seq_seq as bigint start 1 increment 1 min 1 max 9223372036854775807;

create sequence realtime.process_ids as integer start 1 increment 1 min 1 max 2147483647 cycle;
grant usage on sequence realtime.process_ids to service_role;

-- tables ----------------------------------------------------------------------------------------------------------

create table app.analytics_dirty (
  tenant_id uuid not null,
  hour timestamp with time zone not null,
  version bigint not null default 1,
  constraint analytics_dirty_pkey PRIMARY KEY (tenant_id, hour)
);
alter table app.analytics_dirty enable row level security;
alter table app.analytics_dirty force row level security;
create policy of_readers on app.analytics_dirty for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('see'::text) AS tenants_with))));
create policy owner_all on app.analytics_dirty for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.analytics_dirty for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.analytics_dirty to service_role;
grant select (tenant_id, hour) on app.analytics_dirty to authenticated;

create table app.analytics_events (
  tenant_id uuid not null,
  at timestamp with time zone not null,
  id uuid not null,
  visitor bigint not null,
  known bigint,
  kind text not null,
  name text not null default ''::text,
  value double precision,
  site text not null,
  path text not null,
  source text not null default ''::text,
  medium text not null default ''::text,
  campaign text not null default ''::text,
  country text not null default ''::text,
  device text not null default ''::text,
  browser text not null default ''::text,
  system text not null default ''::text,
  constraint analytics_events_pkey PRIMARY KEY (tenant_id, at, id),
  constraint analytics_events_browser_check CHECK ((char_length(browser) <= 40)),
  constraint analytics_events_campaign_check CHECK ((char_length(campaign) <= 120)),
  constraint analytics_events_country_check CHECK ((country ~ '^([A-Z]{2})?$'::text)),
  constraint analytics_events_device_check CHECK ((device = ANY (ARRAY[''::text, 'phone'::text, 'tablet'::text, 'desktop'::text]))),
  constraint analytics_events_kind_check CHECK ((kind = ANY (ARRAY['view'::text, 'event'::text, 'link'::text, 'download'::text, 'missing'::text, 'block'::text, 'vital'::text]))),
  constraint analytics_events_medium_check CHECK ((char_length(medium) <= 120)),
  constraint analytics_events_name_check CHECK ((char_length(name) <= 200)),
  constraint analytics_events_path_check CHECK ((char_length(path) <= 500)),
  constraint analytics_events_site_check CHECK ((char_length(site) <= 255)),
  constraint analytics_events_source_check CHECK ((char_length(source) <= 120)),
  constraint analytics_events_system_check CHECK ((char_length(system) <= 40))
) partition by RANGE (at);
alter table app.analytics_events enable row level security;
alter table app.analytics_events force row level security;
CREATE INDEX analytics_events_of_visitor ON ONLY app.analytics_events USING btree (tenant_id, visitor, at);
create policy of_readers on app.analytics_events for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('see'::text) AS tenants_with))));
create policy owner_all on app.analytics_events for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.analytics_events for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.analytics_events to service_role;
grant select (tenant_id, at, id, visitor, known, kind, name, value, site, path, source, medium, campaign, country, device, browser, system) on app.analytics_events to authenticated;

create table app.analytics_hours (
  tenant_id uuid not null,
  dimension text not null,
  hour timestamp with time zone not null,
  value text not null,
  count integer not null,
  visitors integer not null,
  constraint analytics_hours_pkey PRIMARY KEY (tenant_id, dimension, hour, value),
  constraint analytics_hours_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint analytics_hours_dimension_check CHECK ((dimension ~ '^[a-z]{1,20}$'::text)),
  constraint analytics_hours_value_check CHECK ((char_length(value) <= 500))
);
alter table app.analytics_hours enable row level security;
alter table app.analytics_hours force row level security;
create policy of_readers on app.analytics_hours for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('see'::text) AS tenants_with))));
create policy owner_all on app.analytics_hours for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.analytics_hours for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.analytics_hours to service_role;
grant select (tenant_id, dimension, hour, value, count, visitors) on app.analytics_hours to authenticated;

create table app.analytics_ids (
  tenant_id uuid not null,
  id uuid not null,
  at timestamp with time zone not null default now(),
  constraint analytics_ids_pkey PRIMARY KEY (tenant_id, id)
);
alter table app.analytics_ids enable row level security;
alter table app.analytics_ids force row level security;
CREATE INDEX analytics_ids_old ON app.analytics_ids USING brin (at) WITH (pages_per_range='16');
create policy owner_all on app.analytics_ids for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.analytics_ids for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.analytics_ids to service_role;

create table app.audience_kinds (
  kind text not null,
  field text,
  value text,
  constraint audience_kinds_pkey PRIMARY KEY (kind),
  constraint audience_kinds_check CHECK (((field IS NULL) = (value IS NULL))),
  constraint audience_kinds_field_check CHECK ((field ~ '^[a-z]{1,20}$'::text)),
  constraint audience_kinds_kind_check CHECK ((kind ~ '^[a-z][a-z_]{0,29}$'::text)),
  constraint audience_kinds_value_check CHECK ((value = ANY (ARRAY['id'::text, 'name'::text, 'ids'::text])))
);
alter table app.audience_kinds enable row level security;
alter table app.audience_kinds force row level security;
create policy owner_all on app.audience_kinds for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.audience_kinds for all to service_role
  using (true)
  with check (true);
grant select on app.audience_kinds to service_role;

create table app.audience_sets (
  tenant_id uuid not null,
  member_id uuid not null,
  number bigint not null generated always as identity,
  audiences uuid[],
  until timestamp with time zone not null,
  auth_user_id uuid generated always as (
CASE
    WHEN (audiences IS NOT NULL) THEN member_id
    ELSE NULL::uuid
END) stored,
  constraint audience_sets_pkey PRIMARY KEY (tenant_id, member_id, until, number),
  constraint audience_sets_tenant_id_auth_user_id_fkey FOREIGN KEY (tenant_id, auth_user_id) REFERENCES auth.users(pool_id, id) ON DELETE CASCADE,
  constraint audience_sets_check CHECK (((audiences IS NULL) = (until = '-infinity'::timestamp with time zone)))
);
alter table app.audience_sets enable row level security;
alter table app.audience_sets force row level security;
CREATE INDEX audience_sets_due ON app.audience_sets USING btree (until, tenant_id);
CREATE UNIQUE INDEX audience_sets_of_members ON app.audience_sets USING btree (tenant_id, auth_user_id);
create policy of_the_member on app.audience_sets for select to end_user
  using (((tenant_id = app.member_tenant()) AND (member_id = app.member_id())));
create policy owner_all on app.audience_sets for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.audience_sets for all to service_role
  using (true)
  with check (true);
grant select on app.audience_sets to service_role;
grant select (tenant_id, member_id, audiences, until) on app.audience_sets to anon;
grant select (tenant_id, member_id, audiences, until) on app.audience_sets to end_user;

create table app.audience_terms (
  tenant_id uuid not null,
  audience_id uuid not null,
  place smallint not null,
  kind text not null,
  which text not null,
  opens_at timestamp with time zone,
  closes_at timestamp with time zone,
  after_days smallint,
  opens timestamp with time zone not null generated always as (COALESCE(opens_at, '-infinity'::timestamp with time zone)) stored,
  closes timestamp with time zone not null generated always as (COALESCE(closes_at, 'infinity'::timestamp with time zone)) stored,
  waits interval not null generated always as (make_interval(hours => (24 * COALESCE((after_days)::integer, 0)))) stored,
  constraint audience_terms_pkey PRIMARY KEY (tenant_id, audience_id, place, which),
  constraint audience_terms_tenant_id_audience_id_fkey FOREIGN KEY (tenant_id, audience_id) REFERENCES public.audiences(tenant_id, id) ON DELETE CASCADE
);
alter table app.audience_terms enable row level security;
alter table app.audience_terms force row level security;
CREATE INDEX audience_terms_by_fact ON app.audience_terms USING btree (tenant_id, kind, which) INCLUDE (audience_id, opens, closes, waits);
create policy owner_all on app.audience_terms for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.audience_terms for all to service_role
  using (true)
  with check (true);
grant select on app.audience_terms to service_role;

create table app.billing_customers (
  mode text not null,
  user_id uuid not null,
  customer_id text,
  generation integer not null default 1,
  created_at timestamp with time zone not null default now(),
  constraint billing_customers_pkey PRIMARY KEY (mode, user_id),
  constraint billing_customers_customer_id_check CHECK ((customer_id ~ '^cus_\w{1,100}$'::text)),
  constraint billing_customers_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
);
alter table app.billing_customers enable row level security;
alter table app.billing_customers force row level security;
CREATE INDEX billing_customers_by_customer ON app.billing_customers USING btree (customer_id);
CREATE INDEX billing_customers_by_user ON app.billing_customers USING btree (user_id);
create policy owner_all on app.billing_customers for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.billing_customers for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.billing_customers to service_role;

create table app.billing_setup (
  mode text not null,
  portal_configuration_id text not null,
  set_up_at timestamp with time zone not null default now(),
  constraint billing_setup_pkey PRIMARY KEY (mode),
  constraint billing_setup_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
);
alter table app.billing_setup enable row level security;
alter table app.billing_setup force row level security;
create policy owner_all on app.billing_setup for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.billing_setup for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.billing_setup to service_role;

create table app.connect_states (
  tenant_id uuid not null,
  state_hash bytea not null,
  mode text not null,
  user_id uuid not null,
  expires_at timestamp with time zone not null default (now() + '24:00:00'::interval),
  used_at timestamp with time zone,
  purpose text not null default 'onboarding'::text,
  browser_hash bytea,
  constraint connect_states_pkey PRIMARY KEY (tenant_id, state_hash),
  constraint connect_states_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint connect_states_check CHECK (((purpose = 'onboarding'::text) OR (browser_hash IS NOT NULL))),
  constraint connect_states_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint connect_states_purpose_check CHECK ((purpose = ANY (ARRAY['onboarding'::text, 'oauth'::text])))
);
alter table app.connect_states enable row level security;
alter table app.connect_states force row level security;
CREATE INDEX connect_states_by_hash ON app.connect_states USING btree (state_hash);
create policy owner_all on app.connect_states for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.connect_states for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.connect_states to service_role;

create table app.data_schemas (
  tenant_id uuid not null,
  revision bigint not null default 1,
  constraint data_schemas_pkey PRIMARY KEY (tenant_id),
  constraint data_schemas_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE
);
alter table app.data_schemas enable row level security;
alter table app.data_schemas force row level security;
create policy owner_all on app.data_schemas for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.data_schemas for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.data_schemas to service_role;

create table app.day_passes (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  user_id uuid not null,
  source text not null,
  mode text not null,
  status text not null default 'pending'::text,
  minutes integer not null default 1440,
  note text,
  problem text,
  session_id text,
  payment_intent_id text,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint day_passes_pkey PRIMARY KEY (tenant_id, id),
  constraint day_passes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint day_passes_check CHECK (((status <> 'active'::text) OR ((starts_at IS NOT NULL) AND (ends_at IS NOT NULL)))),
  constraint day_passes_minutes_check CHECK ((minutes = 1440)),
  constraint day_passes_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint day_passes_note_check CHECK ((char_length(note) <= 200)),
  constraint day_passes_problem_check CHECK ((char_length(problem) <= 500)),
  constraint day_passes_source_check CHECK ((source = ANY (ARRAY['bought'::text, 'granted'::text]))),
  constraint day_passes_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'expired'::text, 'refunded'::text])))
);
alter table app.day_passes enable row level security;
alter table app.day_passes force row level security;
CREATE INDEX day_passes_by_id ON app.day_passes USING btree (id);
CREATE INDEX day_passes_by_payment ON app.day_passes USING btree (payment_intent_id);
CREATE INDEX day_passes_by_session ON app.day_passes USING btree (session_id);
CREATE INDEX day_passes_pending ON app.day_passes USING btree (created_at) WHERE (status = 'pending'::text);
create policy owner_all on app.day_passes for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.day_passes for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.day_passes to service_role;

create table app.deleted_public_keys (
  hash bytea not null,
  deleted_at timestamp with time zone not null default now(),
  constraint deleted_public_keys_pkey PRIMARY KEY (hash),
  constraint deleted_public_keys_hash_check CHECK ((octet_length(hash) = 32))
);
alter table app.deleted_public_keys enable row level security;
alter table app.deleted_public_keys force row level security;
create policy owner_all on app.deleted_public_keys for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.deleted_public_keys for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.deleted_public_keys to service_role;

create table app.door_changes (
  tenant_id uuid not null,
  event_id uuid not null,
  ticket_id uuid not null,
  changed_in bigint not null,
  constraint door_changes_pkey PRIMARY KEY (tenant_id, ticket_id),
  constraint door_changes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE
);
alter table app.door_changes enable row level security;
alter table app.door_changes force row level security;
CREATE INDEX door_changes_since ON app.door_changes USING btree (tenant_id, event_id, changed_in);
create policy owner_all on app.door_changes for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.door_changes for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.door_changes to service_role;

create table app.forgotten_tables (
  tenant_id uuid not null,
  table_id uuid not null,
  at timestamp with time zone not null default now(),
  constraint forgotten_tables_pkey PRIMARY KEY (tenant_id, table_id)
);
alter table app.forgotten_tables enable row level security;
alter table app.forgotten_tables force row level security;
create policy owner_all on app.forgotten_tables for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.forgotten_tables for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.forgotten_tables to service_role;

create table app.form_payments (
  tenant_id uuid not null,
  form_id uuid not null,
  submission_id uuid not null,
  record_id uuid not null,
  item_id uuid not null,
  quantity smallint not null,
  answers jsonb,
  team_id uuid,
  token_hash bytea not null,
  state text not null default 'awaiting'::text,
  problem text,
  order_id uuid,
  created_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  network bytea,
  constraint form_payments_pkey PRIMARY KEY (tenant_id, form_id, submission_id),
  constraint form_payments_tenant_id_form_id_token_hash_key UNIQUE (tenant_id, form_id, token_hash),
  constraint form_payments_tenant_id_form_id_submission_id_fkey FOREIGN KEY (tenant_id, form_id, submission_id) REFERENCES app.form_submissions(tenant_id, form_id, id) ON DELETE CASCADE,
  constraint form_payments_answers_check CHECK ((octet_length((answers)::text) <= 300000)),
  constraint form_payments_check CHECK (((answers IS NULL) = (state = 'sent'::text))),
  constraint form_payments_check1 CHECK (((problem IS NOT NULL) = (state = 'refused'::text))),
  constraint form_payments_problem_check CHECK ((char_length(problem) <= 500)),
  constraint form_payments_quantity_check CHECK (((quantity >= 1) AND (quantity <= 99))),
  constraint form_payments_state_check CHECK ((state = ANY (ARRAY['awaiting'::text, 'sent'::text, 'refused'::text])))
);
alter table app.form_payments enable row level security;
alter table app.form_payments force row level security;
CREATE INDEX form_payments_awaiting ON app.form_payments USING btree (created_at) WHERE (state = 'awaiting'::text);
CREATE INDEX form_payments_by_id ON app.form_payments USING btree (tenant_id, submission_id);
CREATE INDEX form_payments_by_record ON app.form_payments USING btree (tenant_id, record_id);
CREATE TRIGGER audit AFTER DELETE OR UPDATE OF state ON app.form_payments FOR EACH ROW WHEN ((old.state = 'refused'::text)) EXECUTE FUNCTION app.record_change('tenant_id', 'form_payment', '', '{form_id,submission_id}', '{state,order_id}', '{}', '{network}', '{state=form_payment.retried,delete=form_payment.discarded}', 'administrators');
CREATE TRIGGER free_place_of_entry AFTER DELETE ON app.form_payments FOR EACH ROW WHEN ((old.state <> 'sent'::text)) EXECUTE FUNCTION app.free_place_of_entry();
CREATE TRIGGER release_held_files AFTER DELETE ON app.form_payments FOR EACH ROW WHEN ((old.state <> 'sent'::text)) EXECUTE FUNCTION app.release_held_files();
CREATE TRIGGER tell_webhooks AFTER UPDATE OF state ON app.form_payments FOR EACH ROW WHEN (((new.state = 'sent'::text) AND (old.state <> 'sent'::text))) EXECUTE FUNCTION app.tell_of_paid_submission();
create policy owner_all on app.form_payments for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.form_payments for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.form_payments to service_role;

create table app.form_submissions (
  tenant_id uuid not null,
  form_id uuid not null,
  id uuid not null default app.uuidv7(),
  record_id uuid not null,
  sender uuid,
  ticket bytea not null,
  body bytea not null,
  edit_hash bytea,
  language text not null default 'en'::text,
  created_at timestamp with time zone not null default now(),
  constraint form_submissions_pkey PRIMARY KEY (tenant_id, form_id, id),
  constraint form_submissions_once UNIQUE (tenant_id, form_id, ticket),
  constraint form_submissions_tenant_id_form_id_fkey FOREIGN KEY (tenant_id, form_id) REFERENCES public.data_forms(tenant_id, id) ON DELETE CASCADE,
  constraint form_submissions_language_check CHECK ((language ~ '^[a-z]{2}$'::text))
);
alter table app.form_submissions enable row level security;
alter table app.form_submissions force row level security;
CREATE INDEX form_submissions_by_link ON app.form_submissions USING btree (tenant_id, form_id, edit_hash) WHERE (edit_hash IS NOT NULL);
CREATE INDEX form_submissions_by_sender ON app.form_submissions USING btree (tenant_id, sender) WHERE (sender IS NOT NULL);
CREATE TRIGGER tell_webhooks AFTER INSERT ON app.form_submissions FOR EACH ROW EXECUTE FUNCTION app.tell_of_submission();
create policy owner_all on app.form_submissions for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.form_submissions for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.form_submissions to service_role;

create table app.idempotency_keys (
  key_hash bytea not null,
  body_hash bytea not null,
  attempt_id uuid not null default app.uuidv7(),
  sealed_secret text not null,
  sealed_answer text,
  begun_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (key_hash)
);
alter table app.idempotency_keys enable row level security;
alter table app.idempotency_keys force row level security;
CREATE INDEX idempotency_keys_by_age ON app.idempotency_keys USING btree (created_at);
create policy owner_all on app.idempotency_keys for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.idempotency_keys for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.idempotency_keys to service_role;

create table app.instance_secrets (
  name text not null,
  value_sealed text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint instance_secrets_pkey PRIMARY KEY (name),
  constraint instance_secrets_name_check CHECK ((name ~ '^[a-z_]{1,40}$'::text))
);
alter table app.instance_secrets enable row level security;
alter table app.instance_secrets force row level security;
create policy owner_all on app.instance_secrets for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.instance_secrets for all to service_role
  using (true)
  with check (true);
grant select on app.instance_secrets to service_role;

create table app.member_facts (
  tenant_id uuid not null,
  auth_user_id uuid not null,
  kind text not null,
  which text not null,
  via uuid not null,
  mode text not null default 'live'::text,
  since timestamp with time zone not null,
  until timestamp with time zone not null default 'infinity'::timestamp with time zone,
  barred_until timestamp with time zone not null,
  constraint member_facts_pkey PRIMARY KEY (tenant_id, auth_user_id, barred_until, kind, which, via, mode) INCLUDE (since, until),
  constraint member_facts_tenant_id_auth_user_id_barred_until_fkey FOREIGN KEY (tenant_id, auth_user_id, barred_until) REFERENCES auth.users(pool_id, id, barred_until) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint member_facts_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
);
alter table app.member_facts enable row level security;
alter table app.member_facts force row level security;
CREATE TRIGGER note_added AFTER INSERT ON app.member_facts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_facts();
CREATE TRIGGER note_changed AFTER UPDATE ON app.member_facts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_facts();
CREATE TRIGGER note_removed AFTER DELETE ON app.member_facts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_facts();
create policy owner_all on app.member_facts for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.member_facts for all to service_role
  using (true)
  with check (true);
grant select on app.member_facts to service_role;

create table app.migrations (
  name text not null,
  checksum text not null,
  ran_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (name)
);
alter table app.migrations enable row level security;
alter table app.migrations force row level security;
create policy owner_all on app.migrations for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.migrations for all to service_role
  using (true)
  with check (true);
grant select on app.migrations to service_role;

create table app.order_letters (
  tenant_id uuid not null,
  order_id uuid not null,
  id uuid not null default app.uuidv7(),
  letter text not null,
  sent_at timestamp with time zone not null default now(),
  constraint order_letters_pkey PRIMARY KEY (tenant_id, order_id, id),
  constraint order_letters_tenant_id_order_id_fkey FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE CASCADE,
  constraint order_letters_letter_check CHECK ((char_length(letter) <= 100))
);
alter table app.order_letters enable row level security;
alter table app.order_letters force row level security;
create policy of_own_tenants on app.order_letters for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('orders'::text) AS tenants_with))));
create policy owner_all on app.order_letters for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.order_letters for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.order_letters to service_role;
grant select (tenant_id, order_id, id, letter, sent_at) on app.order_letters to authenticated;

create table app.order_links (
  tenant_id uuid not null,
  order_id uuid not null,
  hash bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint order_links_pkey PRIMARY KEY (tenant_id, order_id, hash),
  constraint order_links_tenant_id_order_id_fkey FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE CASCADE,
  constraint order_links_hash_check CHECK ((octet_length(hash) = 32))
);
alter table app.order_links enable row level security;
alter table app.order_links force row level security;
CREATE INDEX order_links_by_hash ON app.order_links USING btree (hash);
create policy owner_all on app.order_links for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.order_links for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.order_links to service_role;

create table app.order_sources (
  tenant_id uuid not null,
  order_id uuid not null,
  source text not null,
  medium text not null,
  campaign text not null,
  entry text not null,
  constraint order_sources_pkey PRIMARY KEY (tenant_id, order_id),
  constraint order_sources_tenant_id_order_id_fkey FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE CASCADE
);
alter table app.order_sources enable row level security;
alter table app.order_sources force row level security;
create policy of_readers on app.order_sources for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('orders'::text) AS tenants_with))));
create policy owner_all on app.order_sources for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.order_sources for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.order_sources to service_role;
grant select (tenant_id, order_id, source, medium, campaign, entry) on app.order_sources to authenticated;

create table app.payment_account_releases (
  tenant_id uuid not null,
  mode text not null,
  account_id text not null,
  created_at timestamp with time zone not null default now(),
  refusal text,
  constraint payment_account_releases_pkey PRIMARY KEY (tenant_id, mode, account_id),
  constraint payment_account_releases_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint payment_account_releases_account_id_check CHECK ((account_id ~ '^acct_\w{1,100}$'::text)),
  constraint payment_account_releases_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint payment_account_releases_refusal_check CHECK ((char_length(refusal) <= 500))
);
alter table app.payment_account_releases enable row level security;
alter table app.payment_account_releases force row level security;
CREATE INDEX payment_account_releases_by_account ON app.payment_account_releases USING btree (account_id);
create policy owner_all on app.payment_account_releases for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.payment_account_releases for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.payment_account_releases to service_role;

create table app.person_data (
  relation text not null,
  person text not null,
  how text not null,
  emptied text[] not null default '{}'::text[],
  exported text[] not null default '{}'::text[],
  reason text,
  constraint person_data_pkey PRIMARY KEY (relation, person),
  constraint person_data_check CHECK (((how <> 'kept'::text) OR (reason IS NOT NULL))),
  constraint person_data_how_check CHECK ((how = ANY (ARRAY['account'::text, 'cascades'::text, 'deleted'::text, 'emptied'::text, 'function'::text, 'blocks'::text, 'kept'::text, 'rows'::text])))
);
alter table app.person_data enable row level security;
alter table app.person_data force row level security;
create policy owner_all on app.person_data for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.person_data for all to service_role
  using (true)
  with check (true);
grant select on app.person_data to service_role;

create table app.plan_checkouts (
  id uuid not null default app.uuidv7(),
  user_id uuid not null,
  mode text not null,
  plan_id text not null,
  status text not null default 'open'::text,
  session_id text,
  created_at timestamp with time zone not null default now(),
  constraint plan_checkouts_pkey PRIMARY KEY (id),
  constraint plan_checkouts_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES public.bolt_plans(id),
  constraint plan_checkouts_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint plan_checkouts_status_check CHECK ((status = ANY (ARRAY['open'::text, 'complete'::text, 'expired'::text])))
);
alter table app.plan_checkouts enable row level security;
alter table app.plan_checkouts force row level security;
CREATE INDEX plan_checkouts_by_plan ON app.plan_checkouts USING btree (plan_id);
CREATE INDEX plan_checkouts_by_session ON app.plan_checkouts USING btree (session_id);
CREATE INDEX plan_checkouts_open ON app.plan_checkouts USING btree (user_id) WHERE (status = 'open'::text);
create policy owner_all on app.plan_checkouts for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.plan_checkouts for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.plan_checkouts to service_role;

create table app.plan_notices (
  user_id uuid not null,
  kind text not null,
  about text not null,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  constraint plan_notices_pkey PRIMARY KEY (user_id, kind, about),
  constraint plan_notices_kind_check CHECK ((kind = ANY (ARRAY['trial_will_end'::text, 'payment_failed'::text, 'action_required'::text, 'plan_ended'::text, 'trial_refused'::text])))
);
alter table app.plan_notices enable row level security;
alter table app.plan_notices force row level security;
create policy owner_all on app.plan_notices for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.plan_notices for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.plan_notices to service_role;

create table app.plan_trials (
  mode text not null,
  subject bytea not null,
  subscription_id text not null,
  created_at timestamp with time zone not null default now(),
  constraint plan_trials_pkey PRIMARY KEY (mode, subject),
  constraint plan_trials_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint plan_trials_subject_check CHECK ((octet_length(subject) = 32))
);
alter table app.plan_trials enable row level security;
alter table app.plan_trials force row level security;
CREATE INDEX plan_trials_by_subscription ON app.plan_trials USING btree (subscription_id);
create policy owner_all on app.plan_trials for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.plan_trials for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.plan_trials to service_role;

create table app.prompt_meters (
  tenant_id uuid not null,
  scope text not null,
  name text not null,
  questions integer not null default 0,
  reserved bigint not null default 0,
  tokens_in bigint not null default 0,
  tokens_out bigint not null default 0,
  cost bigint,
  refused integer not null default 0,
  failed integer not null default 0,
  updated_at timestamp with time zone not null default now(),
  constraint prompt_meters_pkey PRIMARY KEY (tenant_id, scope, name),
  constraint prompt_meters_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint prompt_meters_name_check CHECK ((char_length(name) <= 100)),
  constraint prompt_meters_scope_check CHECK ((scope = ANY (ARRAY['day'::text, 'month'::text, 'member'::text, 'visitor'::text])))
);
alter table app.prompt_meters enable row level security;
alter table app.prompt_meters force row level security;
CREATE INDEX prompt_meters_old ON app.prompt_meters USING btree (updated_at);
create policy owner_all on app.prompt_meters for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.prompt_meters for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.prompt_meters to service_role;

create table app.prompt_passages (
  tenant_id uuid not null,
  source_id uuid not null,
  document_id uuid not null,
  "position" smallint not null,
  assistant_id uuid not null,
  language text not null,
  title text not null,
  body text not null,
  search tsvector not null generated always as (app.prompt_words(language, title, body)) stored,
  constraint prompt_passages_pkey PRIMARY KEY (tenant_id, document_id, "position"),
  constraint prompt_passages_tenant_id_document_id_fkey FOREIGN KEY (tenant_id, document_id) REFERENCES public.prompt_documents(tenant_id, id) ON DELETE CASCADE,
  constraint prompt_passages_tenant_id_source_id_fkey FOREIGN KEY (tenant_id, source_id) REFERENCES public.prompt_sources(tenant_id, id) ON DELETE CASCADE,
  constraint prompt_passages_body_check CHECK (((char_length(body) >= 1) AND (char_length(body) <= 4000))),
  constraint prompt_passages_title_check CHECK ((char_length(title) <= 300))
);
alter table app.prompt_passages enable row level security;
alter table app.prompt_passages force row level security;
CREATE INDEX prompt_passages_by_assistant ON app.prompt_passages USING btree (tenant_id, assistant_id, source_id);
CREATE INDEX prompt_passages_by_source ON app.prompt_passages USING btree (tenant_id, source_id);
create policy of_audience on app.prompt_passages for select to anon, end_user
  using (((tenant_id = app.tenant_id()) AND (source_id = ANY (ARRAY( SELECT app.open_prompt_sources() AS open_prompt_sources)))));
create policy owner_all on app.prompt_passages for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.prompt_passages for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.prompt_passages to service_role;
grant select (tenant_id, source_id, document_id, "position", assistant_id, language, title, body, search) on app.prompt_passages to anon;
grant select (tenant_id, source_id, document_id, "position", assistant_id, language, title, body, search) on app.prompt_passages to end_user;

create table app.prompt_providers (
  tenant_id uuid not null,
  base_url text not null,
  model text not null,
  key_sealed text,
  price_in bigint,
  price_out bigint,
  max_field text not null default 'max_tokens'::text,
  checked_at timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  constraint prompt_providers_pkey PRIMARY KEY (tenant_id),
  constraint prompt_providers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint prompt_providers_base_url_check CHECK ((char_length(base_url) <= 500)),
  constraint prompt_providers_max_field_check CHECK ((max_field = ANY (ARRAY['max_tokens'::text, 'max_completion_tokens'::text]))),
  constraint prompt_providers_model_check CHECK (((char_length(model) >= 1) AND (char_length(model) <= 200))),
  constraint prompt_providers_price_in_check CHECK (((price_in >= 0) AND (price_in <= 1000000000))),
  constraint prompt_providers_price_out_check CHECK (((price_out >= 0) AND (price_out <= 1000000000)))
);
alter table app.prompt_providers enable row level security;
alter table app.prompt_providers force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON app.prompt_providers FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'assistant_provider', '', '{tenant_id}', '{}', '{checked_at,updated_at}', '{key_sealed}', '{}', 'everyone');
create policy owner_all on app.prompt_providers for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.prompt_providers for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.prompt_providers to service_role;

create table app.provider_ends (
  mode text not null,
  account_id text not null,
  kind text not null,
  object_id text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  tried_at timestamp with time zone,
  refusal text,
  constraint provider_ends_pkey PRIMARY KEY (mode, account_id, kind, object_id),
  constraint provider_ends_account_id_check CHECK ((account_id ~ '^acct_\w{1,100}$'::text)),
  constraint provider_ends_kind_check CHECK ((kind = ANY (ARRAY['subscription'::text, 'checkout'::text, 'account'::text]))),
  constraint provider_ends_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint provider_ends_object_id_check CHECK ((char_length(object_id) <= 200)),
  constraint provider_ends_refusal_check CHECK ((char_length(refusal) <= 500))
);
alter table app.provider_ends enable row level security;
alter table app.provider_ends force row level security;
CREATE INDEX provider_ends_due ON app.provider_ends USING btree (tried_at NULLS FIRST, created_at);
create policy owner_all on app.provider_ends for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.provider_ends for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.provider_ends to service_role;

create unlogged table app.rate_limits (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);
alter table app.rate_limits enable row level security;
alter table app.rate_limits force row level security;
CREATE INDEX rate_limits_by_expiry ON app.rate_limits USING btree (expire);
create policy owner_all on app.rate_limits for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.rate_limits for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.rate_limits to service_role;

create table app.record_files (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  table_id uuid not null,
  field_id text not null,
  form_id uuid,
  record_id uuid,
  uploader_role text not null,
  uploader_id uuid,
  network bytea,
  name text not null,
  size bigint not null,
  type text not null,
  width integer,
  height integer,
  etag text not null,
  version uuid not null,
  created_at timestamp with time zone not null default now(),
  released_at timestamp with time zone,
  constraint record_files_pkey PRIMARY KEY (tenant_id, id),
  constraint record_files_tenant_id_table_id_fkey FOREIGN KEY (tenant_id, table_id) REFERENCES public.data_tables(tenant_id, id) ON DELETE CASCADE,
  constraint record_files_field_id_check CHECK ((field_id ~ '^[a-z0-9]{8}$'::text)),
  constraint record_files_name_check CHECK (((octet_length(name) >= 1) AND (octet_length(name) <= 1024))),
  constraint record_files_size_check CHECK ((size >= 0)),
  constraint record_files_type_check CHECK ((type ~ '^[\w.+-]+/[\w.+-]+$'::text)),
  constraint record_files_uploader_role_check CHECK ((uploader_role = ANY (ARRAY['anon'::text, 'end_user'::text, 'authenticated'::text, 'service_role'::text])))
);
alter table app.record_files enable row level security;
alter table app.record_files force row level security;
CREATE INDEX record_files_by_table ON app.record_files USING btree (tenant_id, table_id, record_id);
CREATE INDEX record_files_by_uploader ON app.record_files USING btree (tenant_id, uploader_id) WHERE (uploader_id IS NOT NULL);
CREATE INDEX record_files_released ON app.record_files USING btree (released_at) WHERE (released_at IS NOT NULL);
CREATE INDEX record_files_unclaimed ON app.record_files USING btree (created_at) WHERE (record_id IS NULL);
CREATE INDEX record_files_waiting ON app.record_files USING btree (tenant_id, created_at) WHERE ((record_id IS NULL) OR (network IS NOT NULL));
CREATE TRIGGER drop_record_files AFTER DELETE ON app.record_files REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION app.drop_record_files();
CREATE TRIGGER limit_uploads BEFORE INSERT ON app.record_files FOR EACH ROW WHEN (((new.record_id IS NULL) AND (new.uploader_role = ANY (ARRAY['anon'::text, 'end_user'::text])))) EXECUTE FUNCTION app.limit_uploads();
CREATE TRIGGER store_record_files AFTER INSERT ON app.record_files REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.store_record_files();
create policy owner_all on app.record_files for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.record_files for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.record_files to service_role;

create table app.record_history (
  tenant_id uuid not null,
  table_id uuid not null,
  record_id uuid not null,
  id uuid not null default app.uuidv7(),
  at timestamp with time zone not null default now(),
  act text not null,
  actor_kind text not null,
  actor_id uuid,
  own jsonb not null,
  before jsonb not null,
  constraint record_history_pkey PRIMARY KEY (tenant_id, table_id, record_id, id),
  constraint record_history_act_check CHECK ((act = ANY (ARRAY['changed'::text, 'deleted'::text, 'restored'::text]))),
  constraint record_history_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['staff'::text, 'person'::text, 'visitor'::text, 'service'::text, 'system'::text])))
);
alter table app.record_history enable row level security;
alter table app.record_history force row level security;
CREATE INDEX record_history_by_time ON app.record_history USING btree (at);
CREATE INDEX record_history_trash ON app.record_history USING btree (tenant_id, table_id, id) WHERE (act = 'deleted'::text);
CREATE TRIGGER count_added AFTER INSERT ON app.record_history REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.count_record_history();
CREATE TRIGGER count_deleted AFTER DELETE ON app.record_history REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.count_record_history();
CREATE TRIGGER forget_files_of_history AFTER DELETE ON app.record_history REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION app.forget_files_of_history();
create policy owner_all on app.record_history for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.record_history for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.record_history to service_role;

create table app.record_usage (
  tenant_id uuid not null,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  history_bytes bigint not null default 0,
  place integer not null default 0,
  constraint record_usage_pkey PRIMARY KEY (tenant_id, place),
  constraint record_usage_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE
);
alter table app.record_usage enable row level security;
alter table app.record_usage force row level security;
create policy owner_all on app.record_usage for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.record_usage for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.record_usage to service_role;

create table app.records (
  tenant_id uuid not null,
  table_id uuid not null,
  id uuid not null default app.uuidv7(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  created_by uuid default 
CASE
    WHEN (CURRENT_USER = 'end_user'::name) THEN auth.uid()
    ELSE NULL::uuid
END,
  team_id uuid,
  by_visitor boolean not null default (CURRENT_USER = 'anon'::name),
  approved boolean not null default true,
  indexed integer not null default 0,
  t1 text,
  t2 text,
  t3 text,
  t4 text,
  t5 text,
  t6 text,
  n1 double precision,
  n2 double precision,
  n3 double precision,
  n4 double precision,
  d1 date,
  d2 date,
  z1 timestamp with time zone,
  z2 timestamp with time zone,
  z3 timestamp with time zone,
  r1 uuid,
  r2 uuid,
  r3 uuid,
  u1 text,
  u2 text,
  extra jsonb not null default '{}'::jsonb,
  constraint records_pkey PRIMARY KEY (tenant_id, table_id, id)
);
alter table app.records enable row level security;
alter table app.records force row level security;
CREATE INDEX records_by_author ON app.records USING btree (tenant_id, created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX records_by_time ON app.records USING btree (tenant_id, table_id, created_at, id);
CREATE INDEX records_d1 ON app.records USING btree (tenant_id, table_id, d1, id) WHERE ((indexed & 1024) <> 0);
CREATE INDEX records_d2 ON app.records USING btree (tenant_id, table_id, d2, id) WHERE ((indexed & 2048) <> 0);
CREATE INDEX records_n1 ON app.records USING btree (tenant_id, table_id, n1, id) WHERE ((indexed & 64) <> 0);
CREATE INDEX records_n2 ON app.records USING btree (tenant_id, table_id, n2, id) WHERE ((indexed & 128) <> 0);
CREATE INDEX records_n3 ON app.records USING btree (tenant_id, table_id, n3, id) WHERE ((indexed & 256) <> 0);
CREATE INDEX records_n4 ON app.records USING btree (tenant_id, table_id, n4, id) WHERE ((indexed & 512) <> 0);
CREATE INDEX records_r1 ON app.records USING btree (tenant_id, table_id, r1, id) WHERE ((indexed & 32768) <> 0);
CREATE INDEX records_r2 ON app.records USING btree (tenant_id, table_id, r2, id) WHERE ((indexed & 65536) <> 0);
CREATE INDEX records_r3 ON app.records USING btree (tenant_id, table_id, r3, id) WHERE ((indexed & 131072) <> 0);
CREATE INDEX records_t1 ON app.records USING btree (tenant_id, table_id, t1, id) WHERE ((indexed & 1) <> 0);
CREATE INDEX records_t2 ON app.records USING btree (tenant_id, table_id, t2, id) WHERE ((indexed & 2) <> 0);
CREATE INDEX records_t3 ON app.records USING btree (tenant_id, table_id, t3, id) WHERE ((indexed & 4) <> 0);
CREATE INDEX records_t4 ON app.records USING btree (tenant_id, table_id, t4, id) WHERE ((indexed & 8) <> 0);
CREATE INDEX records_t5 ON app.records USING btree (tenant_id, table_id, t5, id) WHERE ((indexed & 16) <> 0);
CREATE INDEX records_t6 ON app.records USING btree (tenant_id, table_id, t6, id) WHERE ((indexed & 32) <> 0);
CREATE UNIQUE INDEX records_u1 ON app.records USING btree (tenant_id, table_id, u1) WHERE (u1 IS NOT NULL);
CREATE UNIQUE INDEX records_u2 ON app.records USING btree (tenant_id, table_id, u2) WHERE (u2 IS NOT NULL);
CREATE INDEX records_z1 ON app.records USING btree (tenant_id, table_id, z1, id) WHERE ((indexed & 4096) <> 0);
CREATE INDEX records_z2 ON app.records USING btree (tenant_id, table_id, z2, id) WHERE ((indexed & 8192) <> 0);
CREATE INDEX records_z3 ON app.records USING btree (tenant_id, table_id, z3, id) WHERE ((indexed & 16384) <> 0);
CREATE TRIGGER "0_realtime_added" AFTER INSERT ON app.records REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION realtime.capture_records();
CREATE TRIGGER "0_realtime_changed" AFTER UPDATE ON app.records REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION realtime.capture_records();
CREATE TRIGGER "0_realtime_deleted" AFTER DELETE ON app.records REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION realtime.capture_records();
CREATE TRIGGER check_files_added BEFORE INSERT ON app.records FOR EACH ROW WHEN (((new.extra)::text ~~ '_%{%'::text)) EXECUTE FUNCTION app.check_files();
CREATE TRIGGER check_files_changed BEFORE UPDATE ON app.records FOR EACH ROW WHEN (((new.extra IS DISTINCT FROM old.extra) AND (new.extra @? '$.*?(@.type() == "object")'::jsonpath))) EXECUTE FUNCTION app.check_files();
CREATE TRIGGER claim_files_added AFTER INSERT ON app.records FOR EACH ROW WHEN (((new.extra)::text ~~ '_%{%'::text)) EXECUTE FUNCTION app.claim_files();
CREATE TRIGGER claim_files_changed AFTER UPDATE ON app.records FOR EACH ROW WHEN (((new.extra IS DISTINCT FROM old.extra) AND ((new.extra @? '$.*?(@.type() == "object")'::jsonpath) OR (old.extra @? '$.*?(@.type() == "object")'::jsonpath)))) EXECUTE FUNCTION app.claim_files();
CREATE TRIGGER count_added AFTER INSERT ON app.records REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.count_added_records();
CREATE TRIGGER count_changed AFTER UPDATE ON app.records REFERENCING OLD TABLE AS gone NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.count_changed_records();
CREATE TRIGGER count_deleted AFTER DELETE ON app.records REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION app.count_deleted_records();
CREATE TRIGGER keep_changed AFTER UPDATE ON app.records REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.keep_record();
CREATE TRIGGER keep_deleted AFTER DELETE ON app.records REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.keep_record();
CREATE TRIGGER release_files AFTER DELETE ON app.records FOR EACH ROW WHEN ((old.extra @? '$.*?(@.type() == "object")'::jsonpath)) EXECUTE FUNCTION app.claim_files();
CREATE TRIGGER tell_webhooks_added AFTER INSERT ON app.records REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.tell_of_records();
CREATE TRIGGER tell_webhooks_changed AFTER UPDATE ON app.records REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.tell_of_records();
CREATE TRIGGER tell_webhooks_deleted AFTER DELETE ON app.records REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.tell_of_records();
create policy members_add on app.records for insert to end_user
  with check (((tenant_id = app.tenant_id()) AND (created_by = auth.uid()) AND ((NOT approved) OR (table_id = ANY (ARRAY( SELECT app.tables_without_approval() AS tables_without_approval)))) AND ((team_id IS NULL) OR (team_id = ANY (ARRAY( SELECT app.my_team() AS my_team)))) AND ((table_id = ANY (ARRAY( SELECT app.tables_open('add'::text) AS tables_open))) OR ((team_id IS NOT NULL) AND (table_id = ANY (ARRAY( SELECT app.tables_open_to_team('add'::text) AS tables_open_to_team)))))));
create policy members_change on app.records for update to end_user
  using (((tenant_id = app.tenant_id()) AND (approved OR (created_by = auth.uid())) AND ((table_id = ANY (ARRAY( SELECT app.tables_open('change'::text) AS tables_open))) OR ((created_by = auth.uid()) AND (table_id = ANY (ARRAY( SELECT app.tables_open_to_author('change'::text) AS tables_open_to_author)))) OR ((team_id = ANY (ARRAY( SELECT app.my_team() AS my_team))) AND (table_id = ANY (ARRAY( SELECT app.tables_open_to_team('change'::text) AS tables_open_to_team)))))))
  with check (((tenant_id = app.tenant_id()) AND ((NOT approved) OR (table_id = ANY (ARRAY( SELECT app.tables_without_approval() AS tables_without_approval)))) AND ((table_id = ANY (ARRAY( SELECT app.tables_open('change'::text) AS tables_open))) OR ((created_by = auth.uid()) AND (table_id = ANY (ARRAY( SELECT app.tables_open_to_author('change'::text) AS tables_open_to_author)))) OR ((team_id = ANY (ARRAY( SELECT app.my_team() AS my_team))) AND (table_id = ANY (ARRAY( SELECT app.tables_open_to_team('change'::text) AS tables_open_to_team)))))));
create policy members_delete on app.records for delete to end_user
  using (((tenant_id = app.tenant_id()) AND (approved OR (created_by = auth.uid())) AND ((table_id = ANY (ARRAY( SELECT app.tables_open('delete'::text) AS tables_open))) OR ((created_by = auth.uid()) AND (table_id = ANY (ARRAY( SELECT app.tables_open_to_author('delete'::text) AS tables_open_to_author)))) OR ((team_id = ANY (ARRAY( SELECT app.my_team() AS my_team))) AND (table_id = ANY (ARRAY( SELECT app.tables_open_to_team('delete'::text) AS tables_open_to_team)))))));
create policy members_see on app.records for select to end_user
  using (((tenant_id = app.tenant_id()) AND (approved OR (created_by = auth.uid())) AND ((table_id = ANY (ARRAY( SELECT app.tables_open('see'::text) AS tables_open))) OR ((created_by = auth.uid()) AND (table_id = ANY (ARRAY( SELECT app.tables_open_to_author('see'::text) AS tables_open_to_author)))) OR ((team_id = ANY (ARRAY( SELECT app.my_team() AS my_team))) AND (table_id = ANY (ARRAY( SELECT app.tables_open_to_team('see'::text) AS tables_open_to_team)))))));
create policy of_staff on app.records for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy owner_all on app.records for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.records for all to service_role
  using (true)
  with check (true);
create policy visitors_add on app.records for insert to anon
  with check (((tenant_id = app.tenant_id()) AND (created_by IS NULL) AND (team_id IS NULL) AND (((NOT approved) AND (table_id = ANY (ARRAY( SELECT app.tables_open('add'::text) AS tables_open)))) OR (table_id = ANY (ARRAY( SELECT app.tables_open('add approved'::text) AS tables_open))))));
create policy visitors_change on app.records for update to anon
  using (((tenant_id = app.tenant_id()) AND approved AND (table_id = ANY (ARRAY( SELECT app.tables_open('change'::text) AS tables_open)))))
  with check (((tenant_id = app.tenant_id()) AND (table_id = ANY (ARRAY( SELECT app.tables_open('change'::text) AS tables_open))) AND ((NOT approved) OR (table_id = ANY (ARRAY( SELECT app.tables_without_approval() AS tables_without_approval))))));
create policy visitors_delete on app.records for delete to anon
  using (((tenant_id = app.tenant_id()) AND approved AND (table_id = ANY (ARRAY( SELECT app.tables_open('delete'::text) AS tables_open)))));
create policy visitors_see on app.records for select to anon
  using (((tenant_id = app.tenant_id()) AND approved AND (table_id = ANY (ARRAY( SELECT app.tables_open('see'::text) AS tables_open)))));
grant delete on app.records to anon;
grant delete on app.records to authenticated;
grant delete on app.records to end_user;
grant delete, insert, select, update on app.records to service_role;
grant insert (tenant_id, table_id, id, team_id, approved, indexed, t1, t2, t3, t4, t5, t6, n1, n2, n3, n4, d1, d2, z1, z2, z3, r1, r2, r3, u1, u2, extra) on app.records to anon;
grant insert (tenant_id, table_id, id, team_id, approved, indexed, t1, t2, t3, t4, t5, t6, n1, n2, n3, n4, d1, d2, z1, z2, z3, r1, r2, r3, u1, u2, extra) on app.records to authenticated;
grant insert (tenant_id, table_id, id, team_id, approved, indexed, t1, t2, t3, t4, t5, t6, n1, n2, n3, n4, d1, d2, z1, z2, z3, r1, r2, r3, u1, u2, extra) on app.records to end_user;
grant select (tenant_id, table_id, id, created_at, updated_at, created_by, team_id, approved, indexed, t1, t2, t3, t4, t5, t6, n1, n2, n3, n4, d1, d2, z1, z2, z3, r1, r2, r3, u1, u2, extra) on app.records to anon;
grant select (tenant_id, table_id, id, created_at, updated_at, created_by, team_id, approved, indexed, t1, t2, t3, t4, t5, t6, n1, n2, n3, n4, d1, d2, z1, z2, z3, r1, r2, r3, u1, u2, extra) on app.records to authenticated;
grant select (tenant_id, table_id, id, created_at, updated_at, created_by, team_id, approved, indexed, t1, t2, t3, t4, t5, t6, n1, n2, n3, n4, d1, d2, z1, z2, z3, r1, r2, r3, u1, u2, extra) on app.records to end_user;
grant update (updated_at, approved, indexed, t1, t2, t3, t4, t5, t6, n1, n2, n3, n4, d1, d2, z1, z2, z3, r1, r2, r3, u1, u2, extra) on app.records to anon;
grant update (updated_at, approved, indexed, t1, t2, t3, t4, t5, t6, n1, n2, n3, n4, d1, d2, z1, z2, z3, r1, r2, r3, u1, u2, extra) on app.records to authenticated;
grant update (updated_at, approved, indexed, t1, t2, t3, t4, t5, t6, n1, n2, n3, n4, d1, d2, z1, z2, z3, r1, r2, r3, u1, u2, extra) on app.records to end_user;

create table app.seat_holders (
  tenant_id uuid not null,
  team_id uuid not null,
  auth_user_id uuid not null,
  source_id uuid not null,
  mode text not null,
  since timestamp with time zone not null,
  until timestamp with time zone,
  constraint seat_holders_pkey PRIMARY KEY (tenant_id, team_id, auth_user_id, source_id, mode),
  constraint seat_holders_tenant_id_team_id_fkey FOREIGN KEY (tenant_id, team_id) REFERENCES public.teams(tenant_id, id) ON DELETE CASCADE,
  constraint seat_holders_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
);
alter table app.seat_holders enable row level security;
alter table app.seat_holders force row level security;
CREATE TRIGGER store_facts_changed AFTER UPDATE ON app.seat_holders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.store_seat_facts();
CREATE TRIGGER store_facts_ended AFTER DELETE ON app.seat_holders REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.store_seat_facts();
CREATE TRIGGER store_facts_placed AFTER INSERT ON app.seat_holders REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.store_seat_facts();
create policy owner_all on app.seat_holders for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.seat_holders for all to service_role
  using (true)
  with check (true);
grant select on app.seat_holders to service_role;

create table app.sign_up_sources (
  tenant_id uuid not null,
  auth_user_id uuid not null,
  source text not null,
  medium text not null,
  campaign text not null,
  entry text not null,
  constraint sign_up_sources_pkey PRIMARY KEY (tenant_id, auth_user_id),
  constraint sign_up_sources_tenant_id_auth_user_id_fkey FOREIGN KEY (tenant_id, auth_user_id) REFERENCES auth.users(pool_id, id) ON DELETE CASCADE
);
alter table app.sign_up_sources enable row level security;
alter table app.sign_up_sources force row level security;
create policy owner_all on app.sign_up_sources for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.sign_up_sources for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.sign_up_sources to service_role;

create table app.stock_holders (
  tenant_id uuid not null,
  order_id uuid not null,
  item_id uuid not null,
  holder bytea not null,
  held_at timestamp with time zone not null default now(),
  constraint stock_holders_pkey PRIMARY KEY (tenant_id, order_id),
  constraint stock_holders_tenant_id_order_id_fkey FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE CASCADE,
  constraint stock_holders_holder_check CHECK ((octet_length(holder) = 32))
);
alter table app.stock_holders enable row level security;
alter table app.stock_holders force row level security;
CREATE INDEX stock_holders_by_age ON app.stock_holders USING btree (held_at);
CREATE INDEX stock_holders_by_holder ON app.stock_holders USING btree (tenant_id, item_id, holder);
create policy owner_all on app.stock_holders for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.stock_holders for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.stock_holders to service_role;

create table app.stripe_events (
  id text not null,
  endpoint text not null,
  mode text not null,
  account text,
  type text not null,
  object_type text not null,
  object_id text,
  created timestamp with time zone not null,
  received_at timestamp with time zone not null default now(),
  tried_at timestamp with time zone,
  processed_at timestamp with time zone,
  error text,
  constraint stripe_events_pkey PRIMARY KEY (id),
  constraint stripe_events_endpoint_check CHECK ((endpoint = ANY (ARRAY['platform'::text, 'connect'::text]))),
  constraint stripe_events_error_check CHECK ((char_length(error) <= 1000)),
  constraint stripe_events_id_check CHECK ((id ~ '^evt_\w{1,200}$'::text)),
  constraint stripe_events_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint stripe_events_type_check CHECK ((char_length(type) <= 200))
);
alter table app.stripe_events enable row level security;
alter table app.stripe_events force row level security;
CREATE INDEX stripe_events_done ON app.stripe_events USING btree (processed_at) WHERE (processed_at IS NOT NULL);
CREATE INDEX stripe_events_of_account ON app.stripe_events USING btree (account, mode, received_at DESC, id DESC) WHERE (account IS NOT NULL);
CREATE INDEX stripe_events_open ON app.stripe_events USING btree (received_at) WHERE (processed_at IS NULL);
create policy owner_all on app.stripe_events for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.stripe_events for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.stripe_events to service_role;

create table app.ticket_cart_lines (
  tenant_id uuid not null,
  cart_id uuid not null,
  type_id uuid not null,
  quantity smallint not null,
  group_size smallint not null,
  unit_price integer not null,
  quota_ids uuid[] not null,
  constraint ticket_cart_lines_pkey PRIMARY KEY (tenant_id, cart_id, type_id),
  constraint ticket_cart_lines_tenant_id_cart_id_fkey FOREIGN KEY (tenant_id, cart_id) REFERENCES app.ticket_carts(tenant_id, id) ON DELETE CASCADE,
  constraint ticket_cart_lines_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint ticket_cart_lines_tenant_id_type_id_fkey FOREIGN KEY (tenant_id, type_id) REFERENCES public.ticket_types(tenant_id, id) ON DELETE CASCADE,
  constraint ticket_cart_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 50))),
  constraint ticket_cart_lines_quota_ids_check CHECK (((cardinality(quota_ids) >= 1) AND (cardinality(quota_ids) <= 3))),
  constraint ticket_cart_lines_unit_price_check CHECK (((unit_price >= 0) AND (unit_price <= 99999999)))
);
alter table app.ticket_cart_lines enable row level security;
alter table app.ticket_cart_lines force row level security;
CREATE INDEX ticket_cart_lines_by_type ON app.ticket_cart_lines USING btree (tenant_id, type_id);
create policy owner_all on app.ticket_cart_lines for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.ticket_cart_lines for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.ticket_cart_lines to service_role;

create table app.ticket_carts (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  event_id uuid not null,
  state text not null default 'held'::text,
  secret_hash bytea not null,
  network bytea,
  auth_user_id uuid,
  email text,
  code_id uuid,
  code_units integer not null default 0,
  order_id uuid,
  wait_id uuid,
  until_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint ticket_carts_pkey PRIMARY KEY (tenant_id, id),
  constraint ticket_carts_tenant_id_secret_hash_key UNIQUE (tenant_id, secret_hash),
  constraint ticket_carts_tenant_id_code_id_fkey FOREIGN KEY (tenant_id, code_id) REFERENCES public.ticket_codes(tenant_id, id) ON DELETE SET NULL (code_id),
  constraint ticket_carts_tenant_id_event_id_fkey FOREIGN KEY (tenant_id, event_id) REFERENCES public.ticket_events(tenant_id, id) ON DELETE CASCADE,
  constraint ticket_carts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint ticket_carts_check CHECK (((state = 'ordered'::text) = (order_id IS NOT NULL))),
  constraint ticket_carts_code_units_check CHECK ((code_units >= 0)),
  constraint ticket_carts_email_check CHECK ((char_length(email) <= 320)),
  constraint ticket_carts_secret_hash_check CHECK ((octet_length(secret_hash) = 32)),
  constraint ticket_carts_state_check CHECK ((state = ANY (ARRAY['held'::text, 'ordered'::text, 'done'::text, 'ended'::text])))
);
alter table app.ticket_carts enable row level security;
alter table app.ticket_carts force row level security;
CREATE INDEX ticket_carts_by_age ON app.ticket_carts USING btree (until_at);
CREATE INDEX ticket_carts_by_code ON app.ticket_carts USING btree (tenant_id, code_id);
CREATE INDEX ticket_carts_by_event ON app.ticket_carts USING btree (tenant_id, event_id);
CREATE INDEX ticket_carts_by_mailbox ON app.ticket_carts USING btree (tenant_id, app.mailbox_of(email)) WHERE (email IS NOT NULL);
CREATE INDEX ticket_carts_by_network ON app.ticket_carts USING btree (tenant_id, event_id, network) WHERE (network IS NOT NULL);
CREATE INDEX ticket_carts_by_user ON app.ticket_carts USING btree (tenant_id, auth_user_id) WHERE (auth_user_id IS NOT NULL);
CREATE INDEX ticket_carts_by_wait ON app.ticket_carts USING btree (tenant_id, wait_id) WHERE (wait_id IS NOT NULL);
CREATE INDEX ticket_carts_open ON app.ticket_carts USING btree (tenant_id, event_id, until_at) WHERE (state = ANY (ARRAY['held'::text, 'ordered'::text]));
CREATE TRIGGER settle_wait AFTER UPDATE OF state ON app.ticket_carts FOR EACH ROW WHEN (((new.wait_id IS NOT NULL) AND (new.state = ANY (ARRAY['done'::text, 'ended'::text])) AND (old.state <> new.state))) EXECUTE FUNCTION app.settle_wait();
create policy owner_all on app.ticket_carts for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.ticket_carts for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.ticket_carts to service_role;

create table app.ticket_checkins (
  tenant_id uuid not null,
  id uuid not null,
  list_id uuid not null,
  ticket_id uuid not null,
  device_id uuid,
  by_user uuid,
  state text not null,
  at timestamp with time zone not null,
  stored_at timestamp with time zone not null default now(),
  constraint ticket_checkins_pkey PRIMARY KEY (tenant_id, id),
  constraint ticket_checkins_tenant_id_device_id_fkey FOREIGN KEY (tenant_id, device_id) REFERENCES public.checkin_devices(tenant_id, id) ON DELETE SET NULL (device_id),
  constraint ticket_checkins_tenant_id_list_id_fkey FOREIGN KEY (tenant_id, list_id) REFERENCES public.checkin_lists(tenant_id, id) ON DELETE CASCADE,
  constraint ticket_checkins_tenant_id_ticket_id_fkey FOREIGN KEY (tenant_id, ticket_id) REFERENCES public.tickets(tenant_id, id) ON DELETE CASCADE,
  constraint ticket_checkins_state_check CHECK ((state = ANY (ARRAY['admitted'::text, 'conflict'::text])))
);
alter table app.ticket_checkins enable row level security;
alter table app.ticket_checkins force row level security;
CREATE INDEX ticket_checkins_by_device ON app.ticket_checkins USING btree (tenant_id, device_id);
CREATE INDEX ticket_checkins_by_list ON app.ticket_checkins USING btree (tenant_id, list_id, stored_at);
CREATE INDEX ticket_checkins_by_ticket ON app.ticket_checkins USING btree (tenant_id, ticket_id);
CREATE UNIQUE INDEX ticket_checkins_once ON app.ticket_checkins USING btree (tenant_id, list_id, ticket_id) WHERE (state = 'admitted'::text);
CREATE TRIGGER note_admission AFTER INSERT OR DELETE OR UPDATE ON app.ticket_checkins FOR EACH ROW EXECUTE FUNCTION app.note_door_change();
CREATE TRIGGER tell_webhooks AFTER INSERT ON app.ticket_checkins FOR EACH ROW WHEN ((new.state = 'admitted'::text)) EXECUTE FUNCTION app.tell_of_checkin();
create policy owner_all on app.ticket_checkins for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.ticket_checkins for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.ticket_checkins to service_role;

create table app.ticket_message_recipients (
  tenant_id uuid not null,
  message_id uuid not null,
  ticket_id uuid not null,
  transfers smallint not null,
  constraint ticket_message_recipients_pkey PRIMARY KEY (tenant_id, message_id, ticket_id),
  constraint ticket_message_recipients_tenant_id_message_id_fkey FOREIGN KEY (tenant_id, message_id) REFERENCES public.ticket_messages(tenant_id, id) ON DELETE CASCADE,
  constraint ticket_message_recipients_tenant_id_ticket_id_fkey FOREIGN KEY (tenant_id, ticket_id) REFERENCES public.tickets(tenant_id, id) ON DELETE CASCADE
);
alter table app.ticket_message_recipients enable row level security;
alter table app.ticket_message_recipients force row level security;
CREATE INDEX ticket_message_recipients_by_ticket ON app.ticket_message_recipients USING btree (tenant_id, ticket_id);
create policy owner_all on app.ticket_message_recipients for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.ticket_message_recipients for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.ticket_message_recipients to service_role;

create table app.ticket_notices (
  tenant_id uuid not null,
  event_id uuid not null,
  kind text not null,
  due_at timestamp with time zone not null,
  since timestamp with time zone not null default now(),
  done_to uuid,
  constraint ticket_notices_pkey PRIMARY KEY (tenant_id, event_id, kind),
  constraint ticket_notices_tenant_id_event_id_fkey FOREIGN KEY (tenant_id, event_id) REFERENCES public.ticket_events(tenant_id, id) ON DELETE CASCADE,
  constraint ticket_notices_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint ticket_notices_kind_check CHECK ((kind = ANY (ARRAY['changed'::text, 'canceled'::text, 'reminder'::text])))
);
alter table app.ticket_notices enable row level security;
alter table app.ticket_notices force row level security;
CREATE INDEX ticket_notices_due ON app.ticket_notices USING btree (due_at);
create policy owner_all on app.ticket_notices for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.ticket_notices for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.ticket_notices to service_role;

create table app.trust_checks (
  user_id uuid not null,
  id uuid not null default app.uuidv7(),
  url text not null,
  checked_at timestamp with time zone not null default now(),
  passed smallint not null,
  total smallint not null,
  report jsonb not null,
  constraint trust_checks_pkey PRIMARY KEY (user_id, id),
  constraint trust_checks_check CHECK (((passed >= 0) AND (passed <= total))),
  constraint trust_checks_report_check CHECK ((octet_length((report)::text) < 600000)),
  constraint trust_checks_total_check CHECK (((total >= 0) AND (total <= 100))),
  constraint trust_checks_url_check CHECK (((char_length(url) >= 1) AND (char_length(url) <= 4096)))
);
alter table app.trust_checks enable row level security;
alter table app.trust_checks force row level security;
create policy delete_own_checks on app.trust_checks for delete to authenticated
  using ((user_id = auth.uid()));
create policy own_checks on app.trust_checks for select to authenticated
  using ((user_id = auth.uid()));
create policy owner_all on app.trust_checks for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.trust_checks for all to service_role
  using (true)
  with check (true);
grant delete on app.trust_checks to authenticated;
grant delete, insert, select, update on app.trust_checks to service_role;
grant select (user_id, id, url, checked_at, passed, total, report) on app.trust_checks to authenticated;

create table app.visitor_salts (
  day date not null,
  salt bytea not null,
  constraint visitor_salts_pkey PRIMARY KEY (day),
  constraint visitor_salts_salt_check CHECK ((octet_length(salt) = 32))
);
alter table app.visitor_salts enable row level security;
alter table app.visitor_salts force row level security;
create policy owner_all on app.visitor_salts for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.visitor_salts for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.visitor_salts to service_role;

create table app.webhook_attempts (
  tenant_id uuid not null,
  endpoint_id uuid not null,
  message_id uuid not null,
  number integer not null,
  attempted_at timestamp with time zone not null default now(),
  duration_ms integer not null,
  status integer,
  answer text,
  error text,
  constraint webhook_attempts_pkey PRIMARY KEY (tenant_id, endpoint_id, message_id, number),
  constraint webhook_attempts_tenant_id_endpoint_id_message_id_fkey FOREIGN KEY (tenant_id, endpoint_id, message_id) REFERENCES app.webhook_deliveries(tenant_id, endpoint_id, message_id) ON DELETE CASCADE,
  constraint webhook_attempts_answer_check CHECK ((char_length(answer) <= 2048)),
  constraint webhook_attempts_error_check CHECK ((char_length(error) <= 200))
);
alter table app.webhook_attempts enable row level security;
alter table app.webhook_attempts force row level security;
create policy owner_all on app.webhook_attempts for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.webhook_attempts for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.webhook_attempts to service_role;

create table app.webhook_deliveries (
  tenant_id uuid not null,
  endpoint_id uuid not null,
  message_id uuid not null,
  seq bigint not null,
  object_id text not null,
  state text not null default 'pending'::text,
  failures integer not null default 0,
  tries integer not null default 0,
  next_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  constraint webhook_deliveries_pkey PRIMARY KEY (tenant_id, endpoint_id, message_id),
  constraint webhook_deliveries_tenant_id_endpoint_id_fkey FOREIGN KEY (tenant_id, endpoint_id) REFERENCES app.webhook_endpoints(tenant_id, id) ON DELETE CASCADE,
  constraint webhook_deliveries_tenant_id_message_id_fkey FOREIGN KEY (tenant_id, message_id) REFERENCES app.webhook_messages(tenant_id, id) ON DELETE CASCADE,
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);
alter table app.webhook_deliveries enable row level security;
alter table app.webhook_deliveries force row level security;
CREATE INDEX webhook_deliveries_by_message ON app.webhook_deliveries USING btree (tenant_id, message_id);
CREATE INDEX webhook_deliveries_due ON app.webhook_deliveries USING btree (next_at) WHERE (state = 'pending'::text);
CREATE INDEX webhook_deliveries_log ON app.webhook_deliveries USING btree (tenant_id, endpoint_id, seq DESC);
CREATE INDEX webhook_deliveries_of_object ON app.webhook_deliveries USING btree (tenant_id, endpoint_id, object_id, seq) WHERE (state = 'pending'::text);
create policy owner_all on app.webhook_deliveries for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.webhook_deliveries for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.webhook_deliveries to service_role;

create table app.webhook_endpoints (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  mode text not null,
  place smallint not null,
  url text not null,
  events text[] not null,
  secret_sealed text not null,
  old_secret_sealed text,
  old_secret_until timestamp with time zone,
  disabled_at timestamp with time zone,
  disabled_by text,
  failing_since timestamp with time zone,
  held_until timestamp with time zone,
  lease_id uuid,
  lease_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint webhook_endpoints_pkey PRIMARY KEY (tenant_id, id),
  constraint webhook_endpoints_tenant_id_mode_place_key UNIQUE (tenant_id, mode, place),
  constraint webhook_endpoints_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint webhook_endpoints_disabled_by_check CHECK ((disabled_by = ANY (ARRAY['creator'::text, 'gone'::text, 'failing'::text]))),
  constraint webhook_endpoints_events_check CHECK (app.valid_webhook_events(events)),
  constraint webhook_endpoints_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint webhook_endpoints_place_check CHECK (((place >= 1) AND (place <= 5))),
  constraint webhook_endpoints_url_check CHECK ((char_length(url) <= 2000))
);
alter table app.webhook_endpoints enable row level security;
alter table app.webhook_endpoints force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE OF url, events, mode, secret_sealed, disabled_at, disabled_by ON app.webhook_endpoints FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'webhook', 'url', '{id}', '{url,events,mode,secret_sealed,disabled_at,disabled_by}', '{}', '{url}', '{secret_sealed=webhook.secret_rotated,disabled_at=webhook.disabled,!disabled_at=webhook.enabled}', 'everyone');
create policy owner_all on app.webhook_endpoints for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.webhook_endpoints for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.webhook_endpoints to service_role;

create table app.webhook_messages (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  seq bigint not null generated always as identity,
  mode text not null,
  type text not null,
  object_id text not null,
  data jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint webhook_messages_pkey PRIMARY KEY (tenant_id, id),
  constraint webhook_messages_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint webhook_messages_data_check CHECK ((octet_length((data)::text) < 20000)),
  constraint webhook_messages_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
);
alter table app.webhook_messages enable row level security;
alter table app.webhook_messages force row level security;
CREATE INDEX webhook_messages_by_age ON app.webhook_messages USING btree (created_at);
CREATE INDEX webhook_messages_by_object ON app.webhook_messages USING btree (tenant_id, object_id);
create policy owner_all on app.webhook_messages for all to <owner>
  using (true)
  with check (true);
create policy service_all on app.webhook_messages for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.webhook_messages to service_role;

create table auth.auth0_logins (
  pool_id uuid not null,
  nonce_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint auth0_logins_pkey PRIMARY KEY (pool_id, nonce_hash)
);
alter table auth.auth0_logins enable row level security;
alter table auth.auth0_logins force row level security;
CREATE INDEX auth0_logins_expiry ON auth.auth0_logins USING btree (pool_id, expires_at);
create policy owner_all on auth.auth0_logins for all to <owner>
  using (true)
  with check (true);
create policy service_all on auth.auth0_logins for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on auth.auth0_logins to service_role;

create table auth.flow_states (
  pool_id uuid not null,
  id uuid not null default app.uuidv7(),
  user_id uuid not null,
  auth_code_hash bytea not null,
  code_challenge text not null,
  code_challenge_method text not null,
  authentication_method text not null,
  aal text not null default 'aal1'::text,
  provider_tokens_sealed text,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint flow_states_pkey PRIMARY KEY (pool_id, id),
  constraint flow_states_pool_id_user_id_fkey FOREIGN KEY (pool_id, user_id) REFERENCES auth.users(pool_id, id) ON DELETE CASCADE,
  constraint flow_states_aal_check CHECK ((aal = ANY (ARRAY['aal1'::text, 'aal2'::text]))),
  constraint flow_states_code_challenge_check CHECK (((length(code_challenge) >= 43) AND (length(code_challenge) <= 128))),
  constraint flow_states_code_challenge_method_check CHECK ((code_challenge_method = ANY (ARRAY['s256'::text, 'plain'::text])))
);
alter table auth.flow_states enable row level security;
alter table auth.flow_states force row level security;
CREATE UNIQUE INDEX flow_states_code ON auth.flow_states USING btree (pool_id, auth_code_hash);
CREATE INDEX flow_states_user ON auth.flow_states USING btree (pool_id, user_id);
create policy owner_all on auth.flow_states for all to <owner>
  using (true)
  with check (true);
create policy service_all on auth.flow_states for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on auth.flow_states to service_role;

create table auth.identities (
  pool_id uuid not null,
  id uuid not null default app.uuidv7(),
  user_id uuid not null,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null,
  last_sign_in_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint identities_pkey PRIMARY KEY (pool_id, id),
  constraint identities_pool_id_user_id_fkey FOREIGN KEY (pool_id, user_id) REFERENCES auth.users(pool_id, id) ON DELETE CASCADE,
  constraint identities_identity_data_check CHECK ((jsonb_typeof(identity_data) = 'object'::text))
);
alter table auth.identities enable row level security;
alter table auth.identities force row level security;
CREATE INDEX identities_id ON auth.identities USING btree (id);
CREATE UNIQUE INDEX identities_provider ON auth.identities USING btree (pool_id, provider, provider_id);
CREATE INDEX identities_user ON auth.identities USING btree (pool_id, user_id);
CREATE TRIGGER touch_updated_at BEFORE UPDATE ON auth.identities FOR EACH ROW EXECUTE FUNCTION app.touch_updated_at();
create policy owner_all on auth.identities for all to <owner>
  using (true)
  with check (true);
create policy service_all on auth.identities for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on auth.identities to service_role;

create table auth.known_places (
  pool_id uuid not null,
  user_id uuid not null,
  place_hash bytea not null,
  seen_at timestamp with time zone not null default now(),
  constraint known_places_pkey PRIMARY KEY (pool_id, user_id, place_hash),
  constraint known_places_pool_id_user_id_fkey FOREIGN KEY (pool_id, user_id) REFERENCES auth.users(pool_id, id) ON DELETE CASCADE,
  constraint known_places_place_hash_check CHECK ((length(place_hash) = 32))
);
alter table auth.known_places enable row level security;
alter table auth.known_places force row level security;
create policy owner_all on auth.known_places for all to <owner>
  using (true)
  with check (true);
create policy service_all on auth.known_places for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on auth.known_places to service_role;

create table auth.mfa_challenges (
  pool_id uuid not null,
  id uuid not null default app.uuidv7(),
  factor_id uuid not null,
  ip inet,
  attempts smallint not null default 0,
  code_hash bytea,
  challenge_hash bytea,
  origin text,
  rp_id text,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint mfa_challenges_pkey PRIMARY KEY (pool_id, id),
  constraint mfa_challenges_pool_id_factor_id_fkey FOREIGN KEY (pool_id, factor_id) REFERENCES auth.mfa_factors(pool_id, id) ON DELETE CASCADE,
  constraint mfa_challenges_origin_check CHECK ((length(origin) <= 300)),
  constraint mfa_challenges_rp_id_check CHECK ((length(rp_id) <= 253))
);
alter table auth.mfa_challenges enable row level security;
alter table auth.mfa_challenges force row level security;
CREATE INDEX mfa_challenges_factor ON auth.mfa_challenges USING btree (pool_id, factor_id);
create policy owner_all on auth.mfa_challenges for all to <owner>
  using (true)
  with check (true);
create policy service_all on auth.mfa_challenges for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on auth.mfa_challenges to service_role;

create table auth.mfa_factors (
  pool_id uuid not null,
  id uuid not null default app.uuidv7(),
  user_id uuid not null,
  factor_type text not null,
  status text not null default 'unverified'::text,
  friendly_name text not null default ''::text,
  secret_sealed text,
  last_used_step bigint,
  phone text,
  credential_id text,
  public_key bytea,
  sign_count bigint,
  transports text[],
  rp_id text,
  attempts smallint not null default 0,
  attempts_since timestamp with time zone not null default now(),
  last_challenged_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint mfa_factors_pkey PRIMARY KEY (pool_id, id),
  constraint mfa_factors_pool_id_user_id_fkey FOREIGN KEY (pool_id, user_id) REFERENCES auth.users(pool_id, id) ON DELETE CASCADE,
  constraint mfa_factors_check CHECK (((factor_type <> 'totp'::text) OR (secret_sealed IS NOT NULL))),
  constraint mfa_factors_check1 CHECK (((factor_type <> 'phone'::text) OR (phone IS NOT NULL))),
  constraint mfa_factors_check2 CHECK (((factor_type <> 'webauthn'::text) OR (status = 'unverified'::text) OR ((credential_id IS NOT NULL) AND (public_key IS NOT NULL)))),
  constraint mfa_factors_credential_id_check CHECK ((length(credential_id) <= 1400)),
  constraint mfa_factors_factor_type_check CHECK ((factor_type = ANY (ARRAY['totp'::text, 'phone'::text, 'webauthn'::text, 'recovery_code'::text]))),
  constraint mfa_factors_friendly_name_check CHECK ((length(friendly_name) <= 120)),
  constraint mfa_factors_phone_check CHECK ((phone ~ '^[1-9][0-9]{6,14}$'::text)),
  constraint mfa_factors_rp_id_check CHECK ((length(rp_id) <= 253)),
  constraint mfa_factors_sign_count_check CHECK ((sign_count >= 0)),
  constraint mfa_factors_status_check CHECK ((status = ANY (ARRAY['unverified'::text, 'verified'::text])))
);
alter table auth.mfa_factors enable row level security;
alter table auth.mfa_factors force row level security;
CREATE UNIQUE INDEX mfa_factors_credential ON auth.mfa_factors USING btree (pool_id, credential_id);
CREATE INDEX mfa_factors_id ON auth.mfa_factors USING btree (id);
CREATE UNIQUE INDEX mfa_factors_name ON auth.mfa_factors USING btree (pool_id, user_id, friendly_name);
CREATE UNIQUE INDEX mfa_factors_one_recovery ON auth.mfa_factors USING btree (pool_id, user_id) WHERE (factor_type = 'recovery_code'::text);
CREATE TRIGGER touch_updated_at BEFORE UPDATE OF status, friendly_name ON auth.mfa_factors FOR EACH ROW EXECUTE FUNCTION app.touch_updated_at();
create policy owner_all on auth.mfa_factors for all to <owner>
  using (true)
  with check (true);
create policy service_all on auth.mfa_factors for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on auth.mfa_factors to service_role;

create table auth.mfa_recovery_codes (
  pool_id uuid not null,
  factor_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint mfa_recovery_codes_pkey PRIMARY KEY (pool_id, factor_id, code_hash),
  constraint mfa_recovery_codes_pool_id_factor_id_fkey FOREIGN KEY (pool_id, factor_id) REFERENCES auth.mfa_factors(pool_id, id) ON DELETE CASCADE
);
alter table auth.mfa_recovery_codes enable row level security;
alter table auth.mfa_recovery_codes force row level security;
create policy owner_all on auth.mfa_recovery_codes for all to <owner>
  using (true)
  with check (true);
create policy service_all on auth.mfa_recovery_codes for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on auth.mfa_recovery_codes to service_role;

create table auth.oauth_authorizations (
  pool_id uuid not null,
  id uuid not null default app.uuidv7(),
  client_id uuid not null,
  user_id uuid,
  redirect_uri text not null,
  scope text not null,
  state text,
  nonce text,
  code_challenge text not null,
  status text not null default 'pending'::text,
  code_hash bytea,
  session_id uuid,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint oauth_authorizations_pkey PRIMARY KEY (pool_id, id),
  constraint oauth_authorizations_pool_id_client_id_fkey FOREIGN KEY (pool_id, client_id) REFERENCES auth.oauth_clients(pool_id, id) ON DELETE CASCADE,
  constraint oauth_authorizations_pool_id_user_id_fkey FOREIGN KEY (pool_id, user_id) REFERENCES auth.users(pool_id, id) ON DELETE CASCADE,
  constraint oauth_authorizations_code_challenge_check CHECK ((length(code_challenge) = 43)),
  constraint oauth_authorizations_nonce_check CHECK ((length(nonce) <= 255)),
  constraint oauth_authorizations_redirect_uri_check CHECK ((length(redirect_uri) <= 2048)),
  constraint oauth_authorizations_scope_check CHECK ((length(scope) <= 200)),
  constraint oauth_authorizations_state_check CHECK ((length(state) <= 2048)),
  constraint oauth_authorizations_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'used'::text])))
);
alter table auth.oauth_authorizations enable row level security;
alter table auth.oauth_authorizations force row level security;
CREATE INDEX oauth_authorizations_client ON auth.oauth_authorizations USING btree (pool_id, client_id, expires_at);
CREATE UNIQUE INDEX oauth_authorizations_code ON auth.oauth_authorizations USING btree (pool_id, code_hash);
CREATE INDEX oauth_authorizations_id ON auth.oauth_authorizations USING btree (id);
CREATE INDEX oauth_authorizations_user ON auth.oauth_authorizations USING btree (pool_id, user_id);
create policy owner_all on auth.oauth_authorizations for all to <owner>
  using (true)
  with check (true);
create policy service_all on auth.oauth_authorizations for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on auth.oauth_authorizations to service_role;

create table auth.oauth_clients (
  pool_id uuid not null,
  id uuid not null default app.uuidv7(),
  client_name text not null,
  secret_hash bytea,
  token_endpoint_auth_method text not null,
  registration_type text not null default 'manual'::text,
  client_uri text,
  logo_uri text,
  redirect_uris text[] not null,
  grant_types text[] not null,
  scope text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint oauth_clients_pkey PRIMARY KEY (pool_id, id),
  constraint oauth_clients_check CHECK (((token_endpoint_auth_method = 'none'::text) = (secret_hash IS NULL))),
  constraint oauth_clients_client_name_check CHECK (app.valid_name(client_name, 120)),
  constraint oauth_clients_client_uri_check CHECK ((length(client_uri) <= 2048)),
  constraint oauth_clients_grant_types_check CHECK ((grant_types <@ ARRAY['authorization_code'::text, 'refresh_token'::text])),
  constraint oauth_clients_logo_uri_check CHECK ((length(logo_uri) <= 2048)),
  constraint oauth_clients_redirect_uris_check CHECK (((cardinality(redirect_uris) >= 1) AND (cardinality(redirect_uris) <= 20))),
  constraint oauth_clients_registration_type_check CHECK ((registration_type = ANY (ARRAY['manual'::text, 'dynamic'::text]))),
  constraint oauth_clients_scope_check CHECK ((length(scope) <= 200)),
  constraint oauth_clients_token_endpoint_auth_method_check CHECK ((token_endpoint_auth_method = ANY (ARRAY['none'::text, 'client_secret_basic'::text, 'client_secret_post'::text])))
);
alter table auth.oauth_clients enable row level security;
alter table auth.oauth_clients force row level security;
CREATE INDEX oauth_clients_id ON auth.oauth_clients USING btree (id);
CREATE INDEX oauth_clients_newest ON auth.oauth_clients USING btree (pool_id, created_at DESC);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON auth.oauth_clients FOR EACH ROW EXECUTE FUNCTION app.record_change('pool_id', 'app', 'client_name', '{id}', '{}', '{created_at,updated_at}', '{}', '{secret_hash=app.secret_rotated}', 'administrators');
CREATE TRIGGER touch_updated_at BEFORE UPDATE ON auth.oauth_clients FOR EACH ROW EXECUTE FUNCTION app.touch_updated_at();
create policy owner_all on auth.oauth_clients for all to <owner>
  using (true)
  with check (true);
create policy service_all on auth.oauth_clients for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on auth.oauth_clients to service_role;

create table auth.oauth_consents (
  pool_id uuid not null,
  user_id uuid not null,
  client_id uuid not null,
  scopes text[] not null,
  granted_at timestamp with time zone not null default now(),
  constraint oauth_consents_pkey PRIMARY KEY (pool_id, user_id, client_id),
  constraint oauth_consents_pool_id_client_id_fkey FOREIGN KEY (pool_id, client_id) REFERENCES auth.oauth_clients(pool_id, id) ON DELETE CASCADE,
  constraint oauth_consents_pool_id_user_id_fkey FOREIGN KEY (pool_id, user_id) REFERENCES auth.users(pool_id, id) ON DELETE CASCADE
);
alter table auth.oauth_consents enable row level security;
alter table auth.oauth_consents force row level security;
CREATE INDEX oauth_consents_client ON auth.oauth_consents USING btree (pool_id, client_id);
create policy owner_all on auth.oauth_consents for all to <owner>
  using (true)
  with check (true);
create policy service_all on auth.oauth_consents for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on auth.oauth_consents to service_role;

create table auth.one_time_codes (
  pool_id uuid not null,
  code_hash bytea not null,
  session_id uuid not null,
  verifier_hash bytea,
  expires_at timestamp with time zone not null,
  constraint one_time_codes_pkey PRIMARY KEY (pool_id, code_hash),
  constraint one_time_codes_pool_id_session_id_fkey FOREIGN KEY (pool_id, session_id) REFERENCES auth.sessions(pool_id, id) ON DELETE CASCADE
);
alter table auth.one_time_codes enable row level security;
alter table auth.one_time_codes force row level security;
CREATE INDEX one_time_codes_session ON auth.one_time_codes USING btree (pool_id, session_id);
create policy owner_all on auth.one_time_codes for all to <owner>
  using (true)
  with check (true);
create policy service_all on auth.one_time_codes for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on auth.one_time_codes to service_role;

create table auth.one_time_tokens (
  pool_id uuid not null,
  user_id uuid not null,
  type text not null,
  token_hash bytea not null,
  code_hash bytea not null,
  code_attempts smallint not null default 0,
  redirect_to text,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  sent_to text,
  code_challenge text,
  code_challenge_method text,
  constraint one_time_tokens_pkey PRIMARY KEY (pool_id, user_id, type),
  constraint one_time_tokens_pool_id_user_id_fkey FOREIGN KEY (pool_id, user_id) REFERENCES auth.users(pool_id, id) ON DELETE CASCADE,
  constraint one_time_tokens_code_challenge_check CHECK (((length(code_challenge) >= 43) AND (length(code_challenge) <= 128))),
  constraint one_time_tokens_code_challenge_method_check CHECK ((code_challenge_method = ANY (ARRAY['s256'::text, 'plain'::text]))),
  constraint one_time_tokens_redirect_to_check CHECK ((length(redirect_to) <= 2048)),
  constraint one_time_tokens_sent_to_check CHECK ((length(sent_to) <= 254)),
  constraint one_time_tokens_type_check CHECK ((type = ANY (ARRAY['signup'::text, 'invite'::text, 'magiclink'::text, 'recovery'::text, 'email_change_current'::text, 'email_change_new'::text, 'reauthentication'::text, 'sms'::text, 'phone_change'::text])))
);
alter table auth.one_time_tokens enable row level security;
alter table auth.one_time_tokens force row level security;
CREATE UNIQUE INDEX one_time_tokens_hash ON auth.one_time_tokens USING btree (pool_id, token_hash);
CREATE INDEX one_time_tokens_sent_to ON auth.one_time_tokens USING btree (pool_id, sent_to);
create policy owner_all on auth.one_time_tokens for all to <owner>
  using (true)
  with check (true);
create policy service_all on auth.one_time_tokens for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on auth.one_time_tokens to service_role;

create table auth.passkey_challenges (
  pool_id uuid not null,
  id uuid not null default app.uuidv7(),
  user_id uuid,
  challenge_hash bytea not null,
  origin text not null,
  rp_id text not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (pool_id, id),
  constraint passkey_challenges_pool_id_user_id_fkey FOREIGN KEY (pool_id, user_id) REFERENCES auth.users(pool_id, id) ON DELETE CASCADE,
  constraint passkey_challenges_origin_check CHECK ((length(origin) <= 300)),
  constraint passkey_challenges_rp_id_check CHECK ((length(rp_id) <= 253))
);
alter table auth.passkey_challenges enable row level security;
alter table auth.passkey_challenges force row level security;
CREATE INDEX passkey_challenges_expiry ON auth.passkey_challenges USING btree (pool_id, expires_at);
CREATE INDEX passkey_challenges_user ON auth.passkey_challenges USING btree (pool_id, user_id);
create policy owner_all on auth.passkey_challenges for all to <owner>
  using (true)
  with check (true);
create policy service_all on auth.passkey_challenges for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on auth.passkey_challenges to service_role;

create table auth.passkeys (
  pool_id uuid not null,
  id uuid not null default app.uuidv7(),
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null default '{}'::text[],
  rp_id text not null,
  backed_up boolean not null default false,
  friendly_name text not null,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint passkeys_pkey PRIMARY KEY (pool_id, id),
  constraint passkeys_pool_id_user_id_fkey FOREIGN KEY (pool_id, user_id) REFERENCES auth.users(pool_id, id) ON DELETE CASCADE,
  constraint passkeys_credential_id_check CHECK ((length(credential_id) <= 1400)),
  constraint passkeys_friendly_name_check CHECK (((length(friendly_name) >= 1) AND (length(friendly_name) <= 120))),
  constraint passkeys_rp_id_check CHECK ((length(rp_id) <= 253)),
  constraint passkeys_sign_count_check CHECK ((sign_count >= 0))
);
alter table auth.passkeys enable row level security;
alter table auth.passkeys force row level security;
CREATE UNIQUE INDEX passkeys_credential ON auth.passkeys USING btree (pool_id, credential_id);
CREATE INDEX passkeys_id ON auth.passkeys USING btree (id);
CREATE INDEX passkeys_user ON auth.passkeys USING btree (pool_id, user_id);
create policy owner_all on auth.passkeys for all to <owner>
  using (true)
  with check (true);
create policy service_all on auth.passkeys for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on auth.passkeys to service_role;

create table auth.pool_settings (
  pool_id uuid not null,
  settings jsonb not null default '{}'::jsonb,
  updated_at timestamp with time zone not null default now(),
  constraint pool_settings_pkey PRIMARY KEY (pool_id),
  constraint pool_settings_settings_check CHECK ((jsonb_typeof(settings) = 'object'::text))
);
alter table auth.pool_settings enable row level security;
alter table auth.pool_settings force row level security;
CREATE TRIGGER audit AFTER INSERT OR UPDATE ON auth.pool_settings FOR EACH ROW EXECUTE FUNCTION app.record_change('pool_id', 'sign_in_settings', '', '{pool_id}', '{}', '{updated_at}', '{}', '{insert=sign_in_settings.changed}', 'everyone');
CREATE TRIGGER pool_settings_changed AFTER INSERT OR DELETE OR UPDATE ON auth.pool_settings FOR EACH ROW EXECUTE FUNCTION auth.pool_settings_changed();
CREATE TRIGGER touch_updated_at BEFORE UPDATE ON auth.pool_settings FOR EACH ROW EXECUTE FUNCTION app.touch_updated_at();
create policy owner_all on auth.pool_settings for all to <owner>
  using (true)
  with check (true);
create policy service_all on auth.pool_settings for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on auth.pool_settings to service_role;

create table auth.provider_logins (
  pool_id uuid not null,
  state_hash bytea not null,
  provider text not null,
  browser_hash bytea,
  nonce text not null,
  verifier_sealed text not null,
  authorize_url text not null,
  redirect_to text not null,
  code_challenge text,
  code_challenge_method text,
  linking_user_id uuid,
  linking_session_id uuid,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint provider_logins_pkey PRIMARY KEY (pool_id, state_hash),
  constraint provider_logins_pool_id_linking_session_id_fkey FOREIGN KEY (pool_id, linking_session_id) REFERENCES auth.sessions(pool_id, id) ON DELETE CASCADE,
  constraint provider_logins_code_challenge_check CHECK (((length(code_challenge) >= 43) AND (length(code_challenge) <= 128))),
  constraint provider_logins_code_challenge_method_check CHECK ((code_challenge_method = ANY (ARRAY['s256'::text, 'plain'::text]))),
  constraint provider_logins_redirect_to_check CHECK ((length(redirect_to) <= 2048))
);
alter table auth.provider_logins enable row level security;
alter table auth.provider_logins force row level security;
CREATE INDEX provider_logins_expiry ON auth.provider_logins USING btree (pool_id, expires_at);
CREATE INDEX provider_logins_session ON auth.provider_logins USING btree (pool_id, linking_session_id);
create policy owner_all on auth.provider_logins for all to <owner>
  using (true)
  with check (true);
create policy service_all on auth.provider_logins for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on auth.provider_logins to service_role;

create table auth.providers (
  pool_id uuid not null,
  name text not null,
  id uuid not null default app.uuidv7(),
  title text,
  enabled boolean not null default true,
  client_id text not null,
  client_secret_sealed text,
  config jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint providers_pkey PRIMARY KEY (pool_id, name),
  constraint providers_client_id_check CHECK (((length(client_id) >= 1) AND (length(client_id) <= 1000))),
  constraint providers_config_check CHECK ((jsonb_typeof(config) = 'object'::text)),
  constraint providers_name_check CHECK ((name ~ '^(custom:)?[a-z0-9][a-z0-9_-]{0,49}$'::text)),
  constraint providers_title_check CHECK (((length(title) >= 1) AND (length(title) <= 100)))
);
alter table auth.providers enable row level security;
alter table auth.providers force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON auth.providers FOR EACH ROW EXECUTE FUNCTION app.record_change('pool_id', 'sign_in_provider', 'name', '{name}', '{}', '{created_at,updated_at}', '{}', '{}', 'everyone');
CREATE TRIGGER providers_changed AFTER INSERT OR DELETE OR UPDATE ON auth.providers FOR EACH ROW EXECUTE FUNCTION auth.providers_changed();
CREATE TRIGGER touch_updated_at BEFORE UPDATE ON auth.providers FOR EACH ROW EXECUTE FUNCTION app.touch_updated_at();
create policy owner_all on auth.providers for all to <owner>
  using (true)
  with check (true);
create policy service_all on auth.providers for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on auth.providers to service_role;

create table auth.sessions (
  pool_id uuid not null,
  id uuid not null default app.uuidv7(),
  user_id uuid not null,
  aal text not null default 'aal1'::text,
  amr jsonb not null,
  refresh_counter integer not null default 0,
  refreshed_at timestamp with time zone not null default now(),
  user_agent text,
  created_at timestamp with time zone not null default now(),
  ip inet,
  oauth_client_id uuid,
  factor_id uuid,
  taken_up boolean not null default true,
  counter_floor integer not null default 0,
  constraint sessions_pkey PRIMARY KEY (pool_id, id),
  constraint sessions_oauth_client FOREIGN KEY (pool_id, oauth_client_id) REFERENCES auth.oauth_clients(pool_id, id) ON DELETE CASCADE,
  constraint sessions_pool_id_user_id_fkey FOREIGN KEY (pool_id, user_id) REFERENCES auth.users(pool_id, id) ON DELETE CASCADE,
  constraint sessions_aal_check CHECK ((aal = ANY (ARRAY['aal1'::text, 'aal2'::text]))),
  constraint sessions_amr_check CHECK ((jsonb_typeof(amr) = 'array'::text)),
  constraint sessions_counter_floor_check CHECK ((counter_floor >= 0)),
  constraint sessions_refresh_counter_check CHECK ((refresh_counter >= 0)),
  constraint sessions_user_agent_check CHECK ((length(user_agent) <= 400))
);
alter table auth.sessions enable row level security;
alter table auth.sessions force row level security;
CREATE INDEX sessions_id ON auth.sessions USING btree (id);
CREATE INDEX sessions_oauth_client ON auth.sessions USING btree (pool_id, oauth_client_id);
CREATE INDEX sessions_user ON auth.sessions USING btree (pool_id, user_id);
CREATE TRIGGER session_ended AFTER DELETE ON auth.sessions FOR EACH ROW EXECUTE FUNCTION auth.session_ended();
create policy owner_all on auth.sessions for all to <owner>
  using (true)
  with check (true);
create policy service_all on auth.sessions for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on auth.sessions to service_role;

create table auth.signing_keys (
  kid text not null,
  private_jwk_sealed text not null,
  public_jwk jsonb not null,
  created_at timestamp with time zone not null default now(),
  generation integer not null,
  signs_from timestamp with time zone not null default now(),
  retires_at timestamp with time zone,
  constraint signing_keys_pkey PRIMARY KEY (kid),
  constraint signing_keys_generation_check CHECK ((generation > 0))
);
alter table auth.signing_keys enable row level security;
alter table auth.signing_keys force row level security;
CREATE UNIQUE INDEX signing_keys_generation ON auth.signing_keys USING btree (generation);
CREATE TRIGGER signing_keys_changed AFTER INSERT OR DELETE OR UPDATE ON auth.signing_keys FOR EACH STATEMENT EXECUTE FUNCTION auth.signing_keys_changed();
create policy owner_all on auth.signing_keys for all to <owner>
  using (true)
  with check (true);
create policy service_all on auth.signing_keys for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on auth.signing_keys to service_role;

create table auth.users (
  pool_id uuid not null,
  id uuid not null default app.uuidv7(),
  email text,
  encrypted_password text,
  email_confirmed_at timestamp with time zone,
  confirmation_sent_at timestamp with time zone,
  recovery_sent_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  raw_app_meta_data jsonb not null default '{}'::jsonb,
  raw_user_meta_data jsonb not null default '{}'::jsonb,
  is_anonymous boolean not null default false,
  banned_until timestamp with time zone,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  phone text,
  phone_confirmed_at timestamp with time zone,
  email_change text,
  email_change_sent_at timestamp with time zone,
  email_change_confirmed text,
  phone_change text,
  phone_change_sent_at timestamp with time zone,
  reauthentication_sent_at timestamp with time zone,
  invited_at timestamp with time zone,
  is_sso_user boolean not null default false,
  sign_up_contested boolean not null default false,
  barred_until timestamp with time zone not null generated always as (
CASE
    WHEN (deleted_at IS NULL) THEN COALESCE(banned_until, '-infinity'::timestamp with time zone)
    ELSE 'infinity'::timestamp with time zone
END) stored,
  constraint users_pkey PRIMARY KEY (pool_id, id),
  constraint users_id_key UNIQUE (id),
  constraint users_standing UNIQUE (pool_id, id, barred_until),
  constraint users_email_change_check CHECK (((email_change = lower(email_change)) AND ((length(email_change) >= 3) AND (length(email_change) <= 254)))),
  constraint users_email_change_confirmed_check CHECK ((email_change_confirmed = ANY (ARRAY['current'::text, 'new'::text]))),
  constraint users_email_check CHECK (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 254)))),
  constraint users_encrypted_password_check CHECK ((encrypted_password ~~ '$%'::text)),
  constraint users_phone_change_check CHECK ((phone_change ~ '^[1-9][0-9]{6,14}$'::text)),
  constraint users_phone_check CHECK ((phone ~ '^[1-9][0-9]{6,14}$'::text)),
  constraint users_raw_app_meta_data_check CHECK ((jsonb_typeof(raw_app_meta_data) = 'object'::text)),
  constraint users_raw_user_meta_data_check CHECK ((jsonb_typeof(raw_user_meta_data) = 'object'::text))
);
alter table auth.users enable row level security;
alter table auth.users force row level security;
CREATE UNIQUE INDEX users_email ON auth.users USING btree (pool_id, email);
CREATE INDEX users_newest ON auth.users USING btree (pool_id, created_at DESC);
CREATE UNIQUE INDEX users_phone ON auth.users USING btree (pool_id, phone);
CREATE TRIGGER add_source AFTER INSERT ON auth.users FOR EACH ROW WHEN (((new.pool_id <> '00000000-0000-0000-0000-000000000000'::uuid) AND (NOT new.is_anonymous))) EXECUTE FUNCTION app.add_sign_up_source();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE OF email, phone, encrypted_password, banned_until, deleted_at ON auth.users FOR EACH ROW EXECUTE FUNCTION app.record_change('pool_id', 'customer', '', '{id}', '{email,phone,encrypted_password,banned_until,deleted_at}', '{}', '{email,phone}', '{deleted_at=customer.deleted,banned_until=customer.banned,!banned_until=customer.unbanned,encrypted_password=customer.password_changed,email=customer.email_changed,phone=customer.phone_changed}', 'administrators and leavers');
CREATE TRIGGER claim_orders AFTER INSERT OR UPDATE OF email, email_confirmed_at ON auth.users FOR EACH ROW WHEN (((new.email_confirmed_at IS NOT NULL) AND (new.email IS NOT NULL))) EXECUTE FUNCTION app.claim_by_proof();
CREATE TRIGGER claim_tickets AFTER INSERT OR UPDATE OF email, email_confirmed_at ON auth.users FOR EACH ROW WHEN (((new.email_confirmed_at IS NOT NULL) AND (new.email IS NOT NULL))) EXECUTE FUNCTION app.claim_tickets_by_proof();
CREATE TRIGGER erase_person BEFORE DELETE ON auth.users FOR EACH ROW WHEN (((old.pool_id <> '00000000-0000-0000-0000-000000000000'::uuid) AND (NOT old.is_anonymous))) EXECUTE FUNCTION auth.erase_person();
CREATE TRIGGER erase_person_kept_as_id AFTER UPDATE OF deleted_at ON auth.users FOR EACH ROW WHEN (((old.pool_id <> '00000000-0000-0000-0000-000000000000'::uuid) AND (NOT old.is_anonymous) AND (old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION auth.erase_person();
CREATE TRIGGER give_default_role AFTER INSERT ON auth.users FOR EACH ROW WHEN (((NOT new.is_anonymous) AND ((new.email_confirmed_at IS NOT NULL) OR (new.phone_confirmed_at IS NOT NULL) OR ((new.email IS NULL) AND (new.phone IS NULL))))) EXECUTE FUNCTION app.give_default_role();
CREATE TRIGGER give_default_role_by_proof AFTER UPDATE OF is_anonymous, email_confirmed_at, phone_confirmed_at ON auth.users FOR EACH ROW WHEN (((NOT new.is_anonymous) AND ((new.email_confirmed_at IS NOT NULL) OR (new.phone_confirmed_at IS NOT NULL) OR ((new.email IS NULL) AND (new.phone IS NULL))) AND (old.is_anonymous OR ((old.email_confirmed_at IS NULL) AND (old.phone_confirmed_at IS NULL) AND ((old.email IS NOT NULL) OR (old.phone IS NOT NULL)))))) EXECUTE FUNCTION app.give_default_role();
CREATE TRIGGER grid_view_account_closed AFTER UPDATE OF deleted_at ON auth.users FOR EACH ROW WHEN (((old.pool_id = '00000000-0000-0000-0000-000000000000'::uuid) AND (old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION app.grid_view_account_deleted();
CREATE TRIGGER grid_view_account_deleted AFTER DELETE ON auth.users FOR EACH ROW WHEN ((old.pool_id = '00000000-0000-0000-0000-000000000000'::uuid)) EXECUTE FUNCTION app.grid_view_account_deleted();
CREATE TRIGGER leave_teams AFTER UPDATE OF deleted_at ON auth.users FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION app.leave_teams();
CREATE TRIGGER roles_in_metadata BEFORE INSERT OR UPDATE OF raw_app_meta_data ON auth.users FOR EACH ROW WHEN ((new.pool_id <> '00000000-0000-0000-0000-000000000000'::uuid)) EXECUTE FUNCTION app.roles_in_metadata();
CREATE TRIGGER staff_account_closed AFTER UPDATE OF deleted_at ON auth.users FOR EACH ROW WHEN (((old.pool_id = '00000000-0000-0000-0000-000000000000'::uuid) AND (old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION app.staff_account_deleted();
CREATE TRIGGER staff_account_deleted AFTER DELETE ON auth.users FOR EACH ROW WHEN ((old.pool_id = '00000000-0000-0000-0000-000000000000'::uuid)) EXECUTE FUNCTION app.staff_account_deleted();
CREATE TRIGGER store_facts AFTER INSERT ON auth.users FOR EACH ROW WHEN ((new.pool_id <> '00000000-0000-0000-0000-000000000000'::uuid)) EXECUTE FUNCTION app.store_account_facts();
CREATE TRIGGER store_facts_since AFTER UPDATE OF created_at ON auth.users FOR EACH ROW WHEN (((old.created_at <> new.created_at) AND (new.pool_id <> '00000000-0000-0000-0000-000000000000'::uuid))) EXECUTE FUNCTION app.store_account_facts();
CREATE TRIGGER store_seats AFTER UPDATE OF banned_until, deleted_at ON auth.users FOR EACH ROW WHEN (((old.banned_until IS DISTINCT FROM new.banned_until) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION app.seats_of_member_changed();
CREATE TRIGGER take_roles AFTER UPDATE OF deleted_at ON auth.users FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION app.take_roles();
CREATE TRIGGER team_in_metadata BEFORE INSERT OR UPDATE OF raw_app_meta_data ON auth.users FOR EACH ROW WHEN ((new.pool_id <> '00000000-0000-0000-0000-000000000000'::uuid)) EXECUTE FUNCTION app.team_in_metadata();
CREATE TRIGGER tell_webhooks_deleted AFTER DELETE ON auth.users FOR EACH ROW WHEN (((old.pool_id <> '00000000-0000-0000-0000-000000000000'::uuid) AND (NOT old.is_anonymous) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION app.tell_of_deleted_user();
CREATE TRIGGER tell_webhooks_deleted_softly AFTER UPDATE OF deleted_at ON auth.users FOR EACH ROW WHEN (((old.pool_id <> '00000000-0000-0000-0000-000000000000'::uuid) AND (NOT old.is_anonymous) AND (old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION app.tell_of_deleted_user();
CREATE TRIGGER touch_updated_at BEFORE UPDATE ON auth.users FOR EACH ROW EXECUTE FUNCTION app.touch_updated_at();
CREATE TRIGGER user_barred AFTER UPDATE OF banned_until, deleted_at ON auth.users FOR EACH ROW WHEN (((old.banned_until IS DISTINCT FROM new.banned_until) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION auth.user_barred();
create policy owner_all on auth.users for all to <owner>
  using (true)
  with check (true);
create policy service_all on auth.users for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on auth.users to service_role;

create table auth.web3_messages (
  pool_id uuid not null,
  message_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint web3_messages_pkey PRIMARY KEY (pool_id, message_hash),
  constraint web3_messages_message_hash_check CHECK ((length(message_hash) = 32))
);
alter table auth.web3_messages enable row level security;
alter table auth.web3_messages force row level security;
CREATE INDEX web3_messages_expiry ON auth.web3_messages USING btree (pool_id, expires_at);
create policy owner_all on auth.web3_messages for all to <owner>
  using (true)
  with check (true);
create policy service_all on auth.web3_messages for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on auth.web3_messages to service_role;

create table public.analytics_funnels (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  name text not null,
  steps jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint analytics_funnels_pkey PRIMARY KEY (tenant_id, id),
  constraint analytics_funnels_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint analytics_funnels_name_check CHECK (app.valid_name(name, 80)),
  constraint analytics_funnels_steps_check CHECK (app.valid_steps(steps))
);
alter table public.analytics_funnels enable row level security;
alter table public.analytics_funnels force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.analytics_funnels FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'analytics_funnel', 'name', '{id}', '{}', '{created_at}', '{}', '{}', 'everyone');
CREATE TRIGGER check_analytics BEFORE INSERT OR UPDATE ON public.analytics_funnels FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.check_analytics('20');
create policy of_editors on public.analytics_funnels for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy of_readers on public.analytics_funnels for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('see'::text) AS tenants_with))));
create policy owner_all on public.analytics_funnels for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.analytics_funnels for all to service_role
  using (true)
  with check (true);
grant delete on public.analytics_funnels to authenticated;
grant delete, insert, select, update on public.analytics_funnels to service_role;
grant insert (tenant_id, name, steps) on public.analytics_funnels to authenticated;
grant select (tenant_id, id, name, steps, created_at) on public.analytics_funnels to authenticated;
grant update (name, steps) on public.analytics_funnels to authenticated;

create table public.analytics_goals (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  name text not null,
  goal jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint analytics_goals_pkey PRIMARY KEY (tenant_id, id),
  constraint analytics_goals_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint analytics_goals_goal_check CHECK (app.valid_goal(goal)),
  constraint analytics_goals_name_check CHECK (app.valid_name(name, 80))
);
alter table public.analytics_goals enable row level security;
alter table public.analytics_goals force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.analytics_goals FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'analytics_goal', 'name', '{id}', '{}', '{created_at}', '{}', '{}', 'everyone');
CREATE TRIGGER check_analytics BEFORE INSERT OR UPDATE ON public.analytics_goals FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.check_analytics('50');
create policy of_editors on public.analytics_goals for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy of_readers on public.analytics_goals for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('see'::text) AS tenants_with))));
create policy owner_all on public.analytics_goals for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.analytics_goals for all to service_role
  using (true)
  with check (true);
grant delete on public.analytics_goals to authenticated;
grant delete, insert, select, update on public.analytics_goals to service_role;
grant insert (tenant_id, name, goal) on public.analytics_goals to authenticated;
grant select (tenant_id, id, name, goal, created_at) on public.analytics_goals to authenticated;
grant update (name, goal) on public.analytics_goals to authenticated;

create table public.analytics_notes (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  day date not null,
  text text not null,
  created_at timestamp with time zone not null default now(),
  constraint analytics_notes_pkey PRIMARY KEY (tenant_id, id),
  constraint analytics_notes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint analytics_notes_text_check CHECK (app.valid_name(text, 200))
);
alter table public.analytics_notes enable row level security;
alter table public.analytics_notes force row level security;
CREATE INDEX analytics_notes_by_day ON public.analytics_notes USING btree (tenant_id, day);
CREATE TRIGGER check_analytics BEFORE INSERT OR UPDATE ON public.analytics_notes FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.check_analytics('500');
create policy of_editors on public.analytics_notes for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy of_readers on public.analytics_notes for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('see'::text) AS tenants_with))));
create policy owner_all on public.analytics_notes for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.analytics_notes for all to service_role
  using (true)
  with check (true);
grant delete on public.analytics_notes to authenticated;
grant delete, insert, select, update on public.analytics_notes to service_role;
grant insert (tenant_id, day, text) on public.analytics_notes to authenticated;
grant select (tenant_id, id, day, text, created_at) on public.analytics_notes to authenticated;
grant update (day, text) on public.analytics_notes to authenticated;

create table public.analytics_settings (
  tenant_id uuid not null,
  collection text not null default 'on'::text,
  raw_days integer not null default 365,
  own_networks text[] not null default '{}'::text[],
  public_figures text[] not null default '{}'::text[],
  share_hash bytea,
  is_shared boolean not null generated always as ((share_hash IS NOT NULL)) stored,
  updated_at timestamp with time zone not null default now(),
  constraint analytics_settings_pkey PRIMARY KEY (tenant_id),
  constraint analytics_settings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint analytics_settings_collection_check CHECK ((collection = ANY (ARRAY['off'::text, 'on'::text, 'consent'::text]))),
  constraint analytics_settings_own_networks_check CHECK (app.valid_networks(own_networks)),
  constraint analytics_settings_public_figures_check CHECK (app.valid_figures(public_figures)),
  constraint analytics_settings_raw_days_check CHECK (((raw_days >= 30) AND (raw_days <= 1095))),
  constraint analytics_settings_share_hash_check CHECK ((octet_length(share_hash) = 32))
);
alter table public.analytics_settings enable row level security;
alter table public.analytics_settings force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.analytics_settings FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'analytics_settings', '', '{tenant_id}', '{}', '{updated_at,is_shared}', '{share_hash}', '{}', 'everyone');
CREATE TRIGGER check_analytics BEFORE INSERT OR UPDATE ON public.analytics_settings FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.check_analytics();
CREATE TRIGGER set_measuring AFTER INSERT OR DELETE OR UPDATE OF collection ON public.analytics_settings FOR EACH ROW EXECUTE FUNCTION app.set_measuring();
CREATE TRIGGER touch BEFORE UPDATE ON public.analytics_settings FOR EACH ROW EXECUTE FUNCTION app.touch_updated_at();
create policy of_admins on public.analytics_settings for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('settings'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('settings'::text) AS tenants_with))));
create policy of_readers on public.analytics_settings for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('see'::text) AS tenants_with))));
create policy owner_all on public.analytics_settings for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.analytics_settings for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on public.analytics_settings to service_role;
grant insert (tenant_id, collection, raw_days, own_networks, public_figures) on public.analytics_settings to authenticated;
grant select (tenant_id, collection, raw_days, own_networks, public_figures, is_shared, updated_at) on public.analytics_settings to authenticated;
grant update (collection, raw_days, own_networks, public_figures) on public.analytics_settings to authenticated;

create table public.audiences (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  name text not null,
  rule jsonb not null default '{"any": []}'::jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint audiences_pkey PRIMARY KEY (tenant_id, id),
  constraint audiences_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint audiences_name_check CHECK (app.valid_name(name, 80)),
  constraint audiences_rule_check CHECK (app.valid_audience(rule))
);
alter table public.audiences enable row level security;
alter table public.audiences force row level security;
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.audiences FOR EACH ROW EXECUTE FUNCTION realtime.capture();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.audiences FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'audience', 'name', '{id}', '{}', '{created_at,updated_at}', '{}', '{}', 'everyone');
CREATE TRIGGER end_sets_added AFTER INSERT ON public.audiences REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.audiences_added();
CREATE TRIGGER end_sets_changed AFTER UPDATE ON public.audiences REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.audiences_changed();
CREATE TRIGGER end_sets_deleted AFTER DELETE ON public.audiences REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.audiences_deleted();
CREATE TRIGGER keep_audience_of_bucket BEFORE DELETE ON public.audiences FOR EACH ROW EXECUTE FUNCTION storage.keep_audience_of_bucket();
CREATE TRIGGER keep_audience_of_form BEFORE DELETE ON public.audiences FOR EACH ROW EXECUTE FUNCTION app.keep_audience_of_form();
CREATE TRIGGER keep_audience_of_item BEFORE DELETE ON public.audiences FOR EACH ROW EXECUTE FUNCTION app.keep_audience_of_item();
CREATE TRIGGER keep_audience_of_library BEFORE DELETE ON public.audiences FOR EACH ROW EXECUTE FUNCTION app.keep_audience_of_library();
CREATE TRIGGER keep_audience_of_prompt BEFORE DELETE ON public.audiences FOR EACH ROW EXECUTE FUNCTION app.keep_audience_of_prompt();
CREATE TRIGGER keep_audience_of_table BEFORE DELETE ON public.audiences FOR EACH ROW EXECUTE FUNCTION app.keep_audience_of_table();
CREATE TRIGGER keep_audience_of_tickets BEFORE DELETE ON public.audiences FOR EACH ROW EXECUTE FUNCTION app.keep_audience_of_tickets();
CREATE TRIGGER spell AFTER INSERT OR UPDATE OF rule ON public.audiences FOR EACH ROW EXECUTE FUNCTION app.spell_audience();
CREATE TRIGGER spell_within_limits AFTER INSERT OR UPDATE OF rule ON public.audiences FOR EACH ROW EXECUTE FUNCTION app.limit_audiences();
CREATE TRIGGER touch BEFORE UPDATE ON public.audiences FOR EACH ROW EXECUTE FUNCTION app.touch_updated_at();
create policy of_own_tenants on public.audiences for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy owner_all on public.audiences for all to <owner>
  using (true)
  with check (true);
create policy seen_by_staff on public.audiences for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('see'::text) AS tenants_with))));
create policy service_all on public.audiences for all to service_role
  using (true)
  with check (true);
grant delete on public.audiences to authenticated;
grant delete, insert, select, update on public.audiences to service_role;
grant insert (tenant_id, name, rule) on public.audiences to authenticated;
grant select (tenant_id, id, name, rule, created_at, updated_at) on public.audiences to authenticated;
grant update (name, rule) on public.audiences to authenticated;

create table public.audit_log (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  at timestamp with time zone not null default now(),
  act text not null,
  relation text not null,
  row_id text not null,
  row_name text,
  actor_kind text not null,
  actor_id uuid,
  actor_app uuid,
  network text,
  agent text,
  request_id uuid,
  before jsonb,
  after jsonb,
  hidden text[] not null default '{}'::text[],
  constraint audit_log_pkey PRIMARY KEY (tenant_id, id),
  constraint audit_log_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint audit_log_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['owner'::text, 'staff'::text, 'person'::text, 'service'::text, 'visitor'::text, 'system'::text])))
);
alter table public.audit_log enable row level security;
alter table public.audit_log force row level security;
create policy of_own_tenants on public.audit_log for select to authenticated
  using (((tenant_id = ANY (ARRAY( SELECT app.tenants_with('settings'::text) AS tenants_with))) AND (( SELECT (auth.jwt() ->> 'client_id'::text) AS client_id) IS NULL)));
create policy owner_all on public.audit_log for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.audit_log for all to service_role
  using (true)
  with check (true);
grant select on public.audit_log to service_role;
grant select (tenant_id, id, at, act, relation, row_id, row_name, actor_kind, actor_id, actor_app, network, agent, request_id, before, after, hidden) on public.audit_log to authenticated;

create table public.bolt_blocks (
  id uuid not null default app.uuidv7(),
  user_id uuid not null default auth.uid(),
  title text not null,
  data jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint bolt_blocks_pkey PRIMARY KEY (id),
  constraint bolt_blocks_access_check CHECK (((COALESCE(jsonb_typeof((data -> 'requires_auth'::text)), 'null'::text) = ANY (ARRAY['boolean'::text, 'null'::text])) AND (COALESCE((data -> 'required_plan'::text), 'null'::jsonb) = ANY (ARRAY['null'::jsonb, '"free"'::jsonb, '"pro"'::jsonb, '"business"'::jsonb])))) NOT VALID,
  constraint bolt_blocks_audience_check CHECK (((COALESCE((data -> 'audience'::text), 'null'::jsonb) = 'null'::jsonb) OR app.valid_audience((data -> 'audience'::text)))) NOT VALID,
  constraint bolt_blocks_data_check CHECK (((jsonb_typeof(data) = 'object'::text) AND (pg_column_size(data) <= 262144))),
  constraint bolt_blocks_depth_check CHECK ((NOT jsonb_path_exists(data, 'strict $.**{33 to last}'::jsonpath))) NOT VALID,
  constraint bolt_blocks_title_check CHECK (app.valid_name(title, 120))
);
alter table public.bolt_blocks enable row level security;
alter table public.bolt_blocks force row level security;
CREATE INDEX bolt_blocks_by_user ON public.bolt_blocks USING btree (user_id, created_at DESC);
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.bolt_blocks FOR EACH ROW EXECUTE FUNCTION realtime.capture();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.bolt_blocks FOR EACH ROW EXECUTE FUNCTION app.record_change('user_id', 'block', 'title', '{id}', '{}', '{user_id,created_at,updated_at}', '{data}', '{}', 'everyone');
CREATE TRIGGER touch BEFORE UPDATE ON public.bolt_blocks FOR EACH ROW EXECUTE FUNCTION app.touch_updated_at();
create policy own_rows on public.bolt_blocks for all to authenticated
  using (((user_id = auth.uid()) AND ( SELECT app.has_access(auth.uid()) AS has_access)))
  with check (((user_id = auth.uid()) AND ( SELECT app.has_access(auth.uid()) AS has_access)));
create policy owner_all on public.bolt_blocks for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.bolt_blocks for all to service_role
  using (true)
  with check (true);
grant delete on public.bolt_blocks to authenticated;
grant delete, insert, select, update on public.bolt_blocks to service_role;
grant insert (user_id, title, data) on public.bolt_blocks to authenticated;
grant select (id, user_id, title, data, created_at, updated_at) on public.bolt_blocks to authenticated;
grant update (title, data, updated_at) on public.bolt_blocks to authenticated;

create table public.bolt_plans (
  id text not null,
  name text not null,
  price_cents integer not null,
  "interval" text not null default 'month'::text,
  features text[] not null default '{}'::text[],
  sort integer not null,
  stripe_price_id text,
  stripe_price_id_live text,
  staff_seats integer not null default 1,
  own_rows bigint not null default 1000,
  own_bytes bigint not null default 52428800,
  constraint bolt_plans_pkey PRIMARY KEY (id),
  constraint bolt_plans_own_bytes_check CHECK ((own_bytes >= 0)),
  constraint bolt_plans_own_rows_check CHECK ((own_rows >= 0)),
  constraint bolt_plans_price_cents_check CHECK ((price_cents >= 0)),
  constraint bolt_plans_staff_seats_check CHECK ((staff_seats >= 0))
);
alter table public.bolt_plans enable row level security;
alter table public.bolt_plans force row level security;
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.bolt_plans FOR EACH ROW EXECUTE FUNCTION realtime.capture();
create policy everyone on public.bolt_plans for select to anon, authenticated, end_user
  using (true);
create policy owner_all on public.bolt_plans for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.bolt_plans for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on public.bolt_plans to service_role;
grant select (id, name, price_cents, "interval", features, sort, staff_seats, own_rows, own_bytes) on public.bolt_plans to anon;
grant select (id, name, price_cents, "interval", features, sort, staff_seats, own_rows, own_bytes) on public.bolt_plans to authenticated;
grant select (id, name, price_cents, "interval", features, sort, staff_seats, own_rows, own_bytes) on public.bolt_plans to end_user;

create table public.bolt_profiles (
  user_id uuid not null default auth.uid(),
  display_name text,
  company text,
  role text,
  industry text,
  onboarding_complete boolean not null default false,
  updated_at timestamp with time zone not null default now(),
  constraint bolt_profiles_pkey PRIMARY KEY (user_id),
  constraint bolt_profiles_company_check CHECK ((char_length(company) <= 120)),
  constraint bolt_profiles_display_name_check CHECK (((char_length(display_name) >= 1) AND (char_length(display_name) <= 120))),
  constraint bolt_profiles_industry_check CHECK ((industry = ANY (ARRAY['technology'::text, 'finance'::text, 'healthcare'::text, 'education'::text, 'ecommerce'::text, 'other'::text]))),
  constraint bolt_profiles_role_check CHECK ((role = ANY (ARRAY['founder'::text, 'developer'::text, 'designer'::text, 'product_manager'::text, 'other'::text])))
);
alter table public.bolt_profiles enable row level security;
alter table public.bolt_profiles force row level security;
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.bolt_profiles FOR EACH ROW EXECUTE FUNCTION realtime.capture();
CREATE TRIGGER touch BEFORE UPDATE ON public.bolt_profiles FOR EACH ROW EXECUTE FUNCTION app.touch_updated_at();
create policy own_row on public.bolt_profiles for select to authenticated
  using ((user_id = auth.uid()));
create policy own_row_insert on public.bolt_profiles for insert to authenticated
  with check ((user_id = auth.uid()));
create policy own_row_update on public.bolt_profiles for update to authenticated
  using ((user_id = auth.uid()))
  with check ((user_id = auth.uid()));
create policy owner_all on public.bolt_profiles for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.bolt_profiles for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on public.bolt_profiles to service_role;
grant insert (user_id, display_name, company, role, industry, onboarding_complete, updated_at) on public.bolt_profiles to authenticated;
grant select (user_id, display_name, company, role, industry, onboarding_complete, updated_at) on public.bolt_profiles to authenticated;
grant update (user_id, display_name, company, role, industry, onboarding_complete, updated_at) on public.bolt_profiles to authenticated;

create table public.bolt_subscriptions (
  user_id uuid not null default auth.uid(),
  plan_id text not null,
  status text not null,
  trial_end timestamp with time zone,
  current_period_end timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  settled text,
  constraint bolt_subscriptions_pkey PRIMARY KEY (user_id),
  constraint bolt_subscriptions_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES public.bolt_plans(id)
);
alter table public.bolt_subscriptions enable row level security;
alter table public.bolt_subscriptions force row level security;
CREATE INDEX bolt_subscriptions_by_plan ON public.bolt_subscriptions USING btree (plan_id);
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.bolt_subscriptions FOR EACH ROW EXECUTE FUNCTION realtime.capture();
CREATE TRIGGER clear_free_dates BEFORE INSERT OR UPDATE ON public.bolt_subscriptions FOR EACH ROW EXECUTE FUNCTION app.clear_free_plan_dates();
CREATE TRIGGER touch BEFORE UPDATE ON public.bolt_subscriptions FOR EACH ROW EXECUTE FUNCTION app.touch_updated_at();
create policy own_row on public.bolt_subscriptions for select to authenticated
  using ((user_id = auth.uid()));
create policy owner_all on public.bolt_subscriptions for all to <owner>
  using (true)
  with check (true);
create policy return_to_free on public.bolt_subscriptions for update to authenticated
  using (((user_id = auth.uid()) AND ((plan_id = 'free'::text) OR (status <> ALL (ARRAY['active'::text, 'trialing'::text, 'past_due'::text])))))
  with check (((user_id = auth.uid()) AND (plan_id = 'free'::text) AND (status = 'active'::text)));
create policy service_all on public.bolt_subscriptions for all to service_role
  using (true)
  with check (true);
create policy take_free on public.bolt_subscriptions for insert to authenticated
  with check (((user_id = auth.uid()) AND (plan_id = 'free'::text) AND (status = 'active'::text)));
grant delete, insert, select, update on public.bolt_subscriptions to service_role;
grant insert (user_id, plan_id, status, updated_at) on public.bolt_subscriptions to authenticated;
grant select (user_id, plan_id, status, trial_end, current_period_end, created_at, updated_at) on public.bolt_subscriptions to authenticated;
grant update (user_id, plan_id, status, updated_at) on public.bolt_subscriptions to authenticated;

create table public.checkin_devices (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  list_id uuid not null,
  name text not null,
  pairing_hash bytea,
  pairing_until timestamp with time zone,
  token_hash bytea,
  paired_at timestamp with time zone,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint checkin_devices_pkey PRIMARY KEY (tenant_id, id),
  constraint checkin_devices_tenant_id_pairing_hash_key UNIQUE (tenant_id, pairing_hash),
  constraint checkin_devices_tenant_id_token_hash_key UNIQUE (tenant_id, token_hash),
  constraint checkin_devices_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint checkin_devices_tenant_id_list_id_fkey FOREIGN KEY (tenant_id, list_id) REFERENCES public.checkin_lists(tenant_id, id) ON DELETE CASCADE,
  constraint checkin_devices_name_check CHECK (app.valid_name(name, 80))
);
alter table public.checkin_devices enable row level security;
alter table public.checkin_devices force row level security;
CREATE INDEX checkin_devices_by_list ON public.checkin_devices USING btree (tenant_id, list_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.checkin_devices FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'checkin_device', 'name', '{id}', '{}', '{created_at,pairing_until,paired_at}', '{}', '{}', 'administrators');
create policy of_door on public.checkin_devices for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('door'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('door'::text) AS tenants_with))));
create policy owner_all on public.checkin_devices for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.checkin_devices for all to service_role
  using (true)
  with check (true);
grant delete on public.checkin_devices to authenticated;
grant delete, insert, select, update on public.checkin_devices to service_role;
grant insert (tenant_id, list_id, name, pairing_hash, pairing_until) on public.checkin_devices to authenticated;
grant select (tenant_id, id, list_id, name, paired_at, revoked_at, created_at) on public.checkin_devices to authenticated;
grant update (name, revoked_at) on public.checkin_devices to authenticated;

create table public.checkin_lists (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  event_id uuid not null,
  name text not null,
  type_ids uuid[] not null default '{}'::uuid[],
  created_at timestamp with time zone not null default now(),
  constraint checkin_lists_pkey PRIMARY KEY (tenant_id, id),
  constraint checkin_lists_tenant_id_event_id_fkey FOREIGN KEY (tenant_id, event_id) REFERENCES public.ticket_events(tenant_id, id) ON DELETE CASCADE,
  constraint checkin_lists_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint checkin_lists_name_check CHECK (app.valid_name(name, 80)),
  constraint checkin_lists_type_ids_check CHECK ((cardinality(type_ids) <= 50))
);
alter table public.checkin_lists enable row level security;
alter table public.checkin_lists force row level security;
CREATE INDEX checkin_lists_by_event ON public.checkin_lists USING btree (tenant_id, event_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.checkin_lists FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'checkin_list', 'name', '{id}', '{}', '{created_at}', '{}', '{}', 'everyone');
create policy of_door on public.checkin_lists for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('door'::text) AS tenants_with))));
create policy of_editors on public.checkin_lists for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy owner_all on public.checkin_lists for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.checkin_lists for all to service_role
  using (true)
  with check (true);
grant delete on public.checkin_lists to authenticated;
grant delete, insert, select, update on public.checkin_lists to service_role;
grant insert (tenant_id, event_id, name, type_ids) on public.checkin_lists to authenticated;
grant select (tenant_id, id, event_id, name, type_ids, created_at) on public.checkin_lists to authenticated;
grant update (name, type_ids) on public.checkin_lists to authenticated;

create table public.data_forms (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  table_id uuid not null,
  title text not null,
  design jsonb not null,
  settings jsonb not null default '{}'::jsonb,
  audience_id uuid,
  is_open boolean not null default true,
  opens_at timestamp with time zone,
  closes_at timestamp with time zone,
  most integer,
  per_person smallint,
  submitted integer not null default 0,
  place smallint not null,
  revision integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint data_forms_pkey PRIMARY KEY (tenant_id, id),
  constraint data_forms_tenant_id_place_key UNIQUE (tenant_id, place),
  constraint data_forms_tenant_id_audience_id_fkey FOREIGN KEY (tenant_id, audience_id) REFERENCES public.audiences(tenant_id, id),
  constraint data_forms_tenant_id_table_id_fkey FOREIGN KEY (tenant_id, table_id) REFERENCES public.data_tables(tenant_id, id) ON DELETE CASCADE,
  constraint data_forms_check CHECK ((closes_at > opens_at)),
  constraint data_forms_design_check CHECK (((jsonb_typeof((design -> 'pages'::text)) = 'array'::text) AND (octet_length((design)::text) <= 100000))),
  constraint data_forms_most_check CHECK (((most >= 1) AND (most <= 1000000))),
  constraint data_forms_per_person_check CHECK (((per_person >= 1) AND (per_person <= 1000))),
  constraint data_forms_place_check CHECK (((place >= 1) AND (place <= 200))),
  constraint data_forms_settings_check CHECK (((jsonb_typeof(settings) = 'object'::text) AND (octet_length((settings)::text) <= 20000))),
  constraint data_forms_submitted_check CHECK ((submitted >= 0)),
  constraint data_forms_title_check CHECK (app.valid_name(title, 80))
);
alter table public.data_forms enable row level security;
alter table public.data_forms force row level security;
CREATE INDEX data_forms_by_audience ON public.data_forms USING btree (tenant_id, audience_id);
CREATE INDEX data_forms_by_table ON public.data_forms USING btree (tenant_id, table_id);
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.data_forms FOR EACH ROW EXECUTE FUNCTION realtime.capture();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.data_forms FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'form', 'title', '{id}', '{}', '{submitted,place,revision,created_at,updated_at}', '{}', '{}', 'everyone');
CREATE TRIGGER place BEFORE INSERT ON public.data_forms FOR EACH ROW EXECUTE FUNCTION app.place_data_form();
create policy of_staff on public.data_forms for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy owner_all on public.data_forms for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.data_forms for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on public.data_forms to service_role;
grant select (tenant_id, id, table_id, title, design, settings, audience_id, is_open, opens_at, closes_at, most, per_person, submitted, place, revision, created_at, updated_at) on public.data_forms to authenticated;

create table public.data_tables (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  name text not null,
  title text not null,
  fields jsonb not null default '[]'::jsonb,
  removed_fields jsonb not null default '[]'::jsonb,
  revision integer not null default 1,
  place smallint,
  see_audience_id uuid,
  add_audience_id uuid,
  change_audience_id uuid,
  delete_audience_id uuid,
  team_scoped boolean not null default false,
  approval boolean not null default false,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint data_tables_pkey PRIMARY KEY (tenant_id, id),
  constraint data_tables_tenant_id_place_key UNIQUE (tenant_id, place),
  constraint data_tables_tenant_id_add_audience_id_fkey FOREIGN KEY (tenant_id, add_audience_id) REFERENCES public.audiences(tenant_id, id),
  constraint data_tables_tenant_id_change_audience_id_fkey FOREIGN KEY (tenant_id, change_audience_id) REFERENCES public.audiences(tenant_id, id),
  constraint data_tables_tenant_id_delete_audience_id_fkey FOREIGN KEY (tenant_id, delete_audience_id) REFERENCES public.audiences(tenant_id, id),
  constraint data_tables_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint data_tables_tenant_id_see_audience_id_fkey FOREIGN KEY (tenant_id, see_audience_id) REFERENCES public.audiences(tenant_id, id),
  constraint data_tables_check CHECK (((place IS NULL) = (deleted_at IS NOT NULL))),
  constraint data_tables_check1 CHECK (app.valid_field_slots((fields || removed_fields))),
  constraint data_tables_fields_check CHECK (app.valid_fields(fields)),
  constraint data_tables_name_check CHECK ((name ~ '^[a-z][a-z0-9_]{0,62}$'::text)),
  constraint data_tables_place_check CHECK (((place >= 1) AND (place <= 200))),
  constraint data_tables_removed_fields_check CHECK ((jsonb_typeof(removed_fields) = 'array'::text)),
  constraint data_tables_title_check CHECK (app.valid_name(title, 80))
);
alter table public.data_tables enable row level security;
alter table public.data_tables force row level security;
CREATE INDEX data_tables_by_add ON public.data_tables USING btree (tenant_id, add_audience_id);
CREATE INDEX data_tables_by_change ON public.data_tables USING btree (tenant_id, change_audience_id);
CREATE INDEX data_tables_by_delete ON public.data_tables USING btree (tenant_id, delete_audience_id);
CREATE INDEX data_tables_by_see ON public.data_tables USING btree (tenant_id, see_audience_id);
CREATE UNIQUE INDEX data_tables_name ON public.data_tables USING btree (tenant_id, name) WHERE (deleted_at IS NULL);
CREATE INDEX data_tables_trash ON public.data_tables USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.data_tables FOR EACH ROW EXECUTE FUNCTION realtime.capture();
CREATE TRIGGER "0_realtime_tables" AFTER INSERT OR DELETE OR UPDATE ON public.data_tables FOR EACH ROW EXECUTE FUNCTION realtime.tell_of_tables();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.data_tables FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'table', 'title', '{id}', '{}', '{revision,place,created_at,updated_at}', '{}', '{}', 'everyone');
CREATE TRIGGER delete_records AFTER DELETE ON public.data_tables FOR EACH ROW EXECUTE FUNCTION app.delete_records();
CREATE TRIGGER place BEFORE INSERT OR UPDATE ON public.data_tables FOR EACH ROW EXECUTE FUNCTION app.place_data_table();
create policy of_staff on public.data_tables for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy owner_all on public.data_tables for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.data_tables for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on public.data_tables to service_role;
grant select (tenant_id, id, name, title, fields, removed_fields, revision, place, see_audience_id, add_audience_id, change_audience_id, delete_audience_id, team_scoped, approval, deleted_at, created_at, updated_at) on public.data_tables to authenticated;

create table public.data_views (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  table_id uuid not null,
  title text not null,
  layout text not null default 'list'::text,
  design jsonb not null,
  place smallint not null,
  revision integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint data_views_pkey PRIMARY KEY (tenant_id, id),
  constraint data_views_tenant_id_place_key UNIQUE (tenant_id, place),
  constraint data_views_tenant_id_table_id_fkey FOREIGN KEY (tenant_id, table_id) REFERENCES public.data_tables(tenant_id, id) ON DELETE CASCADE,
  constraint data_views_design_check CHECK (((jsonb_typeof((design -> 'fields'::text)) = 'array'::text) AND (octet_length((design)::text) <= 20000))),
  constraint data_views_layout_check CHECK ((layout = ANY (ARRAY['list'::text, 'cards'::text, 'table'::text, 'calendar'::text]))),
  constraint data_views_place_check CHECK (((place >= 1) AND (place <= 200))),
  constraint data_views_title_check CHECK (app.valid_name(title, 80))
);
alter table public.data_views enable row level security;
alter table public.data_views force row level security;
CREATE INDEX data_views_by_table ON public.data_views USING btree (tenant_id, table_id);
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.data_views FOR EACH ROW EXECUTE FUNCTION realtime.capture();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.data_views FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'list', 'title', '{id}', '{}', '{place,revision,created_at,updated_at}', '{}', '{}', 'everyone');
CREATE TRIGGER place BEFORE INSERT ON public.data_views FOR EACH ROW EXECUTE FUNCTION app.place_data_view();
create policy of_staff on public.data_views for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy owner_all on public.data_views for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.data_views for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on public.data_views to service_role;
grant select (tenant_id, id, table_id, title, layout, design, place, revision, created_at, updated_at) on public.data_views to authenticated;

create table public.dismissed_moments (
  tenant_id uuid not null,
  kind text not null,
  dismissed_at timestamp with time zone not null default now(),
  constraint dismissed_moments_pkey PRIMARY KEY (tenant_id, kind),
  constraint dismissed_moments_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint dismissed_moments_kind_check CHECK ((kind = ANY (ARRAY['sign-up'::text, 'test-order'::text, 'live-sale'::text])))
);
alter table public.dismissed_moments enable row level security;
alter table public.dismissed_moments force row level security;
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.dismissed_moments FOR EACH ROW EXECUTE FUNCTION realtime.capture();
create policy dismiss on public.dismissed_moments for insert to authenticated
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('see'::text) AS tenants_with))));
create policy of_own_tenants on public.dismissed_moments for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('see'::text) AS tenants_with))));
create policy owner_all on public.dismissed_moments for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.dismissed_moments for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on public.dismissed_moments to service_role;
grant insert (tenant_id, kind) on public.dismissed_moments to authenticated;
grant select (tenant_id, kind, dismissed_at) on public.dismissed_moments to authenticated;

create table public.end_users (
  tenant_id uuid not null default app.tenant_id(),
  auth_user_id uuid not null default auth.uid(),
  email text default auth.email(),
  created_at timestamp with time zone not null default now(),
  constraint end_users_pkey PRIMARY KEY (tenant_id, auth_user_id),
  constraint end_users_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint end_users_email_check CHECK ((char_length(email) <= 320))
);
alter table public.end_users enable row level security;
alter table public.end_users force row level security;
CREATE INDEX end_users_by_tenant ON public.end_users USING btree (tenant_id, created_at DESC);
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.end_users FOR EACH ROW EXECUTE FUNCTION realtime.capture();
CREATE TRIGGER tell_webhooks AFTER INSERT ON public.end_users FOR EACH ROW EXECUTE FUNCTION app.tell_of_end_user();
create policy of_own_tenants on public.end_users for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('people'::text) AS tenants_with))));
create policy own_membership on public.end_users for insert to end_user
  with check (((tenant_id = app.tenant_id()) AND (auth_user_id = auth.uid()) AND (NOT (email IS DISTINCT FROM auth.email()))));
create policy own_row on public.end_users for select to end_user
  using (((tenant_id = app.tenant_id()) AND (auth_user_id = auth.uid())));
create policy owner_all on public.end_users for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.end_users for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on public.end_users to service_role;
grant insert (tenant_id, auth_user_id, email) on public.end_users to end_user;
grant select (tenant_id, auth_user_id, email, created_at) on public.end_users to authenticated;
grant select (tenant_id, auth_user_id, email, created_at) on public.end_users to end_user;

create table public.grid_views (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  table_id uuid not null,
  owner_id uuid default auth.uid(),
  name text not null,
  design jsonb not null,
  place smallint not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint grid_views_pkey PRIMARY KEY (tenant_id, id),
  constraint grid_views_place UNIQUE NULLS NOT DISTINCT (tenant_id, table_id, owner_id, place),
  constraint grid_views_tenant_id_table_id_fkey FOREIGN KEY (tenant_id, table_id) REFERENCES public.data_tables(tenant_id, id) ON DELETE CASCADE,
  constraint grid_views_design_check CHECK (((jsonb_typeof(design) = 'object'::text) AND (octet_length((design)::text) <= 20000))),
  constraint grid_views_name_check CHECK (app.valid_name(name, 60)),
  constraint grid_views_place_check CHECK (((place >= 1) AND (place <= 200)))
);
alter table public.grid_views enable row level security;
alter table public.grid_views force row level security;
CREATE INDEX grid_views_by_owner ON public.grid_views USING btree (owner_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.grid_views FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'grid_view', 'name', '{id}', '{}', '{place,created_at,updated_at}', '{}', '{}', 'everyone');
CREATE TRIGGER place BEFORE INSERT ON public.grid_views FOR EACH ROW EXECUTE FUNCTION app.place_grid_view();
CREATE TRIGGER place_again BEFORE UPDATE OF owner_id ON public.grid_views FOR EACH ROW WHEN ((new.owner_id IS DISTINCT FROM old.owner_id)) EXECUTE FUNCTION app.place_grid_view();
CREATE TRIGGER touch BEFORE UPDATE ON public.grid_views FOR EACH ROW EXECUTE FUNCTION app.touch_updated_at();
create policy of_staff on public.grid_views for all to authenticated
  using (((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))) AND ((owner_id IS NULL) OR (owner_id = auth.uid()))))
  with check (((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))) AND ((owner_id IS NULL) OR (owner_id = auth.uid()))));
create policy owner_all on public.grid_views for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.grid_views for all to service_role
  using (true)
  with check (true);
grant delete on public.grid_views to authenticated;
grant delete, insert, select, update on public.grid_views to service_role;
grant insert (tenant_id, id, table_id, owner_id, name, design) on public.grid_views to authenticated;
grant select (tenant_id, id, table_id, owner_id, name, design, created_at, updated_at) on public.grid_views to authenticated;
grant update (owner_id, name, design) on public.grid_views to authenticated;

create table public.item_pictures (
  tenant_id uuid not null,
  item_id uuid not null,
  hash text not null,
  bytes bytea not null,
  width integer not null,
  height integer not null,
  constraint item_pictures_pkey PRIMARY KEY (tenant_id, item_id),
  constraint item_pictures_tenant_id_item_id_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES public.items(tenant_id, id) ON DELETE CASCADE,
  constraint item_pictures_bytes_check CHECK (((octet_length(bytes) >= 1) AND (octet_length(bytes) <= 300000))),
  constraint item_pictures_hash_check CHECK ((hash ~ '^[0-9a-f]{32}$'::text)),
  constraint item_pictures_height_check CHECK (((height >= 1) AND (height <= 960))),
  constraint item_pictures_width_check CHECK (((width >= 1) AND (width <= 960)))
);
alter table public.item_pictures enable row level security;
alter table public.item_pictures force row level security;
create policy of_own_tenants on public.item_pictures for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('see'::text) AS tenants_with))));
create policy owner_all on public.item_pictures for all to <owner>
  using (true)
  with check (true);
create policy public_catalogue on public.item_pictures for select to anon, end_user
  using (((tenant_id = COALESCE(app.tenant_id(), (app.asked('tenant_id'::text))::uuid)) AND (item_id = ANY (ARRAY( SELECT items.id
   FROM public.items)))));
create policy service_all on public.item_pictures for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on public.item_pictures to service_role;
grant select (tenant_id, item_id, hash, bytes, width, height) on public.item_pictures to anon;
grant select (tenant_id, item_id, hash, bytes, width, height) on public.item_pictures to authenticated;
grant select (tenant_id, item_id, hash, bytes, width, height) on public.item_pictures to end_user;

create table public.items (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  name text not null,
  description text,
  price_cents integer not null,
  currency text not null default 'eur'::text,
  active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  "interval" text,
  stock integer,
  held integer not null default 0,
  available integer generated always as (
CASE
    WHEN (stock IS NULL) THEN NULL::integer
    ELSE LEAST((stock - held), 99)
END) stored,
  per_seat boolean not null default false,
  audience_id uuid,
  hidden_from_others boolean not null default false,
  member_audience_id uuid,
  member_price_cents integer,
  constraint items_pkey PRIMARY KEY (tenant_id, id),
  constraint items_tenant_id_audience_id_fkey FOREIGN KEY (tenant_id, audience_id) REFERENCES public.audiences(tenant_id, id),
  constraint items_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint items_tenant_id_member_audience_id_fkey FOREIGN KEY (tenant_id, member_audience_id) REFERENCES public.audiences(tenant_id, id),
  constraint items_currency_check CHECK ((currency = ANY (ARRAY['eur'::text, 'usd'::text, 'gbp'::text, 'aed'::text, 'afn'::text, 'all'::text, 'amd'::text, 'aoa'::text, 'ars'::text, 'aud'::text, 'awg'::text, 'azn'::text, 'bam'::text, 'bbd'::text, 'bdt'::text, 'bhd'::text, 'bif'::text, 'bmd'::text, 'bnd'::text, 'bob'::text, 'brl'::text, 'bsd'::text, 'bwp'::text, 'byn'::text, 'bzd'::text, 'cad'::text, 'cdf'::text, 'chf'::text, 'clp'::text, 'cny'::text, 'cop'::text, 'crc'::text, 'cve'::text, 'czk'::text, 'djf'::text, 'dkk'::text, 'dop'::text, 'dzd'::text, 'egp'::text, 'etb'::text, 'fjd'::text, 'fkp'::text, 'gel'::text, 'gip'::text, 'gmd'::text, 'gnf'::text, 'gtq'::text, 'gyd'::text, 'hkd'::text, 'hnl'::text, 'htg'::text, 'huf'::text, 'idr'::text, 'ils'::text, 'inr'::text, 'jmd'::text, 'jod'::text, 'jpy'::text, 'kes'::text, 'kgs'::text, 'khr'::text, 'kmf'::text, 'krw'::text, 'kwd'::text, 'kyd'::text, 'kzt'::text, 'lak'::text, 'lbp'::text, 'lkr'::text, 'lrd'::text, 'lsl'::text, 'mad'::text, 'mdl'::text, 'mga'::text, 'mkd'::text, 'mmk'::text, 'mnt'::text, 'mop'::text, 'mur'::text, 'mvr'::text, 'mwk'::text, 'mxn'::text, 'myr'::text, 'mzn'::text, 'nad'::text, 'ngn'::text, 'nio'::text, 'nok'::text, 'npr'::text, 'nzd'::text, 'omr'::text, 'pab'::text, 'pen'::text, 'pgk'::text, 'php'::text, 'pkr'::text, 'pln'::text, 'pyg'::text, 'qar'::text, 'ron'::text, 'rsd'::text, 'rub'::text, 'rwf'::text, 'sar'::text, 'sbd'::text, 'scr'::text, 'sek'::text, 'sgd'::text, 'shp'::text, 'sle'::text, 'sos'::text, 'srd'::text, 'szl'::text, 'thb'::text, 'tjs'::text, 'tnd'::text, 'top'::text, 'try'::text, 'ttd'::text, 'twd'::text, 'tzs'::text, 'uah'::text, 'uyu'::text, 'uzs'::text, 'vnd'::text, 'vuv'::text, 'wst'::text, 'xaf'::text, 'xcd'::text, 'xcg'::text, 'xof'::text, 'xpf'::text, 'yer'::text, 'zar'::text, 'zmw'::text]))),
  constraint items_description_check CHECK (((char_length(description) >= 1) AND (char_length(description) <= 500))),
  constraint items_interval_check CHECK (("interval" = ANY (ARRAY['week'::text, 'month'::text, 'year'::text]))),
  constraint items_member_price CHECK (((member_price_cents IS NULL) = (member_audience_id IS NULL))),
  constraint items_member_price_cents_check CHECK (((member_price_cents >= 0) AND (member_price_cents <= 99999999))),
  constraint items_member_price_chargeable CHECK (((currency <> ALL (ARRAY['bhd'::text, 'jod'::text, 'kwd'::text, 'omr'::text, 'tnd'::text])) OR ((member_price_cents % 10) = 0))),
  constraint items_member_price_lower CHECK ((member_price_cents < price_cents)),
  constraint items_name_check CHECK (app.valid_name(name, 60)),
  constraint items_per_seat CHECK ((("interval" IS NOT NULL) OR (NOT per_seat))),
  constraint items_price_cents_check CHECK (((price_cents >= 0) AND (price_cents <= 99999999))),
  constraint items_price_chargeable CHECK (((currency <> ALL (ARRAY['bhd'::text, 'jod'::text, 'kwd'::text, 'omr'::text, 'tnd'::text])) OR ((price_cents % 10) = 0))),
  constraint items_stock CHECK (
CASE
    WHEN (stock IS NULL) THEN (held = 0)
    ELSE ((held >= 0) AND (held <= stock))
END),
  constraint items_stock_check CHECK (((stock >= 0) AND (stock <= 999999)))
);
alter table public.items enable row level security;
alter table public.items force row level security;
CREATE INDEX items_by_audience ON public.items USING btree (tenant_id, audience_id);
CREATE INDEX items_by_id ON public.items USING btree (id);
CREATE INDEX items_by_member_audience ON public.items USING btree (tenant_id, member_audience_id);
CREATE INDEX items_by_tenant ON public.items USING btree (tenant_id, created_at DESC);
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.items FOR EACH ROW EXECUTE FUNCTION realtime.capture();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE OF name, description, price_cents, currency, "interval", active, stock, per_seat, audience_id, hidden_from_others, member_audience_id, member_price_cents ON public.items FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'product', 'name', '{id}', '{name,description,price_cents,currency,interval,active,stock,per_seat,audience_id,hidden_from_others,member_audience_id,member_price_cents}', '{}', '{}', '{price_cents=product.price_changed,currency=product.price_changed,member_price_cents=product.price_changed,audience_id=product.audience_changed,!audience_id=product.audience_changed}', 'administrators');
CREATE TRIGGER count_held BEFORE INSERT OR UPDATE OF stock ON public.items FOR EACH ROW EXECUTE FUNCTION app.count_held();
CREATE TRIGGER tell_webhooks AFTER INSERT OR DELETE OR UPDATE ON public.items FOR EACH ROW EXECUTE FUNCTION app.tell_of_product();
create policy of_own_tenants on public.items for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy owner_all on public.items for all to <owner>
  using (true)
  with check (true);
create policy public_catalogue on public.items for select to anon, end_user
  using ((active AND (tenant_id = COALESCE(app.tenant_id(), (app.asked('tenant_id'::text))::uuid)) AND ((NOT hidden_from_others) OR (audience_id IS NULL) OR (audience_id = ANY (ARRAY( SELECT o.id
   FROM app.open_to_me() o(id)))))));
create policy seen_by_staff on public.items for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('see'::text) AS tenants_with))));
create policy service_all on public.items for all to service_role
  using (true)
  with check (true);
grant delete on public.items to authenticated;
grant delete, insert, select, update on public.items to service_role;
grant insert (tenant_id, name, description, price_cents, currency, active, "interval", stock, per_seat, audience_id, hidden_from_others, member_audience_id, member_price_cents) on public.items to authenticated;
grant select (tenant_id, id, name, description, price_cents, currency, active, created_at, "interval", available, per_seat) on public.items to anon;
grant select (tenant_id, id, name, description, price_cents, currency, active, created_at, "interval", available, per_seat) on public.items to end_user;
grant select (tenant_id, id, name, description, price_cents, currency, active, created_at, "interval", stock, held, available, per_seat, audience_id, hidden_from_others, member_audience_id, member_price_cents) on public.items to authenticated;
grant update (name, description, price_cents, currency, active, "interval", stock, per_seat, audience_id, hidden_from_others, member_audience_id, member_price_cents) on public.items to authenticated;

create table public.library_bodies (
  tenant_id uuid not null,
  item_id uuid not null,
  body jsonb not null,
  plain text not null default ''::text,
  search tsvector generated always as (to_tsvector('simple'::regconfig, plain)) stored,
  constraint library_bodies_pkey PRIMARY KEY (tenant_id, item_id),
  constraint library_bodies_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint library_bodies_tenant_id_item_id_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES public.library_items(tenant_id, id) ON DELETE CASCADE,
  constraint library_bodies_body_check CHECK (((jsonb_typeof(body) = 'object'::text) AND (octet_length((body)::text) <= 500000))),
  constraint library_bodies_plain_check CHECK ((char_length(plain) <= 200000))
);
alter table public.library_bodies enable row level security;
alter table public.library_bodies force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.library_bodies FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'library_body', '', '{item_id}', '{}', '{search}', '{body,plain}', '{}', 'everyone');
CREATE TRIGGER check_plan BEFORE INSERT OR UPDATE ON public.library_bodies FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.check_library_plan();
CREATE TRIGGER follow_video AFTER INSERT OR UPDATE ON public.library_bodies FOR EACH ROW EXECUTE FUNCTION app.follow_library_video();
CREATE TRIGGER forget_deleted AFTER DELETE ON public.library_bodies FOR EACH ROW EXECUTE FUNCTION app.forget_files_of_body();
CREATE TRIGGER forget_replaced AFTER UPDATE ON public.library_bodies FOR EACH ROW WHEN ((NOT (app.library_paths(old.body) <@ app.library_paths(new.body)))) EXECUTE FUNCTION app.forget_files_of_body();
create policy of_audience on public.library_bodies for select to anon, end_user
  using (((tenant_id = app.tenant_id()) AND (item_id = ANY (ARRAY( SELECT app.open_library() AS open_library)))));
create policy of_editors on public.library_bodies for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy owner_all on public.library_bodies for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.library_bodies for all to service_role
  using (true)
  with check (true);
grant delete on public.library_bodies to authenticated;
grant delete, insert, select, update on public.library_bodies to service_role;
grant insert (tenant_id, item_id, body, plain) on public.library_bodies to authenticated;
grant select (tenant_id, item_id, body, plain, search) on public.library_bodies to anon;
grant select (tenant_id, item_id, body, plain, search) on public.library_bodies to authenticated;
grant select (tenant_id, item_id, body, plain, search) on public.library_bodies to end_user;
grant update (body, plain) on public.library_bodies to authenticated;

create table public.library_captions (
  tenant_id uuid not null,
  item_id uuid not null,
  language text not null,
  label text not null,
  cues jsonb not null,
  updated_at timestamp with time zone not null default now(),
  constraint library_captions_pkey PRIMARY KEY (tenant_id, item_id, language),
  constraint library_captions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint library_captions_tenant_id_item_id_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES public.library_items(tenant_id, id) ON DELETE CASCADE,
  constraint library_captions_cues_check CHECK (app.valid_cues(cues)),
  constraint library_captions_label_check CHECK (app.valid_name(label, 60)),
  constraint library_captions_language_check CHECK ((language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'::text))
);
alter table public.library_captions enable row level security;
alter table public.library_captions force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.library_captions FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'library_captions', 'label', '{item_id,language}', '{}', '{updated_at}', '{cues}', '{}', 'everyone');
CREATE TRIGGER check_plan BEFORE INSERT OR UPDATE ON public.library_captions FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.check_library_plan();
CREATE TRIGGER limit_captions BEFORE INSERT ON public.library_captions FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.limit_captions();
CREATE TRIGGER touch BEFORE UPDATE ON public.library_captions FOR EACH ROW EXECUTE FUNCTION app.touch_updated_at();
create policy of_audience on public.library_captions for select to anon, end_user
  using (((tenant_id = app.tenant_id()) AND (item_id = ANY (ARRAY( SELECT app.open_library() AS open_library)))));
create policy of_editors on public.library_captions for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy owner_all on public.library_captions for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.library_captions for all to service_role
  using (true)
  with check (true);
grant delete on public.library_captions to authenticated;
grant delete, insert, select, update on public.library_captions to service_role;
grant insert (tenant_id, item_id, language, label, cues) on public.library_captions to authenticated;
grant select (tenant_id, item_id, language, label, cues) on public.library_captions to anon;
grant select (tenant_id, item_id, language, label, cues) on public.library_captions to end_user;
grant select (tenant_id, item_id, language, label, cues, updated_at) on public.library_captions to authenticated;
grant update (label, cues) on public.library_captions to authenticated;

create table public.library_certificates (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  auth_user_id uuid not null,
  course_id uuid,
  course_title text not null,
  name text not null,
  code text not null default app.random_text(24),
  issued_at timestamp with time zone not null default now(),
  revoked_at timestamp with time zone,
  constraint library_certificates_pkey PRIMARY KEY (tenant_id, id),
  constraint library_certificates_tenant_id_auth_user_id_course_id_key UNIQUE (tenant_id, auth_user_id, course_id),
  constraint library_certificates_tenant_id_code_key UNIQUE (tenant_id, code),
  constraint library_certificates_tenant_id_auth_user_id_fkey FOREIGN KEY (tenant_id, auth_user_id) REFERENCES auth.users(pool_id, id) ON DELETE CASCADE,
  constraint library_certificates_tenant_id_course_id_fkey FOREIGN KEY (tenant_id, course_id) REFERENCES public.library_items(tenant_id, id) ON DELETE SET NULL (course_id),
  constraint library_certificates_course_title_check CHECK (app.valid_name(course_title, 160)),
  constraint library_certificates_name_check CHECK (app.valid_name(name, 100))
);
alter table public.library_certificates enable row level security;
alter table public.library_certificates force row level security;
CREATE INDEX library_certificates_by_course ON public.library_certificates USING btree (tenant_id, course_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.library_certificates FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'library_certificate', 'course_title', '{id}', '{}', '{}', '{name,code}', '{}', 'everyone');
create policy of_member on public.library_certificates for select to end_user
  using (((tenant_id = app.tenant_id()) AND (auth_user_id = auth.uid())));
create policy of_people on public.library_certificates for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('people'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('people'::text) AS tenants_with))));
create policy owner_all on public.library_certificates for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.library_certificates for all to service_role
  using (true)
  with check (true);
grant delete on public.library_certificates to authenticated;
grant delete, insert, select, update on public.library_certificates to service_role;
grant select (tenant_id, id, auth_user_id, course_id, course_title, name, code, issued_at, revoked_at) on public.library_certificates to authenticated;
grant select (tenant_id, id, auth_user_id, course_id, course_title, name, code, issued_at, revoked_at) on public.library_certificates to end_user;
grant update (revoked_at) on public.library_certificates to authenticated;

create table public.library_items (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  kind text not null,
  slug text not null,
  title text not null,
  summary text,
  teaser text,
  cover text,
  tags text[] not null default '{}'::text[],
  published_at timestamp with time zone,
  audience_id uuid,
  is_teaser boolean not null default false,
  is_listed boolean not null default true,
  counts_from text not null default 'start'::text,
  revision integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  search tsvector generated always as (app.library_words(title, summary, teaser, tags)) stored,
  has_certificate boolean not null default false,
  constraint library_items_pkey PRIMARY KEY (tenant_id, id),
  constraint library_items_tenant_id_slug_key UNIQUE (tenant_id, slug),
  constraint library_items_tenant_id_audience_id_fkey FOREIGN KEY (tenant_id, audience_id) REFERENCES public.audiences(tenant_id, id),
  constraint library_items_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint library_items_certificate_check CHECK (((kind = 'course'::text) OR (NOT has_certificate))),
  constraint library_items_counts_from_check CHECK ((counts_from = ANY (ARRAY['start'::text, 'joining'::text]))),
  constraint library_items_cover_check CHECK ((char_length(cover) <= 300)),
  constraint library_items_kind_check CHECK ((kind = ANY (ARRAY['article'::text, 'link'::text, 'file'::text, 'audio'::text, 'video'::text, 'course'::text]))),
  constraint library_items_published_at_check CHECK (isfinite(published_at)),
  constraint library_items_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (char_length(slug) <= 80))),
  constraint library_items_summary_check CHECK ((char_length(summary) <= 500)),
  constraint library_items_tags_check CHECK (app.valid_tags(tags)),
  constraint library_items_teaser_check CHECK ((char_length(teaser) <= 4000)),
  constraint library_items_title_check CHECK (app.valid_name(title, 160))
);
alter table public.library_items enable row level security;
alter table public.library_items force row level security;
CREATE INDEX library_items_by_audience ON public.library_items USING btree (tenant_id, audience_id);
CREATE INDEX library_items_newest ON public.library_items USING btree (tenant_id, published_at DESC, id DESC);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.library_items FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'library_item', 'title', '{id}', '{}', '{created_at,updated_at,revision,search}', '{}', '{}', 'everyone');
CREATE TRIGGER check_plan BEFORE INSERT OR UPDATE ON public.library_items FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.check_library_plan();
CREATE TRIGGER forget_deleted AFTER DELETE ON public.library_items FOR EACH ROW EXECUTE FUNCTION app.forget_cover();
CREATE TRIGGER forget_replaced AFTER UPDATE ON public.library_items FOR EACH ROW WHEN ((old.cover IS DISTINCT FROM new.cover)) EXECUTE FUNCTION app.forget_cover();
CREATE TRIGGER limit_items BEFORE INSERT ON public.library_items FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.limit_library();
CREATE TRIGGER touch BEFORE UPDATE ON public.library_items FOR EACH ROW EXECUTE FUNCTION app.touch_updated_at();
create policy of_editors on public.library_items for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy of_readers on public.library_items for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('see'::text) AS tenants_with))));
create policy on_the_site on public.library_items for select to anon, end_user
  using (((tenant_id = app.tenant_id()) AND (published_at <= now()) AND (is_teaser OR (audience_id = ANY (ARRAY( SELECT o.id
   FROM app.open_to_me() o(id)))) OR (id = ANY (ARRAY( SELECT app.my_lesson_items() AS my_lesson_items))))));
create policy owner_all on public.library_items for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.library_items for all to service_role
  using (true)
  with check (true);
grant delete on public.library_items to authenticated;
grant delete, insert, select, update on public.library_items to service_role;
grant insert (tenant_id, kind, slug, title, summary, teaser, cover, tags, published_at, audience_id, is_teaser, is_listed, counts_from, has_certificate) on public.library_items to authenticated;
grant select (tenant_id, id, kind, slug, title, summary, teaser, cover, tags, published_at, audience_id, is_teaser, is_listed, counts_from, revision, created_at, updated_at, search, has_certificate) on public.library_items to authenticated;
grant select (tenant_id, id, kind, slug, title, summary, teaser, cover, tags, published_at, is_listed, counts_from, search) on public.library_items to anon;
grant select (tenant_id, id, kind, slug, title, summary, teaser, cover, tags, published_at, is_listed, counts_from, search) on public.library_items to end_user;
grant update (title, summary, teaser, cover, tags, published_at, audience_id, is_teaser, is_listed, counts_from, revision, has_certificate) on public.library_items to authenticated;

create table public.library_lessons (
  tenant_id uuid not null,
  course_id uuid not null,
  item_id uuid not null,
  module_id uuid not null,
  "position" smallint not null,
  drip_days smallint,
  drip_at timestamp with time zone,
  constraint library_lessons_pkey PRIMARY KEY (tenant_id, course_id, item_id),
  constraint library_lessons_tenant_id_course_id_module_id_fkey FOREIGN KEY (tenant_id, course_id, module_id) REFERENCES public.library_modules(tenant_id, course_id, id) ON DELETE CASCADE,
  constraint library_lessons_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint library_lessons_tenant_id_item_id_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES public.library_items(tenant_id, id) ON DELETE CASCADE,
  constraint library_lessons_check CHECK ((course_id <> item_id)),
  constraint library_lessons_drip_days_check CHECK (((drip_days >= 0) AND (drip_days <= 9999)))
);
alter table public.library_lessons enable row level security;
alter table public.library_lessons force row level security;
CREATE INDEX library_lessons_by_item ON public.library_lessons USING btree (tenant_id, item_id);
CREATE INDEX library_lessons_by_module ON public.library_lessons USING btree (tenant_id, course_id, module_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.library_lessons FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'library_lesson', '', '{course_id,item_id}', '{}', '{}', '{}', '{}', 'everyone');
CREATE TRIGGER check_lesson BEFORE INSERT ON public.library_lessons FOR EACH ROW EXECUTE FUNCTION app.check_lesson();
CREATE TRIGGER check_plan BEFORE INSERT OR UPDATE ON public.library_lessons FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.check_library_plan();
create policy of_editors on public.library_lessons for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy of_seen_courses on public.library_lessons for select to anon, end_user
  using (((tenant_id = app.tenant_id()) AND (course_id = ANY (ARRAY( SELECT app.seen_courses() AS seen_courses))) AND (item_id = ANY (ARRAY( SELECT app.seen_lessons() AS seen_lessons)))));
create policy owner_all on public.library_lessons for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.library_lessons for all to service_role
  using (true)
  with check (true);
grant delete on public.library_lessons to authenticated;
grant delete, insert, select, update on public.library_lessons to service_role;
grant insert (tenant_id, course_id, item_id, module_id, "position", drip_days, drip_at) on public.library_lessons to authenticated;
grant select (tenant_id, course_id, item_id, module_id, "position", drip_days, drip_at) on public.library_lessons to anon;
grant select (tenant_id, course_id, item_id, module_id, "position", drip_days, drip_at) on public.library_lessons to authenticated;
grant select (tenant_id, course_id, item_id, module_id, "position", drip_days, drip_at) on public.library_lessons to end_user;
grant update ("position", drip_days, drip_at) on public.library_lessons to authenticated;

create table public.library_modules (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  course_id uuid not null,
  "position" smallint not null,
  title text not null,
  constraint library_modules_pkey PRIMARY KEY (tenant_id, id),
  constraint library_modules_tenant_id_course_id_id_key UNIQUE (tenant_id, course_id, id),
  constraint library_modules_tenant_id_course_id_fkey FOREIGN KEY (tenant_id, course_id) REFERENCES public.library_items(tenant_id, id) ON DELETE CASCADE,
  constraint library_modules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint library_modules_title_check CHECK (app.valid_name(title, 160))
);
alter table public.library_modules enable row level security;
alter table public.library_modules force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.library_modules FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'library_module', 'title', '{id}', '{}', '{}', '{}', '{}', 'everyone');
CREATE TRIGGER check_module BEFORE INSERT ON public.library_modules FOR EACH ROW EXECUTE FUNCTION app.check_module();
CREATE TRIGGER check_plan BEFORE INSERT OR UPDATE ON public.library_modules FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.check_library_plan();
create policy of_editors on public.library_modules for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy of_seen_courses on public.library_modules for select to anon, end_user
  using (((tenant_id = app.tenant_id()) AND (course_id = ANY (ARRAY( SELECT app.seen_courses() AS seen_courses)))));
create policy owner_all on public.library_modules for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.library_modules for all to service_role
  using (true)
  with check (true);
grant delete on public.library_modules to authenticated;
grant delete, insert, select, update on public.library_modules to service_role;
grant insert (tenant_id, id, course_id, "position", title) on public.library_modules to authenticated;
grant select (tenant_id, id, course_id, "position", title) on public.library_modules to anon;
grant select (tenant_id, id, course_id, "position", title) on public.library_modules to authenticated;
grant select (tenant_id, id, course_id, "position", title) on public.library_modules to end_user;
grant update ("position", title) on public.library_modules to authenticated;

create table public.library_progress (
  tenant_id uuid not null,
  auth_user_id uuid not null,
  item_id uuid not null,
  started_at timestamp with time zone not null default now(),
  position_seconds integer not null default 0,
  finished_at timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  constraint library_progress_pkey PRIMARY KEY (tenant_id, auth_user_id, item_id),
  constraint library_progress_tenant_id_auth_user_id_fkey FOREIGN KEY (tenant_id, auth_user_id) REFERENCES auth.users(pool_id, id) ON DELETE CASCADE,
  constraint library_progress_tenant_id_item_id_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES public.library_items(tenant_id, id) ON DELETE CASCADE,
  constraint library_progress_position_seconds_check CHECK (((position_seconds >= 0) AND (position_seconds <= 1000000)))
);
alter table public.library_progress enable row level security;
alter table public.library_progress force row level security;
CREATE INDEX library_progress_by_item ON public.library_progress USING btree (tenant_id, item_id);
create policy of_member on public.library_progress for select to end_user
  using (((tenant_id = app.tenant_id()) AND (auth_user_id = auth.uid())));
create policy of_readers on public.library_progress for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('people'::text) AS tenants_with))));
create policy owner_all on public.library_progress for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.library_progress for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on public.library_progress to service_role;
grant select (tenant_id, auth_user_id, item_id, started_at, position_seconds, finished_at, updated_at) on public.library_progress to authenticated;
grant select (tenant_id, auth_user_id, item_id, started_at, position_seconds, finished_at, updated_at) on public.library_progress to end_user;

create table public.library_videos (
  tenant_id uuid not null,
  item_id uuid not null,
  path text not null,
  state text not null default 'waiting'::text,
  progress smallint not null default 0,
  failure text,
  attempts smallint not null default 0,
  lease_until timestamp with time zone,
  heights smallint[] not null default '{}'::smallint[],
  updated_at timestamp with time zone not null default now(),
  constraint library_videos_pkey PRIMARY KEY (tenant_id, item_id),
  constraint library_videos_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint library_videos_tenant_id_item_id_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES public.library_items(tenant_id, id) ON DELETE CASCADE,
  constraint library_videos_failure_check CHECK ((failure ~ '^[a-z_]{1,40}$'::text)),
  constraint library_videos_path_check CHECK (((char_length(path) >= 1) AND (char_length(path) <= 300))),
  constraint library_videos_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  constraint library_videos_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'working'::text, 'ready'::text, 'failed'::text])))
);
alter table public.library_videos enable row level security;
alter table public.library_videos force row level security;
CREATE INDEX library_videos_due ON public.library_videos USING btree (updated_at) WHERE (state = ANY (ARRAY['waiting'::text, 'working'::text]));
create policy of_audience on public.library_videos for select to anon, end_user
  using (((tenant_id = app.tenant_id()) AND (item_id = ANY (ARRAY( SELECT app.open_library() AS open_library)))));
create policy of_editors on public.library_videos for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy owner_all on public.library_videos for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.library_videos for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on public.library_videos to service_role;
grant select (tenant_id, item_id, path, state) on public.library_videos to anon;
grant select (tenant_id, item_id, path, state) on public.library_videos to end_user;
grant select (tenant_id, item_id, path, state, progress, failure, attempts, lease_until, heights, updated_at) on public.library_videos to authenticated;

create table public.order_refunds (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  order_id uuid not null,
  amount integer not null,
  status text not null default 'requested'::text,
  reason text,
  failure_reason text,
  stripe_refund_id text,
  requested_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  queued boolean not null default false,
  constraint order_refunds_pkey PRIMARY KEY (tenant_id, id),
  constraint order_refunds_tenant_id_stripe_refund_id_key UNIQUE (tenant_id, stripe_refund_id),
  constraint order_refunds_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint order_refunds_tenant_id_order_id_fkey FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE CASCADE,
  constraint order_refunds_amount_check CHECK ((amount > 0)),
  constraint order_refunds_failure_reason_check CHECK ((char_length(failure_reason) <= 500)),
  constraint order_refunds_reason_check CHECK ((reason = ANY (ARRAY['duplicate'::text, 'fraudulent'::text, 'requested_by_customer'::text]))),
  constraint order_refunds_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'pending'::text, 'requires_action'::text, 'succeeded'::text, 'failed'::text, 'canceled'::text])))
);
alter table public.order_refunds enable row level security;
alter table public.order_refunds force row level security;
CREATE INDEX order_refunds_by_order ON public.order_refunds USING btree (tenant_id, order_id, created_at DESC);
CREATE INDEX order_refunds_open ON public.order_refunds USING btree (updated_at) WHERE (status = 'requested'::text);
CREATE INDEX order_refunds_queued ON public.order_refunds USING btree (created_at) WHERE ((status = 'requested'::text) AND queued);
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.order_refunds FOR EACH ROW EXECUTE FUNCTION realtime.capture();
CREATE TRIGGER audit AFTER INSERT ON public.order_refunds FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'order', 'order_id', '{id}', '{order_id,amount,reason}', '{}', '{}', '{insert=order.refunded}', 'everyone');
CREATE TRIGGER touch BEFORE UPDATE ON public.order_refunds FOR EACH ROW EXECUTE FUNCTION app.touch_updated_at();
create policy of_own_tenants on public.order_refunds for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('orders'::text) AS tenants_with))));
create policy owner_all on public.order_refunds for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.order_refunds for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on public.order_refunds to service_role;
grant select (tenant_id, id, order_id, amount, status, reason, failure_reason, requested_by, created_at, updated_at, queued) on public.order_refunds to authenticated;

create table public.orders (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  mode text not null,
  status text not null default 'pending'::text,
  problem text,
  seller text not null,
  source_id uuid not null,
  name text not null,
  amount_total integer not null,
  amount_refunded integer not null default 0,
  currency text not null,
  auth_user_id uuid,
  email text,
  stripe_account_id text not null,
  stripe_session_id text,
  stripe_payment_intent_id text,
  page_url text,
  state_hash bytea,
  receipt_hash bytea,
  code_hash bytea,
  code_expires_at timestamp with time zone,
  checked_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  paid_at timestamp with time zone,
  refunded_at timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  quantity integer not null default 1,
  "interval" text,
  renewal_of uuid,
  version integer not null default 0,
  stripe_customer_id text,
  stripe_subscription_id text,
  stripe_invoice_id text,
  subscription_status text,
  current_period_end timestamp with time zone,
  cancel_at_period_end boolean not null default false,
  dispute_status text,
  refund_failed boolean not null default false,
  stock_taken integer not null default 0,
  locale text,
  seats integer,
  erased_at timestamp with time zone,
  renewed_since timestamp with time zone,
  renewal_grants boolean,
  grants_since timestamp with time zone generated always as (
CASE
    WHEN ((renewal_of IS NULL) AND (("interval" IS NULL) OR (subscription_status = ANY (ARRAY['active'::text, 'trialing'::text, 'past_due'::text]))) AND COALESCE(
    CASE
        WHEN ("interval" IS NOT NULL) THEN renewal_grants
        ELSE NULL::boolean
    END, ((paid_at IS NOT NULL) AND (status = 'paid'::text) AND (dispute_status IS DISTINCT FROM 'lost'::text)))) THEN LEAST(paid_at,
    CASE
        WHEN ("interval" IS NOT NULL) THEN renewed_since
        ELSE NULL::timestamp with time zone
    END)
    ELSE NULL::timestamp with time zone
END) stored,
  tied_queue text,
  tied_id uuid,
  constraint orders_pkey PRIMARY KEY (tenant_id, id),
  constraint orders_tenant_id_receipt_hash_key UNIQUE (tenant_id, receipt_hash),
  constraint orders_tenant_id_state_hash_key UNIQUE (tenant_id, state_hash),
  constraint orders_tenant_id_stripe_invoice_id_key UNIQUE (tenant_id, stripe_invoice_id),
  constraint orders_tenant_id_stripe_payment_intent_id_key UNIQUE (tenant_id, stripe_payment_intent_id),
  constraint orders_tenant_id_stripe_session_id_key UNIQUE (tenant_id, stripe_session_id),
  constraint orders_tenant_id_stripe_subscription_id_key UNIQUE (tenant_id, stripe_subscription_id),
  constraint orders_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint orders_tenant_id_renewal_of_fkey FOREIGN KEY (tenant_id, renewal_of) REFERENCES public.orders(tenant_id, id) ON DELETE CASCADE,
  constraint orders_amount_total_check CHECK (((amount_total >= 0) AND (amount_total <= 99999999))),
  constraint orders_check CHECK (((amount_refunded >= 0) AND (amount_refunded <= amount_total))),
  constraint orders_check1 CHECK (((renewal_of IS NOT NULL) OR ((state_hash IS NOT NULL) AND (receipt_hash IS NOT NULL)))),
  constraint orders_check2 CHECK (((stock_taken >= 0) AND (stock_taken <= quantity))),
  constraint orders_check3 CHECK ((((seats >= 1) AND (seats <= 999)) AND (("interval" IS NOT NULL) OR (seats IS NULL)) AND ((renewal_of IS NULL) OR (seats IS NULL)))),
  constraint orders_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
  constraint orders_dispute_status_check CHECK ((char_length(dispute_status) <= 50)),
  constraint orders_email_check CHECK ((char_length(email) <= 320)),
  constraint orders_interval_check CHECK (("interval" = ANY (ARRAY['week'::text, 'month'::text, 'year'::text]))),
  constraint orders_locale_check CHECK ((locale ~ '^[a-z]{2}$'::text)),
  constraint orders_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint orders_name_check CHECK (app.valid_name(name, 120)),
  constraint orders_page_url_check CHECK ((char_length(page_url) <= 2048)),
  constraint orders_problem_check CHECK ((char_length(problem) <= 500)),
  constraint orders_quantity_check CHECK (((quantity >= 1) AND (quantity <= 999))),
  constraint orders_seller_check CHECK ((seller ~ '^[a-z][a-z_-]{0,30}$'::text)),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'canceled'::text, 'expired'::text, 'failed'::text, 'refunded'::text]))),
  constraint orders_subscription_status_check CHECK ((subscription_status = ANY (ARRAY['active'::text, 'trialing'::text, 'past_due'::text, 'unpaid'::text, 'canceled'::text, 'incomplete'::text, 'incomplete_expired'::text, 'paused'::text]))),
  constraint orders_tied CHECK (((tied_queue IS NULL) = (tied_id IS NULL))),
  constraint orders_tied_queue_check CHECK ((tied_queue ~ '^[a-z-]{1,40}$'::text))
);
alter table public.orders enable row level security;
alter table public.orders force row level security;
CREATE INDEX orders_by_buyer ON public.orders USING btree (tenant_id, auth_user_id, created_at DESC);
CREATE INDEX orders_by_code ON public.orders USING btree (tenant_id, code_hash) WHERE (code_hash IS NOT NULL);
CREATE INDEX orders_by_id ON public.orders USING btree (id);
CREATE INDEX orders_by_payment ON public.orders USING btree (stripe_payment_intent_id);
CREATE INDEX orders_by_payment_day ON public.orders USING btree (tenant_id, mode, paid_at) INCLUDE (status, currency, amount_total, amount_refunded, dispute_status) WHERE (paid_at IS NOT NULL);
CREATE INDEX orders_by_renewal ON public.orders USING btree (tenant_id, renewal_of, paid_at DESC);
CREATE INDEX orders_by_session ON public.orders USING btree (stripe_session_id);
CREATE INDEX orders_by_source ON public.orders USING btree (tenant_id, auth_user_id, seller, source_id);
CREATE INDEX orders_by_state ON public.orders USING btree (state_hash);
CREATE INDEX orders_by_subscription ON public.orders USING btree (stripe_subscription_id);
CREATE INDEX orders_by_tenant ON public.orders USING btree (tenant_id, created_at DESC);
CREATE INDEX orders_holding ON public.orders USING btree (tenant_id, source_id) WHERE (status = 'pending'::text);
CREATE INDEX orders_of_guests ON public.orders USING btree (tenant_id, lower(email)) WHERE (auth_user_id IS NULL);
CREATE UNIQUE INDEX orders_one_open_subscription ON public.orders USING btree (tenant_id, auth_user_id, seller, source_id, mode) WHERE ((status = 'pending'::text) AND ("interval" IS NOT NULL) AND (renewal_of IS NULL) AND (auth_user_id IS NOT NULL));
CREATE INDEX orders_pending ON public.orders USING btree (checked_at) WHERE (status = 'pending'::text);
CREATE INDEX orders_tied ON public.orders USING btree (tenant_id, tied_id) WHERE (tied_id IS NOT NULL);
CREATE INDEX orders_to_renew ON public.orders USING btree (current_period_end) WHERE (subscription_status = ANY (ARRAY['active'::text, 'trialing'::text, 'past_due'::text]));
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION realtime.capture();
CREATE TRIGGER add_source AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.renewal_of IS NULL)) EXECUTE FUNCTION app.add_order_source();
CREATE TRIGGER claim BEFORE INSERT OR UPDATE ON public.orders FOR EACH ROW WHEN (((new.paid_at IS NOT NULL) AND (new.auth_user_id IS NULL) AND (new.email IS NOT NULL))) EXECUTE FUNCTION app.claim_by_payment();
CREATE TRIGGER follow_order_owner AFTER UPDATE ON public.orders FOR EACH ROW WHEN (((new.seller = 'tickets'::text) AND (old.auth_user_id IS NULL) AND (new.auth_user_id IS NOT NULL))) EXECUTE FUNCTION app.follow_order_owner();
CREATE TRIGGER give_seats_to_team AFTER INSERT OR UPDATE OF auth_user_id ON public.orders FOR EACH ROW WHEN (((new.seats IS NOT NULL) AND (new.auth_user_id IS NOT NULL))) EXECUTE FUNCTION app.give_seats_to_team();
CREATE TRIGGER hold_stock AFTER INSERT ON public.orders FOR EACH ROW WHEN (((new.seller = 'pay'::text) AND (new.status = 'pending'::text) AND (new.renewal_of IS NULL))) EXECUTE FUNCTION app.hold_stock();
CREATE TRIGGER keep_erased BEFORE UPDATE ON public.orders FOR EACH ROW WHEN ((old.erased_at IS NOT NULL)) EXECUTE FUNCTION app.keep_order_erased();
CREATE TRIGGER order_cart AFTER INSERT ON public.orders FOR EACH ROW WHEN (((new.seller = 'tickets'::text) AND (new.status = 'pending'::text) AND (new.renewal_of IS NULL))) EXECUTE FUNCTION app.order_cart();
CREATE TRIGGER settle_stock BEFORE UPDATE OF status ON public.orders FOR EACH ROW WHEN (((new.seller = 'pay'::text) AND (new.renewal_of IS NULL) AND (new.status <> old.status))) EXECUTE FUNCTION app.settle_stock();
CREATE TRIGGER settle_tickets BEFORE UPDATE OF status ON public.orders FOR EACH ROW WHEN (((new.seller = 'tickets'::text) AND (new.renewal_of IS NULL) AND (new.status <> old.status))) EXECUTE FUNCTION app.settle_tickets();
CREATE TRIGGER store_fact AFTER INSERT ON public.orders FOR EACH ROW WHEN (((new.grants_since IS NOT NULL) AND (new.auth_user_id IS NOT NULL))) EXECUTE FUNCTION app.store_purchase_fact();
CREATE TRIGGER store_fact_changed AFTER UPDATE ON public.orders FOR EACH ROW WHEN (((((old.auth_user_id IS DISTINCT FROM new.auth_user_id) OR (old.source_id IS DISTINCT FROM new.source_id)) OR (old.mode IS DISTINCT FROM new.mode)) OR (old.grants_since IS DISTINCT FROM new.grants_since))) EXECUTE FUNCTION app.store_purchase_fact();
CREATE TRIGGER store_fact_deleted AFTER DELETE ON public.orders FOR EACH ROW WHEN (((old.grants_since IS NOT NULL) AND (old.auth_user_id IS NOT NULL))) EXECUTE FUNCTION app.store_purchase_fact();
CREATE TRIGGER store_renewal AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.renewal_of IS NOT NULL)) EXECUTE FUNCTION app.renewal_changed();
CREATE TRIGGER store_renewal_changed AFTER UPDATE ON public.orders FOR EACH ROW WHEN ((((old.renewal_of IS NOT NULL) OR (new.renewal_of IS NOT NULL)) AND ((((old.renewal_of IS DISTINCT FROM new.renewal_of) OR (old.paid_at IS DISTINCT FROM new.paid_at)) OR (old.status IS DISTINCT FROM new.status)) OR (old.dispute_status IS DISTINCT FROM new.dispute_status)))) EXECUTE FUNCTION app.renewal_changed();
CREATE TRIGGER store_renewal_deleted AFTER DELETE ON public.orders FOR EACH ROW WHEN ((old.renewal_of IS NOT NULL)) EXECUTE FUNCTION app.renewal_changed();
CREATE TRIGGER store_seats AFTER UPDATE ON public.orders FOR EACH ROW WHEN ((((old.seats IS NOT NULL) OR (new.seats IS NOT NULL)) AND (((((old.seats IS DISTINCT FROM new.seats) OR (old.grants_since IS DISTINCT FROM new.grants_since)) OR (old.auth_user_id IS DISTINCT FROM new.auth_user_id)) OR (old.source_id IS DISTINCT FROM new.source_id)) OR (old.mode IS DISTINCT FROM new.mode)))) EXECUTE FUNCTION app.seats_of_order_changed();
CREATE TRIGGER tell_webhooks AFTER INSERT OR UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION app.tell_of_order();
CREATE TRIGGER touch BEFORE UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION app.touch_updated_at();
create policy of_own_tenants on public.orders for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('orders'::text) AS tenants_with))));
create policy own_orders on public.orders for select to end_user
  using (((tenant_id = app.tenant_id()) AND (auth_user_id = auth.uid())));
create policy owner_all on public.orders for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.orders for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on public.orders to service_role;
grant select (tenant_id, id, mode, status, problem, seller, source_id, name, amount_total, amount_refunded, currency, auth_user_id, email, stripe_payment_intent_id, created_at, paid_at, refunded_at, updated_at, quantity, "interval", renewal_of, subscription_status, current_period_end, cancel_at_period_end, dispute_status, refund_failed, seats) on public.orders to authenticated;
grant select (tenant_id, id, mode, status, seller, source_id, name, amount_total, amount_refunded, currency, auth_user_id, email, created_at, paid_at, refunded_at, quantity, "interval", renewal_of, subscription_status, current_period_end, cancel_at_period_end, seats) on public.orders to end_user;

create table public.ownership_offers (
  tenant_id uuid not null,
  user_id uuid not null,
  offered_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null default (now() + '7 days'::interval),
  constraint ownership_offers_pkey PRIMARY KEY (tenant_id),
  constraint ownership_offers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint ownership_offers_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES public.tenant_staff(tenant_id, user_id) ON DELETE CASCADE
);
alter table public.ownership_offers enable row level security;
alter table public.ownership_offers force row level security;
CREATE INDEX ownership_offers_by_member ON public.ownership_offers USING btree (tenant_id, user_id);
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.ownership_offers FOR EACH ROW EXECUTE FUNCTION realtime.capture();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.ownership_offers FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'staff', '', '{tenant_id}', '{}', '{offered_at}', '{}', '{insert=staff.ownership_offered,delete=staff.ownership_offer_ended}', 'everyone');
CREATE TRIGGER refuse_application BEFORE INSERT OR DELETE ON public.ownership_offers FOR EACH STATEMENT WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.refuse_application();
create policy decline on public.ownership_offers for delete to authenticated
  using ((user_id = auth.uid()));
create policy offered_to_me on public.ownership_offers for select to authenticated
  using ((user_id = auth.uid()));
create policy owner_all on public.ownership_offers for all to <owner>
  using (true)
  with check (true);
create policy owner_offers on public.ownership_offers for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.owned_tenants() AS owned_tenants))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.owned_tenants() AS owned_tenants))));
create policy service_all on public.ownership_offers for all to service_role
  using (true)
  with check (true);
grant delete on public.ownership_offers to authenticated;
grant delete, insert, select, update on public.ownership_offers to service_role;
grant insert (tenant_id, user_id) on public.ownership_offers to authenticated;
grant select (tenant_id, user_id, offered_at, expires_at) on public.ownership_offers to authenticated;

create table public.payment_accounts (
  tenant_id uuid not null,
  mode text not null,
  account_id text,
  generation integer not null default 1,
  version integer not null default 0,
  display_name text,
  country text,
  details_submitted boolean not null default false,
  charges_enabled boolean not null default false,
  payouts_enabled boolean not null default false,
  requirements text[] not null default '{}'::text[],
  read_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  kind text not null default 'express'::text,
  disabled_reason text,
  constraint payment_accounts_pkey PRIMARY KEY (tenant_id, mode),
  constraint payment_accounts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint payment_accounts_account_id_check CHECK ((account_id ~ '^acct_\w{1,100}$'::text)),
  constraint payment_accounts_disabled_reason_check CHECK ((char_length(disabled_reason) <= 200)),
  constraint payment_accounts_display_name_check CHECK ((char_length(display_name) <= 320)),
  constraint payment_accounts_kind_check CHECK ((kind = ANY (ARRAY['express'::text, 'standard'::text]))),
  constraint payment_accounts_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
);
alter table public.payment_accounts enable row level security;
alter table public.payment_accounts force row level security;
CREATE INDEX payment_accounts_by_account ON public.payment_accounts USING btree (account_id);
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.payment_accounts FOR EACH ROW EXECUTE FUNCTION realtime.capture();
create policy of_own_tenants on public.payment_accounts for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('settings'::text) AS tenants_with))));
create policy owner_all on public.payment_accounts for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.payment_accounts for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on public.payment_accounts to service_role;
grant select (tenant_id, mode, account_id, display_name, country, details_submitted, charges_enabled, payouts_enabled, requirements, read_at, created_at, kind, disabled_reason) on public.payment_accounts to authenticated;

create table public.profiles (
  user_id uuid not null,
  stripe_customer_id text,
  constraint profiles_pkey PRIMARY KEY (user_id)
);
alter table public.profiles enable row level security;
alter table public.profiles force row level security;
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.profiles FOR EACH ROW EXECUTE FUNCTION realtime.capture();
create policy own_row on public.profiles for select to authenticated
  using ((user_id = auth.uid()));
create policy owner_all on public.profiles for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.profiles for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on public.profiles to service_role;
grant select (user_id, stripe_customer_id) on public.profiles to authenticated;

create table public.prompt_assistants (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  name text not null,
  language text not null default 'en'::text,
  greeting text not null default ''::text,
  suggestions text[] not null default '{}'::text[],
  instructions text,
  only_sources boolean not null default true,
  refusal text not null default ''::text,
  audience_id uuid,
  is_on boolean not null default true,
  hand_over jsonb,
  keep_days smallint not null default 30,
  visitor_questions integer not null default 20,
  member_questions integer not null default 50,
  day_tokens bigint not null default 200000,
  month_tokens bigint not null default 2000000,
  answer_tokens integer not null default 800,
  knowledge_at timestamp with time zone,
  revision integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint prompt_assistants_pkey PRIMARY KEY (tenant_id, id),
  constraint prompt_assistants_tenant_id_audience_id_fkey FOREIGN KEY (tenant_id, audience_id) REFERENCES public.audiences(tenant_id, id),
  constraint prompt_assistants_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint prompt_assistants_answer_tokens_check CHECK (((answer_tokens >= 50) AND (answer_tokens <= 4000))),
  constraint prompt_assistants_day_tokens_check CHECK (((day_tokens >= 0) AND (day_tokens <= 1000000000))),
  constraint prompt_assistants_greeting_check CHECK ((char_length(greeting) <= 500)),
  constraint prompt_assistants_hand_over_check CHECK (((hand_over ->> 'kind'::text) = ANY (ARRAY['email'::text, 'form'::text]))),
  constraint prompt_assistants_instructions_check CHECK (((char_length(instructions) >= 1) AND (char_length(instructions) <= 4000))),
  constraint prompt_assistants_keep_days_check CHECK (((keep_days >= 0) AND (keep_days <= 730))),
  constraint prompt_assistants_language_check CHECK ((language ~ '^[a-z]{2}$'::text)),
  constraint prompt_assistants_member_questions_check CHECK (((member_questions >= 0) AND (member_questions <= 10000))),
  constraint prompt_assistants_month_tokens_check CHECK (((month_tokens >= 0) AND (month_tokens <= '10000000000'::bigint))),
  constraint prompt_assistants_name_check CHECK (app.valid_name(name, 80)),
  constraint prompt_assistants_refusal_check CHECK ((char_length(refusal) <= 500)),
  constraint prompt_assistants_suggestions_check CHECK (app.valid_suggestions(suggestions)),
  constraint prompt_assistants_visitor_questions_check CHECK (((visitor_questions >= 0) AND (visitor_questions <= 10000)))
);
alter table public.prompt_assistants enable row level security;
alter table public.prompt_assistants force row level security;
CREATE INDEX prompt_assistants_by_audience ON public.prompt_assistants USING btree (tenant_id, audience_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.prompt_assistants FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'assistant', 'name', '{id}', '{}', '{created_at,updated_at,revision,knowledge_at}', '{}', '{}', 'everyone');
CREATE TRIGGER check_assistant BEFORE INSERT OR UPDATE ON public.prompt_assistants FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.check_prompt_assistant();
CREATE TRIGGER touch BEFORE UPDATE ON public.prompt_assistants FOR EACH ROW EXECUTE FUNCTION app.touch_updated_at();
create policy of_editors on public.prompt_assistants for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy of_readers on public.prompt_assistants for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('see'::text) AS tenants_with))));
create policy owner_all on public.prompt_assistants for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.prompt_assistants for all to service_role
  using (true)
  with check (true);
grant delete on public.prompt_assistants to authenticated;
grant delete, insert, select, update on public.prompt_assistants to service_role;
grant insert (tenant_id, name, language, greeting, suggestions, instructions, only_sources, refusal, audience_id, is_on, hand_over, keep_days, visitor_questions, member_questions, day_tokens, month_tokens, answer_tokens) on public.prompt_assistants to authenticated;
grant select (tenant_id, id, name, language, greeting, suggestions, instructions, only_sources, refusal, audience_id, is_on, hand_over, keep_days, visitor_questions, member_questions, day_tokens, month_tokens, answer_tokens, knowledge_at, revision, created_at, updated_at) on public.prompt_assistants to authenticated;
grant update (name, language, greeting, suggestions, instructions, only_sources, refusal, audience_id, is_on, hand_over, keep_days, visitor_questions, member_questions, day_tokens, month_tokens, answer_tokens, revision) on public.prompt_assistants to authenticated;

create table public.prompt_conversations (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  assistant_id uuid not null,
  auth_user_id uuid,
  proof_hash text,
  title text not null,
  handed_over_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  last_at timestamp with time zone not null default now(),
  constraint prompt_conversations_pkey PRIMARY KEY (tenant_id, id),
  constraint prompt_conversations_tenant_id_assistant_id_fkey FOREIGN KEY (tenant_id, assistant_id) REFERENCES public.prompt_assistants(tenant_id, id) ON DELETE CASCADE,
  constraint prompt_conversations_tenant_id_auth_user_id_fkey FOREIGN KEY (tenant_id, auth_user_id) REFERENCES auth.users(pool_id, id) ON DELETE CASCADE,
  constraint prompt_conversations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint prompt_conversations_check CHECK (((auth_user_id IS NULL) <> (proof_hash IS NULL))),
  constraint prompt_conversations_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 200)))
);
alter table public.prompt_conversations enable row level security;
alter table public.prompt_conversations force row level security;
CREATE INDEX prompt_conversations_by_assistant ON public.prompt_conversations USING btree (tenant_id, assistant_id, last_at DESC);
CREATE INDEX prompt_conversations_by_member ON public.prompt_conversations USING btree (tenant_id, auth_user_id, last_at DESC);
CREATE INDEX prompt_conversations_newest ON public.prompt_conversations USING btree (tenant_id, last_at DESC, id DESC);
CREATE TRIGGER audit AFTER DELETE ON public.prompt_conversations FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'conversation', '', '{id}', '{}', '{}', '{title}', '{}', 'administrators');
create policy member_deletes on public.prompt_conversations for delete to end_user
  using (((tenant_id = app.tenant_id()) AND (auth_user_id = auth.uid())));
create policy of_member on public.prompt_conversations for select to end_user
  using (((tenant_id = app.tenant_id()) AND (auth_user_id = auth.uid())));
create policy of_staff on public.prompt_conversations for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('people'::text) AS tenants_with))));
create policy owner_all on public.prompt_conversations for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.prompt_conversations for all to service_role
  using (true)
  with check (true);
create policy staff_deletes on public.prompt_conversations for delete to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('people'::text) AS tenants_with))));
grant delete on public.prompt_conversations to authenticated;
grant delete on public.prompt_conversations to end_user;
grant delete, insert, select, update on public.prompt_conversations to service_role;
grant select (tenant_id, id, assistant_id, auth_user_id, title, created_at, last_at) on public.prompt_conversations to end_user;
grant select (tenant_id, id, assistant_id, auth_user_id, title, handed_over_at, created_at, last_at) on public.prompt_conversations to authenticated;

create table public.prompt_documents (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  source_id uuid not null,
  name text not null,
  title text not null,
  url text,
  digest text not null,
  state text not null default 'ready'::text,
  problem text,
  passages integer not null default 0,
  fetched_at timestamp with time zone not null default now(),
  constraint prompt_documents_pkey PRIMARY KEY (tenant_id, id),
  constraint prompt_documents_tenant_id_source_id_name_key UNIQUE (tenant_id, source_id, name),
  constraint prompt_documents_tenant_id_source_id_fkey FOREIGN KEY (tenant_id, source_id) REFERENCES public.prompt_sources(tenant_id, id) ON DELETE CASCADE,
  constraint prompt_documents_digest_check CHECK ((char_length(digest) <= 64)),
  constraint prompt_documents_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 2000))),
  constraint prompt_documents_problem_check CHECK ((char_length(problem) <= 500)),
  constraint prompt_documents_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'failed'::text, 'skipped'::text]))),
  constraint prompt_documents_title_check CHECK ((char_length(title) <= 300)),
  constraint prompt_documents_url_check CHECK (((url ~ '^https?://'::text) AND (char_length(url) <= 2000)))
);
alter table public.prompt_documents enable row level security;
alter table public.prompt_documents force row level security;
create policy of_audience on public.prompt_documents for select to anon, end_user
  using (((tenant_id = app.tenant_id()) AND (source_id = ANY (ARRAY( SELECT app.open_prompt_sources() AS open_prompt_sources)))));
create policy of_editors on public.prompt_documents for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy owner_all on public.prompt_documents for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.prompt_documents for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on public.prompt_documents to service_role;
grant select (tenant_id, id, source_id, name, title, url, state, problem, passages, fetched_at) on public.prompt_documents to authenticated;
grant select (tenant_id, id, source_id, title, url) on public.prompt_documents to anon;
grant select (tenant_id, id, source_id, title, url) on public.prompt_documents to end_user;

create table public.prompt_messages (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  conversation_id uuid not null,
  auth_user_id uuid,
  question text not null,
  answer text not null default ''::text,
  state text not null default 'running'::text,
  problem text,
  citations jsonb not null default '[]'::jsonb,
  given jsonb not null default '[]'::jsonb,
  rating smallint,
  comment text,
  model text,
  reserved integer not null default 0,
  tokens_in integer not null default 0,
  tokens_out integer not null default 0,
  cost bigint,
  took_ms integer,
  created_at timestamp with time zone not null default now(),
  constraint prompt_messages_pkey PRIMARY KEY (tenant_id, id),
  constraint prompt_messages_tenant_id_auth_user_id_fkey FOREIGN KEY (tenant_id, auth_user_id) REFERENCES auth.users(pool_id, id) ON DELETE CASCADE,
  constraint prompt_messages_tenant_id_conversation_id_fkey FOREIGN KEY (tenant_id, conversation_id) REFERENCES public.prompt_conversations(tenant_id, id) ON DELETE CASCADE,
  constraint prompt_messages_answer_check CHECK ((char_length(answer) <= 40000)),
  constraint prompt_messages_citations_check CHECK ((jsonb_typeof(citations) = 'array'::text)),
  constraint prompt_messages_comment_check CHECK ((char_length(comment) <= 1000)),
  constraint prompt_messages_given_check CHECK ((jsonb_typeof(given) = 'array'::text)),
  constraint prompt_messages_model_check CHECK ((char_length(model) <= 200)),
  constraint prompt_messages_problem_check CHECK ((char_length(problem) <= 40)),
  constraint prompt_messages_question_check CHECK ((char_length(question) <= 2000)),
  constraint prompt_messages_rating_check CHECK ((rating = ANY (ARRAY['-1'::integer, 1]))),
  constraint prompt_messages_state_check CHECK ((state = ANY (ARRAY['running'::text, 'answered'::text, 'passages'::text, 'refused'::text, 'stopped'::text, 'failed'::text])))
);
alter table public.prompt_messages enable row level security;
alter table public.prompt_messages force row level security;
CREATE INDEX prompt_messages_by_conversation ON public.prompt_messages USING btree (tenant_id, conversation_id, id);
CREATE INDEX prompt_messages_by_member ON public.prompt_messages USING btree (tenant_id, auth_user_id);
CREATE INDEX prompt_messages_running ON public.prompt_messages USING btree (created_at) WHERE (state = 'running'::text);
CREATE TRIGGER charge_deleted AFTER DELETE ON public.prompt_messages FOR EACH ROW WHEN (((old.state = 'running'::text) AND (old.reserved > 0))) EXECUTE FUNCTION app.charge_deleted_prompt();
create policy of_member on public.prompt_messages for select to end_user
  using (((tenant_id = app.tenant_id()) AND (auth_user_id = auth.uid())));
create policy of_staff on public.prompt_messages for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('people'::text) AS tenants_with))));
create policy owner_all on public.prompt_messages for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.prompt_messages for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on public.prompt_messages to service_role;
grant select (tenant_id, id, conversation_id, auth_user_id, question, answer, state, problem, citations, given, rating, created_at) on public.prompt_messages to end_user;
grant select (tenant_id, id, conversation_id, auth_user_id, question, answer, state, problem, citations, rating, comment, model, tokens_in, tokens_out, cost, took_ms, created_at) on public.prompt_messages to authenticated;

create table public.prompt_sources (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  assistant_id uuid not null,
  kind text not null,
  title text not null,
  design jsonb not null,
  audience_id uuid,
  sync_days smallint,
  state text not null default 'waiting'::text,
  problem text,
  documents integer not null default 0,
  passages integer not null default 0,
  synced_at timestamp with time zone,
  next_sync_at timestamp with time zone,
  revision integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint prompt_sources_pkey PRIMARY KEY (tenant_id, id),
  constraint prompt_sources_tenant_id_assistant_id_fkey FOREIGN KEY (tenant_id, assistant_id) REFERENCES public.prompt_assistants(tenant_id, id) ON DELETE CASCADE,
  constraint prompt_sources_tenant_id_audience_id_fkey FOREIGN KEY (tenant_id, audience_id) REFERENCES public.audiences(tenant_id, id),
  constraint prompt_sources_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint prompt_sources_check CHECK (((audience_id IS NULL) OR (kind = ANY (ARRAY['pages'::text, 'file'::text, 'answers'::text])))),
  constraint prompt_sources_design_check CHECK (((jsonb_typeof(design) = 'object'::text) AND (octet_length((design)::text) <= 500000))),
  constraint prompt_sources_kind_check CHECK ((kind = ANY (ARRAY['pages'::text, 'file'::text, 'answers'::text, 'table'::text, 'library'::text, 'events'::text]))),
  constraint prompt_sources_problem_check CHECK ((char_length(problem) <= 500)),
  constraint prompt_sources_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'ready'::text, 'failed'::text]))),
  constraint prompt_sources_sync_days_check CHECK (((sync_days >= 1) AND (sync_days <= 30))),
  constraint prompt_sources_title_check CHECK (app.valid_name(title, 160))
);
alter table public.prompt_sources enable row level security;
alter table public.prompt_sources force row level security;
CREATE INDEX prompt_sources_by_assistant ON public.prompt_sources USING btree (tenant_id, assistant_id);
CREATE INDEX prompt_sources_by_audience ON public.prompt_sources USING btree (tenant_id, audience_id);
CREATE INDEX prompt_sources_due ON public.prompt_sources USING btree (next_sync_at) WHERE (next_sync_at IS NOT NULL);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.prompt_sources FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'assistant_source', 'title', '{id}', '{}', '{created_at,updated_at,revision,state,problem,documents,passages,synced_at,next_sync_at}', '{design}', '{}', 'everyone');
CREATE TRIGGER limit_sources BEFORE INSERT ON public.prompt_sources FOR EACH ROW EXECUTE FUNCTION app.limit_prompt_sources();
CREATE TRIGGER mark_knowledge AFTER INSERT OR DELETE OR UPDATE OF design, audience_id, synced_at ON public.prompt_sources FOR EACH ROW EXECUTE FUNCTION app.mark_knowledge();
CREATE TRIGGER touch BEFORE UPDATE ON public.prompt_sources FOR EACH ROW EXECUTE FUNCTION app.touch_updated_at();
create policy of_editors on public.prompt_sources for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy owner_all on public.prompt_sources for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.prompt_sources for all to service_role
  using (true)
  with check (true);
grant delete on public.prompt_sources to authenticated;
grant delete, insert, select, update on public.prompt_sources to service_role;
grant select (tenant_id, id, assistant_id, kind, title, design, audience_id, sync_days, state, problem, documents, passages, synced_at, next_sync_at, revision, created_at, updated_at) on public.prompt_sources to authenticated;

create table public.prompt_test_runs (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  assistant_id uuid not null,
  total integer not null,
  passed integer not null,
  knowledge_at timestamp with time zone,
  results jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint prompt_test_runs_pkey PRIMARY KEY (tenant_id, id),
  constraint prompt_test_runs_tenant_id_assistant_id_fkey FOREIGN KEY (tenant_id, assistant_id) REFERENCES public.prompt_assistants(tenant_id, id) ON DELETE CASCADE
);
alter table public.prompt_test_runs enable row level security;
alter table public.prompt_test_runs force row level security;
CREATE INDEX prompt_test_runs_newest ON public.prompt_test_runs USING btree (tenant_id, assistant_id, id DESC);
create policy of_editors on public.prompt_test_runs for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy owner_all on public.prompt_test_runs for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.prompt_test_runs for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on public.prompt_test_runs to service_role;
grant insert (tenant_id, assistant_id, total, passed, knowledge_at, results) on public.prompt_test_runs to authenticated;
grant select (tenant_id, id, assistant_id, total, passed, knowledge_at, results, created_at) on public.prompt_test_runs to authenticated;

create table public.prompt_tests (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  assistant_id uuid not null,
  place smallint not null,
  question text not null,
  must text not null,
  sources uuid[] not null default '{}'::uuid[],
  constraint prompt_tests_pkey PRIMARY KEY (tenant_id, id),
  constraint prompt_tests_tenant_id_assistant_id_place_key UNIQUE (tenant_id, assistant_id, place),
  constraint prompt_tests_tenant_id_assistant_id_fkey FOREIGN KEY (tenant_id, assistant_id) REFERENCES public.prompt_assistants(tenant_id, id) ON DELETE CASCADE,
  constraint prompt_tests_must_check CHECK ((must = ANY (ARRAY['cite'::text, 'refuse'::text]))),
  constraint prompt_tests_question_check CHECK (((char_length(question) >= 1) AND (char_length(question) <= 2000))),
  constraint prompt_tests_sources_check CHECK ((cardinality(sources) <= 20))
);
alter table public.prompt_tests enable row level security;
alter table public.prompt_tests force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.prompt_tests FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'assistant_test', '', '{id}', '{}', '{}', '{question}', '{}', 'everyone');
create policy of_editors on public.prompt_tests for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy owner_all on public.prompt_tests for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.prompt_tests for all to service_role
  using (true)
  with check (true);
grant delete on public.prompt_tests to authenticated;
grant delete, insert, select, update on public.prompt_tests to service_role;
grant insert (tenant_id, assistant_id, place, question, must, sources) on public.prompt_tests to authenticated;
grant select (tenant_id, id, assistant_id, place, question, must, sources) on public.prompt_tests to authenticated;

create table public.role_members (
  tenant_id uuid not null,
  auth_user_id uuid not null,
  role text not null,
  given_at timestamp with time zone not null default now(),
  constraint role_members_pkey PRIMARY KEY (tenant_id, auth_user_id, role),
  constraint role_members_tenant_id_auth_user_id_fkey FOREIGN KEY (tenant_id, auth_user_id) REFERENCES auth.users(pool_id, id) ON DELETE CASCADE,
  constraint role_members_tenant_id_role_fkey FOREIGN KEY (tenant_id, role) REFERENCES public.roles(tenant_id, name) ON UPDATE CASCADE ON DELETE CASCADE
);
alter table public.role_members enable row level security;
alter table public.role_members force row level security;
CREATE INDEX role_members_by_role ON public.role_members USING btree (tenant_id, role);
CREATE TRIGGER audit AFTER INSERT OR DELETE ON public.role_members FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'role', 'role', '{auth_user_id,role}', '{}', '{given_at}', '{}', '{insert=role.given,delete=role.taken}', 'administrators');
CREATE TRIGGER metadata_given AFTER INSERT ON public.role_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.refresh_metadata();
CREATE TRIGGER metadata_renamed AFTER UPDATE ON public.role_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.refresh_metadata();
CREATE TRIGGER metadata_taken AFTER DELETE ON public.role_members REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.refresh_metadata();
CREATE TRIGGER store_facts_changed AFTER UPDATE ON public.role_members REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.store_role_facts();
CREATE TRIGGER store_facts_given AFTER INSERT ON public.role_members REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION app.store_role_facts();
CREATE TRIGGER store_facts_taken AFTER DELETE ON public.role_members REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION app.store_role_facts();
CREATE TRIGGER tell_webhooks_given AFTER INSERT ON public.role_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.tell_of_roles();
CREATE TRIGGER tell_webhooks_renamed AFTER UPDATE ON public.role_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.tell_of_roles();
CREATE TRIGGER tell_webhooks_taken AFTER DELETE ON public.role_members REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.tell_of_roles();
create policy changes_with_plan on public.role_members for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with_plan('people'::text, 'business'::text) AS tenants_with_plan))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with_plan('people'::text, 'business'::text) AS tenants_with_plan))));
create policy of_own_tenants on public.role_members for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('people'::text) AS tenants_with))));
create policy owner_all on public.role_members for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.role_members for all to service_role
  using (true)
  with check (true);
grant delete on public.role_members to authenticated;
grant delete, insert, select, update on public.role_members to service_role;
grant insert (tenant_id, auth_user_id, role) on public.role_members to authenticated;
grant select (tenant_id, auth_user_id, role, given_at) on public.role_members to authenticated;

create table public.roles (
  tenant_id uuid not null,
  name text not null,
  place smallint not null,
  is_default boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint roles_pkey PRIMARY KEY (tenant_id, name),
  constraint roles_tenant_id_place_key UNIQUE (tenant_id, place),
  constraint roles_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint roles_name_check CHECK (app.valid_name(name, 40)),
  constraint roles_place_check CHECK (((place >= 1) AND (place <= 20)))
);
alter table public.roles enable row level security;
alter table public.roles force row level security;
CREATE UNIQUE INDEX roles_one_default ON public.roles USING btree (tenant_id) WHERE is_default;
CREATE UNIQUE INDEX roles_spelling ON public.roles USING btree (tenant_id, lower(name));
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.roles FOR EACH ROW EXECUTE FUNCTION realtime.capture();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.roles FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'role', 'name', '{name}', '{}', '{place,created_at}', '{}', '{}', 'everyone');
CREATE TRIGGER keep_role_of_audience BEFORE DELETE ON public.roles FOR EACH ROW EXECUTE FUNCTION app.keep_role_of_audience();
CREATE TRIGGER keep_role_of_block BEFORE DELETE ON public.roles FOR EACH ROW EXECUTE FUNCTION app.keep_role_of_block();
CREATE TRIGGER place BEFORE INSERT ON public.roles FOR EACH ROW EXECUTE FUNCTION app.place_role();
CREATE TRIGGER rename_in_blocks AFTER UPDATE OF name ON public.roles FOR EACH ROW WHEN ((new.name <> old.name)) EXECUTE FUNCTION app.rename_role_in_blocks();
CREATE TRIGGER rename_in_rules AFTER UPDATE OF name ON public.roles FOR EACH ROW WHEN ((new.name <> old.name)) EXECUTE FUNCTION app.rename_role_in_rules();
create policy changes_with_plan on public.roles for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with_plan('people'::text, 'business'::text) AS tenants_with_plan))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with_plan('people'::text, 'business'::text) AS tenants_with_plan))));
create policy of_own_tenants on public.roles for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('see'::text) AS tenants_with))));
create policy owner_all on public.roles for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.roles for all to service_role
  using (true)
  with check (true);
grant delete on public.roles to authenticated;
grant delete, insert, select, update on public.roles to service_role;
grant insert (tenant_id, name, is_default) on public.roles to authenticated;
grant select (tenant_id, name, is_default, created_at) on public.roles to authenticated;
grant update (name, is_default) on public.roles to authenticated;

create table public.smoke_payments (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  account_id text not null,
  session_id text,
  payment_intent_id text,
  status text not null default 'open'::text,
  created_at timestamp with time zone not null default now(),
  paid_at timestamp with time zone,
  refunded_at timestamp with time zone,
  constraint smoke_payments_pkey PRIMARY KEY (tenant_id, id),
  constraint smoke_payments_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint smoke_payments_status_check CHECK ((status = ANY (ARRAY['open'::text, 'paid'::text, 'refunded'::text, 'expired'::text, 'failed'::text])))
);
alter table public.smoke_payments enable row level security;
alter table public.smoke_payments force row level security;
CREATE INDEX smoke_payments_by_session ON public.smoke_payments USING btree (session_id);
CREATE INDEX smoke_payments_by_tenant ON public.smoke_payments USING btree (tenant_id, created_at DESC);
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.smoke_payments FOR EACH ROW EXECUTE FUNCTION realtime.capture();
create policy of_own_tenants on public.smoke_payments for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('settings'::text) AS tenants_with))));
create policy owner_all on public.smoke_payments for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.smoke_payments for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on public.smoke_payments to service_role;
grant select (tenant_id, id, status, created_at, paid_at, refunded_at) on public.smoke_payments to authenticated;

create table public.staff_invitations (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  email text not null,
  role text not null,
  token_hash bytea not null,
  invited_by uuid not null default auth.uid(),
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null default (now() + '7 days'::interval),
  constraint staff_invitations_pkey PRIMARY KEY (tenant_id, id),
  constraint staff_invitations_tenant_id_email_key UNIQUE (tenant_id, email),
  constraint staff_invitations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint staff_invitations_email_check CHECK (((email = lower(btrim(email))) AND (char_length(email) <= 320) AND (email ~ '^[^@[:space:]]+@[^@[:space:]]+$'::text))),
  constraint staff_invitations_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'editor'::text, 'support'::text, 'door'::text]))),
  constraint staff_invitations_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
alter table public.staff_invitations enable row level security;
alter table public.staff_invitations force row level security;
CREATE INDEX staff_invitations_by_token ON public.staff_invitations USING btree (token_hash);
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.staff_invitations FOR EACH ROW EXECUTE FUNCTION realtime.capture();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.staff_invitations FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'staff', 'email', '{id}', '{}', '{created_at,id}', '{}', '{insert=staff.invited,update=staff.invited_again,delete=staff.invitation_ended}', 'everyone');
CREATE TRIGGER check_invitation BEFORE INSERT OR UPDATE ON public.staff_invitations FOR EACH ROW EXECUTE FUNCTION app.check_staff_invitation();
CREATE TRIGGER refuse_application BEFORE INSERT OR DELETE OR UPDATE ON public.staff_invitations FOR EACH STATEMENT WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.refuse_application();
create policy admin_invites on public.staff_invitations for insert to authenticated
  with check (((role <> 'admin'::text) AND (tenant_id = ANY (ARRAY( SELECT app.tenants_with('staff'::text) AS tenants_with)))));
create policy admin_sends_again on public.staff_invitations for update to authenticated
  using (((role <> 'admin'::text) AND (tenant_id = ANY (ARRAY( SELECT app.tenants_with('staff'::text) AS tenants_with)))))
  with check (((role <> 'admin'::text) AND (tenant_id = ANY (ARRAY( SELECT app.tenants_with('staff'::text) AS tenants_with)))));
create policy admin_withdraws on public.staff_invitations for delete to authenticated
  using (((role <> 'admin'::text) AND (tenant_id = ANY (ARRAY( SELECT app.tenants_with('staff'::text) AS tenants_with)))));
create policy of_own_tenants on public.staff_invitations for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('staff'::text) AS tenants_with))));
create policy owner_all on public.staff_invitations for all to <owner>
  using (true)
  with check (true);
create policy owner_invites on public.staff_invitations for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.owned_tenants() AS owned_tenants))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.owned_tenants() AS owned_tenants))));
create policy service_all on public.staff_invitations for all to service_role
  using (true)
  with check (true);
grant delete on public.staff_invitations to authenticated;
grant delete, insert, select, update on public.staff_invitations to service_role;
grant insert (tenant_id, email, role, token_hash) on public.staff_invitations to authenticated;
grant select (tenant_id, id, email, role, invited_by, created_at, expires_at) on public.staff_invitations to authenticated;
grant update (token_hash) on public.staff_invitations to authenticated;

create table public.subscriptions (
  id uuid not null default app.uuidv7(),
  user_id uuid not null,
  status text not null,
  unit_amount integer not null,
  currency text not null,
  "interval" text not null,
  current_period_end timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  stripe_subscription_id text,
  stripe_customer_id text,
  mode text not null default 'test'::text,
  plan_id text,
  trial_end timestamp with time zone,
  cancel_at timestamp with time zone,
  past_due_since timestamp with time zone,
  version integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES public.bolt_plans(id),
  constraint subscriptions_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
);
alter table public.subscriptions enable row level security;
alter table public.subscriptions force row level security;
CREATE INDEX subscriptions_by_plan ON public.subscriptions USING btree (plan_id);
CREATE INDEX subscriptions_by_user ON public.subscriptions USING btree (user_id, created_at DESC);
CREATE INDEX subscriptions_owing ON public.subscriptions USING btree (past_due_since) WHERE (past_due_since IS NOT NULL);
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.subscriptions FOR EACH ROW EXECUTE FUNCTION realtime.capture();
CREATE TRIGGER touch BEFORE UPDATE ON public.subscriptions FOR EACH ROW EXECUTE FUNCTION app.touch_updated_at();
create policy own_rows on public.subscriptions for select to authenticated
  using ((user_id = auth.uid()));
create policy owner_all on public.subscriptions for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.subscriptions for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on public.subscriptions to service_role;
grant select (id, user_id, status, unit_amount, currency, "interval", current_period_end, created_at) on public.subscriptions to authenticated;

create table public.team_invitations (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  team_id uuid not null,
  email text not null,
  role text not null default 'member'::text,
  secret_hash bytea,
  page_url text,
  locale text,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null default (now() + '7 days'::interval),
  invited_by uuid,
  constraint team_invitations_pkey PRIMARY KEY (tenant_id, id),
  constraint team_invitations_tenant_id_secret_hash_key UNIQUE (tenant_id, secret_hash),
  constraint team_invitations_tenant_id_team_id_email_key UNIQUE (tenant_id, team_id, email),
  constraint team_invitations_tenant_id_team_id_fkey FOREIGN KEY (tenant_id, team_id) REFERENCES public.teams(tenant_id, id) ON DELETE CASCADE,
  constraint team_invitations_email_check CHECK ((((char_length(email) >= 3) AND (char_length(email) <= 320)) AND (email = lower(email)))),
  constraint team_invitations_locale_check CHECK ((locale ~ '^[a-z]{2}$'::text)),
  constraint team_invitations_page_url_check CHECK ((char_length(page_url) <= 2048)),
  constraint team_invitations_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text]))),
  constraint team_invitations_secret_hash_check CHECK ((octet_length(secret_hash) = 32))
);
alter table public.team_invitations enable row level security;
alter table public.team_invitations force row level security;
CREATE INDEX team_invitations_by_email ON public.team_invitations USING btree (tenant_id, email);
CREATE TRIGGER bound BEFORE INSERT ON public.team_invitations FOR EACH ROW EXECUTE FUNCTION app.bound_invitations();
create policy of_own_tenants on public.team_invitations for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('people'::text) AS tenants_with))));
create policy owner_all on public.team_invitations for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.team_invitations for all to service_role
  using (true)
  with check (true);
create policy withdraws_with_plan on public.team_invitations for delete to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with_plan('people'::text, 'business'::text) AS tenants_with_plan))));
grant delete on public.team_invitations to authenticated;
grant delete, insert, select, update on public.team_invitations to service_role;
grant select (tenant_id, id, team_id, email, role, created_at, expires_at) on public.team_invitations to authenticated;

create table public.team_members (
  tenant_id uuid not null,
  team_id uuid not null,
  auth_user_id uuid not null,
  role text not null default 'member'::text,
  is_active boolean not null default false,
  joined_at timestamp with time zone not null default now(),
  constraint team_members_pkey PRIMARY KEY (tenant_id, team_id, auth_user_id),
  constraint team_members_tenant_id_auth_user_id_fkey FOREIGN KEY (tenant_id, auth_user_id) REFERENCES auth.users(pool_id, id) ON DELETE CASCADE,
  constraint team_members_tenant_id_team_id_fkey FOREIGN KEY (tenant_id, team_id) REFERENCES public.teams(tenant_id, id) ON DELETE CASCADE,
  constraint team_members_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text])))
);
alter table public.team_members enable row level security;
alter table public.team_members force row level security;
CREATE INDEX team_members_by_user ON public.team_members USING btree (tenant_id, auth_user_id);
CREATE UNIQUE INDEX team_members_one_active ON public.team_members USING btree (tenant_id, auth_user_id) WHERE is_active;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.team_members FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'team', '', '{team_id,auth_user_id}', '{}', '{joined_at,is_active}', '{}', '{insert=team.member_added,role=team.role_changed,delete=team.member_removed}', 'administrators');
CREATE TRIGGER end_invitations AFTER DELETE ON public.team_members FOR EACH ROW WHEN ((old.role = 'admin'::text)) EXECUTE FUNCTION app.end_team_invitations_of();
CREATE TRIGGER end_invitations_by_role AFTER UPDATE OF role ON public.team_members FOR EACH ROW WHEN (((old.role = 'admin'::text) AND (new.role <> 'admin'::text))) EXECUTE FUNCTION app.end_team_invitations_of();
CREATE TRIGGER inherit AFTER DELETE ON public.team_members REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION app.inherit_team();
CREATE TRIGGER keep_admin BEFORE DELETE ON public.team_members FOR EACH ROW WHEN ((old.role = 'admin'::text)) EXECUTE FUNCTION app.keep_team_admin();
CREATE TRIGGER keep_admin_of_role BEFORE UPDATE OF role ON public.team_members FOR EACH ROW WHEN (((old.role = 'admin'::text) AND (new.role <> 'admin'::text))) EXECUTE FUNCTION app.keep_team_admin();
CREATE TRIGGER metadata_changed AFTER UPDATE ON public.team_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.refresh_metadata();
CREATE TRIGGER metadata_joined AFTER INSERT ON public.team_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.refresh_metadata();
CREATE TRIGGER metadata_left AFTER DELETE ON public.team_members REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.refresh_metadata();
CREATE TRIGGER place BEFORE INSERT ON public.team_members FOR EACH ROW EXECUTE FUNCTION app.place_team_member();
CREATE TRIGGER store_seats_joined AFTER INSERT ON public.team_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.team_rows_changed();
CREATE TRIGGER store_seats_left AFTER DELETE ON public.team_members REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.team_rows_changed();
CREATE TRIGGER store_seats_rejoined AFTER UPDATE ON public.team_members FOR EACH ROW WHEN ((((old.team_id IS DISTINCT FROM new.team_id) OR (old.auth_user_id IS DISTINCT FROM new.auth_user_id)) OR (old.joined_at IS DISTINCT FROM new.joined_at))) EXECUTE FUNCTION app.team_row_changed();
CREATE TRIGGER tell_webhooks_added AFTER INSERT ON public.team_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.tell_of_team_member('team.member_added');
CREATE TRIGGER tell_webhooks_changed AFTER UPDATE OF role ON public.team_members FOR EACH ROW WHEN ((new.role <> old.role)) EXECUTE FUNCTION app.tell_of_team_role();
CREATE TRIGGER tell_webhooks_removed AFTER DELETE ON public.team_members REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.tell_of_team_member('team.member_removed');
create policy changes_with_plan on public.team_members for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with_plan('people'::text, 'business'::text) AS tenants_with_plan))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with_plan('people'::text, 'business'::text) AS tenants_with_plan))));
create policy of_own_tenants on public.team_members for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('people'::text) AS tenants_with))));
create policy own_teams on public.team_members for select to end_user
  using (((tenant_id = app.tenant_id()) AND (team_id = ANY (ARRAY( SELECT app.my_teams() AS my_teams)))));
create policy owner_all on public.team_members for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.team_members for all to service_role
  using (true)
  with check (true);
grant delete on public.team_members to authenticated;
grant delete, insert, select, update on public.team_members to service_role;
grant insert (tenant_id, team_id, auth_user_id, role) on public.team_members to authenticated;
grant select (tenant_id, team_id, auth_user_id, role, is_active, joined_at) on public.team_members to authenticated;
grant select (tenant_id, team_id, auth_user_id, role, joined_at) on public.team_members to end_user;
grant update (role) on public.team_members to authenticated;

create table public.team_orders (
  tenant_id uuid not null,
  order_id uuid not null,
  team_id uuid not null,
  auth_user_id uuid not null,
  constraint team_orders_pkey PRIMARY KEY (tenant_id, order_id),
  constraint team_orders_tenant_id_order_id_fkey FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE CASCADE,
  constraint team_orders_tenant_id_team_id_auth_user_id_fkey FOREIGN KEY (tenant_id, team_id, auth_user_id) REFERENCES public.team_members(tenant_id, team_id, auth_user_id) ON DELETE CASCADE
);
alter table public.team_orders enable row level security;
alter table public.team_orders force row level security;
CREATE INDEX team_orders_by_team ON public.team_orders USING btree (tenant_id, team_id, auth_user_id);
CREATE TRIGGER store_seats_given AFTER INSERT ON public.team_orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.team_orders_given();
CREATE TRIGGER store_seats_moved AFTER UPDATE ON public.team_orders FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION app.team_order_moved();
CREATE TRIGGER store_seats_taken AFTER DELETE ON public.team_orders REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.team_rows_changed();
create policy of_own_tenants on public.team_orders for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('people'::text) AS tenants_with))));
create policy owner_all on public.team_orders for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.team_orders for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on public.team_orders to service_role;
grant select (tenant_id, order_id, team_id, auth_user_id) on public.team_orders to authenticated;

create table public.team_settings (
  tenant_id uuid not null,
  members_create boolean not null default false,
  constraint team_settings_pkey PRIMARY KEY (tenant_id),
  constraint team_settings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE
);
alter table public.team_settings enable row level security;
alter table public.team_settings force row level security;
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.team_settings FOR EACH ROW EXECUTE FUNCTION realtime.capture();
CREATE TRIGGER audit AFTER INSERT OR UPDATE ON public.team_settings FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'team', '', '{tenant_id}', '{}', '{}', '{}', '{insert=team.settings_changed,update=team.settings_changed}', 'administrators');
create policy inserts_with_plan on public.team_settings for insert to authenticated
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with_plan('people'::text, 'business'::text) AS tenants_with_plan))));
create policy of_own_tenants on public.team_settings for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('people'::text) AS tenants_with))));
create policy owner_all on public.team_settings for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.team_settings for all to service_role
  using (true)
  with check (true);
create policy updates_with_plan on public.team_settings for update to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with_plan('people'::text, 'business'::text) AS tenants_with_plan))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with_plan('people'::text, 'business'::text) AS tenants_with_plan))));
grant delete, insert, select, update on public.team_settings to service_role;
grant insert (tenant_id, members_create) on public.team_settings to authenticated;
grant select (tenant_id, members_create) on public.team_settings to authenticated;
grant update (members_create) on public.team_settings to authenticated;

create table public.teams (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  name text not null,
  created_at timestamp with time zone not null default now(),
  constraint teams_pkey PRIMARY KEY (tenant_id, id),
  constraint teams_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint teams_name_check CHECK (app.valid_name(name, 60))
);
alter table public.teams enable row level security;
alter table public.teams force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.teams FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'team', 'name', '{id}', '{}', '{created_at}', '{}', '{}', 'administrators');
CREATE TRIGGER bound BEFORE INSERT ON public.teams FOR EACH ROW EXECUTE FUNCTION app.bound_teams();
CREATE TRIGGER metadata_renamed AFTER UPDATE OF name ON public.teams FOR EACH ROW WHEN ((new.name <> old.name)) EXECUTE FUNCTION app.refresh_metadata_of_team();
CREATE TRIGGER tell_webhooks_created AFTER INSERT ON public.teams FOR EACH ROW EXECUTE FUNCTION app.tell_of_team('team.created');
CREATE TRIGGER tell_webhooks_deleted AFTER DELETE ON public.teams FOR EACH ROW EXECUTE FUNCTION app.tell_of_team('team.deleted');
create policy changes_with_plan on public.teams for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with_plan('people'::text, 'business'::text) AS tenants_with_plan))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with_plan('people'::text, 'business'::text) AS tenants_with_plan))));
create policy of_own_tenants on public.teams for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('people'::text) AS tenants_with))));
create policy own_teams on public.teams for select to end_user
  using (((tenant_id = app.tenant_id()) AND (id = ANY (ARRAY( SELECT app.my_teams() AS my_teams)))));
create policy owner_all on public.teams for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.teams for all to service_role
  using (true)
  with check (true);
grant delete on public.teams to authenticated;
grant delete, insert, select, update on public.teams to service_role;
grant insert (tenant_id, name) on public.teams to authenticated;
grant select (tenant_id, id, name, created_at) on public.teams to authenticated;
grant select (tenant_id, id, name, created_at) on public.teams to end_user;
grant update (name) on public.teams to authenticated;

create table public.tenant_staff (
  tenant_id uuid not null,
  user_id uuid not null,
  role text not null,
  invited_by uuid,
  created_at timestamp with time zone not null default now(),
  constraint tenant_staff_pkey PRIMARY KEY (tenant_id, user_id),
  constraint tenant_staff_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint tenant_staff_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'editor'::text, 'support'::text, 'door'::text])))
);
alter table public.tenant_staff enable row level security;
alter table public.tenant_staff force row level security;
CREATE INDEX tenant_staff_by_user ON public.tenant_staff USING btree (user_id);
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.tenant_staff FOR EACH ROW EXECUTE FUNCTION realtime.capture();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.tenant_staff FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'staff', '', '{user_id}', '{}', '{created_at}', '{}', '{insert=staff.joined,role=staff.role_changed,delete=staff.left}', 'everyone');
CREATE TRIGGER end_invitations AFTER DELETE ON public.tenant_staff FOR EACH ROW WHEN ((old.role = 'admin'::text)) EXECUTE FUNCTION app.end_invitations_of();
CREATE TRIGGER end_invitations_by_role AFTER UPDATE OF role ON public.tenant_staff FOR EACH ROW WHEN (((old.role = 'admin'::text) AND (new.role <> 'admin'::text))) EXECUTE FUNCTION app.end_invitations_of();
CREATE TRIGGER refuse_application BEFORE DELETE OR UPDATE ON public.tenant_staff FOR EACH STATEMENT WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.refuse_application();
create policy admin_changes on public.tenant_staff for update to authenticated
  using (((role <> 'admin'::text) AND (tenant_id = ANY (ARRAY( SELECT app.tenants_with('staff'::text) AS tenants_with)))))
  with check (((role <> 'admin'::text) AND (tenant_id = ANY (ARRAY( SELECT app.tenants_with('staff'::text) AS tenants_with)))));
create policy admin_removes on public.tenant_staff for delete to authenticated
  using (((role <> 'admin'::text) AND (tenant_id = ANY (ARRAY( SELECT app.tenants_with('staff'::text) AS tenants_with)))));
create policy leave on public.tenant_staff for delete to authenticated
  using ((user_id = auth.uid()));
create policy of_own_tenants on public.tenant_staff for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('staff'::text) AS tenants_with))));
create policy own_row on public.tenant_staff for select to authenticated
  using ((user_id = auth.uid()));
create policy owner_all on public.tenant_staff for all to <owner>
  using (true)
  with check (true);
create policy owner_changes on public.tenant_staff for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.owned_tenants() AS owned_tenants))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.owned_tenants() AS owned_tenants))));
create policy service_all on public.tenant_staff for all to service_role
  using (true)
  with check (true);
grant delete on public.tenant_staff to authenticated;
grant delete, insert, select, update on public.tenant_staff to service_role;
grant select (tenant_id, user_id, role, invited_by, created_at) on public.tenant_staff to authenticated;
grant update (role) on public.tenant_staff to authenticated;

create table public.tenants (
  id uuid not null default app.uuidv7(),
  name text not null,
  public_key text,
  owner_user_id uuid not null,
  theme jsonb not null default '{"variant": "clean"}'::jsonb,
  allowed_origins text[] not null default '{}'::text[],
  status text not null default 'active'::text,
  stripe_mode text not null default 'test'::text,
  stripe_status text not null default 'not_connected'::text,
  stripe_account_id_test text,
  stripe_account_id_live text,
  stripe_account_id text generated always as (
CASE stripe_mode
    WHEN 'live'::text THEN stripe_account_id_live
    ELSE stripe_account_id_test
END) stored,
  auth_provider text not null default 'supabase'::text,
  auth_status text,
  auth0_domain text,
  auth0_client_id text,
  auth0_client_secret text,
  auth0_client_secret_set boolean generated always as ((auth0_client_secret IS NOT NULL)) stored,
  subscription_status text,
  subscription_tier text,
  access_expires_at timestamp with time zone,
  day_pass_expires_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  description text,
  audit_days smallint not null default 365,
  staff_two_step boolean not null default false,
  measuring text not null default 'off'::text,
  constraint tenants_pkey PRIMARY KEY (id),
  constraint tenants_public_key_key UNIQUE (public_key),
  constraint tenants_allowed_origins_check CHECK (app.valid_origins(allowed_origins)),
  constraint tenants_audit_days_check CHECK ((audit_days = ANY (ARRAY[30, 90, 365]))),
  constraint tenants_auth0_domain_check CHECK (((auth0_domain ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+auth0\.com$'::text) AND (char_length(auth0_domain) <= 253))),
  constraint tenants_auth_provider_check CHECK ((auth_provider = ANY (ARRAY['supabase'::text, 'auth0'::text]))),
  constraint tenants_auth_status_check CHECK ((auth_status = 'connected'::text)),
  constraint tenants_description_check CHECK ((((char_length(description) >= 1) AND (char_length(description) <= 500)) AND (description !~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]'::text))),
  constraint tenants_measuring_check CHECK ((measuring = ANY (ARRAY['off'::text, 'on'::text, 'consent'::text]))),
  constraint tenants_name_check CHECK (app.valid_name(name, 80)),
  constraint tenants_public_key_check CHECK ((public_key ~ '^pk_[0-9A-Za-z]{24}$'::text)),
  constraint tenants_status_check CHECK ((status = ANY (ARRAY['active'::text, 'expired'::text]))),
  constraint tenants_stripe_account_id_live_check CHECK ((stripe_account_id_live ~ '^acct_\w{1,100}$'::text)),
  constraint tenants_stripe_account_id_test_check CHECK ((stripe_account_id_test ~ '^acct_\w{1,100}$'::text)),
  constraint tenants_stripe_mode_check CHECK ((stripe_mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint tenants_stripe_status_check CHECK ((stripe_status = ANY (ARRAY['connected'::text, 'not_connected'::text]))),
  constraint tenants_subscription_status_check CHECK ((subscription_status = ANY (ARRAY['active'::text, 'trialing'::text, 'pending'::text, 'none'::text, 'past_due'::text, 'unpaid'::text, 'canceled'::text, ''::text]))),
  constraint tenants_theme_check CHECK (app.valid_theme(theme))
);
alter table public.tenants enable row level security;
alter table public.tenants force row level security;
CREATE INDEX tenants_by_auth0_domain ON public.tenants USING btree (auth0_domain) WHERE (auth_provider = 'auth0'::text);
CREATE INDEX tenants_by_owner ON public.tenants USING btree (owner_user_id, created_at DESC);
CREATE INDEX tenants_passes_running ON public.tenants USING btree (access_expires_at) WHERE ((subscription_tier = 'day_pass'::text) AND (status = 'active'::text));
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.tenants FOR EACH ROW EXECUTE FUNCTION realtime.capture();
CREATE TRIGGER add_default_item AFTER INSERT ON public.tenants FOR EACH ROW EXECUTE FUNCTION app.add_default_item();
CREATE TRIGGER audit AFTER INSERT OR UPDATE ON public.tenants FOR EACH ROW EXECUTE FUNCTION app.record_change('id', 'tenant', 'name', '{id}', '{}', '{updated_at,status,stripe_status,stripe_account_id,auth0_client_secret_set,subscription_status,subscription_tier,access_expires_at,day_pass_expires_at}', '{}', '{owner_user_id=tenant.owner_changed,public_key=tenant.key_changed,auth0_client_secret=tenant.auth_changed,auth_provider=tenant.auth_changed,auth0_domain=tenant.auth_changed,stripe_account_id_live=payments.connected,!stripe_account_id_live=payments.disconnected,stripe_account_id_test=payments.connected,!stripe_account_id_test=payments.disconnected,stripe_mode=tenant.mode_changed,allowed_origins=tenant.sites_changed,theme=tenant.look_changed,update=tenant.settings_changed}', 'everyone');
CREATE TRIGGER check_audit_days BEFORE UPDATE OF audit_days ON public.tenants FOR EACH ROW WHEN (((CURRENT_USER = 'authenticated'::name) AND (new.audit_days <> old.audit_days))) EXECUTE FUNCTION app.check_audit_days();
CREATE TRIGGER check_payments_owner BEFORE UPDATE OF stripe_mode, stripe_status, stripe_account_id_test, stripe_account_id_live ON public.tenants FOR EACH ROW WHEN (((CURRENT_USER = 'authenticated'::name) AND ((((new.stripe_mode IS DISTINCT FROM old.stripe_mode) OR (new.stripe_status IS DISTINCT FROM old.stripe_status)) OR (new.stripe_account_id_test IS DISTINCT FROM old.stripe_account_id_test)) OR (new.stripe_account_id_live IS DISTINCT FROM old.stripe_account_id_live)))) EXECUTE FUNCTION app.check_payments_owner();
CREATE TRIGGER check_settings_right BEFORE UPDATE ON public.tenants FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.check_settings_right();
CREATE TRIGGER end_audience_sets AFTER UPDATE OF stripe_mode ON public.tenants FOR EACH ROW WHEN ((old.stripe_mode IS DISTINCT FROM new.stripe_mode)) EXECUTE FUNCTION app.mode_changed();
CREATE TRIGGER forget_analytics AFTER DELETE ON public.tenants FOR EACH ROW EXECUTE FUNCTION app.forget_analytics();
CREATE TRIGGER forget_audience_sets AFTER DELETE ON public.tenants FOR EACH ROW EXECUTE FUNCTION app.forget_audience_sets();
CREATE TRIGGER hold_orders BEFORE DELETE ON public.tenants FOR EACH ROW EXECUTE FUNCTION app.hold_orders();
CREATE TRIGGER keep_day_pass_end BEFORE INSERT OR UPDATE ON public.tenants FOR EACH ROW EXECUTE FUNCTION app.keep_day_pass_end();
CREATE TRIGGER keep_deleted_public_key AFTER DELETE ON public.tenants FOR EACH ROW WHEN ((old.public_key IS NOT NULL)) EXECUTE FUNCTION app.keep_deleted_public_key();
CREATE TRIGGER notify_changed AFTER DELETE OR UPDATE ON public.tenants FOR EACH ROW EXECUTE FUNCTION app.notify_tenant_changed();
CREATE TRIGGER settle_requests BEFORE UPDATE ON public.tenants FOR EACH ROW EXECUTE FUNCTION app.settle_tenant_requests();
CREATE TRIGGER tell_webhooks AFTER UPDATE OF stripe_account_id_test, stripe_account_id_live ON public.tenants FOR EACH ROW EXECUTE FUNCTION app.tell_of_account();
CREATE TRIGGER tenant_apps_deleted AFTER DELETE ON public.tenants FOR EACH ROW EXECUTE FUNCTION auth.tenant_apps_deleted();
CREATE TRIGGER tenant_auth0_logins_deleted AFTER DELETE ON public.tenants FOR EACH ROW EXECUTE FUNCTION auth.tenant_auth0_logins_deleted();
CREATE TRIGGER tenant_channels_deleted AFTER DELETE ON public.tenants FOR EACH ROW EXECUTE FUNCTION realtime.tenant_deleted();
CREATE TRIGGER tenant_deleted AFTER DELETE ON public.tenants FOR EACH ROW EXECUTE FUNCTION auth.tenant_deleted();
CREATE TRIGGER tenant_leaves BEFORE DELETE ON public.tenants FOR EACH ROW EXECUTE FUNCTION app.tenant_leaves();
CREATE TRIGGER tenant_providers_deleted AFTER DELETE ON public.tenants FOR EACH ROW EXECUTE FUNCTION auth.tenant_providers_deleted();
CREATE TRIGGER tenant_storage_deleted AFTER DELETE ON public.tenants FOR EACH ROW EXECUTE FUNCTION storage.tenant_deleted();
CREATE TRIGGER tenant_uploads_deleted AFTER DELETE ON public.tenants FOR EACH ROW EXECUTE FUNCTION storage.tenant_uploads_deleted();
CREATE TRIGGER tenant_web3_deleted AFTER DELETE ON public.tenants FOR EACH ROW EXECUTE FUNCTION auth.tenant_web3_deleted();
create policy own_tenants on public.tenants for select to authenticated
  using (((owner_user_id = auth.uid()) OR (id = ANY (ARRAY( SELECT app.tenants_with('see'::text) AS tenants_with)))));
create policy own_tenants_update on public.tenants for update to authenticated
  using ((id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy owner_all on public.tenants for all to <owner>
  using (true)
  with check (true);
create policy public_card on public.tenants for select to anon, end_user
  using (((public_key = app.asked('public_key'::text)) OR (id = app.tenant_id())));
create policy service_all on public.tenants for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on public.tenants to service_role;
grant select (id, name, public_key, owner_user_id, theme, allowed_origins, status, stripe_mode, stripe_status, stripe_account_id_test, stripe_account_id_live, stripe_account_id, auth_provider, auth_status, auth0_domain, auth0_client_id, auth0_client_secret_set, subscription_status, subscription_tier, access_expires_at, day_pass_expires_at, created_at, updated_at, description, audit_days, staff_two_step) on public.tenants to authenticated;
grant select (id, name, public_key, theme, stripe_mode, auth_provider, auth0_domain, auth0_client_id) on public.tenants to anon;
grant select (id, name, public_key, theme, stripe_mode, auth_provider, auth0_domain, auth0_client_id) on public.tenants to end_user;
grant update (name, theme, allowed_origins, status, stripe_status, updated_at, description, audit_days) on public.tenants to authenticated;

create table public.ticket_codes (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  event_id uuid not null,
  code text not null,
  kind text not null,
  value integer not null default 0,
  type_ids uuid[] not null default '{}'::uuid[],
  most integer,
  held integer not null default 0,
  used integer not null default 0,
  from_at timestamp with time zone,
  until_at timestamp with time zone,
  constraint ticket_codes_pkey PRIMARY KEY (tenant_id, id),
  constraint ticket_codes_tenant_id_event_id_code_key UNIQUE (tenant_id, event_id, code),
  constraint ticket_codes_tenant_id_event_id_fkey FOREIGN KEY (tenant_id, event_id) REFERENCES public.ticket_events(tenant_id, id) ON DELETE CASCADE,
  constraint ticket_codes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint ticket_codes_check CHECK (
CASE kind
    WHEN 'unlock'::text THEN (value = 0)
    WHEN 'percent'::text THEN ((value >= 1) AND (value <= 100))
    ELSE (value > 0)
END),
  constraint ticket_codes_code_check CHECK ((code ~ '^[A-Z0-9_-]{3,40}$'::text)),
  constraint ticket_codes_held_check CHECK ((held >= 0)),
  constraint ticket_codes_kind_check CHECK ((kind = ANY (ARRAY['unlock'::text, 'percent'::text, 'amount'::text]))),
  constraint ticket_codes_most CHECK (((held + used) <= most)),
  constraint ticket_codes_most_check CHECK (((most >= 1) AND (most <= 1000000))),
  constraint ticket_codes_type_ids_check CHECK ((cardinality(type_ids) <= 50)),
  constraint ticket_codes_used_check CHECK ((used >= 0)),
  constraint ticket_codes_value_check CHECK (((value >= 0) AND (value <= 99999999)))
);
alter table public.ticket_codes enable row level security;
alter table public.ticket_codes force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.ticket_codes FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'ticket_code', 'code', '{id}', '{}', '{held,used}', '{}', '{}', 'everyone');
CREATE TRIGGER check_plan BEFORE INSERT OR UPDATE ON public.ticket_codes FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.check_ticket_plan();
create policy of_editors on public.ticket_codes for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy owner_all on public.ticket_codes for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.ticket_codes for all to service_role
  using (true)
  with check (true);
grant delete on public.ticket_codes to authenticated;
grant delete, insert, select, update on public.ticket_codes to service_role;
grant insert (tenant_id, event_id, code, kind, value, type_ids, most, from_at, until_at) on public.ticket_codes to authenticated;
grant select (tenant_id, id, event_id, code, kind, value, type_ids, most, held, used, from_at, until_at) on public.ticket_codes to authenticated;
grant update (kind, value, type_ids, most, from_at, until_at) on public.ticket_codes to authenticated;

create table public.ticket_event_secrets (
  tenant_id uuid not null,
  event_id uuid not null,
  online_url text,
  recording_url text,
  constraint ticket_event_secrets_pkey PRIMARY KEY (tenant_id, event_id),
  constraint ticket_event_secrets_tenant_id_event_id_fkey FOREIGN KEY (tenant_id, event_id) REFERENCES public.ticket_events(tenant_id, id) ON DELETE CASCADE,
  constraint ticket_event_secrets_online_url_check CHECK (((online_url ~ '^https://'::text) AND (char_length(online_url) <= 2000))),
  constraint ticket_event_secrets_recording_url_check CHECK (((recording_url ~ '^https://'::text) AND (char_length(recording_url) <= 2000)))
);
alter table public.ticket_event_secrets enable row level security;
alter table public.ticket_event_secrets force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.ticket_event_secrets FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'ticket_event', '', '{event_id}', '{}', '{}', '{online_url,recording_url}', '{}', 'everyone');
create policy of_editors on public.ticket_event_secrets for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy owner_all on public.ticket_event_secrets for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.ticket_event_secrets for all to service_role
  using (true)
  with check (true);
grant delete on public.ticket_event_secrets to authenticated;
grant delete, insert, select, update on public.ticket_event_secrets to service_role;
grant insert (tenant_id, event_id, online_url, recording_url) on public.ticket_event_secrets to authenticated;
grant select (tenant_id, event_id, online_url, recording_url) on public.ticket_event_secrets to authenticated;
grant update (online_url, recording_url) on public.ticket_event_secrets to authenticated;

create table public.ticket_events (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  series_id uuid,
  title text not null,
  summary text,
  place text,
  zone text not null default 'UTC'::text,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  state text not null default 'draft'::text,
  currency text not null default 'eur'::text,
  audience_id uuid,
  cancel_until timestamp with time zone,
  refund_percent smallint not null default 100,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint ticket_events_pkey PRIMARY KEY (tenant_id, id),
  constraint ticket_events_tenant_id_audience_id_fkey FOREIGN KEY (tenant_id, audience_id) REFERENCES public.audiences(tenant_id, id),
  constraint ticket_events_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint ticket_events_tenant_id_series_id_fkey FOREIGN KEY (tenant_id, series_id) REFERENCES public.ticket_series(tenant_id, id),
  constraint ticket_events_check CHECK (((ends_at > starts_at) AND (ends_at <= (starts_at + '60 days'::interval)))),
  constraint ticket_events_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
  constraint ticket_events_place_check CHECK (app.valid_name(place, 200)),
  constraint ticket_events_refund_percent_check CHECK (((refund_percent >= 0) AND (refund_percent <= 100))),
  constraint ticket_events_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'published'::text, 'canceled'::text]))),
  constraint ticket_events_summary_check CHECK ((char_length(summary) <= 2000)),
  constraint ticket_events_title_check CHECK (app.valid_name(title, 120)),
  constraint ticket_events_zone_check CHECK (app.valid_zone(zone))
);
alter table public.ticket_events enable row level security;
alter table public.ticket_events force row level security;
CREATE INDEX ticket_events_by_audience ON public.ticket_events USING btree (tenant_id, audience_id);
CREATE INDEX ticket_events_by_series ON public.ticket_events USING btree (tenant_id, series_id, starts_at);
CREATE INDEX ticket_events_by_start ON public.ticket_events USING btree (tenant_id, starts_at);
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.ticket_events FOR EACH ROW EXECUTE FUNCTION realtime.capture();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.ticket_events FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'ticket_event', 'title', '{id}', '{}', '{created_at,updated_at}', '{}', '{}', 'everyone');
CREATE TRIGGER check_plan BEFORE INSERT OR UPDATE ON public.ticket_events FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.check_ticket_plan();
CREATE TRIGGER keep_state BEFORE UPDATE OF state ON public.ticket_events FOR EACH ROW WHEN (((CURRENT_USER = 'authenticated'::name) AND (old.state <> new.state) AND (('canceled'::text = old.state) OR ('canceled'::text = new.state)))) EXECUTE FUNCTION app.keep_event_state();
CREATE TRIGGER plan_notices AFTER INSERT OR UPDATE OF state, starts_at, ends_at, zone, place ON public.ticket_events FOR EACH ROW EXECUTE FUNCTION app.plan_ticket_notices();
CREATE TRIGGER touch BEFORE UPDATE ON public.ticket_events FOR EACH ROW EXECUTE FUNCTION app.touch_updated_at();
create policy of_editors on public.ticket_events for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy of_readers on public.ticket_events for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('see'::text) AS tenants_with))));
create policy owner_all on public.ticket_events for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.ticket_events for all to service_role
  using (true)
  with check (true);
grant delete on public.ticket_events to authenticated;
grant delete, insert, select, update on public.ticket_events to service_role;
grant insert (tenant_id, series_id, title, summary, place, zone, starts_at, ends_at, state, currency, audience_id, cancel_until, refund_percent) on public.ticket_events to authenticated;
grant select (tenant_id, id, series_id, title, summary, place, zone, starts_at, ends_at, state, currency, audience_id, cancel_until, refund_percent, created_at, updated_at) on public.ticket_events to authenticated;
grant update (series_id, title, summary, place, zone, starts_at, ends_at, state, currency, audience_id, cancel_until, refund_percent) on public.ticket_events to authenticated;

create table public.ticket_messages (
  tenant_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  type_ids uuid[] not null default '{}'::uuid[],
  mode text not null,
  subject text not null,
  body text not null,
  recipients integer not null default 0,
  queued integer not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint ticket_messages_pkey PRIMARY KEY (tenant_id, id),
  constraint ticket_messages_tenant_id_event_id_fkey FOREIGN KEY (tenant_id, event_id) REFERENCES public.ticket_events(tenant_id, id) ON DELETE CASCADE,
  constraint ticket_messages_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint ticket_messages_body_check CHECK ((((char_length(body) >= 1) AND (char_length(body) <= 5000)) AND (body !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'::text))),
  constraint ticket_messages_check CHECK ((queued <= recipients)),
  constraint ticket_messages_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint ticket_messages_recipients_check CHECK ((recipients >= 0)),
  constraint ticket_messages_subject_check CHECK (app.valid_name(subject, 120)),
  constraint ticket_messages_type_ids_check CHECK ((cardinality(type_ids) <= 50))
);
alter table public.ticket_messages enable row level security;
alter table public.ticket_messages force row level security;
CREATE INDEX ticket_messages_by_event ON public.ticket_messages USING btree (tenant_id, event_id, created_at DESC);
CREATE INDEX ticket_messages_by_time ON public.ticket_messages USING btree (tenant_id, created_at DESC);
CREATE TRIGGER audit AFTER INSERT ON public.ticket_messages FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'ticket_message', 'subject', '{id}', '{}', '{}', '{body}', '{insert=ticket_message.sent}', 'everyone');
create policy of_support on public.ticket_messages for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('people'::text) AS tenants_with))));
create policy owner_all on public.ticket_messages for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.ticket_messages for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on public.ticket_messages to service_role;
grant select (tenant_id, id, event_id, type_ids, mode, subject, body, recipients, queued, created_at) on public.ticket_messages to authenticated;

create table public.ticket_phases (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  type_id uuid not null,
  "position" smallint not null,
  name text,
  price_cents integer not null,
  until_at timestamp with time zone,
  until_sold integer,
  constraint ticket_phases_pkey PRIMARY KEY (tenant_id, id),
  constraint ticket_phases_tenant_id_type_id_position_key UNIQUE (tenant_id, type_id, "position"),
  constraint ticket_phases_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint ticket_phases_tenant_id_type_id_fkey FOREIGN KEY (tenant_id, type_id) REFERENCES public.ticket_types(tenant_id, id) ON DELETE CASCADE,
  constraint ticket_phases_check CHECK (((until_at IS NOT NULL) OR (until_sold IS NOT NULL))),
  constraint ticket_phases_name_check CHECK (app.valid_name(name, 80)),
  constraint ticket_phases_price_cents_check CHECK (((price_cents >= 0) AND (price_cents <= 99999999))),
  constraint ticket_phases_until_sold_check CHECK (((until_sold >= 1) AND (until_sold <= 1000000)))
);
alter table public.ticket_phases enable row level security;
alter table public.ticket_phases force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.ticket_phases FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'ticket_phase', 'name', '{id}', '{}', '{}', '{}', '{}', 'everyone');
CREATE TRIGGER check_plan BEFORE INSERT OR UPDATE ON public.ticket_phases FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.check_ticket_plan();
create policy of_editors on public.ticket_phases for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy of_readers on public.ticket_phases for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('see'::text) AS tenants_with))));
create policy owner_all on public.ticket_phases for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.ticket_phases for all to service_role
  using (true)
  with check (true);
grant delete on public.ticket_phases to authenticated;
grant delete, insert, select, update on public.ticket_phases to service_role;
grant insert (tenant_id, type_id, "position", name, price_cents, until_at, until_sold) on public.ticket_phases to authenticated;
grant select (tenant_id, id, type_id, "position", name, price_cents, until_at, until_sold) on public.ticket_phases to authenticated;
grant update ("position", name, price_cents, until_at, until_sold) on public.ticket_phases to authenticated;

create table public.ticket_quotas (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  event_id uuid not null,
  name text not null,
  capacity integer not null,
  held integer not null default 0,
  sold integer not null default 0,
  constraint ticket_quotas_pkey PRIMARY KEY (tenant_id, id),
  constraint ticket_quotas_tenant_id_event_id_id_key UNIQUE (tenant_id, event_id, id),
  constraint ticket_quotas_tenant_id_event_id_fkey FOREIGN KEY (tenant_id, event_id) REFERENCES public.ticket_events(tenant_id, id) ON DELETE CASCADE,
  constraint ticket_quotas_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint ticket_quotas_capacity CHECK (((held + sold) <= capacity)),
  constraint ticket_quotas_capacity_check CHECK (((capacity >= 0) AND (capacity <= 1000000))),
  constraint ticket_quotas_held_check CHECK ((held >= 0)),
  constraint ticket_quotas_name_check CHECK (app.valid_name(name, 80)),
  constraint ticket_quotas_sold_check CHECK ((sold >= 0))
);
alter table public.ticket_quotas enable row level security;
alter table public.ticket_quotas force row level security;
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.ticket_quotas FOR EACH ROW EXECUTE FUNCTION realtime.capture();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.ticket_quotas FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'ticket_quota', 'name', '{id}', '{}', '{held,sold}', '{}', '{}', 'everyone');
CREATE TRIGGER check_plan BEFORE INSERT OR UPDATE ON public.ticket_quotas FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.check_ticket_plan();
CREATE TRIGGER keep_taken BEFORE DELETE ON public.ticket_quotas FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.keep_taken_quota();
create policy of_editors on public.ticket_quotas for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy of_readers on public.ticket_quotas for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('see'::text) AS tenants_with))));
create policy owner_all on public.ticket_quotas for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.ticket_quotas for all to service_role
  using (true)
  with check (true);
grant delete on public.ticket_quotas to authenticated;
grant delete, insert, select, update on public.ticket_quotas to service_role;
grant insert (tenant_id, event_id, name, capacity) on public.ticket_quotas to authenticated;
grant select (tenant_id, id, event_id, name, capacity, held, sold) on public.ticket_quotas to authenticated;
grant update (name, capacity) on public.ticket_quotas to authenticated;

create table public.ticket_series (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  title text not null,
  created_at timestamp with time zone not null default now(),
  constraint ticket_series_pkey PRIMARY KEY (tenant_id, id),
  constraint ticket_series_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint ticket_series_title_check CHECK (app.valid_name(title, 120))
);
alter table public.ticket_series enable row level security;
alter table public.ticket_series force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.ticket_series FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'ticket_series', 'title', '{id}', '{}', '{created_at}', '{}', '{}', 'everyone');
CREATE TRIGGER check_plan BEFORE INSERT OR UPDATE ON public.ticket_series FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.check_ticket_plan();
create policy of_editors on public.ticket_series for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy of_readers on public.ticket_series for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('see'::text) AS tenants_with))));
create policy owner_all on public.ticket_series for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.ticket_series for all to service_role
  using (true)
  with check (true);
grant delete on public.ticket_series to authenticated;
grant delete, insert, select, update on public.ticket_series to service_role;
grant insert (tenant_id, title) on public.ticket_series to authenticated;
grant select (tenant_id, id, title, created_at) on public.ticket_series to authenticated;
grant update (title) on public.ticket_series to authenticated;

create table public.ticket_type_quotas (
  tenant_id uuid not null,
  event_id uuid not null,
  type_id uuid not null,
  quota_id uuid not null,
  constraint ticket_type_quotas_pkey PRIMARY KEY (tenant_id, type_id, quota_id),
  constraint ticket_type_quotas_tenant_id_event_id_quota_id_fkey FOREIGN KEY (tenant_id, event_id, quota_id) REFERENCES public.ticket_quotas(tenant_id, event_id, id) ON DELETE CASCADE,
  constraint ticket_type_quotas_tenant_id_event_id_type_id_fkey FOREIGN KEY (tenant_id, event_id, type_id) REFERENCES public.ticket_types(tenant_id, event_id, id) ON DELETE CASCADE,
  constraint ticket_type_quotas_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE
);
alter table public.ticket_type_quotas enable row level security;
alter table public.ticket_type_quotas force row level security;
CREATE INDEX ticket_type_quotas_by_quota ON public.ticket_type_quotas USING btree (tenant_id, event_id, quota_id);
CREATE INDEX ticket_type_quotas_by_type ON public.ticket_type_quotas USING btree (tenant_id, event_id, type_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.ticket_type_quotas FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'ticket_type_quota', '', '{type_id,quota_id}', '{}', '{}', '{}', '{}', 'everyone');
CREATE TRIGGER check_plan BEFORE INSERT ON public.ticket_type_quotas FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.check_ticket_plan();
CREATE TRIGGER limit_quotas BEFORE INSERT ON public.ticket_type_quotas FOR EACH ROW EXECUTE FUNCTION app.limit_type_quotas();
create policy of_editors on public.ticket_type_quotas for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy of_readers on public.ticket_type_quotas for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('see'::text) AS tenants_with))));
create policy owner_all on public.ticket_type_quotas for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.ticket_type_quotas for all to service_role
  using (true)
  with check (true);
grant delete on public.ticket_type_quotas to authenticated;
grant delete, insert, select, update on public.ticket_type_quotas to service_role;
grant insert (tenant_id, event_id, type_id, quota_id) on public.ticket_type_quotas to authenticated;
grant select (tenant_id, event_id, type_id, quota_id) on public.ticket_type_quotas to authenticated;

create table public.ticket_types (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  event_id uuid not null,
  name text not null,
  description text,
  "position" smallint not null default 0,
  price_cents integer not null,
  is_donation boolean not null default false,
  sale_from timestamp with time zone,
  sale_until timestamp with time zone,
  min_per_order smallint not null default 1,
  max_per_order smallint not null default 10,
  most_per_buyer smallint,
  group_size smallint not null default 1,
  is_hidden boolean not null default false,
  addon_of uuid,
  audience_id uuid,
  has_waiting_list boolean not null default false,
  is_transferable boolean not null default true,
  is_open boolean not null default true,
  questions jsonb not null default '[]'::jsonb,
  taken integer not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint ticket_types_pkey PRIMARY KEY (tenant_id, id),
  constraint ticket_types_tenant_id_event_id_id_key UNIQUE (tenant_id, event_id, id),
  constraint ticket_types_tenant_id_audience_id_fkey FOREIGN KEY (tenant_id, audience_id) REFERENCES public.audiences(tenant_id, id),
  constraint ticket_types_tenant_id_event_id_addon_of_fkey FOREIGN KEY (tenant_id, event_id, addon_of) REFERENCES public.ticket_types(tenant_id, event_id, id),
  constraint ticket_types_tenant_id_event_id_fkey FOREIGN KEY (tenant_id, event_id) REFERENCES public.ticket_events(tenant_id, id) ON DELETE CASCADE,
  constraint ticket_types_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint ticket_types_check CHECK ((sale_until > sale_from)),
  constraint ticket_types_check1 CHECK (((min_per_order <= max_per_order) AND (addon_of <> id))),
  constraint ticket_types_description_check CHECK ((char_length(description) <= 500)),
  constraint ticket_types_group_size_check CHECK (((group_size >= 1) AND (group_size <= 50))),
  constraint ticket_types_max_per_order_check CHECK (((max_per_order >= 1) AND (max_per_order <= 50))),
  constraint ticket_types_min_per_order_check CHECK (((min_per_order >= 1) AND (min_per_order <= 50))),
  constraint ticket_types_most_per_buyer_check CHECK (((most_per_buyer >= 1) AND (most_per_buyer <= 50))),
  constraint ticket_types_name_check CHECK (app.valid_name(name, 80)),
  constraint ticket_types_price_cents_check CHECK (((price_cents >= 0) AND (price_cents <= 99999999))),
  constraint ticket_types_questions_check CHECK (app.valid_questions(questions)),
  constraint ticket_types_taken_check CHECK ((taken >= 0))
);
alter table public.ticket_types enable row level security;
alter table public.ticket_types force row level security;
CREATE INDEX ticket_types_by_addon ON public.ticket_types USING btree (tenant_id, event_id, addon_of);
CREATE INDEX ticket_types_by_audience ON public.ticket_types USING btree (tenant_id, audience_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.ticket_types FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'ticket_type', 'name', '{id}', '{}', '{taken,created_at}', '{}', '{}', 'everyone');
CREATE TRIGGER check_plan BEFORE INSERT OR UPDATE ON public.ticket_types FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.check_ticket_plan();
CREATE TRIGGER keep_taken BEFORE DELETE ON public.ticket_types FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.keep_taken_type();
create policy of_editors on public.ticket_types for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy of_readers on public.ticket_types for select to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('see'::text) AS tenants_with))));
create policy owner_all on public.ticket_types for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.ticket_types for all to service_role
  using (true)
  with check (true);
grant delete on public.ticket_types to authenticated;
grant delete, insert, select, update on public.ticket_types to service_role;
grant insert (tenant_id, event_id, name, description, "position", price_cents, is_donation, sale_from, sale_until, min_per_order, max_per_order, most_per_buyer, group_size, is_hidden, addon_of, audience_id, has_waiting_list, is_transferable, is_open, questions) on public.ticket_types to authenticated;
grant select (tenant_id, id, event_id, name, description, "position", price_cents, is_donation, sale_from, sale_until, min_per_order, max_per_order, most_per_buyer, group_size, is_hidden, addon_of, audience_id, has_waiting_list, is_transferable, is_open, questions, taken, created_at) on public.ticket_types to authenticated;
grant update (name, description, "position", price_cents, is_donation, sale_from, sale_until, min_per_order, max_per_order, most_per_buyer, group_size, is_hidden, addon_of, audience_id, has_waiting_list, is_transferable, is_open, questions) on public.ticket_types to authenticated;

create table public.ticket_waits (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  event_id uuid not null,
  type_id uuid not null,
  email text not null,
  auth_user_id uuid,
  quantity smallint not null default 1,
  language text not null default 'en'::text,
  state text not null default 'waiting'::text,
  offered_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint ticket_waits_pkey PRIMARY KEY (tenant_id, id),
  constraint ticket_waits_tenant_id_event_id_type_id_fkey FOREIGN KEY (tenant_id, event_id, type_id) REFERENCES public.ticket_types(tenant_id, event_id, id) ON DELETE CASCADE,
  constraint ticket_waits_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint ticket_waits_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 320))),
  constraint ticket_waits_language_check CHECK ((language ~ '^[a-z]{2}$'::text)),
  constraint ticket_waits_quantity_check CHECK (((quantity >= 1) AND (quantity <= 10))),
  constraint ticket_waits_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'offered'::text, 'taken'::text, 'lapsed'::text])))
);
alter table public.ticket_waits enable row level security;
alter table public.ticket_waits force row level security;
CREATE INDEX ticket_waits_by_mailbox ON public.ticket_waits USING btree (tenant_id, app.mailbox_of(email)) WHERE (state = ANY (ARRAY['waiting'::text, 'offered'::text]));
CREATE INDEX ticket_waits_by_type ON public.ticket_waits USING btree (tenant_id, event_id, type_id, id);
CREATE INDEX ticket_waits_by_user ON public.ticket_waits USING btree (tenant_id, auth_user_id) WHERE (auth_user_id IS NOT NULL);
CREATE UNIQUE INDEX ticket_waits_once ON public.ticket_waits USING btree (tenant_id, type_id, lower(email)) WHERE (state = ANY (ARRAY['waiting'::text, 'offered'::text]));
CREATE INDEX ticket_waits_waiting ON public.ticket_waits USING btree (tenant_id, type_id, id) WHERE (state = 'waiting'::text);
CREATE TRIGGER audit AFTER DELETE ON public.ticket_waits FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'ticket_wait', '', '{id}', '{state}', '{}', '{}', '{}', 'administrators');
create policy of_support on public.ticket_waits for all to authenticated
  using ((tenant_id = ANY (ARRAY( SELECT app.tenants_with('people'::text) AS tenants_with))));
create policy owner_all on public.ticket_waits for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.ticket_waits for all to service_role
  using (true)
  with check (true);
grant delete on public.ticket_waits to authenticated;
grant delete, insert, select, update on public.ticket_waits to service_role;
grant select (tenant_id, id, event_id, type_id, email, auth_user_id, quantity, language, state, offered_until, created_at) on public.ticket_waits to authenticated;

create table public.tickets (
  tenant_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  type_id uuid not null,
  state text not null default 'reserved'::text,
  mode text not null,
  source text not null,
  order_id uuid,
  cart_id uuid,
  refund_id uuid,
  price_cents integer not null,
  quota_ids uuid[] not null,
  code_hash bytea not null,
  code_sealed text not null,
  auth_user_id uuid,
  owner_email text,
  holder_name text,
  holder_email text,
  answers jsonb not null default '{}'::jsonb,
  transfers smallint not null default 0,
  language text not null default 'en'::text,
  mailed smallint not null default '-1'::integer,
  issued_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint tickets_pkey PRIMARY KEY (tenant_id, id),
  constraint tickets_tenant_id_code_hash_key UNIQUE (tenant_id, code_hash),
  constraint tickets_tenant_id_event_id_id_key UNIQUE (tenant_id, event_id, id),
  constraint tickets_tenant_id_event_id_fkey FOREIGN KEY (tenant_id, event_id) REFERENCES public.ticket_events(tenant_id, id),
  constraint tickets_tenant_id_event_id_type_id_fkey FOREIGN KEY (tenant_id, event_id, type_id) REFERENCES public.ticket_types(tenant_id, event_id, id),
  constraint tickets_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint tickets_tenant_id_order_id_fkey FOREIGN KEY (tenant_id, order_id) REFERENCES public.orders(tenant_id, id) ON DELETE CASCADE,
  constraint tickets_answers_check CHECK (((jsonb_typeof(answers) = 'object'::text) AND (octet_length((answers)::text) <= 20000))),
  constraint tickets_check CHECK (((source = 'order'::text) = (order_id IS NOT NULL))),
  constraint tickets_check1 CHECK (((state <> 'valid'::text) OR (issued_at IS NOT NULL))),
  constraint tickets_code_hash_check CHECK ((octet_length(code_hash) = 32)),
  constraint tickets_holder_email_check CHECK ((char_length(holder_email) <= 320)),
  constraint tickets_holder_name_check CHECK ((char_length(holder_name) <= 200)),
  constraint tickets_language_check CHECK ((language ~ '^[a-z]{2}$'::text)),
  constraint tickets_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint tickets_owner_email_check CHECK ((char_length(owner_email) <= 320)),
  constraint tickets_price_cents_check CHECK (((price_cents >= 0) AND (price_cents <= 99999999))),
  constraint tickets_source_check CHECK ((source = ANY (ARRAY['order'::text, 'free'::text, 'manual'::text]))),
  constraint tickets_state_check CHECK ((state = ANY (ARRAY['reserved'::text, 'void'::text, 'valid'::text, 'canceled'::text, 'refunded'::text])))
);
alter table public.tickets enable row level security;
alter table public.tickets force row level security;
CREATE INDEX tickets_by_address ON public.tickets USING btree (tenant_id, event_id, lower(owner_email), id);
CREATE INDEX tickets_by_cart ON public.tickets USING btree (tenant_id, cart_id);
CREATE INDEX tickets_by_order ON public.tickets USING btree (tenant_id, order_id);
CREATE INDEX tickets_by_owner ON public.tickets USING btree (tenant_id, auth_user_id) WHERE (auth_user_id IS NOT NULL);
CREATE INDEX tickets_by_type ON public.tickets USING btree (tenant_id, event_id, type_id);
CREATE INDEX tickets_to_claim ON public.tickets USING btree (tenant_id, lower(owner_email)) WHERE (auth_user_id IS NULL);
CREATE INDEX tickets_to_mail ON public.tickets USING btree (tenant_id, id) WHERE ((state = 'valid'::text) AND (mailed < transfers) AND (owner_email IS NOT NULL));
CREATE INDEX tickets_void ON public.tickets USING btree (created_at) WHERE (state = 'void'::text);
CREATE TRIGGER "0_realtime" AFTER INSERT OR DELETE OR UPDATE ON public.tickets FOR EACH ROW EXECUTE FUNCTION realtime.capture();
CREATE TRIGGER audit AFTER INSERT OR UPDATE OF state, holder_name ON public.tickets FOR EACH ROW EXECUTE FUNCTION app.record_change('tenant_id', 'ticket', '', '{id}', '{state,holder_name}', '{}', '{holder_name}', '{insert=ticket.issued,state=ticket.ended,holder_name=ticket.renamed}', 'administrators');
CREATE TRIGGER claim BEFORE INSERT OR UPDATE OF owner_email, auth_user_id ON public.tickets FOR EACH ROW WHEN (((new.auth_user_id IS NULL) AND (new.owner_email IS NOT NULL))) EXECUTE FUNCTION app.claim_issued_ticket();
CREATE TRIGGER note_changed_ticket AFTER UPDATE ON public.tickets FOR EACH ROW WHEN (((((old.state IS DISTINCT FROM new.state) OR (old.holder_name IS DISTINCT FROM new.holder_name)) OR (old.code_hash IS DISTINCT FROM new.code_hash)) AND (('valid'::text = old.state) OR ('valid'::text = new.state)))) EXECUTE FUNCTION app.note_door_change();
CREATE TRIGGER note_new_ticket AFTER INSERT ON public.tickets FOR EACH ROW WHEN ((new.state = 'valid'::text)) EXECUTE FUNCTION app.note_door_change();
CREATE TRIGGER store_fact AFTER INSERT ON public.tickets FOR EACH ROW WHEN (((new.state = 'valid'::text) AND (new.auth_user_id IS NOT NULL))) EXECUTE FUNCTION app.store_ticket_fact();
CREATE TRIGGER store_fact_changed AFTER UPDATE ON public.tickets FOR EACH ROW WHEN ((((((old.auth_user_id IS DISTINCT FROM new.auth_user_id) OR (old.event_id IS DISTINCT FROM new.event_id)) OR (old.mode IS DISTINCT FROM new.mode)) OR (old.state IS DISTINCT FROM new.state)) OR (old.issued_at IS DISTINCT FROM new.issued_at))) EXECUTE FUNCTION app.store_ticket_fact();
CREATE TRIGGER store_fact_deleted AFTER DELETE ON public.tickets FOR EACH ROW WHEN (((old.state = 'valid'::text) AND (old.auth_user_id IS NOT NULL))) EXECUTE FUNCTION app.store_ticket_fact();
CREATE TRIGGER tell_ended AFTER UPDATE OF state ON public.tickets FOR EACH ROW WHEN (((old.state = 'valid'::text) AND (new.state <> 'valid'::text))) EXECUTE FUNCTION app.tell_of_ticket('ticket.ended');
CREATE TRIGGER tell_issued AFTER INSERT ON public.tickets FOR EACH ROW WHEN ((new.state = 'valid'::text)) EXECUTE FUNCTION app.tell_of_ticket('ticket.issued');
CREATE TRIGGER tell_paid AFTER UPDATE OF state ON public.tickets FOR EACH ROW WHEN (((new.state = 'valid'::text) AND (old.state <> 'valid'::text))) EXECUTE FUNCTION app.tell_of_ticket('ticket.issued');
CREATE TRIGGER tell_transferred AFTER UPDATE OF transfers ON public.tickets FOR EACH ROW WHEN ((new.transfers > old.transfers)) EXECUTE FUNCTION app.tell_of_ticket('ticket.transferred');
create policy of_support on public.tickets for select to authenticated
  using (((state <> ALL (ARRAY['reserved'::text, 'void'::text])) AND (tenant_id = ANY (ARRAY( SELECT app.tenants_with('people'::text) AS tenants_with)))));
create policy owner_all on public.tickets for all to <owner>
  using (true)
  with check (true);
create policy service_all on public.tickets for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on public.tickets to service_role;
grant select (tenant_id, id, event_id, type_id, state, mode, source, order_id, refund_id, price_cents, auth_user_id, owner_email, holder_name, holder_email, answers, transfers, issued_at, ended_at) on public.tickets to authenticated;

create unlogged table realtime.changes (
  xact xid8 not null default pg_current_xact_id(),
  seq bigint not null generated always as identity,
  relation oid not null,
  type text not null,
  changed_at timestamp with time zone not null default clock_timestamp(),
  record jsonb,
  old_record jsonb,
  part uuid,
  constraint changes_pkey PRIMARY KEY (xact, seq),
  constraint changes_type_check CHECK ((type = ANY (ARRAY['INSERT'::text, 'UPDATE'::text, 'DELETE'::text])))
);
alter table realtime.changes enable row level security;
alter table realtime.changes force row level security;
CREATE INDEX changes_by_time ON realtime.changes USING btree (changed_at);
create policy owner_all on realtime.changes for all to <owner>
  using (true)
  with check (true);
create policy service_all on realtime.changes for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on realtime.changes to service_role;

create table realtime.messages (
  pool_id uuid not null default app.pool_id(),
  topic text not null,
  inserted_at timestamp with time zone not null default now(),
  id uuid not null default app.uuidv7(),
  extension text not null,
  event text,
  payload jsonb,
  binary_payload bytea,
  private boolean not null default true,
  expires_at timestamp with time zone not null default (now() + '72:00:00'::interval),
  xact xid8 not null default 
CASE
    WHEN (current_setting('realtime.quiet'::text, true) = 'on'::text) THEN '0'::xid8
    ELSE pg_current_xact_id()
END,
  seq bigint not null generated always as identity,
  constraint messages_pkey PRIMARY KEY (pool_id, topic, inserted_at, id),
  constraint messages_binary_payload_check CHECK ((octet_length(binary_payload) <= 1048576)),
  constraint messages_check CHECK (((payload IS NULL) OR (binary_payload IS NULL))),
  constraint messages_check1 CHECK ((expires_at <= (inserted_at + '72:00:00'::interval))),
  constraint messages_event_check CHECK ((char_length(event) <= 255)),
  constraint messages_extension_check CHECK ((extension = ANY (ARRAY['broadcast'::text, 'presence'::text]))),
  constraint messages_payload_check CHECK ((pg_column_size(payload) <= 1048576)),
  constraint messages_topic_check CHECK (((char_length(topic) >= 1) AND (char_length(topic) <= 255)))
);
alter table realtime.messages enable row level security;
alter table realtime.messages force row level security;
CREATE INDEX messages_by_expiry ON realtime.messages USING btree (expires_at);
CREATE INDEX messages_by_xact ON realtime.messages USING btree (xact, seq) WHERE (xact <> '0'::xid8);
CREATE TRIGGER tell AFTER INSERT ON realtime.messages FOR EACH ROW WHEN (((new.extension = 'broadcast'::text) AND (new.xact <> '0'::xid8))) EXECUTE FUNCTION realtime.tell_messages();
create policy of_own_tenants on realtime.messages for select to authenticated
  using ((pool_id = ANY (ARRAY( SELECT app.tenants_with('people'::text) AS tenants_with))));
create policy of_own_tenants_insert on realtime.messages for insert to authenticated
  with check ((pool_id = ANY (ARRAY( SELECT app.tenants_with('people'::text) AS tenants_with))));
create policy own_pool on realtime.messages as restrictive for all to anon, end_user
  using ((pool_id = app.pool_id()))
  with check ((pool_id = app.pool_id()));
create policy own_pool_or_tenants on realtime.messages as restrictive for all to authenticated
  using (((pool_id = app.pool_id()) OR (pool_id = ANY (ARRAY( SELECT app.tenants_with('people'::text) AS tenants_with)))))
  with check (((pool_id = app.pool_id()) OR (pool_id = ANY (ARRAY( SELECT app.tenants_with('people'::text) AS tenants_with)))));
create policy own_topic on realtime.messages for select to authenticated, end_user
  using (((pool_id = app.pool_id()) AND (topic = ('user:'::text || auth.uid()))));
create policy own_topic_insert on realtime.messages for insert to authenticated, end_user
  with check (((pool_id = app.pool_id()) AND (topic = ('user:'::text || auth.uid()))));
create policy owner_all on realtime.messages for all to <owner>
  using (true)
  with check (true);
create policy service_all on realtime.messages for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on realtime.messages to service_role;
grant insert (pool_id, topic, id, extension, event, payload, binary_payload, private, expires_at) on realtime.messages to anon;
grant insert (pool_id, topic, id, extension, event, payload, binary_payload, private, expires_at) on realtime.messages to authenticated;
grant insert (pool_id, topic, id, extension, event, payload, binary_payload, private, expires_at) on realtime.messages to end_user;
grant select (pool_id, topic, inserted_at, id, extension, event, payload, binary_payload, private, expires_at, seq) on realtime.messages to anon;
grant select (pool_id, topic, inserted_at, id, extension, event, payload, binary_payload, private, expires_at, seq) on realtime.messages to authenticated;
grant select (pool_id, topic, inserted_at, id, extension, event, payload, binary_payload, private, expires_at, seq) on realtime.messages to end_user;

create unlogged table realtime.parcels (
  pool_id uuid not null,
  id uuid not null,
  body bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint parcels_pkey PRIMARY KEY (pool_id, id)
);
alter table realtime.parcels enable row level security;
alter table realtime.parcels force row level security;
CREATE INDEX parcels_by_age ON realtime.parcels USING btree (created_at);
create policy owner_all on realtime.parcels for all to <owner>
  using (true)
  with check (true);
create policy service_all on realtime.parcels for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on realtime.parcels to service_role;

create unlogged table realtime.presences (
  pool_id uuid not null,
  private boolean not null,
  topic text not null,
  ref text not null,
  process_id integer not null,
  presence_key text not null,
  meta text not null,
  constraint presences_pkey PRIMARY KEY (pool_id, private, topic, ref),
  constraint presences_presence_key_check CHECK ((length(presence_key) <= 255)),
  constraint presences_ref_check CHECK ((length(ref) <= 40)),
  constraint presences_topic_check CHECK ((length(topic) <= 255))
);
alter table realtime.presences enable row level security;
alter table realtime.presences force row level security;
CREATE INDEX presences_by_process ON realtime.presences USING btree (process_id);
create policy owner_all on realtime.presences for all to <owner>
  using (true)
  with check (true);
create policy service_all on realtime.presences for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on realtime.presences to service_role;

create unlogged table realtime.processes (
  id integer not null,
  started_at timestamp with time zone not null default now(),
  constraint processes_pkey PRIMARY KEY (id)
);
alter table realtime.processes enable row level security;
alter table realtime.processes force row level security;
create policy owner_all on realtime.processes for all to <owner>
  using (true)
  with check (true);
create policy service_all on realtime.processes for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on realtime.processes to service_role;

create unlogged table realtime.watched (
  relation oid not null,
  process uuid not null,
  part uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  constraint watched_pkey PRIMARY KEY (relation, part, process),
  constraint watched_process_fkey FOREIGN KEY (process) REFERENCES realtime.watchers(process) ON DELETE CASCADE
);
alter table realtime.watched enable row level security;
alter table realtime.watched force row level security;
CREATE INDEX watched_by_process ON realtime.watched USING btree (process);
create policy owner_all on realtime.watched for all to <owner>
  using (true)
  with check (true);
create policy service_all on realtime.watched for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on realtime.watched to service_role;

create unlogged table realtime.watchers (
  process uuid not null,
  expires_at timestamp with time zone not null,
  constraint watchers_pkey PRIMARY KEY (process)
);
alter table realtime.watchers enable row level security;
alter table realtime.watchers force row level security;
create policy owner_all on realtime.watchers for all to <owner>
  using (true)
  with check (true);
create policy service_all on realtime.watchers for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on realtime.watchers to service_role;

create table storage.buckets (
  pool_id uuid not null default storage.pool_id(),
  id text not null,
  name text not null,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  member_folders boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  read_audience_id uuid,
  constraint buckets_pkey PRIMARY KEY (pool_id, id),
  constraint buckets_pool_id_read_audience_id_fkey FOREIGN KEY (pool_id, read_audience_id) REFERENCES public.audiences(tenant_id, id),
  constraint buckets_allowed_mime_types_check CHECK ((cardinality(allowed_mime_types) <= 100)),
  constraint buckets_check CHECK ((name = id)),
  constraint buckets_file_size_limit_check CHECK ((file_size_limit >= 0)),
  constraint buckets_id_check CHECK (((id ~ '^[A-Za-z0-9_!.*''() &$@=;:+,?-]{1,100}$'::text) AND (id = btrim(id))))
);
alter table storage.buckets enable row level security;
alter table storage.buckets force row level security;
CREATE INDEX buckets_by_audience ON storage.buckets USING btree (pool_id, read_audience_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE OF public, member_folders, read_audience_id, file_size_limit, allowed_mime_types ON storage.buckets FOR EACH ROW EXECUTE FUNCTION app.record_change('pool_id', 'bucket', 'name', '{id}', '{public,member_folders,read_audience_id,file_size_limit,allowed_mime_types}', '{}', '{}', '{public=bucket.visibility_changed,read_audience_id=bucket.audience_changed,!read_audience_id=bucket.audience_changed}', 'administrators');
CREATE TRIGGER keep_library_closed BEFORE INSERT OR UPDATE ON storage.buckets FOR EACH ROW WHEN ((new.id = 'bb-library'::text)) EXECUTE FUNCTION app.keep_library_bucket_closed();
CREATE TRIGGER keep_prompt_closed BEFORE INSERT OR UPDATE ON storage.buckets FOR EACH ROW WHEN ((new.id = 'bb-prompt'::text)) EXECUTE FUNCTION app.keep_prompt_bucket_closed();
CREATE TRIGGER touch_updated_at BEFORE UPDATE ON storage.buckets FOR EACH ROW EXECUTE FUNCTION app.touch_updated_at();
create policy member_folders on storage.buckets for select to end_user
  using (((pool_id = app.tenant_id()) AND member_folders));
create policy namespace on storage.buckets as restrictive for all to anon, authenticated, end_user
  using ((pool_id = storage.pool_id()))
  with check ((pool_id = storage.pool_id()));
create policy of_audience on storage.buckets for select to anon, end_user
  using (((pool_id = app.tenant_id()) AND (id = ANY (ARRAY( SELECT storage.readable_buckets() AS readable_buckets)))));
create policy of_own_tenants on storage.buckets for all to authenticated
  using ((pool_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((pool_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy owner_all on storage.buckets for all to <owner>
  using (true)
  with check (true);
create policy service_all on storage.buckets for all to service_role
  using (true)
  with check (true);
grant delete on storage.buckets to authenticated;
grant delete, insert, select, update on storage.buckets to service_role;
grant insert (pool_id, id, name, owner, owner_id, public, file_size_limit, allowed_mime_types, member_folders, read_audience_id) on storage.buckets to authenticated;
grant select (pool_id, id, name, owner, owner_id, public, file_size_limit, allowed_mime_types, member_folders, created_at, updated_at, read_audience_id) on storage.buckets to anon;
grant select (pool_id, id, name, owner, owner_id, public, file_size_limit, allowed_mime_types, member_folders, created_at, updated_at, read_audience_id) on storage.buckets to authenticated;
grant select (pool_id, id, name, owner, owner_id, public, file_size_limit, allowed_mime_types, member_folders, created_at, updated_at, read_audience_id) on storage.buckets to end_user;
grant update (public, file_size_limit, allowed_mime_types, member_folders, read_audience_id) on storage.buckets to authenticated;

create table storage.loose_files (
  pool_id uuid not null,
  object_id uuid not null,
  version uuid not null,
  due_at timestamp with time zone not null default now(),
  bytes bigint not null default 0,
  constraint loose_files_pkey PRIMARY KEY (pool_id, object_id, version),
  constraint loose_files_bytes_check CHECK ((bytes >= 0))
);
alter table storage.loose_files enable row level security;
alter table storage.loose_files force row level security;
CREATE INDEX loose_files_due ON storage.loose_files USING btree (due_at);
CREATE TRIGGER free_room AFTER DELETE ON storage.loose_files REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION storage.free_room();
create policy owner_all on storage.loose_files for all to <owner>
  using (true)
  with check (true);
create policy service_all on storage.loose_files for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on storage.loose_files to service_role;

create table storage.objects (
  pool_id uuid not null default storage.pool_id(),
  id uuid not null default app.uuidv7(),
  bucket_id text not null,
  name text collate "C" not null,
  owner uuid,
  owner_id text,
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/'::text)) stored,
  version uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  last_accessed_at timestamp with time zone not null default now(),
  constraint objects_pkey PRIMARY KEY (pool_id, id),
  constraint objects_pool_id_bucket_id_fkey FOREIGN KEY (pool_id, bucket_id) REFERENCES storage.buckets(pool_id, id),
  constraint objects_name_check CHECK (((octet_length(name) >= 1) AND (octet_length(name) <= 1024)))
);
alter table storage.objects enable row level security;
alter table storage.objects force row level security;
CREATE INDEX objects_id ON storage.objects USING btree (id);
CREATE UNIQUE INDEX objects_name ON storage.objects USING btree (pool_id, bucket_id, name);
CREATE TRIGGER count_changed AFTER UPDATE ON storage.objects REFERENCING OLD TABLE AS gone NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION storage.count_changed();
CREATE TRIGGER count_deleted AFTER DELETE ON storage.objects REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION storage.count_deleted();
CREATE TRIGGER count_inserted AFTER INSERT ON storage.objects REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION storage.count_written();
CREATE TRIGGER let_go_deleted AFTER DELETE ON storage.objects FOR EACH ROW EXECUTE FUNCTION storage.let_go();
CREATE TRIGGER let_go_replaced AFTER UPDATE ON storage.objects FOR EACH ROW WHEN (((old.version <> new.version) OR (old.id <> new.id))) EXECUTE FUNCTION storage.let_go();
CREATE TRIGGER touch_updated_at BEFORE UPDATE ON storage.objects FOR EACH ROW EXECUTE FUNCTION app.touch_updated_at();
create policy namespace on storage.objects as restrictive for all to anon, authenticated, end_user
  using ((pool_id = storage.pool_id()))
  with check ((pool_id = storage.pool_id()));
create policy of_audience on storage.objects for select to anon, end_user
  using (((pool_id = app.tenant_id()) AND (bucket_id = ANY (ARRAY( SELECT storage.readable_buckets() AS readable_buckets)))));
create policy of_own_tenants on storage.objects for all to authenticated
  using ((pool_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))))
  with check ((pool_id = ANY (ARRAY( SELECT app.tenants_with('content'::text) AS tenants_with))));
create policy own_folder on storage.objects for all to end_user
  using (((pool_id = app.tenant_id()) AND ((storage.foldername(name))[1] = (auth.uid())::text) AND (bucket_id = ANY (ARRAY( SELECT buckets.id
   FROM storage.buckets
  WHERE ((buckets.pool_id = app.tenant_id()) AND buckets.member_folders))))))
  with check (((pool_id = app.tenant_id()) AND ((storage.foldername(name))[1] = (auth.uid())::text) AND (bucket_id = ANY (ARRAY( SELECT buckets.id
   FROM storage.buckets
  WHERE ((buckets.pool_id = app.tenant_id()) AND buckets.member_folders))))));
create policy owner_all on storage.objects for all to <owner>
  using (true)
  with check (true);
create policy service_all on storage.objects for all to service_role
  using (true)
  with check (true);
grant delete on storage.objects to anon;
grant delete on storage.objects to authenticated;
grant delete on storage.objects to end_user;
grant delete, insert, select, update on storage.objects to service_role;
grant insert (pool_id, bucket_id, name, owner, owner_id, metadata, user_metadata) on storage.objects to anon;
grant insert (pool_id, bucket_id, name, owner, owner_id, metadata, user_metadata) on storage.objects to authenticated;
grant insert (pool_id, bucket_id, name, owner, owner_id, metadata, user_metadata) on storage.objects to end_user;
grant select (pool_id, id, bucket_id, name, owner, owner_id, metadata, user_metadata, path_tokens, version, created_at, updated_at, last_accessed_at) on storage.objects to anon;
grant select (pool_id, id, bucket_id, name, owner, owner_id, metadata, user_metadata, path_tokens, version, created_at, updated_at, last_accessed_at) on storage.objects to authenticated;
grant select (pool_id, id, bucket_id, name, owner, owner_id, metadata, user_metadata, path_tokens, version, created_at, updated_at, last_accessed_at) on storage.objects to end_user;
grant update (bucket_id, name, owner, owner_id, metadata, user_metadata) on storage.objects to anon;
grant update (bucket_id, name, owner, owner_id, metadata, user_metadata) on storage.objects to authenticated;
grant update (bucket_id, name, owner, owner_id, metadata, user_metadata) on storage.objects to end_user;

create table storage.resumable_parts (
  pool_id uuid not null,
  upload_id uuid not null,
  start bigint not null,
  size bigint not null,
  version uuid not null,
  constraint resumable_parts_pkey PRIMARY KEY (pool_id, upload_id, start),
  constraint resumable_parts_pool_id_upload_id_fkey FOREIGN KEY (pool_id, upload_id) REFERENCES storage.resumable_uploads(pool_id, id) ON DELETE CASCADE,
  constraint resumable_parts_size_check CHECK ((size > 0)),
  constraint resumable_parts_start_check CHECK ((start >= 0))
);
alter table storage.resumable_parts enable row level security;
alter table storage.resumable_parts force row level security;
CREATE TRIGGER let_go_of_part AFTER DELETE ON storage.resumable_parts FOR EACH ROW EXECUTE FUNCTION storage.let_go_of_part();
create policy owner_all on storage.resumable_parts for all to <owner>
  using (true)
  with check (true);
create policy service_all on storage.resumable_parts for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on storage.resumable_parts to service_role;

create table storage.resumable_uploads (
  pool_id uuid not null,
  id uuid not null default app.uuidv7(),
  role text not null,
  user_id text,
  signed boolean not null default false,
  bucket_id text not null,
  name text not null,
  upsert boolean not null,
  size bigint not null,
  metadata jsonb not null,
  object_id uuid not null,
  version uuid not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint resumable_uploads_pkey PRIMARY KEY (pool_id, id),
  constraint resumable_uploads_metadata_check CHECK ((jsonb_typeof(metadata) = 'object'::text)),
  constraint resumable_uploads_role_check CHECK ((role = ANY (ARRAY['anon'::text, 'authenticated'::text, 'end_user'::text, 'service_role'::text]))),
  constraint resumable_uploads_size_check CHECK ((size >= 0))
);
alter table storage.resumable_uploads enable row level security;
alter table storage.resumable_uploads force row level security;
CREATE INDEX resumable_uploads_expires_at ON storage.resumable_uploads USING btree (expires_at);
create policy owner_all on storage.resumable_uploads for all to <owner>
  using (true)
  with check (true);
create policy service_all on storage.resumable_uploads for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on storage.resumable_uploads to service_role;

create table storage.usage (
  pool_id uuid not null,
  bytes bigint not null default 0,
  reserved bigint not null default 0,
  audited_at timestamp with time zone not null default now(),
  constraint usage_pkey PRIMARY KEY (pool_id),
  constraint usage_bytes_check CHECK ((bytes >= 0)),
  constraint usage_reserved_check CHECK ((reserved >= 0))
);
alter table storage.usage enable row level security;
alter table storage.usage force row level security;
CREATE INDEX usage_audited_at ON storage.usage USING btree (audited_at);
create policy owner_all on storage.usage for all to <owner>
  using (true)
  with check (true);
create policy service_all on storage.usage for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on storage.usage to service_role;

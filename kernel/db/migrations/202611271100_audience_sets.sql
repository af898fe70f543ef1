-- The audiences of each member, stored as one row so that a statement reads no more than that (docs/decisions/077). A set follows
-- from app.member_facts, app.audience_terms, the tenant's mode and the time. A member without a current one is computed as before.

create table app.audience_sets (
  tenant_id uuid not null,
  member_id uuid not null,
  number bigint generated always as identity,
  audiences uuid[], -- null: a note that what is known about the member has changed since
  until timestamptz not null, -- when the clock changes the set next; -infinity for a note
  -- The notes are no references, because each would lock the account after its facts, and a ban locks it before them.
  auth_user_id uuid generated always as (case when audiences is not null then member_id end) stored,
  foreign key (tenant_id, auth_user_id) references auth.users (pool_id, id) on delete cascade,
  check ((audiences is null) = (until = '-infinity')),
  -- Notes come first, so the first row of a member says whether there is a set that holds.
  primary key (tenant_id, member_id, until, number)
);
create unique index audience_sets_of_members on app.audience_sets (tenant_id, auth_user_id); -- at most one for each
create index audience_sets_due on app.audience_sets (until, tenant_id);
select app.protect('app.audience_sets');
revoke insert, update, delete on app.audience_sets from service_role;
select app.add_person_data('app.audience_sets', 'auth_user_id', 'cascades');
select app.add_person_data('app.audience_sets', 'member_id', 'deleted'); -- the notes as well

-- Notes whose facts have changed, in the same transaction: with the change, everyone sees the note. It is only inserted, so that
-- two changes never wait for each other. app.refresh_audience_sets deletes the notes first, and reads the facts afterwards.
create function app.note_changed_facts() returns trigger language plpgsql security definer set search_path = '' as $$
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
end $$;
create trigger note_added after insert on app.member_facts referencing new table as new_rows
  for each statement execute function app.note_changed_facts();
create trigger note_changed after update on app.member_facts referencing old table as old_rows new table as new_rows
  for each statement execute function app.note_changed_facts();
create trigger note_removed after delete on app.member_facts referencing old table as old_rows
  for each statement execute function app.note_changed_facts();

-- Held by those who change what all sets of a tenant follow from (shared), and by the one who computes them.
create function app.audience_sets_lock(p_tenant uuid) returns bigint language sql immutable
  return hashtextextended('audience sets of ' || p_tenant::text, 0);

-- Ends the sets of all members of a tenant. The note about no one says that they are missing.
create function app.end_audience_sets(p_tenants uuid[]) returns void language plpgsql security definer set search_path = '' as $$
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
end $$;

create function app.audiences_changed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.end_audience_sets(array(
    select n.tenant_id from new_rows n left join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
    where o.rule is distinct from n.rule));
  return null;
end $$;
create function app.audiences_added() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.end_audience_sets(array(select n.tenant_id from new_rows n where n.rule -> 'any' <> '[]'));
  return null;
end $$;
create function app.audiences_deleted() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.end_audience_sets(array(select o.tenant_id from old_rows o));
  return null;
end $$;
-- Only app.spell_audience writes terms, once for each row, before these run.
create trigger end_sets_added after insert on public.audiences referencing new table as new_rows
  for each statement execute function app.audiences_added();
create trigger end_sets_changed after update on public.audiences referencing old table as old_rows new table as new_rows
  for each statement execute function app.audiences_changed();
create trigger end_sets_deleted after delete on public.audiences referencing old table as old_rows
  for each statement execute function app.audiences_deleted();

create function app.mode_changed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.end_audience_sets(array[new.id]);
  return null;
end $$;
create trigger end_audience_sets after update of stripe_mode on public.tenants for each row
  when (old.stripe_mode is distinct from new.stripe_mode) execute function app.mode_changed();

-- The notes of a deleted tenant: deleting its facts adds some. The cascades come first, because triggers fire in the order of their names.
create function app.forget_audience_sets() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from app.audience_sets where tenant_id = old.id;
  return null;
end $$;
create trigger forget_audience_sets after delete on public.tenants for each row execute function app.forget_audience_sets();

-- The next moment at which the time alone can change the audiences of a member.
create function app.audiences_until(p_tenant uuid, p_member uuid) returns timestamptz language sql stable begin atomic
  select coalesce(min(m.moment), 'infinity') as until
  from app.member_facts f
  join app.audience_terms t on t.tenant_id = f.tenant_id and t.kind = f.kind and t.which = f.which
  cross join lateral (values (f.until), (f.barred_until), (t.opens), (t.closes), (f.since + t.waits)) as m (moment)
  where f.tenant_id = p_tenant and f.auth_user_id = p_member and m.moment > now();
end;

-- Computes sets that are missing or over, of one tenant that no other transaction works on. Its members are locked against being
-- deleted; those who are just being banned or deleted come next time.
-- Returns how many rows were done; 0: there is nothing to do now.
create function app.refresh_audience_sets(p_members integer) returns integer language plpgsql security definer set search_path = '' as $$
declare
  v_tenant uuid;
  v_due uuid[];
  v_members uuid[];
  v_count integer;
  v_done integer := 0;
begin
  for v_tenant in select d.tenant_id from (select distinct s.tenant_id from app.audience_sets s where s.until <= now()) d
    order by random()
  loop
    exit when pg_try_advisory_xact_lock(app.audience_sets_lock(v_tenant));
    v_tenant := null;
  end loop;
  if v_tenant is null then
    return 0;
  end if;
  delete from app.audience_sets s
    where s.tenant_id = v_tenant and s.member_id = '00000000-0000-0000-0000-000000000000';
  if found then
    insert into app.audience_sets (tenant_id, member_id, until)
      select u.pool_id, u.id, '-infinity' from auth.users u where u.pool_id = v_tenant and u.deleted_at is null;
    v_done := 1;
  end if;
  v_due := array(select s.member_id from app.audience_sets s where s.tenant_id = v_tenant and s.until <= now()
    order by s.until, s.number limit p_members);
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
  return v_done + v_count;
end $$;
grant execute on function app.refresh_audience_sets(integer) to service_role;

-- The first sets, of those who are members already.
insert into app.audience_sets (tenant_id, member_id, until)
  select t.id, '00000000-0000-0000-0000-000000000000', '-infinity' from public.tenants t;

-- `request.member` is set by the server with the claims: tenant and id of the member whose request it is, 36 characters each. Reading
-- it takes a twentieth of the time that the claims take.
create or replace function app.my_audiences() returns setof uuid language plpgsql stable security definer rows 20
set search_path = '' set plan_cache_mode = force_generic_plan as $$
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
end $$;

-- The same for policies, merged by the planner into the statement that they belong to: a stored set costs a third of a call. So
-- members may read their own row. Policies compute it once per statement:
-- `audience_id = any (array(select o.id from app.open_to_me() as o (id)))`.
create function app.member_tenant() returns uuid language sql stable
  return nullif(left(current_setting('request.member', true), 36), '')::uuid;
create function app.member_id() returns uuid language sql stable
  return nullif(right(current_setting('request.member', true), 36), '')::uuid;
grant execute on function app.member_tenant(), app.member_id() to anon, authenticated, end_user, service_role;
grant select (tenant_id, member_id, audiences, until) on app.audience_sets to anon, end_user;
create policy of_the_member on app.audience_sets for select to end_user
  using (tenant_id = app.member_tenant() and member_id = app.member_id());

create function app.open_to_me() returns setof uuid language sql stable rows 20 begin atomic
  select unnest(coalesce(
    (select nullif(case when s.until > now() then s.audiences end, '{}') as audiences from app.audience_sets s
      where s.tenant_id = app.member_tenant() and s.member_id = app.member_id() order by s.until limit 1),
    array(select app.my_audiences() as id))) as id;
end;
grant execute on function app.open_to_me() to anon, end_user;

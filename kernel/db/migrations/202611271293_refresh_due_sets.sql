-- As in 202611271160, at a cost that follows from what is due: a call read each due row of all tenants to choose one of them, and each row of that
-- one to find its members, so 30,000 tenants with one note each took 30,000 x 30,000. Both are found by the index now.

-- A tenant with a due set, other than those that were tried. Notes from a random place on, so that no tenant is always the first, or those that the
-- clock ended, the oldest first.
create function app.due_tenant(p_tried uuid[]) returns uuid language sql volatile set search_path = '' as $$
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
$$;

-- The members of a tenant whose sets are due: first those with notes, in the order of the notes.
create function app.due_members(p_tenant uuid, p_members integer, p_skipped uuid[]) returns setof uuid language sql stable set search_path = '' as $$
  (select s.member_id from app.audience_sets s
    where s.until = '-infinity' and s.tenant_id = p_tenant and s.member_id <> all (p_skipped) order by s.number limit p_members)
  union all
  (select s.member_id from app.audience_sets s
    where s.until > '-infinity' and s.until <= now() and s.tenant_id = p_tenant and s.member_id <> all (p_skipped) order by s.until limit p_members)
  limit p_members
$$;

create or replace function app.refresh_audience_sets(p_members integer) returns integer language plpgsql security definer set search_path = '' as $$
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
end $$;

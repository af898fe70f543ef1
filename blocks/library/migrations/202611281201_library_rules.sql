-- What the library refuses, also through the data API: plans, limits, courses in courses, and audiences that are in use.

-- The library needs Pro in live mode. Items that exist stay and are read as before. In test mode each plan tries it with a few.
create function app.library_most(p_tenant uuid) returns integer language sql stable security definer set search_path = '' begin atomic
  select case when app.has_plan(t.owner_user_id, 'pro') then 2000 when t.stripe_mode = 'test' then 20 else 0 end
  from public.tenants t where t.id = p_tenant;
end;
grant execute on function app.library_most(uuid) to authenticated;

create function app.refuse_library(p_name text, p_detail text default '') returns void language plpgsql set search_path = '' as $$
begin
  raise exception 'The library refuses this: %', p_name using errcode = 'check_violation', constraint = 'library_' || p_name, detail = p_detail;
end $$;

create function app.check_library_plan() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if app.library_most(new.tenant_id) = 0 then
    perform app.refuse_library('plan', 'pro');
  end if;
  return new;
end $$;
create trigger check_plan before insert or update on public.library_items for each row
  when (current_user = 'authenticated') execute function app.check_library_plan();
create trigger check_plan before insert or update on public.library_bodies for each row
  when (current_user = 'authenticated') execute function app.check_library_plan();
create trigger check_plan before insert or update on public.library_modules for each row
  when (current_user = 'authenticated') execute function app.check_library_plan();
create trigger check_plan before insert or update on public.library_lessons for each row
  when (current_user = 'authenticated') execute function app.check_library_plan();

-- Calls at once wait for each other, so that their sum cannot exceed the limit. The next statement sees what the ones before committed.
create function app.limit_library() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_most constant integer := app.library_most(new.tenant_id);
begin
  perform pg_advisory_xact_lock(hashtextextended('library of ' || new.tenant_id::text, 0));
  if (select count(*) from public.library_items i where i.tenant_id = new.tenant_id) >= v_most then
    perform app.refuse_library('most', v_most::text);
  end if;
  return new;
end $$;
create trigger limit_items before insert on public.library_items for each row
  when (current_user = 'authenticated') execute function app.limit_library();

create function app.check_lesson() returns trigger language plpgsql security definer set search_path = '' as $$
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
end $$;
create trigger check_lesson before insert on public.library_lessons for each row execute function app.check_lesson();

create function app.check_module() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.library_items c where c.tenant_id = new.tenant_id and c.id = new.course_id and c.kind = 'course' for no key update;
  if not found then
    perform app.refuse_library('no_course');
  end if;
  if (select count(*) from public.library_modules m where m.tenant_id = new.tenant_id and m.course_id = new.course_id) >= 100 then
    perform app.refuse_library('most_modules', '100');
  end if;
  return new;
end $$;
create trigger check_module before insert on public.library_modules for each row execute function app.check_module();

create function app.keep_audience_of_library() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.keep_used_audience(old.tenant_id, 'library item', array(
    select i.title from public.library_items i where i.tenant_id = old.tenant_id and i.audience_id = old.id order by i.title, i.id));
  return old;
end $$;
create trigger keep_audience_of_library before delete on public.audiences
  for each row execute function app.keep_audience_of_library();

-- The bucket of the library is never opened in another way: its files are served by the rights on their item alone.
create function app.keep_library_bucket_closed() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.public or new.member_folders or new.read_audience_id is not null then
    raise exception 'The files of the library are opened by the audiences of its items'
      using errcode = 'check_violation', constraint = 'library_bucket', table = 'buckets';
  end if;
  return new;
end $$;
create trigger keep_library_closed before insert or update on storage.buckets for each row
  when (new.id = 'bb-library') execute function app.keep_library_bucket_closed();

-- How someone who may not open an item gets to: the ways to its own audience, and to those of its published courses.
-- Products with their price, as the catalog shows them.
create function app.library_ways(p_item uuid) returns jsonb language sql stable security definer set search_path = '' begin atomic
  with audiences as (
    select i.audience_id from public.library_items i where i.tenant_id = app.tenant_id() and i.id = p_item and i.audience_id is not null
    union
    select c.audience_id from public.library_lessons l
    join public.library_items c on c.tenant_id = l.tenant_id and c.id = l.course_id
    where l.tenant_id = app.tenant_id() and l.item_id = p_item and c.published_at <= now() and c.audience_id is not null
  ), ways as (
    select distinct w.way from audiences a cross join jsonb_array_elements(app.ways_to_item(app.tenant_id(), a.audience_id)) as w (way)
  )
  select coalesce(jsonb_agg(w.way || case when b.id is null then '{}' else
      jsonb_build_object('price_cents', b.price_cents, 'currency', b.currency) end order by w.way ->> 'kind', w.way ->> 'name'), '[]')
  from ways w left join public.items b on b.tenant_id = app.tenant_id() and b.id = (w.way ->> 'item_id')::uuid;
end;
grant execute on function app.library_ways(uuid) to anon, end_user;

-- Stores the caller's progress. The statement that calls it reads the item's body under the caller's rights, so it runs for open items alone.
create function app.save_library_progress(p_item uuid, p_seconds integer, p_finished boolean) returns jsonb
language sql security definer set search_path = '' begin atomic
  insert into public.library_progress as p (tenant_id, auth_user_id, item_id, position_seconds, finished_at)
    values (app.tenant_id(), auth.uid(), p_item, coalesce(p_seconds, 0), case when p_finished then now() end)
  on conflict (tenant_id, auth_user_id, item_id) do update set
    position_seconds = coalesce(p_seconds, p.position_seconds),
    finished_at = coalesce(p.finished_at, excluded.finished_at), updated_at = now()
  returning jsonb_build_object('position', p.position_seconds, 'finished', p.finished_at is not null);
end;
grant execute on function app.save_library_progress(uuid, integer, boolean) to end_user;

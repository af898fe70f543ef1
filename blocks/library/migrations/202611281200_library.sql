-- The library: items with teasers, bodies that only their audience reads, courses, and the progress of members
-- (docs/decisions/102, blocks/library/README.md).

create function app.valid_tags(p_tags text[]) returns boolean language sql immutable
  return cardinality(p_tags) <= 20 and array_position(p_tags, null) is null
    and not exists (select from unnest(p_tags) as t (tag) where not app.valid_name(t.tag, 40));

-- Without a language, because tenants write in any; each word as it is written, in lower case.
create function app.library_words(p_title text, p_summary text, p_teaser text, p_tags text[]) returns tsvector language sql immutable
  return to_tsvector('simple'::regconfig, p_title || ' ' || coalesce(p_summary, '') || ' ' || coalesce(p_teaser, '') || ' '
    || coalesce(p_tags::text, ''));

grant execute on function app.valid_tags(text[]), app.library_words(text, text, text, text[])
  to anon, authenticated, end_user, service_role;

-- What everyone who sees the title may read. A course is an item, too: its lessons are other items.
create table public.library_items (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  kind text not null check (kind in ('article', 'link', 'file', 'audio', 'video', 'course')),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80), -- it stays, so that links do
  title text not null check (app.valid_name(title, 160)),
  summary text check (char_length(summary) <= 500),
  teaser text check (char_length(teaser) <= 4000), -- the part of it that everyone who sees the title may read
  cover text check (char_length(cover) <= 300), -- a file of the bucket bb-library
  tags text[] not null default '{}' check (app.valid_tags(tags)),
  published_at timestamptz, -- null: a draft; in the future: scheduled
  audience_id uuid, -- who may open it; null: only those whose course it is in
  is_teaser boolean not null default false, -- whether others see the title and the teaser, or nothing
  is_listed boolean not null default true, -- lists contain it, not only courses, links and the search
  counts_from text not null default 'start' check (counts_from in ('start', 'joining')), -- courses: from when days of lessons count
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search tsvector generated always as (app.library_words(title, summary, teaser, tags)) stored,
  primary key (tenant_id, id),
  unique (tenant_id, slug),
  foreign key (tenant_id, audience_id) references public.audiences (tenant_id, id)
);
create index library_items_newest on public.library_items (tenant_id, published_at desc, id desc);
create index library_items_by_audience on public.library_items (tenant_id, audience_id);

-- What only those who may open an item read.
create table public.library_bodies (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  item_id uuid not null,
  body jsonb not null check (jsonb_typeof(body) = 'object' and octet_length(body::text) <= 500000),
  plain text not null default '' check (char_length(plain) <= 200000), -- its text, for the search
  search tsvector generated always as (to_tsvector('simple'::regconfig, plain)) stored,
  primary key (tenant_id, item_id),
  foreign key (tenant_id, item_id) references public.library_items (tenant_id, id) on delete cascade
);

create table public.library_modules (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  course_id uuid not null,
  position smallint not null,
  title text not null check (app.valid_name(title, 160)),
  primary key (tenant_id, id),
  unique (tenant_id, course_id, id),
  foreign key (tenant_id, course_id) references public.library_items (tenant_id, id) on delete cascade
);

create table public.library_lessons (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  course_id uuid not null,
  item_id uuid not null,
  module_id uuid not null,
  position smallint not null,
  drip_days smallint check (drip_days between 0 and 9999), -- days after the start of the course, or after joining
  drip_at timestamptz, -- not before
  primary key (tenant_id, course_id, item_id),
  check (course_id <> item_id),
  foreign key (tenant_id, course_id, module_id) references public.library_modules (tenant_id, course_id, id) on delete cascade,
  foreign key (tenant_id, item_id) references public.library_items (tenant_id, id) on delete cascade
);
create index library_lessons_by_module on public.library_lessons (tenant_id, course_id, module_id);
create index library_lessons_by_item on public.library_lessons (tenant_id, item_id);

-- One row for each member and item. Of a course: `started_at` is when its days start to count.
create table public.library_progress (
  tenant_id uuid not null,
  auth_user_id uuid not null,
  item_id uuid not null,
  started_at timestamptz not null default now(),
  position_seconds integer not null default 0 check (position_seconds between 0 and 1000000),
  finished_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, auth_user_id, item_id),
  foreign key (tenant_id, auth_user_id) references auth.users (pool_id, id) on delete cascade,
  foreign key (tenant_id, item_id) references public.library_items (tenant_id, id) on delete cascade
);
create index library_progress_by_item on public.library_progress (tenant_id, item_id);

select app.protect('public.library_items'), app.protect('public.library_bodies'), app.protect('public.library_modules'),
  app.protect('public.library_lessons'), app.protect('public.library_progress');

-- When a lesson opens to a member. This alone decides drip, with the database's clock.
-- p_from: when the member started or joined; null: not yet. A lesson that was finished never locks again.
create function app.lesson_opens_at(p_days integer, p_at timestamptz, p_from timestamptz, p_finished timestamptz) returns timestamptz
language sql immutable return case
  when p_finished is not null then '-infinity'::timestamptz
  -- Days are 24 hours, whatever the zone of the session.
  else greatest(coalesce(p_at, '-infinity'), case when coalesce(p_days, 0) = 0 then '-infinity'
    else coalesce(p_from + make_interval(hours => 24 * p_days), 'infinity') end)
end;

-- The lessons of the published courses that the caller may open, and when each opens.
create function app.my_lessons() returns table (course_id uuid, item_id uuid, opens_at timestamptz)
language sql stable security definer set search_path = '' begin atomic
  select l.course_id, l.item_id, app.lesson_opens_at(l.drip_days, l.drip_at,
    case c.counts_from when 'start' then s.started_at else (select u.created_at from auth.users u
      where u.pool_id = l.tenant_id and u.id = auth.uid()) end, d.finished_at)
  from public.library_items c
  join public.library_lessons l on l.tenant_id = c.tenant_id and l.course_id = c.id
  left join public.library_progress s on s.tenant_id = l.tenant_id and s.auth_user_id = auth.uid() and s.item_id = l.course_id
  left join public.library_progress d on d.tenant_id = l.tenant_id and d.auth_user_id = auth.uid() and d.item_id = l.item_id
  where c.tenant_id = app.tenant_id() and c.kind = 'course' and c.published_at <= now()
    and c.audience_id = any (array(select app.my_audiences()));
end;

-- The items whose body the caller may read: the one rule of the library. Computed once per statement.
create function app.open_library() returns setof uuid language sql stable security definer set search_path = '' begin atomic
  select i.id from public.library_items i
  where i.tenant_id = app.tenant_id() and i.published_at <= now() and i.audience_id = any (array(select app.my_audiences()))
  union
  select i.id from app.my_lessons() l
  join public.library_items i on i.tenant_id = app.tenant_id() and i.id = l.item_id
  where l.opens_at <= now() and i.published_at <= now();
end;
-- The items whose title the caller may see although they may not be open yet: the lessons of their courses.
create function app.my_lesson_items() returns setof uuid language sql stable security definer set search_path = ''
begin atomic
  select l.item_id from app.my_lessons() l;
end;
grant execute on function app.my_lessons(), app.open_library(), app.my_lesson_items() to anon, end_user;

grant select (tenant_id, id, kind, slug, title, summary, teaser, cover, tags, published_at, is_listed, counts_from, search)
  on public.library_items to anon, end_user;
create policy on_the_site on public.library_items for select to anon, end_user
  using (tenant_id = app.tenant_id() and published_at <= now()
    and (is_teaser or audience_id = any (array(select o.id from app.open_to_me() as o (id)))
      or id = any (array(select app.my_lesson_items()))));

grant select (tenant_id, item_id, body, search) on public.library_bodies to anon, end_user;
create policy of_audience on public.library_bodies for select to anon, end_user
  using (tenant_id = app.tenant_id() and item_id = any (array(select app.open_library())));

-- Who sees a course sees its modules, and those of its lessons whose titles they may see.
create function app.seen_courses() returns setof uuid language sql stable security definer set search_path = '' begin atomic
  select c.id from public.library_items c
  where c.tenant_id = app.tenant_id() and c.kind = 'course' and c.published_at <= now()
    and (c.is_teaser or c.audience_id = any (array(select app.my_audiences())));
end;
create function app.seen_lessons() returns setof uuid language sql stable security definer set search_path = '' begin atomic
  select i.id from public.library_items i
  where i.tenant_id = app.tenant_id() and i.published_at <= now()
    and (i.is_teaser or i.audience_id = any (array(select app.my_audiences())) or i.id = any (array(select app.my_lesson_items())));
end;
grant execute on function app.seen_courses(), app.seen_lessons() to anon, end_user;

grant select (tenant_id, id, course_id, position, title) on public.library_modules to anon, end_user;
create policy of_seen_courses on public.library_modules for select to anon, end_user
  using (tenant_id = app.tenant_id() and course_id = any (array(select app.seen_courses())));
grant select (tenant_id, course_id, item_id, module_id, position, drip_days, drip_at) on public.library_lessons to anon, end_user;
create policy of_seen_courses on public.library_lessons for select to anon, end_user
  using (tenant_id = app.tenant_id() and course_id = any (array(select app.seen_courses()))
    and item_id = any (array(select app.seen_lessons())));

-- Members read their own progress. Only the functions below write it, so that no one chooses when they started.
grant select (tenant_id, auth_user_id, item_id, started_at, position_seconds, finished_at, updated_at) on public.library_progress
  to end_user, authenticated;
create policy of_member on public.library_progress for select to end_user
  using (tenant_id = app.tenant_id() and auth_user_id = auth.uid());
create policy of_readers on public.library_progress for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('people'))));

-- The staff.
grant select (tenant_id, id, kind, slug, title, summary, teaser, cover, tags, published_at, audience_id, is_teaser, is_listed, counts_from,
    revision, created_at, updated_at, search),
  insert (tenant_id, kind, slug, title, summary, teaser, cover, tags, published_at, audience_id, is_teaser, is_listed, counts_from),
  update (title, summary, teaser, cover, tags, published_at, audience_id, is_teaser, is_listed, counts_from, revision), delete
  on public.library_items to authenticated;
grant select (tenant_id, item_id, body, plain, search), insert (tenant_id, item_id, body, plain), update (body, plain), delete
  on public.library_bodies to authenticated;
grant select (tenant_id, id, course_id, position, title), insert (tenant_id, id, course_id, position, title), update (position, title),
  delete on public.library_modules to authenticated;
grant select (tenant_id, course_id, item_id, module_id, position, drip_days, drip_at),
  insert (tenant_id, course_id, item_id, module_id, position, drip_days, drip_at), update (position, drip_days, drip_at), delete
  on public.library_lessons to authenticated;
create policy of_readers on public.library_items for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('see'))));
create policy of_editors on public.library_items for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))))
  with check (tenant_id = any (array(select app.tenants_with('content'))));
create policy of_editors on public.library_bodies for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))))
  with check (tenant_id = any (array(select app.tenants_with('content'))));
create policy of_editors on public.library_modules for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))))
  with check (tenant_id = any (array(select app.tenants_with('content'))));
create policy of_editors on public.library_lessons for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))))
  with check (tenant_id = any (array(select app.tenants_with('content'))));
create trigger touch before update on public.library_items for each row execute function app.touch_updated_at();

select app.audit('public.library_items', 'library_item', 'title', p_except => array['created_at', 'updated_at', 'revision', 'search']);
select app.audit('public.library_bodies', 'library_body', null, p_except => array['search'], p_hidden => array['body', 'plain']);
select app.audit('public.library_modules', 'library_module', 'title');
select app.audit('public.library_lessons', 'library_lesson', null);
select app.add_person_data('public.library_progress', 'auth_user_id', 'cascades',
  p_exported => '{item_id,started_at,position_seconds,finished_at}');

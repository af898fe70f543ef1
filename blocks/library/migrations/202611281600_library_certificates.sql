-- Certificates of courses: off unless the owner turns them on for a course (blocks/library/README.md).

alter table public.library_items add column has_certificate boolean not null default false;
alter table public.library_items add constraint library_items_certificate_check check (kind = 'course' or not has_certificate);
grant select (has_certificate), insert (has_certificate), update (has_certificate) on public.library_items to authenticated;

-- What someone checks by its code. It has the title at that time, and stays when the course is deleted.
create table public.library_certificates (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  auth_user_id uuid not null,
  course_id uuid,
  course_title text not null check (app.valid_name(course_title, 160)),
  name text not null check (app.valid_name(name, 100)), -- as the member chose it
  code text not null default app.random_text(24), -- 142 bits
  issued_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, code),
  unique (tenant_id, auth_user_id, course_id),
  foreign key (tenant_id, auth_user_id) references auth.users (pool_id, id) on delete cascade,
  foreign key (tenant_id, course_id) references public.library_items (tenant_id, id) on delete set null (course_id)
);
create index library_certificates_by_course on public.library_certificates (tenant_id, course_id);
select app.protect('public.library_certificates');

grant select (tenant_id, id, auth_user_id, course_id, course_title, name, code, issued_at, revoked_at)
  on public.library_certificates to end_user, authenticated;
create policy of_member on public.library_certificates for select to end_user
  using (tenant_id = app.tenant_id() and auth_user_id = auth.uid());
grant update (revoked_at), delete on public.library_certificates to authenticated;
create policy of_people on public.library_certificates for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('people'))))
  with check (tenant_id = any (array(select app.tenants_with('people'))));
select app.audit('public.library_certificates', 'library_certificate', 'course_title', p_hidden => array['name', 'code']);
select app.add_person_data('public.library_certificates', 'auth_user_id', 'cascades',
  p_exported => '{course_title,name,issued_at,revoked_at}');

-- Finishes the caller's courses whose published lessons are all finished, after one of them was.
create function app.finish_courses(p_item uuid) returns void language plpgsql security definer set search_path = '' as $$
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
end $$;

create or replace function app.save_library_progress(p_item uuid, p_seconds integer, p_finished boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- The caller's certificate of a course: null where there is none, else `open` (not finished), `ready`, `issued` or `revoked`.
create function app.my_certificate(p_course uuid) returns jsonb language sql stable security definer set search_path = '' begin atomic
  select case
      when own.revoked_at is not null then jsonb_build_object('state', 'revoked')
      when own.id is not null then jsonb_build_object('state', 'issued', 'code', own.code, 'name', own.name,
        'issued_at', to_json(own.issued_at) #>> '{}')
      when p.finished_at is not null then jsonb_build_object('state', 'ready')
      else jsonb_build_object('state', 'open') end
  from public.library_items i
  left join public.library_certificates own
    on own.tenant_id = i.tenant_id and own.auth_user_id = auth.uid() and own.course_id = i.id
  left join public.library_progress p on p.tenant_id = i.tenant_id and p.auth_user_id = auth.uid() and p.item_id = i.id
  where i.tenant_id = app.tenant_id() and i.id = p_course and i.has_certificate and auth.uid() is not null;
end;

-- Issues the caller's certificate once. The name stays as it was chosen, so that it cannot be passed on.
create function app.claim_certificate(p_course uuid, p_name text) returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  insert into public.library_certificates (tenant_id, auth_user_id, course_id, course_title, name)
    select i.tenant_id, auth.uid(), i.id, i.title, p_name
    from public.library_items i
    join public.library_progress p on p.tenant_id = i.tenant_id and p.auth_user_id = auth.uid() and p.item_id = i.id
    where i.tenant_id = app.tenant_id() and i.id = p_course and i.kind = 'course' and i.has_certificate
      and p.finished_at is not null and i.id = any (array(select app.open_library()))
  on conflict (tenant_id, auth_user_id, course_id) do nothing;
  return app.my_certificate(p_course);
end $$;
grant execute on function app.my_certificate(uuid), app.claim_certificate(uuid, text) to end_user;

-- What everyone with the code learns: name, course and day of a certificate that is valid.
create function app.check_certificate(p_code text) returns table (name text, course text, issued_at timestamptz)
language sql stable security definer set search_path = '' begin atomic
  select c.name, c.course_title, c.issued_at from public.library_certificates c
  where c.tenant_id = app.tenant_id() and c.code = p_code and c.revoked_at is null;
end;
grant execute on function app.check_certificate(text) to anon, end_user;

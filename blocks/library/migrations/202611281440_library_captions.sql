-- Captions of audio and video: plain cues, from which WebVTT is written (docs/decisions/104).

-- An array of {start, end, text}, times in milliseconds. Cues are plain text: what is markup in WebVTT is escaped when it is written.
create function app.valid_cues(p_cues jsonb) returns boolean language sql immutable
  return case when jsonb_typeof(p_cues) = 'array' then jsonb_array_length(p_cues) <= 5000 and octet_length(p_cues::text) <= 1000000
    and not jsonb_path_exists(p_cues, 'strict $[*] ? (!(@.type() == "object" && @.start.type() == "number" && @.end.type() == "number"
      && @.text.type() == "string" && @.start >= 0 && @.start < @.end && @.end <= 360000000))', silent => true)
    and (select coalesce(bool_and(jsonb_typeof(cue) = 'object' and cue ? 'start' and cue ? 'end' and cue ? 'text'
      and char_length(cue ->> 'text') between 1 and 1000), true) from jsonb_array_elements(p_cues) as c (cue)) else false end;
grant execute on function app.valid_cues(jsonb) to anon, authenticated, end_user, service_role;

create table public.library_captions (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  item_id uuid not null,
  language text not null check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'), -- BCP 47
  label text not null check (app.valid_name(label, 60)), -- as the player lists it
  cues jsonb not null check (app.valid_cues(cues)),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, item_id, language),
  foreign key (tenant_id, item_id) references public.library_items (tenant_id, id) on delete cascade
);
select app.protect('public.library_captions');

grant select (tenant_id, item_id, language, label, cues) on public.library_captions to anon, end_user;
create policy of_audience on public.library_captions for select to anon, end_user
  using (tenant_id = app.tenant_id() and item_id = any (array(select app.open_library())));
grant select (tenant_id, item_id, language, label, cues, updated_at), insert (tenant_id, item_id, language, label, cues),
  update (label, cues), delete on public.library_captions to authenticated;
create policy of_editors on public.library_captions for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))))
  with check (tenant_id = any (array(select app.tenants_with('content'))));
create trigger touch before update on public.library_captions for each row execute function app.touch_updated_at();
create trigger check_plan before insert or update on public.library_captions for each row
  when (current_user = 'authenticated') execute function app.check_library_plan();

-- At most 20 languages, also through the data API. Calls at once wait for each other.
create function app.limit_captions() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.library_items i where i.tenant_id = new.tenant_id and i.id = new.item_id for no key update;
  if (select count(*) from public.library_captions c where c.tenant_id = new.tenant_id and c.item_id = new.item_id) >= 20 then
    perform app.refuse_library('most_captions', '20');
  end if;
  return new;
end $$;
create trigger limit_captions before insert on public.library_captions for each row
  when (current_user = 'authenticated') execute function app.limit_captions();

select app.audit('public.library_captions', 'library_captions', 'label', p_except => array['updated_at'], p_hidden => array['cues']);

-- Related tables for the embedding tests: two workspaces, whose rows have the same ids. As in the product, keys
-- include the tenant. A workspace is visible to its own visitors and users, and to every creator.

create table public.workspaces (
  tenant_id uuid primary key,
  title text not null
);
comment on table public.workspaces is 'A workspace';

create table public.people (
  tenant_id uuid not null references public.workspaces,
  id integer not null,
  name text not null,
  wage integer not null default 0,
  secret text not null default 'CANARY-person',
  boss_id integer,
  primary key (tenant_id, id),
  constraint people_boss foreign key (tenant_id, boss_id) references public.people (tenant_id, id)
);

create table public.biographies (
  tenant_id uuid not null,
  person_id integer not null,
  bio text,
  facts json not null default '{}',
  primary key (tenant_id, person_id),
  constraint profile_person foreign key (tenant_id, person_id) references public.people (tenant_id, id)
);

create table public.channels (
  tenant_id uuid not null references public.workspaces,
  id integer not null,
  slug text not null,
  data jsonb not null default '{}',
  primary key (tenant_id, id)
);

-- Two relationships to a person, and one to a channel.
create table public.messages (
  tenant_id uuid not null references public.workspaces,
  id integer not null,
  body text not null,
  score integer,
  data jsonb not null default '{}',
  secret text not null default 'CANARY-message',
  author_id integer not null,
  reader_id integer,
  channel_id integer,
  primary key (tenant_id, id),
  constraint message_author foreign key (tenant_id, author_id) references public.people (tenant_id, id),
  constraint message_reader foreign key (tenant_id, reader_id) references public.people (tenant_id, id),
  constraint message_channel foreign key (tenant_id, channel_id) references public.channels (tenant_id, id)
);
create index on public.messages (tenant_id, author_id);
create index on public.messages (tenant_id, channel_id);

-- People and channels, many to many.
create table public.members (
  tenant_id uuid not null references public.workspaces,
  person_id integer not null,
  channel_id integer not null,
  since date not null default '2026-01-01',
  primary key (tenant_id, person_id, channel_id),
  constraint member_person foreign key (tenant_id, person_id) references public.people (tenant_id, id),
  constraint member_channel foreign key (tenant_id, channel_id) references public.channels (tenant_id, id)
);

-- No role may read this table, although it references people.
create table public.dossiers (
  id integer primary key,
  tenant_id uuid not null,
  person_id integer not null,
  note text default 'CANARY-file',
  constraint file_person foreign key (tenant_id, person_id) references public.people (tenant_id, id)
);

-- Its reference to a private table cannot be embedded.
create table public.badges (
  id integer primary key,
  tenant_id uuid not null,
  person_id integer not null,
  pool uuid,
  account uuid,
  foreign key (pool, account) references auth.users (pool_id, id),
  constraint badge_person foreign key (tenant_id, person_id) references public.people (tenant_id, id)
);

create view public.letters with (security_invoker) as
  select tenant_id, id as number, body as words, author_id as writer_id, channel_id, upper(body) as loud
  from public.messages;
create view public.short_letters with (security_invoker) as
  select tenant_id, number, writer_id, channel_id from public.letters where length(words) < 20;
create view public.writers with (security_invoker) as
  select p.tenant_id, p.id, p.name, c.slug as home
  from public.people p left join public.channels c on c.tenant_id = p.tenant_id and c.id = 1;

select app.protect('public.' || name) from unnest(array['workspaces', 'people', 'biographies', 'channels', 'messages',
  'members', 'dossiers', 'badges']) name;
grant select on public.workspaces, public.biographies, public.channels, public.members, public.badges
  to anon, authenticated, end_user;
grant select (tenant_id, id, name, wage, boss_id) on public.people to anon, authenticated, end_user;
grant select (tenant_id, id, body, score, data, author_id, reader_id, channel_id)
  on public.messages to anon, authenticated, end_user;
grant select on public.letters, public.short_letters, public.writers to anon, authenticated, end_user;
grant insert (tenant_id, id, body, score, author_id, reader_id, channel_id), update (body, score, channel_id), delete
  on public.messages to authenticated;
grant insert, update (slug, data), delete on public.channels to authenticated;

do $$
declare name text;
begin
  foreach name in array array['workspaces', 'people', 'biographies', 'channels', 'messages', 'members', 'badges'] loop
    if name <> 'badges' then
      execute format('create policy own on public.%I for select to anon, end_user using (tenant_id = app.tenant_id())', name);
    end if;
    execute format('create policy creators on public.%I for select to authenticated using (true)', name);
  end loop;
  foreach name in array array['messages', 'channels'] loop
    execute format('create policy writing on public.%I for insert to authenticated with check (true)', name);
    execute format('create policy changing on public.%I for update to authenticated using (true) with check (true)', name);
    execute format('create policy removing on public.%I for delete to authenticated using (true)', name);
  end loop;
end $$;

-- Columns and relationships computed by functions that take a row.
create function public.heading(public.channels) returns text language sql stable
  return '#' || $1.slug;
create function public.facts(public.channels) returns jsonb language sql stable
  return jsonb_build_object('size', length($1.slug));
create function public.greeting(public.people) returns text language sql stable return 'Hello ' || $1.name;
create function public.loudest(public.channels) returns setof public.messages rows 1 language sql stable security definer
  set search_path = ''
  begin atomic select * from public.messages m where m.tenant_id = $1.tenant_id and m.channel_id = $1.id
    order by score desc nulls last, id; end;
create function public.loud_messages(public.channels) returns setof public.messages language sql stable security definer
  set search_path = ''
  begin atomic select * from public.messages m where m.tenant_id = $1.tenant_id and m.channel_id = $1.id and score > 10; end;
create function public.opener(public.channels) returns public.people language sql stable security definer
  set search_path = ''
  begin atomic select p from public.people p where p.tenant_id = $1.tenant_id order by id limit 1; end;
create function public.locked(public.channels) returns setof public.people language sql stable
  begin atomic select * from public.people; end;
create function public.messages_of(person integer) returns setof public.messages language sql stable security definer
  set search_path = ''
  begin atomic select * from public.messages where author_id = person and tenant_id = app.tenant_id(); end;
create function public.channels_now() returns setof public.channels language sql stable
  begin atomic select * from public.channels; end;
grant execute on function public.heading, public.facts, public.greeting, public.loudest, public.loud_messages,
  public.opener, public.messages_of, public.channels_now to anon, authenticated, end_user, service_role;
revoke execute on function public.locked from public;

do $$
declare
  one uuid := '00000000-0000-4000-8000-0000000000aa';
  two uuid := '00000000-0000-4000-8000-0000000000bb';
  tenant uuid;
begin
  foreach tenant in array array[one, two] loop
    insert into public.workspaces values (tenant, case tenant when one then 'One' else 'CANARY-two' end);
    insert into public.people (tenant_id, id, name, wage, boss_id)
      select tenant, id, case tenant when one then name else 'CANARY-' || name end, wage, boss
      from (values (1, 'Ada', 10, null), (2, 'Bo', 20, 1), (3, 'Cy', 30, 1), (4, 'Di', 40, 2)) p (id, name, wage, boss);
    insert into public.biographies values (tenant, 1, 'Writes', '{"z": 1, "a": 2}'), (tenant, 2, null, '{}');
    insert into public.channels values
      (tenant, 1, 'general', '{"rank": 2}'), (tenant, 2, 'random', '{"rank": 1}'), (tenant, 3, 'empty', '{}');
    insert into public.messages (tenant_id, id, body, score, data, author_id, reader_id, channel_id) values
      (tenant, 1, 'First', 5, '{"n": 3}', 1, 2, 1), (tenant, 2, 'Second', 15, '{"n": 1}', 1, null, 1),
      (tenant, 3, 'Third', null, '{}', 2, 1, 2), (tenant, 4, 'Fourth and a long one', 25, '{"n": 2}', 3, 3, null);
    insert into public.members (tenant_id, person_id, channel_id) values
      (tenant, 1, 1), (tenant, 1, 2), (tenant, 2, 1), (tenant, 3, 2);
  end loop;
  insert into public.dossiers values (1, one, 1);
  insert into public.badges values (1, one, 1, null, null);
end $$;

-- Teams of a tenant's members: docs/decisions/059. Part of the Business plan of the tenant's owner: without it teams stay and
-- count, but nothing is added or renamed.

-- The tenants of the caller whose owner has at least this plan.
create function app.owned_tenants_on(p_plan text) returns setof uuid language sql stable security definer set search_path = ''
  begin atomic
    select t.id from public.tenants t
    where t.id = any (array(select app.owned_tenants())) and app.has_plan(t.owner_user_id, p_plan);
  end;
grant execute on function app.owned_tenants_on(text) to authenticated;

create table public.team_settings (
  tenant_id uuid primary key references public.tenants (id) on delete cascade,
  members_create boolean not null default false -- without a row: only the owner makes teams
);
select app.protect('public.team_settings');
grant select (tenant_id, members_create), insert (tenant_id, members_create), update (members_create)
  on public.team_settings to authenticated;
create policy of_own_tenants on public.team_settings for select to authenticated
  using (tenant_id = any (array(select app.owned_tenants())));
create policy inserts_with_plan on public.team_settings for insert to authenticated
  with check (tenant_id = any (array(select app.owned_tenants_on('business'))));
create policy updates_with_plan on public.team_settings for update to authenticated
  using (tenant_id = any (array(select app.owned_tenants_on('business'))))
  with check (tenant_id = any (array(select app.owned_tenants_on('business'))));

create table public.teams (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  name text not null check (app.valid_name(name, 60)),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select app.protect('public.teams');

create table public.team_members (
  tenant_id uuid not null,
  team_id uuid not null,
  auth_user_id uuid not null,
  role text not null default 'member' check (role in ('admin', 'member')),
  is_active boolean not null default false, -- the team that the member acts for; at most one
  joined_at timestamptz not null default now(),
  primary key (tenant_id, team_id, auth_user_id),
  foreign key (tenant_id, team_id) references public.teams (tenant_id, id) on delete cascade,
  foreign key (tenant_id, auth_user_id) references auth.users (pool_id, id) on delete cascade
);
create index team_members_by_user on public.team_members (tenant_id, auth_user_id);
create unique index team_members_one_active on public.team_members (tenant_id, auth_user_id) where is_active;
select app.protect('public.team_members');

create table public.team_invitations (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  team_id uuid not null,
  email text not null check (char_length(email) between 3 and 320 and email = lower(email)),
  role text not null default 'member' check (role in ('admin', 'member')),
  secret_hash bytea check (octet_length(secret_hash) = 32), -- of the newest email's link; null until it is written
  page_url text check (char_length(page_url) <= 2048), -- the page of the site that the link leads back to
  locale text check (locale ~ '^[a-z]{2}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  primary key (tenant_id, id),
  unique (tenant_id, team_id, email),
  unique (tenant_id, secret_hash),
  foreign key (tenant_id, team_id) references public.teams (tenant_id, id) on delete cascade
);
create index team_invitations_by_email on public.team_invitations (tenant_id, email);
select app.protect('public.team_invitations');

-- Recurring orders whose seats a team uses. The payer is a member: when they leave, their purchase is theirs alone again.
create table public.team_orders (
  tenant_id uuid not null,
  order_id uuid not null,
  team_id uuid not null,
  auth_user_id uuid not null,
  primary key (tenant_id, order_id),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  foreign key (tenant_id, team_id, auth_user_id)
    references public.team_members (tenant_id, team_id, auth_user_id) on delete cascade
);
create index team_orders_by_team on public.team_orders (tenant_id, team_id, auth_user_id);
select app.protect('public.team_orders');

-- What a creator may do with the teams of their tenants. Members are added by invitation, or by the owner from the members of
-- the site. Invitations are made by the server, which sends them.
grant select (tenant_id, id, name, created_at), insert (tenant_id, name), update (name), delete on public.teams to authenticated;
grant select (tenant_id, team_id, auth_user_id, role, is_active, joined_at), insert (tenant_id, team_id, auth_user_id, role),
  update (role), delete on public.team_members to authenticated;
grant select (tenant_id, id, team_id, email, role, created_at, expires_at), delete on public.team_invitations to authenticated;
grant select (tenant_id, order_id, team_id, auth_user_id) on public.team_orders to authenticated;
create policy of_own_tenants on public.teams for select to authenticated
  using (tenant_id = any (array(select app.owned_tenants())));
create policy changes_with_plan on public.teams for all to authenticated
  using (tenant_id = any (array(select app.owned_tenants_on('business'))))
  with check (tenant_id = any (array(select app.owned_tenants_on('business'))));
create policy of_own_tenants on public.team_members for select to authenticated
  using (tenant_id = any (array(select app.owned_tenants())));
create policy changes_with_plan on public.team_members for all to authenticated
  using (tenant_id = any (array(select app.owned_tenants_on('business'))))
  with check (tenant_id = any (array(select app.owned_tenants_on('business'))));
create policy of_own_tenants on public.team_invitations for select to authenticated
  using (tenant_id = any (array(select app.owned_tenants())));
create policy withdraws_with_plan on public.team_invitations for delete to authenticated
  using (tenant_id = any (array(select app.owned_tenants_on('business'))));
create policy of_own_tenants on public.team_orders for select to authenticated
  using (tenant_id = any (array(select app.owned_tenants())));

-- The teams of the caller, by what the database says now. The claims only say who asks.
create function app.my_teams() returns setof uuid language sql stable security definer set search_path = ''
  begin atomic
    select m.team_id from auth.users u
      join public.team_members m on m.tenant_id = u.pool_id and m.auth_user_id = u.id
    where auth.role() = 'end_user' and u.pool_id = app.tenant_id() and u.id = auth.uid() and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now());
  end;
-- The one that the caller acts for. Policies of a team's rows: `team_id = any (array(select app.my_team()))`.
create function app.my_team() returns setof uuid language sql stable security definer set search_path = ''
  begin atomic
    select m.team_id from auth.users u
      join public.team_members m on m.tenant_id = u.pool_id and m.auth_user_id = u.id and m.is_active
    where auth.role() = 'end_user' and u.pool_id = app.tenant_id() and u.id = auth.uid() and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now());
  end;
grant execute on function app.my_teams(), app.my_team() to end_user;

-- Members read their own teams and who is in them; they write through the server's calls.
grant select (tenant_id, id, name, created_at) on public.teams to end_user;
grant select (tenant_id, team_id, auth_user_id, role, joined_at) on public.team_members to end_user;
create policy own_teams on public.teams for select to end_user
  using (tenant_id = app.tenant_id() and id = any (array(select app.my_teams())));
create policy own_teams on public.team_members for select to end_user
  using (tenant_id = app.tenant_id() and team_id = any (array(select app.my_teams())));

-- Bounds. Adding locks what is counted, so that two at once cannot pass the bound together.
create function app.bound_teams() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.tenants where id = new.tenant_id for no key update;
  if (select count(*) from public.teams t where t.tenant_id = new.tenant_id) >= 5000 then
    raise exception 'A tenant has at most 5,000 teams'
      using errcode = 'check_violation', constraint = 'teams_most', table = 'teams';
  end if;
  return new;
end $$;
create trigger bound before insert on public.teams for each row execute function app.bound_teams();

create function app.bound_invitations() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.teams where tenant_id = new.tenant_id and id = new.team_id for no key update;
  if (select count(*) from public.team_invitations i where i.tenant_id = new.tenant_id and i.team_id = new.team_id) >= 100 then
    raise exception 'A team has at most 100 invitations'
      using errcode = 'check_violation', constraint = 'team_invitations_most', table = 'team_invitations';
  end if;
  return new;
end $$;
create trigger bound before insert on public.team_invitations for each row execute function app.bound_invitations();

-- The first member is an admin, and the first team is the active one.
create function app.place_team_member() returns trigger language plpgsql security definer set search_path = '' as $$
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
end $$;
create trigger place before insert on public.team_members for each row execute function app.place_team_member();

-- A team with members has an admin: the last one neither leaves nor steps down, by any way of writing. Only a deleted
-- account leaves it, and then the oldest member becomes admin. A team that is deleted takes its members along.
create function app.keep_team_admin() returns trigger language plpgsql security definer set search_path = '' as $$
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
end $$;
create trigger keep_admin before delete on public.team_members for each row
  when (old.role = 'admin') execute function app.keep_team_admin();
create trigger keep_admin_of_role before update of role on public.team_members for each row
  when (old.role = 'admin' and new.role <> 'admin') execute function app.keep_team_admin();

create function app.inherit_team() returns trigger language plpgsql security definer set search_path = '' as $$
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
end $$;
create trigger inherit after delete on public.team_members referencing old table as gone
  for each statement execute function app.inherit_team();

-- A deleted account whose row stays (soft delete) is in no team.
create function app.leave_teams() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.team_members where tenant_id = new.pool_id and auth_user_id = new.id;
  return null;
end $$;
create trigger leave_teams after update of deleted_at on auth.users for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function app.leave_teams();

-- The active team is in app_metadata, and so in each new token: written from the table, whatever else is written there.
create function app.team_in_metadata() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_team constant jsonb := (select jsonb_build_object('id', t.id, 'name', t.name, 'role', m.role)
    from public.team_members m join public.teams t on t.tenant_id = m.tenant_id and t.id = m.team_id
    where m.tenant_id = new.pool_id and m.auth_user_id = new.id and m.is_active and new.deleted_at is null);
begin
  new.raw_app_meta_data := new.raw_app_meta_data - 'team'
    || case when v_team is null then '{}' else jsonb_build_object('team', v_team) end;
  return new;
end $$;
create trigger team_in_metadata before insert or update of raw_app_meta_data on auth.users for each row
  when (new.pool_id <> '00000000-0000-0000-0000-000000000000') execute function app.team_in_metadata();
create trigger metadata_joined after insert on public.team_members referencing new table as changed
  for each statement execute function app.refresh_metadata();
create trigger metadata_changed after update on public.team_members referencing new table as changed
  for each statement execute function app.refresh_metadata();
create trigger metadata_left after delete on public.team_members referencing old table as changed
  for each statement execute function app.refresh_metadata();

create function app.refresh_metadata_of_team() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update auth.users u set raw_app_meta_data = u.raw_app_meta_data
  from public.team_members m
  where m.tenant_id = new.tenant_id and m.team_id = new.id and m.is_active
    and u.pool_id = m.tenant_id and u.id = m.auth_user_id;
  return null;
end $$;
create trigger metadata_renamed after update of name on public.teams for each row
  when (new.name <> old.name) execute function app.refresh_metadata_of_team();

-- Teams and who is in them are not sent: deleting one would be as many events as it has members, and it takes along what says who may know.
select realtime.publish('public.team_settings');

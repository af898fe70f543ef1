-- Roles of a tenant's members: docs/decisions/057. Part of the Business plan: without it they stay and count, but nothing
-- about them changes.
create table public.roles (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  name text not null check (app.valid_name(name, 40)),
  place smallint not null check (place between 1 and 20), -- with the key below: at most twenty
  is_default boolean not null default false, -- given on sign-up
  created_at timestamptz not null default now(),
  primary key (tenant_id, name),
  unique (tenant_id, place)
);
create unique index roles_spelling on public.roles (tenant_id, lower(name)); -- `Editor` and `editor` would be confused
create unique index roles_one_default on public.roles (tenant_id) where is_default;
select app.protect('public.roles');
grant select (tenant_id, name, is_default, created_at), insert (tenant_id, name, is_default), update (name, is_default), delete
  on public.roles to authenticated;
create policy of_own_tenants on public.roles for select to authenticated
  using (tenant_id = any (array(select app.owned_tenants())));
create policy changes_with_plan on public.roles for all to authenticated
  using (tenant_id = any (array(select app.owned_tenants())) and (select app.has_plan(auth.uid(), 'business')))
  with check (tenant_id = any (array(select app.owned_tenants())) and (select app.has_plan(auth.uid(), 'business')));

-- The lowest free place; of two at once the second waits for the first. The 21st fails by the check.
create function app.place_role() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.tenants where id = new.tenant_id for no key update;
  new.place := (select min(n) from generate_series(1, 21) as n
    where n not in (select r.place from public.roles r where r.tenant_id = new.tenant_id));
  return new;
end $$;
create trigger place before insert on public.roles for each row execute function app.place_role();

create table public.role_members (
  tenant_id uuid not null,
  auth_user_id uuid not null,
  role text not null,
  given_at timestamptz not null default now(),
  primary key (tenant_id, auth_user_id, role),
  foreign key (tenant_id, role) references public.roles (tenant_id, name) on update cascade on delete cascade,
  foreign key (tenant_id, auth_user_id) references auth.users (pool_id, id) on delete cascade
);
create index role_members_by_role on public.role_members (tenant_id, role);
select app.protect('public.role_members');
grant select (tenant_id, auth_user_id, role, given_at), insert (tenant_id, auth_user_id, role), delete
  on public.role_members to authenticated;
create policy of_own_tenants on public.role_members for select to authenticated
  using (tenant_id = any (array(select app.owned_tenants())));
create policy changes_with_plan on public.role_members for all to authenticated
  using (tenant_id = any (array(select app.owned_tenants())) and (select app.has_plan(auth.uid(), 'business')))
  with check (tenant_id = any (array(select app.owned_tenants())) and (select app.has_plan(auth.uid(), 'business')));

-- A member's roles are in app_metadata, and so in each new token and in what auth.admin returns. They always are what the
-- table says: what else is written there, by an import or an administrator, is replaced.
create function app.roles_in_metadata() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_roles constant jsonb := (select jsonb_agg(m.role order by m.role) from public.role_members m
    where m.tenant_id = new.pool_id and m.auth_user_id = new.id and new.deleted_at is null);
begin
  new.raw_app_meta_data := new.raw_app_meta_data - 'roles'
    || case when v_roles is null then '{}' else jsonb_build_object('roles', v_roles) end;
  return new;
end $$;
create trigger roles_in_metadata before insert or update of raw_app_meta_data on auth.users for each row
  when (new.pool_id <> '00000000-0000-0000-0000-000000000000') execute function app.roles_in_metadata();

create function app.refresh_metadata() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update auth.users u set raw_app_meta_data = u.raw_app_meta_data
  from (select distinct tenant_id, auth_user_id from changed) c
  where u.pool_id = c.tenant_id and u.id = c.auth_user_id;
  return null;
end $$;
create trigger metadata_given after insert on public.role_members referencing new table as changed
  for each statement execute function app.refresh_metadata();
create trigger metadata_renamed after update on public.role_members referencing new table as changed
  for each statement execute function app.refresh_metadata();
create trigger metadata_taken after delete on public.role_members referencing old table as changed
  for each statement execute function app.refresh_metadata();

-- Whoever signs up gets the default role; a guest when they become a member.
create function app.give_default_role() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.role_members (tenant_id, auth_user_id, role)
    select r.tenant_id, new.id, r.name
    from public.roles r join public.tenants t on t.id = r.tenant_id
    where r.tenant_id = new.pool_id and r.is_default and app.has_plan(t.owner_user_id, 'business')
    on conflict do nothing;
  return null;
end $$;
create trigger give_default_role after insert on auth.users for each row
  when (not new.is_anonymous) execute function app.give_default_role();
create trigger give_default_role_to_guest after update of is_anonymous on auth.users for each row
  when (old.is_anonymous and not new.is_anonymous) execute function app.give_default_role();

-- A deleted account whose row stays (soft delete) has no roles.
create function app.take_roles() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.role_members where tenant_id = new.pool_id and auth_user_id = new.id;
  return null;
end $$;
create trigger take_roles after update of deleted_at on auth.users for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function app.take_roles();

-- Audiences name roles: since they were given. A renamed role is renamed in the rules.
create function app.role_facts(p_tenant uuid, p_member uuid, p_joined timestamptz)
returns table (which text, since timestamptz) language sql stable begin atomic
  select m.role, m.given_at from public.role_members m where m.tenant_id = p_tenant and m.auth_user_id = p_member;
end;
select app.add_audience_kind('role', 'role', 'name', 'app.role_facts');

create function app.rename_role_in_rules() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.audiences a set rule = jsonb_build_object('any', (
      select jsonb_agg(case when e.value ->> 'kind' = 'role' and e.value ->> 'role' = old.name
        then e.value || jsonb_build_object('role', new.name) else e.value end order by e.ordinality)
      from jsonb_array_elements(a.rule -> 'any') with ordinality as e))
    where a.tenant_id = new.tenant_id and a.id in (select t.audience_id from app.audience_terms t
      where t.tenant_id = new.tenant_id and t.kind = 'role' and t.which = old.name);
  return null;
end $$;
create trigger rename_in_rules after update of name on public.roles for each row
  when (new.name <> old.name) execute function app.rename_role_in_rules();

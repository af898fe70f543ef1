-- Staff of a tenant: creators who work on it beside its owner. docs/decisions/058 says what each role may do and why.
create table public.tenant_staff (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  user_id uuid not null, -- a creator; the trigger below deletes the row with the account
  role text not null check (role in ('admin', 'editor', 'support', 'door')),
  invited_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id)
);
create index tenant_staff_by_user on public.tenant_staff (user_id);
select app.protect('public.tenant_staff');

-- Whether staff must have proved a second factor. The owner is exempt, so that nothing can lock the owner out.
alter table public.tenants add column staff_two_step boolean not null default false;
grant select (staff_two_step) on public.tenants to authenticated;

-- The roles that include a right. A right that is not listed here, such as `own`, is the owner's alone.
create function app.staff_roles_with(p_right text) returns text[] language sql immutable
  return case p_right
    when 'see' then array['admin', 'editor', 'support']
    when 'content' then array['admin', 'editor']
    when 'people' then array['admin', 'support']
    when 'orders' then array['admin', 'support']
    when 'settings' then array['admin']
    when 'staff' then array['admin']
    when 'door' then array['admin', 'support', 'door']
    else array[]::text[] end;

-- The tenants on which the signed-in creator has a right: their own, and those whose staff they are. Read from the tables, so that who
-- was removed has no right with the next statement. Policies compute it once per statement:
-- `tenant_id = any (array(select app.tenants_with('content')))`.
create function app.tenants_with(p_right text) returns setof uuid language sql stable security definer set search_path = ''
  begin atomic
    select t.id from public.tenants t
    where t.owner_user_id = auth.uid() and auth.role() = 'authenticated'
    union all
    select s.tenant_id from public.tenant_staff s join public.tenants t on t.id = s.tenant_id
    where s.user_id = auth.uid() and auth.role() = 'authenticated' and s.role = any (app.staff_roles_with(p_right))
      and (not t.staff_two_step or auth.jwt() ->> 'aal' = 'aal2');
  end;

-- Those of them whose owner has a plan. The plan is computed once per owner.
create function app.tenants_with_plan(p_right text, p_plan text) returns setof uuid
language sql stable security definer set search_path = ''
  begin atomic
    with mine as materialized (
      select t.id, t.owner_user_id from public.tenants t where t.id = any (array(select app.tenants_with(p_right)))
    ), owners as materialized (
      select d.owner_user_id from (select distinct m.owner_user_id from mine m) as d
      where app.has_plan(d.owner_user_id, p_plan)
    )
    select m.id from mine m join owners o on o.owner_user_id = m.owner_user_id;
  end;

grant execute on function app.staff_roles_with(text) to authenticated, service_role;
grant execute on function app.tenants_with(text), app.tenants_with_plan(text, text) to authenticated;

-- Whether a creator has a right now, for work that continues without their session, such as the return from the card provider.
create function app.user_may(p_user uuid, p_tenant uuid, p_right text) returns boolean language sql stable
  begin atomic
    select exists (select from public.tenants t where t.id = p_tenant and t.owner_user_id = p_user)
      or exists (select from public.tenant_staff s
        where s.tenant_id = p_tenant and s.user_id = p_user and s.role = any (app.staff_roles_with(p_right)));
  end;
grant execute on function app.user_may(uuid, uuid, text) to service_role;

-- Each member reads their own row. Admins read all, but change and remove only those below them; the owner changes all. Everyone may
-- leave, without a second factor. Nobody inserts: app.accept_staff_invitation does.
grant select (tenant_id, user_id, role, invited_by, created_at), update (role), delete on public.tenant_staff to authenticated;
create policy own_row on public.tenant_staff for select to authenticated using (user_id = auth.uid());
create policy of_own_tenants on public.tenant_staff for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('staff'))));
create policy owner_changes on public.tenant_staff for all to authenticated
  using (tenant_id = any (array(select app.owned_tenants())))
  with check (tenant_id = any (array(select app.owned_tenants())));
create policy admin_changes on public.tenant_staff for update to authenticated
  using (role <> 'admin' and tenant_id = any (array(select app.tenants_with('staff'))))
  with check (role <> 'admin' and tenant_id = any (array(select app.tenants_with('staff'))));
create policy admin_removes on public.tenant_staff for delete to authenticated
  using (role <> 'admin' and tenant_id = any (array(select app.tenants_with('staff'))));
create policy leave on public.tenant_staff for delete to authenticated using (user_id = auth.uid());

create function app.staff_account_deleted() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.tenant_staff where user_id = old.id;
  return null;
end $$;
create trigger staff_account_deleted after delete on auth.users for each row
  when (old.pool_id = '00000000-0000-0000-0000-000000000000') execute function app.staff_account_deleted();
create trigger staff_account_closed after update of deleted_at on auth.users for each row
  when (old.pool_id = '00000000-0000-0000-0000-000000000000' and old.deleted_at is null and new.deleted_at is not null)
  execute function app.staff_account_deleted();

-- Who sees a tenant's row, and who changes it. Policies do not see columns, so a trigger checks them: name, description and theme
-- are content; everything else, columns to come included, are settings.
-- The owner is compared too, so that the owner's screens hear of a deleted tenant, which the set no longer contains.
alter policy own_tenants on public.tenants
  using (owner_user_id = auth.uid() or id = any (array(select app.tenants_with('see'))));
alter policy own_tenants_update on public.tenants using (id = any (array(select app.tenants_with('content'))))
  with check (id = any (array(select app.tenants_with('content'))));
create function app.check_settings_right() returns trigger language plpgsql set search_path = '' as $$
declare
  -- Computed columns have no value yet; they follow from the others.
  v_content constant text[] := '{name,description,theme,updated_at,stripe_account_id,auth0_client_secret_set}';
begin
  if to_jsonb(new) - v_content <> to_jsonb(old) - v_content and not new.id = any (array(select app.tenants_with('settings'))) then
    raise exception 'Your role in this tenant does not include its settings'
      using errcode = 'insufficient_privilege', constraint = 'tenants_settings_right', table = 'tenants';
  end if;
  return new;
end $$;
create trigger check_settings_right before update on public.tenants for each row
  when (current_user = 'authenticated') execute function app.check_settings_right();

select realtime.publish('public.tenant_staff');

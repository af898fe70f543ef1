-- How a creator becomes staff of a tenant, and how a tenant gets another owner: docs/decisions/058.

-- Staff beside the owner. A plan that ends removes no one: it only admits no one else.
alter table public.bolt_plans add column staff_seats integer not null default 1 check (staff_seats >= 0);
update public.bolt_plans set staff_seats = case id when 'pro' then 3 when 'business' then 20 else 1 end;
grant select (staff_seats) on public.bolt_plans to anon, authenticated, end_user;

create function app.staff_seats(p_tenant uuid) returns integer language sql stable begin atomic
  select p.staff_seats from public.tenants t join public.bolt_plans p on p.id = app.plan_of(t.owner_user_id) where t.id = p_tenant;
end;

-- An invitation exists while it can be accepted: accepting, withdrawing and declining delete it, so a copy of its link opens nothing.
create table public.staff_invitations (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  email text not null check (email = lower(btrim(email)) and char_length(email) <= 320 and email ~ '^[^@[:space:]]+@[^@[:space:]]+$'),
  role text not null check (role in ('admin', 'editor', 'support', 'door')),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  invited_by uuid not null default auth.uid(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  primary key (tenant_id, id),
  unique (tenant_id, email)
);
create index staff_invitations_by_token on public.staff_invitations (token_hash);
select app.protect('public.staff_invitations');
-- Without the hash. Sending again replaces it, so the earlier link opens nothing.
grant select (tenant_id, id, email, role, invited_by, created_at, expires_at), insert (tenant_id, email, role, token_hash),
  update (token_hash), delete on public.staff_invitations to authenticated;
create policy of_own_tenants on public.staff_invitations for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('staff'))));
create policy owner_invites on public.staff_invitations for all to authenticated
  using (tenant_id = any (array(select app.owned_tenants())))
  with check (tenant_id = any (array(select app.owned_tenants())));
create policy admin_invites on public.staff_invitations for insert to authenticated
  with check (role <> 'admin' and tenant_id = any (array(select app.tenants_with('staff'))));
create policy admin_sends_again on public.staff_invitations for update to authenticated
  using (role <> 'admin' and tenant_id = any (array(select app.tenants_with('staff'))))
  with check (role <> 'admin' and tenant_id = any (array(select app.tenants_with('staff'))));
create policy admin_withdraws on public.staff_invitations for delete to authenticated
  using (role <> 'admin' and tenant_id = any (array(select app.tenants_with('staff'))));

-- Staff and open invitations together fit the seats. The tenant's row is locked, so of two at once the second waits for the first.
create function app.check_staff_invitation() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.tenants where id = new.tenant_id for no key update;
  if tg_op = 'UPDATE' then
    new.expires_at := now() + interval '7 days';
  end if;
  if exists (select from auth.users u
    where u.pool_id = '00000000-0000-0000-0000-000000000000' and lower(u.email) = new.email
      and (u.id = (select t.owner_user_id from public.tenants t where t.id = new.tenant_id)
        or u.id in (select s.user_id from public.tenant_staff s where s.tenant_id = new.tenant_id)))
  then
    raise exception 'This person is on the staff' using errcode = 'check_violation', constraint = 'staff_already';
  end if;
  delete from public.staff_invitations where tenant_id = new.tenant_id and expires_at < now() - interval '30 days' and id <> new.id;
  if (select count(*) from public.tenant_staff s where s.tenant_id = new.tenant_id)
    + (select count(*) from public.staff_invitations i where i.tenant_id = new.tenant_id and i.expires_at > now() and i.id <> new.id)
    >= app.staff_seats(new.tenant_id)
  then
    raise exception 'The plan has no seat left' using errcode = 'check_violation', constraint = 'staff_seats';
  end if;
  return new;
end $$;
create trigger check_invitation before insert or update on public.staff_invitations
  for each row execute function app.check_staff_invitation();

-- Who lost the right to invite leaves no invitation behind, which they could accept with another account.
create function app.end_invitations_of() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.staff_invitations where tenant_id = old.tenant_id and invited_by = old.user_id;
  return null;
end $$;
create trigger end_invitations after delete on public.tenant_staff for each row
  when (old.role = 'admin') execute function app.end_invitations_of();
create trigger end_invitations_by_role after update of role on public.tenant_staff for each row
  when (old.role = 'admin' and new.role <> 'admin') execute function app.end_invitations_of();

-- Raises what the server reports by the name of its constraint.
create function app.refuse_staff(p_constraint text) returns void language plpgsql set search_path = '' as $$
begin
  raise exception 'Refused: %', p_constraint using errcode = 'check_violation', constraint = p_constraint;
end $$;

-- The caller becomes staff: with the token of the email, and signed in with the confirmed address that it was sent to. The address is
-- read from the account, not from the session. An application that acts for a creator accepts nothing.
create function app.accept_staff_invitation(p_token_hash bytea) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_invitation public.staff_invitations;
begin
  if auth.role() is distinct from 'authenticated' or auth.jwt() ? 'client_id' then
    perform app.refuse_staff('staff_invitation_open');
  end if;
  perform from public.tenants where id = (select tenant_id from public.staff_invitations where token_hash = p_token_hash)
    for no key update;
  delete from public.staff_invitations where token_hash = p_token_hash and expires_at > now() returning * into v_invitation;
  if v_invitation.id is null then
    perform app.refuse_staff('staff_invitation_open');
  end if;
  if not exists (select from auth.users u
    where u.pool_id = '00000000-0000-0000-0000-000000000000' and u.id = auth.uid() and lower(u.email) = v_invitation.email
      and u.email_confirmed_at is not null and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now()))
  then
    perform app.refuse_staff('staff_invitation_address');
  end if;
  if exists (select from public.tenants t where t.id = v_invitation.tenant_id and t.owner_user_id = auth.uid())
    or exists (select from public.tenant_staff s where s.tenant_id = v_invitation.tenant_id and s.user_id = auth.uid())
  then
    perform app.refuse_staff('staff_already');
  end if;
  if (select count(*) from public.tenant_staff s where s.tenant_id = v_invitation.tenant_id) >= app.staff_seats(v_invitation.tenant_id) then
    perform app.refuse_staff('staff_seats');
  end if;
  insert into public.tenant_staff (tenant_id, user_id, role, invited_by)
    values (v_invitation.tenant_id, auth.uid(), v_invitation.role, v_invitation.invited_by);
  return v_invitation.tenant_id;
end $$;

-- Ownership that the owner offers to a member of the staff, for seven days.
create table public.ownership_offers (
  tenant_id uuid primary key references public.tenants (id) on delete cascade,
  user_id uuid not null,
  offered_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  foreign key (tenant_id, user_id) references public.tenant_staff (tenant_id, user_id) on delete cascade
);
create index ownership_offers_by_member on public.ownership_offers (tenant_id, user_id);
select app.protect('public.ownership_offers');
grant select (tenant_id, user_id, offered_at, expires_at), insert (tenant_id, user_id), delete on public.ownership_offers to authenticated;
create policy owner_offers on public.ownership_offers for all to authenticated
  using (tenant_id = any (array(select app.owned_tenants())))
  with check (tenant_id = any (array(select app.owned_tenants())));
create policy offered_to_me on public.ownership_offers for select to authenticated using (user_id = auth.uid());
create policy decline on public.ownership_offers for delete to authenticated using (user_id = auth.uid());

-- The caller becomes the owner and the owner becomes an admin. What depends on the owner changes with it: the plan, the limit of tenants,
-- open invitations. A day pass belongs to who bought it, so ownership waits for its end. The payment account stays with the tenant.
create function app.accept_ownership(p_tenant uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  v_tenant public.tenants;
begin
  if auth.role() is distinct from 'authenticated' or auth.jwt() ? 'client_id' then
    perform app.refuse_staff('ownership_offer_open');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('tenants of ' || auth.uid(), 0));
  select * into v_tenant from public.tenants where id = p_tenant for update;
  delete from public.ownership_offers where tenant_id = p_tenant and user_id = auth.uid() and expires_at > now();
  if not found then
    perform app.refuse_staff('ownership_offer_open');
  end if;
  if v_tenant.staff_two_step and auth.jwt() ->> 'aal' is distinct from 'aal2' then
    perform app.refuse_staff('ownership_two_step');
  end if;
  if v_tenant.subscription_tier = 'day_pass' and v_tenant.access_expires_at > now() then
    perform app.refuse_staff('ownership_day_pass');
  end if;
  if (select count(*) from public.tenants t where t.owner_user_id = auth.uid()) >= 100 then
    perform app.refuse_staff('ownership_limit');
  end if;
  delete from public.staff_invitations where tenant_id = p_tenant;
  delete from public.tenant_staff where tenant_id = p_tenant and user_id = auth.uid();
  update public.tenants set owner_user_id = auth.uid(), subscription_status = null, subscription_tier = null, access_expires_at = null
    where id = p_tenant;
  insert into public.tenant_staff (tenant_id, user_id, role, invited_by)
    values (p_tenant, v_tenant.owner_user_id, 'admin', auth.uid());
end $$;

-- Whether staff must have proved a second factor. The owner proves their own first; turning it off needs none.
create function app.require_staff_two_step(p_tenant uuid, p_required boolean) returns void language plpgsql security definer
set search_path = '' as $$
begin
  if p_required and auth.jwt() ->> 'aal' is distinct from 'aal2' then
    perform app.refuse_staff('staff_two_step_own');
  end if;
  update public.tenants set staff_two_step = p_required where id = p_tenant and id = any (array(select app.owned_tenants()));
end $$;

-- The owner and the staff, by name, for those who may know. Creators may not read auth.users.
create function app.staff_of(p_tenant uuid)
returns table (user_id uuid, role text, email text, name text, two_step boolean, created_at timestamptz)
language sql stable security definer set search_path = ''
  begin atomic
    select member.user_id, member.role, coalesce(u.email, '') as email,
      left(coalesce(case jsonb_typeof(u.raw_user_meta_data -> 'name') when 'string' then u.raw_user_meta_data ->> 'name' end, ''), 200) as name,
      exists (select from auth.mfa_factors f where f.pool_id = u.pool_id and f.user_id = u.id and f.status = 'verified') as two_step,
      member.created_at
    from (
      select t.owner_user_id as user_id, 'owner' as role, t.created_at from public.tenants t where t.id = p_tenant
      union all
      select s.user_id, s.role, s.created_at from public.tenant_staff s where s.tenant_id = p_tenant
    ) as member
    left join auth.users u on u.pool_id = '00000000-0000-0000-0000-000000000000' and u.id = member.user_id
    where p_tenant = any (array(select app.tenants_with('staff')))
    order by member.role <> 'owner', member.created_at, member.user_id;
  end;

-- The tenants whose staff the caller is: all that door staff see of a tenant, and all that staff see who lack a second factor.
create function app.my_memberships()
returns table (tenant_id uuid, name text, role text, needs_two_step boolean, plan text, ownership_offered boolean)
language sql stable security definer set search_path = ''
  begin atomic
    select s.tenant_id, t.name, s.role, t.staff_two_step and auth.jwt() ->> 'aal' is distinct from 'aal2' as needs_two_step,
      app.plan_of(t.owner_user_id) as plan,
      exists (select from public.ownership_offers o
        where o.tenant_id = s.tenant_id and o.user_id = s.user_id and o.expires_at > now()) as ownership_offered
    from public.tenant_staff s join public.tenants t on t.id = s.tenant_id
    where s.user_id = auth.uid() and auth.role() = 'authenticated'
    order by lower(t.name), s.tenant_id;
  end;

grant execute on function app.accept_staff_invitation(bytea), app.accept_ownership(uuid), app.require_staff_two_step(uuid, boolean),
  app.staff_of(uuid), app.my_memberships() to authenticated;
-- To show it in the Studio.
create function app.staff_seats_of(p_tenant uuid) returns integer language sql stable security definer set search_path = '' begin atomic
  select app.staff_seats(p_tenant) as staff_seats where p_tenant = any (array(select app.tenants_with('staff')));
end;
grant execute on function app.staff_seats_of(uuid) to authenticated;

select realtime.publish(name::regclass) from unnest(array['public.staff_invitations', 'public.ownership_offers']) as name;

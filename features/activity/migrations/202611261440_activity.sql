-- What happened at a tenant lately, and its firsts, for the owner's dashboard.

-- The newest sign-ups of the caller's own tenant, counted like app.sign_ups_by_day. Creators may not read auth.users.
create function app.latest_sign_ups(p_tenant uuid, p_most integer)
returns table (id uuid, email text, name text, created_at timestamptz)
language sql stable security definer set search_path = ''
  begin atomic
    select u.id, coalesce(u.email, u.phone, ''),
      left(coalesce(
        case jsonb_typeof(u.raw_user_meta_data -> 'name') when 'string' then u.raw_user_meta_data ->> 'name' end,
        case jsonb_typeof(u.raw_user_meta_data -> 'full_name') when 'string' then u.raw_user_meta_data ->> 'full_name' end,
        ''), 200),
      u.created_at
    from auth.users u
    where u.pool_id = p_tenant and p_tenant = any (array(select app.owned_tenants()))
      and not u.is_anonymous and u.deleted_at is null
      and (u.email_confirmed_at is not null or u.phone_confirmed_at is not null
        or (u.email is null and u.phone is null))
    order by u.created_at desc
    limit least(greatest(p_most, 0), 50);
  end;
grant execute on function app.latest_sign_ups(uuid, integer) to authenticated;

-- When the first of them signed up; null without any.
create function app.first_sign_up(p_tenant uuid) returns timestamptz
language sql stable security definer set search_path = ''
  begin atomic
    select u.created_at
    from auth.users u
    where u.pool_id = p_tenant and p_tenant = any (array(select app.owned_tenants()))
      and not u.is_anonymous and u.deleted_at is null
      and (u.email_confirmed_at is not null or u.phone_confirmed_at is not null
        or (u.email is null and u.phone is null))
    order by u.created_at
    limit 1;
  end;
grant execute on function app.first_sign_up(uuid) to authenticated;

-- Moments that the owner has dismissed, on whichever device.
create table public.dismissed_moments (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  kind text not null check (kind in ('sign-up', 'test-order', 'live-sale')),
  dismissed_at timestamptz not null default now(),
  primary key (tenant_id, kind)
);
select app.protect('public.dismissed_moments');
grant select (tenant_id, kind, dismissed_at), insert (tenant_id, kind) on public.dismissed_moments to authenticated;
create policy of_own_tenants on public.dismissed_moments for select to authenticated
  using (tenant_id = any (array(select app.owned_tenants())));
create policy dismiss on public.dismissed_moments for insert to authenticated
  with check (tenant_id = any (array(select app.owned_tenants())));
select realtime.publish('public.dismissed_moments');

-- A member as their own page shows them, for the tenant's owner who views a block as them.
create function app.viewed_member(p_tenant uuid, p_member uuid)
returns table (id uuid, email text, name text, verified boolean, since timestamptz)
language sql stable security definer set search_path = ''
begin atomic
  select u.id as id, u.email as email,
    coalesce(nullif(u.raw_user_meta_data ->> 'name', ''), nullif(u.raw_user_meta_data ->> 'nickname', '')) as name,
    u.email_confirmed_at is not null as verified, u.created_at as since
  from auth.users u
  where u.pool_id = p_tenant and u.id = p_member and u.deleted_at is null
    and (u.banned_until is null or u.banned_until <= now())
    and p_tenant = any (array(select app.owned_tenants()));
end;
revoke execute on function app.viewed_member(uuid, uuid) from public;
grant execute on function app.viewed_member(uuid, uuid) to authenticated;

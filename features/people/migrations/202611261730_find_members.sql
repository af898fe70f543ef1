-- The members of a tenant with these addresses or ids, for its owner: lists of addresses come from other programs.
create function app.find_members(p_tenant uuid, p_keys text[])
returns table (key text, id uuid, email text) language sql stable security definer set search_path = ''
begin atomic
  select asked.key as key, u.id as id, coalesce(u.email, '') as email
  from unnest(p_keys) as asked (key)
  join auth.users u on u.pool_id = p_tenant and u.deleted_at is null
    and (u.email = lower(asked.key)
      or u.id = case when asked.key ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then asked.key::uuid end)
  where p_tenant = any (array(select app.owned_tenants()));
end;
revoke execute on function app.find_members(uuid, text[]) from public;
grant execute on function app.find_members(uuid, text[]) to authenticated;

-- As in 202611261742, except that app.audience_facts knows the sign-up. The roles and purchases of the caller, from the same facts as
-- audiences: for what a site shows to its members.
create or replace function app.my_access() returns table (kind text, which text, name text)
language sql stable security definer set search_path = '' begin atomic
  select distinct f.kind, f.which, case when f.kind = 'role' then f.which else i.name end as name
  from auth.users u
  cross join lateral app.audience_facts(u.pool_id, u.id) f
  left join public.items i on i.tenant_id = u.pool_id and i.id = case when f.kind = 'bought' then f.which::uuid end
  where auth.role() = 'end_user' and u.pool_id = app.tenant_id() and u.id = auth.uid() and u.deleted_at is null
    and (u.banned_until is null or u.banned_until <= now()) and f.kind in ('role', 'bought');
end;

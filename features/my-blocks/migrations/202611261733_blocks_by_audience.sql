-- A block may be for an audience (docs/decisions/061): `data.audience` has the rule, because blocks belong to a creator and
-- not to a tenant. `requires_auth` keeps its meaning, and both must hold. Rules of kinds that do not exist open to no one.
alter table public.bolt_blocks add constraint bolt_blocks_audience_check
  check (coalesce(data -> 'audience', 'null') = 'null' or app.valid_audience(data -> 'audience')) not valid;

-- A block for someone at a tenant, when both have one owner. `gate` says why it is closed: `plan`, the owner's plan does not
-- include it; `sign_in`, it is for members, and this is a visitor; `audience`, it is for others. Then its data stays here.
-- p_pretend: the facts of an assumed member, instead of what the database says about p_member.
create function app.block_for(p_block uuid, p_tenant uuid, p_member uuid, p_joined timestamptz, p_pretend jsonb)
returns table (title text, gate text, plan_name text, plan_cents integer, plan_interval text, data jsonb, closes boolean,
  offers jsonb, opens_at timestamptz)
language sql stable begin atomic
  select b.title as title, asked.gate as gate, p.name as plan_name, p.price_cents as plan_cents, p.interval as plan_interval,
    case when asked.gate is null then b.data - 'audience' end as data,
    rule.requires_auth or rule.audience is not null as closes,
    case when asked.gate in ('sign_in', 'audience') then (
      select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'price_cents', o.price_cents, 'currency', o.currency,
        'interval', o.interval) order by o.price_cents, o.id)
      from app.offers(p_tenant, array(
        select (a.value ->> 'source')::uuid from jsonb_array_elements(rule.audience -> 'any') as a
        where a.value ->> 'kind' = 'bought'
          and a.value ->> 'source' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
          and coalesce((a.value ->> 'until')::timestamptz, 'infinity') > now())) o) end as offers,
    case when asked.gate = 'audience' then (
      select min((a.value ->> 'from')::timestamptz) from jsonb_array_elements(rule.audience -> 'any') as a
      where (a.value ->> 'from')::timestamptz > now()
        and (a.value ->> 'kind' = 'everyone' or (a.value ->> 'kind' = 'signed_in' and rule.is_member))) end as opens_at
  from public.tenants t
  join public.bolt_blocks b on b.id = p_block and b.user_id = t.owner_user_id
  join public.bolt_plans p on p.id = app.required_plan(b.data)
  cross join lateral (
    select coalesce(b.data -> 'requires_auth', 'null') not in ('null', 'false') as requires_auth,
      -- What is no rule, from before the check above, is read as one without members.
      case when coalesce(b.data -> 'audience', 'null') <> 'null' then
        case when app.valid_audience(b.data -> 'audience') then b.data -> 'audience' else '{"any": []}' end end as audience,
      p_member is not null or p_pretend is not null as is_member) rule
  cross join lateral (
    select case
      when p.id <> 'free' and not app.has_plan(t.owner_user_id, p.id) then 'plan'
      when rule.requires_auth and not rule.is_member then 'sign_in'
      when rule.audience is not null and not app.rule_opens(rule.audience, coalesce(p_pretend, (
          select jsonb_agg(to_jsonb(f)) from app.audience_facts(p_tenant, p_member, p_joined) f)))
        then case when not rule.is_member and exists (
            select from jsonb_array_elements(rule.audience -> 'any') as a
            where a.value ->> 'kind' not in ('everyone', 'owner'))
          then 'sign_in' else 'audience' end
    end as gate) asked
  where t.id = p_tenant;
end;

-- The caller, if they are a member in good standing: a ban or a deletion closes with the next statement.
drop function app.open_block(uuid);
create function app.open_block(p_block uuid)
returns table (title text, gate text, plan_name text, plan_cents integer, plan_interval text, data jsonb, closes boolean,
  offers jsonb, opens_at timestamptz)
language sql stable security definer set search_path = ''
begin atomic
  select b.title as title, b.gate as gate, b.plan_name as plan_name, b.plan_cents as plan_cents,
    b.plan_interval as plan_interval, b.data as data, b.closes as closes, b.offers as offers, b.opens_at as opens_at
  from (select app.tenant_id() as tenant) caller
  left join auth.users u on auth.role() = 'end_user' and u.pool_id = caller.tenant and u.id = auth.uid()
    and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
  cross join lateral app.block_for(p_block, caller.tenant, u.id, u.created_at, null) b;
end;
revoke execute on function app.open_block(uuid) from public;
grant execute on function app.open_block(uuid) to anon, end_user;

-- Roles have the same name at every tenant that a block is shown at. A renamed role is renamed in the rules of blocks,
-- unless another tenant of the creator has a role of the old name: then both open.
create function app.rename_role_in_blocks() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.bolt_blocks b set data = jsonb_set(b.data, '{audience,any}', (
      select coalesce(jsonb_agg(e.value order by e.value), '[]') from (
        select distinct named.value
        from jsonb_array_elements(b.data -> 'audience' -> 'any') as a
        cross join lateral (
          select a.value where a.value ->> 'kind' <> 'role' or a.value ->> 'role' <> old.name or exists (
            select from public.roles r join public.tenants other on other.id = r.tenant_id
            where other.owner_user_id = b.user_id and r.name = old.name)
          union all
          select a.value || jsonb_build_object('role', new.name)
          where a.value ->> 'kind' = 'role' and a.value ->> 'role' = old.name) as named
        limit 20) as e))
    from public.tenants t
    where t.id = new.tenant_id and b.user_id = t.owner_user_id
      and b.data -> 'audience' -> 'any' @> jsonb_build_array(jsonb_build_object('kind', 'role', 'role', old.name));
  return null;
end $$;
create trigger rename_in_blocks after update of name on public.roles for each row
  when (new.name <> old.name) execute function app.rename_role_in_blocks();

-- A role that a block names stays: the next role of that name would inherit what it opens.
create function app.keep_role_of_block() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.tenants t join public.bolt_blocks b on b.user_id = t.owner_user_id
    where t.id = old.tenant_id
      and b.data -> 'audience' -> 'any' @> jsonb_build_array(jsonb_build_object('kind', 'role', 'role', old.name)))
  then
    raise exception 'A block is open to this role'
      using errcode = 'foreign_key_violation', constraint = 'roles_of_audiences', table = 'roles';
  end if;
  return old;
end $$;
create trigger keep_role_of_block before delete on public.roles
  for each row execute function app.keep_role_of_block();

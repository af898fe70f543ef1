-- As in 202611261801 and 202611261735, without the time of the sign-up, which app.audience_facts knows.
create function app.block_for(p_block uuid, p_tenant uuid, p_member uuid, p_pretend jsonb)
returns table (title text, gate text, plan_name text, plan_cents integer, plan_interval text, data jsonb, closes boolean,
  offers jsonb, opens_at timestamptz)
language sql stable begin atomic
  select b.title as title, asked.gate as gate, p.name as plan_name, p.price_cents as plan_cents, p.interval as plan_interval,
    case when asked.gate is null then b.data - 'audience' end as data,
    rule.requires_auth or rule.audience is not null as closes,
    case when asked.gate in ('sign_in', 'audience') then (
      select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'price_cents', o.price_cents, 'currency', o.currency,
        'interval', o.interval) order by o.price_cents, o.id)
      from app.offers_to(p_tenant, who.facts, array(
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
    select coalesce(p_pretend, (select jsonb_agg(to_jsonb(f)) from app.audience_facts(p_tenant, p_member) f)) as facts
  ) who
  cross join lateral (
    select case
      when p.id <> 'free' and not app.has_plan(t.owner_user_id, p.id) then 'plan'
      when rule.requires_auth and not rule.is_member then 'sign_in'
      when rule.audience is not null and not app.rule_opens(rule.audience, who.facts)
        then case when not rule.is_member and exists (
            select from jsonb_array_elements(rule.audience -> 'any') as a
            where a.value ->> 'kind' not in ('everyone', 'owner', 'team'))
          then 'sign_in' else 'audience' end
    end as gate) asked
  where t.id = p_tenant;
end;

create or replace function app.open_block(p_block uuid)
returns table (title text, gate text, plan_name text, plan_cents integer, plan_interval text, data jsonb, closes boolean,
  offers jsonb, opens_at timestamptz)
language sql stable security definer set search_path = ''
begin atomic
  select b.title as title, b.gate as gate, b.plan_name as plan_name, b.plan_cents as plan_cents,
    b.plan_interval as plan_interval, b.data as data, b.closes as closes, b.offers as offers, b.opens_at as opens_at
  from (select app.tenant_id() as tenant) caller
  left join auth.users u on auth.role() = 'end_user' and u.pool_id = caller.tenant and u.id = auth.uid()
    and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
  cross join lateral app.block_for(p_block, caller.tenant, u.id, auth.jwt() -> 'pretend') b;
end;

drop function app.block_for(uuid, uuid, uuid, timestamptz, jsonb);

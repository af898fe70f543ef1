-- What a block asks of those who open it, and how deep its data may go. Not valid for rows that are there already: those
-- are read as shut (below) and must not keep a server from starting.
alter table public.bolt_blocks
  add constraint bolt_blocks_access_check check (
    coalesce(jsonb_typeof(data -> 'requires_auth'), 'null') in ('boolean', 'null')
    and coalesce(data -> 'required_plan', 'null') in ('null', '"free"', '"pro"', '"business"')) not valid,
  add constraint bolt_blocks_depth_check check (not jsonb_path_exists(data, 'strict $.**{33 to last}')) not valid;

-- The plan that the owner of a block needs; what is no plan asks for the highest.
create function app.required_plan(p_data jsonb) returns text language sql immutable
return case when coalesce(p_data -> 'required_plan', 'null') = 'null' then 'free'
            when p_data ->> 'required_plan' in ('free', 'pro', 'business') then p_data ->> 'required_plan'
            else 'business' end;
revoke execute on function app.required_plan(jsonb) from public;

-- A block for the visitors of a tenant, when both have one owner: docs/decisions/024. `gate` says why it is shut: `plan`,
-- the owner's plan does not include it, or `sign_in`, it is for the tenant's end users. Then its data stay here.
create function app.open_block(p_block uuid)
returns table (title text, gate text, plan_name text, plan_cents integer, plan_interval text, data jsonb)
language sql stable security definer set search_path = ''
begin atomic
  select b.title, asked.gate, p.name, p.price_cents, p.interval, case when asked.gate is null then b.data end
  from public.tenants t
  join public.bolt_blocks b on b.id = p_block and b.user_id = t.owner_user_id
  join public.bolt_plans p on p.id = app.required_plan(b.data)
  cross join lateral (
    select case
      when p.id <> 'free' and not app.has_plan(t.owner_user_id, p.id) then 'plan'
      when coalesce(b.data -> 'requires_auth', 'null') not in ('null', 'false')
           and (auth.role() is distinct from 'end_user' or auth.uid() is null) then 'sign_in'
    end as gate) asked
  where t.id = app.tenant_id();
end;
revoke execute on function app.open_block(uuid) from public;
grant execute on function app.open_block(uuid) to anon, end_user;

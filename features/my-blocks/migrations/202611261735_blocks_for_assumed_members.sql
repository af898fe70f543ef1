-- View as: a block for an assumed member (kernel/db/migrations/202611261734_assumed_members.sql).
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
  cross join lateral app.block_for(p_block, caller.tenant, u.id, u.created_at, auth.jwt() -> 'pretend') b;
end;

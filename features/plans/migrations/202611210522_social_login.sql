-- Signing in with other services is a part of Pro: what a tenant saved is offered while its owner's plan includes it.
-- The operator's own pool is not asked.
create function app.offers_providers(p_pool uuid) returns boolean language sql stable security definer
set search_path = ''
  begin atomic
    select p_pool = '00000000-0000-0000-0000-000000000000'
      or exists (select from public.tenants where id = p_pool and app.has_plan(owner_user_id, 'pro'));
  end;
grant execute on function app.offers_providers(uuid) to service_role;

-- rpc create_tenant_autoprovision: a tenant with generated keys; what belongs to a new tenant (the default
-- product, for one) is added by triggers of the units that own it.
create function public.create_tenant_autoprovision(p_name text)
returns table (id uuid, name text, public_key text) language plpgsql security definer
set search_path = '' as $$
declare
  wanted text := btrim(coalesce(p_name, ''));
  owner uuid := auth.uid();
begin
  if owner is null or auth.role() is distinct from 'authenticated' then
    raise exception 'Not authenticated' using errcode = '42501';
  end if;
  if wanted = '' then
    raise exception 'Tenant name is required' using errcode = '22023';
  end if;
  if not app.valid_name(wanted, 80) then
    raise exception 'Tenant name must be at most 80 characters, without control characters' using errcode = '22023';
  end if;
  -- Serialises this creator's calls, so that the cap holds under parallel ones.
  perform pg_advisory_xact_lock(hashtextextended('tenants of ' || owner, 0));
  if (select count(*) from public.tenants t where t.owner_user_id = owner) >= 100 then
    raise exception 'You have reached the limit of 100 tenants' using errcode = 'PT409';
  end if;
  return query
    insert into public.tenants as t (name, public_key, owner_user_id)
    values (wanted, 'pk_' || app.random_text(24), owner)
    returning t.id, t.name, t.public_key;
end $$;
grant execute on function public.create_tenant_autoprovision(text) to authenticated;

-- A creation that waits for the deletion of its creator's account would make a tenant that belongs to no one.
create or replace function public.create_tenant_autoprovision(p_name text, p_description text default null)
returns table (id uuid, name text, public_key text) language plpgsql security definer
set search_path = '' as $$
declare
  wanted text := btrim(coalesce(p_name, ''));
  words text := nullif(btrim(p_description, E' \t\r\n'), '');
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
  if char_length(words) > 500 then
    raise exception 'Description must be at most 500 characters' using errcode = '22023';
  end if;
  -- Serialises this creator's calls, so that the cap holds under parallel ones, with the deletion of their account.
  perform pg_advisory_xact_lock(hashtextextended('tenants of ' || owner, 0));
  if not exists (select from auth.users u where u.pool_id = '00000000-0000-0000-0000-000000000000' and u.id = owner
      and u.deleted_at is null) then
    raise exception 'Not authenticated' using errcode = '42501';
  end if;
  if (select count(*) from public.tenants t where t.owner_user_id = owner) >= 100 then
    raise exception 'You have reached the limit of 100 tenants' using errcode = 'PT409';
  end if;
  return query
    insert into public.tenants as t (name, description, public_key, owner_user_id)
    values (wanted, words, 'pk_' || app.random_text(24), owner)
    returning t.id, t.name, t.public_key;
end $$;

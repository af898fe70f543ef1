-- What a tenant is for, in its creator's words. Visitors do not see it.
alter table public.tenants add column description text check (
  char_length(description) between 1 and 500
  and description !~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]'
);
grant select (description), update (description) on public.tenants to authenticated;

drop function public.create_tenant_autoprovision(text);

-- The same with a description; callers that send a name alone get what they got.
create function public.create_tenant_autoprovision(p_name text, p_description text default null)
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
  -- Serialises this creator's calls, so that the cap holds under parallel ones.
  perform pg_advisory_xact_lock(hashtextextended('tenants of ' || owner, 0));
  if (select count(*) from public.tenants t where t.owner_user_id = owner) >= 100 then
    raise exception 'You have reached the limit of 100 tenants' using errcode = 'PT409';
  end if;
  return query
    insert into public.tenants as t (name, description, public_key, owner_user_id)
    values (wanted, words, 'pk_' || app.random_text(24), owner)
    returning t.id, t.name, t.public_key;
end $$;
grant execute on function public.create_tenant_autoprovision(text, text) to authenticated;

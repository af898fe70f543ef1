-- Tenants (workspaces of creators) and their end users.

-- Sites a tenant lists: scheme, host and port, lower case, nothing behind them.
create function app.valid_origins(p_origins text[]) returns boolean language sql immutable
  return cardinality(p_origins) <= 50 and coalesce(array_ndims(p_origins), 1) = 1 and array_position(p_origins, null) is null
    and coalesce((select bool_and(origin ~ '^https?://[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?(:[0-9]{1,5})?$')
                  from unnest(p_origins) as origin), true);

-- A theme is a variant; more keys come with the tenant theming.
create function app.valid_theme(p_theme jsonb) returns boolean language sql immutable
  return jsonb_typeof(p_theme) = 'object'
    and coalesce(p_theme ->> 'variant' in ('clean', 'retro', 'zen'), false)
    and p_theme - 'variant' = '{}'::jsonb;

-- A name people read: trimmed, not empty, without control or direction-changing characters.
create function app.valid_name(p_name text, p_max integer) returns boolean language sql immutable
  return p_name = btrim(p_name) and char_length(p_name) between 1 and p_max
    and p_name !~ '[\u0001-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]';

grant execute on function app.valid_origins(text[]), app.valid_theme(jsonb), app.valid_name(text, integer)
  to authenticated, service_role;

create table public.tenants (
  id uuid primary key default app.uuidv7(),
  name text not null check (app.valid_name(name, 80)),
  public_key text unique check (public_key ~ '^pk_[0-9A-Za-z]{24}$'),
  owner_user_id uuid not null,
  theme jsonb not null default '{"variant": "clean"}' check (app.valid_theme(theme)),
  allowed_origins text[] not null default '{}' check (app.valid_origins(allowed_origins)),
  status text not null default 'active' check (status in ('active', 'expired')),
  stripe_mode text not null default 'test' check (stripe_mode in ('test', 'live')),
  stripe_status text not null default 'not_connected' check (stripe_status in ('connected', 'not_connected')),
  stripe_account_id_test text check (stripe_account_id_test ~ '^acct_\w{1,100}$'),
  stripe_account_id_live text check (stripe_account_id_live ~ '^acct_\w{1,100}$'),
  stripe_account_id text generated always as
    (case stripe_mode when 'live' then stripe_account_id_live else stripe_account_id_test end) stored,
  auth_provider text not null default 'supabase' check (auth_provider in ('supabase', 'auth0')),
  auth_status text,
  auth0_domain text,
  auth0_client_id text,
  auth0_client_secret text, -- sealed; never readable, see auth0_client_secret_set
  auth0_client_secret_set boolean generated always as (auth0_client_secret is not null) stored,
  subscription_status text,
  subscription_tier text,
  access_expires_at timestamptz,
  day_pass_expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index tenants_by_owner on public.tenants (owner_user_id, created_at desc);
select app.protect('public.tenants');

-- Tenants of the signed-in creator. A creator's token only: an end user's id means nothing here.
create function app.owned_tenants() returns setof uuid language sql stable security definer set search_path = ''
  begin atomic
    select id from public.tenants
    where owner_user_id = auth.uid() and auth.role() = 'authenticated';
  end;
grant execute on function app.owned_tenants() to authenticated;

-- The public card: exactly one tenant, by its exact public key (asked for, or carried as the API key).
grant select (id, name, public_key, theme, auth_provider, auth0_domain, auth0_client_id, stripe_mode)
  on public.tenants to anon, end_user;
create policy public_card on public.tenants for select to anon, end_user
  using (public_key = app.asked('public_key') or id = app.tenant_id());

-- A signed-in creator also looks up other people's cards by key (playground), through the view of a visitor: the
-- policy opens only their own rows, the service answers cards to the anon key.
grant select (id, name, public_key, owner_user_id, theme, allowed_origins, status, stripe_mode, stripe_status,
    stripe_account_id, stripe_account_id_test, stripe_account_id_live, auth_provider, auth_status, auth0_domain,
    auth0_client_id, auth0_client_secret_set, subscription_status, subscription_tier, access_expires_at,
    day_pass_expires_at, created_at, updated_at)
  on public.tenants to authenticated;
grant update (name, theme, allowed_origins, status, stripe_status, updated_at) on public.tenants to authenticated;
create policy own_tenants on public.tenants for select to authenticated
  using (owner_user_id = auth.uid());
create policy own_tenants_update on public.tenants for update to authenticated
  using (owner_user_id = auth.uid()) with check (owner_user_id = auth.uid());

-- stripe_status and status are requests: the row takes them only when the server's own data agree.
create function app.settle_tenant_requests() returns trigger language plpgsql
set search_path = '' as $$
begin
  new.updated_at := now();
  if new.stripe_status = 'connected' and new.stripe_account_id_test is null and new.stripe_account_id_live is null then
    new.stripe_status := 'not_connected';
  end if;
  if auth.role() = 'authenticated' then
    if new.stripe_status <> old.stripe_status and new.stripe_status = 'not_connected' then
      new.stripe_status := old.stripe_status; -- disconnecting is the server's act
    end if;
    if new.status = 'expired' and not coalesce(old.subscription_tier = 'day_pass' and old.access_expires_at <= now(), false) then
      new.status := old.status;
    elsif new.status = 'active' and old.status = 'expired' then
      new.status := old.status;
    end if;
  end if;
  return new;
end $$;
create trigger settle_requests before update on public.tenants
  for each row execute function app.settle_tenant_requests();

create table public.end_users (
  tenant_id uuid not null default app.tenant_id() references public.tenants (id) on delete cascade,
  auth_user_id uuid not null default auth.uid(),
  email text default auth.email() check (char_length(email) <= 320),
  created_at timestamptz not null default now(),
  primary key (tenant_id, auth_user_id)
);
create index end_users_by_tenant on public.end_users (tenant_id, created_at desc);
select app.protect('public.end_users');

grant select (tenant_id, auth_user_id, email, created_at) on public.end_users to authenticated, end_user;
grant insert (tenant_id, auth_user_id, email) on public.end_users to end_user;
create policy of_own_tenants on public.end_users for select to authenticated
  using (tenant_id = any (array(select app.owned_tenants())));
create policy own_row on public.end_users for select to end_user
  using (tenant_id = app.tenant_id() and auth_user_id = auth.uid());
-- Who signed in is what the verified token says, whatever the body says.
create policy own_membership on public.end_users for insert to end_user
  with check (tenant_id = app.tenant_id() and auth_user_id = auth.uid() and email is not distinct from auth.email());

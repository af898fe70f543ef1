-- Other services that people of a pool may sign in with: what the operator or the tenant set for each.
create table auth.providers (
  pool_id uuid not null,
  name text not null check (name ~ '^(custom:)?[a-z0-9][a-z0-9_-]{0,49}$'),
  -- What clients of this protocol call the provider's id.
  id uuid not null default app.uuidv7(),
  title text check (length(title) between 1 and 100),
  enabled boolean not null default true,
  client_id text not null check (length(client_id) between 1 and 1000),
  -- Sealed; for Apple it is the private key, of which a client secret is made for each exchange.
  client_secret_sealed text,
  -- Issuer or endpoints, scopes and the rest (services/auth/providers/provider-config.ts).
  config jsonb not null default '{}' check (jsonb_typeof(config) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (pool_id, name)
);
create trigger touch_updated_at before update on auth.providers for each row execute function app.touch_updated_at();
select app.protect('auth.providers');

create function auth.providers_changed() returns trigger language plpgsql
set search_path = '' as $$
begin
  perform pg_notify('auth_providers_changed', coalesce(new.pool_id, old.pool_id)::text);
  return null;
end $$;
create trigger providers_changed after insert or update or delete on auth.providers
  for each row execute function auth.providers_changed();

-- Logins under way at a provider: deleted by their one use, ten minutes at most.
create table auth.provider_logins (
  pool_id uuid not null,
  state_hash bytea not null,
  provider text not null,
  -- The browser that began holds the other half in an HttpOnly cookie. Null until a browser comes for it: a page of
  -- another site may ask for the address of a login, but cannot be given our cookie.
  browser_hash bytea,
  nonce text not null,
  -- The verifier of our own exchange with the provider (RFC 7636), sealed.
  verifier_sealed text not null,
  authorize_url text not null,
  redirect_to text not null check (length(redirect_to) <= 2048),
  -- The challenge of the client, which gets a code instead of a session.
  code_challenge text check (length(code_challenge) between 43 and 128),
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  -- The session that adds the provider to its account; without one the login signs in.
  linking_user_id uuid,
  linking_session_id uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (pool_id, state_hash),
  foreign key (pool_id, linking_session_id) references auth.sessions (pool_id, id) on delete cascade
);
create index provider_logins_expiry on auth.provider_logins (pool_id, expires_at);
create index provider_logins_session on auth.provider_logins (pool_id, linking_session_id);
select app.protect('auth.provider_logins');

-- A tenant's providers go with the tenant.
create function auth.tenant_providers_deleted() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  delete from auth.providers where pool_id = old.id;
  delete from auth.provider_logins where pool_id = old.id;
  return null;
end $$;
create trigger tenant_providers_deleted after delete on public.tenants
  for each row execute function auth.tenant_providers_deleted();

-- Sign-ins at a tenant's own Auth0 that were begun: the nonce that its ID token has to carry, used once.
create table auth.auth0_logins (
  pool_id uuid not null,
  nonce_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (pool_id, nonce_hash)
);
create index auth0_logins_expiry on auth.auth0_logins (pool_id, expires_at);
select app.protect('auth.auth0_logins');

-- They go with the tenant.
create function auth.tenant_auth0_logins_deleted() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  delete from auth.auth0_logins where pool_id = old.id;
  return null;
end $$;
create trigger tenant_auth0_logins_deleted after delete on public.tenants
  for each row execute function auth.tenant_auth0_logins_deleted();

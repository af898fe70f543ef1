-- Of Auth0 a tenant has a domain in its one spelling, whoever writes it; services/auth/auth0/domain.ts says the same.
alter table public.tenants
  add constraint tenants_auth0_domain_check
    check (auth0_domain ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+auth0\.com$' and char_length(auth0_domain) <= 253),
  add constraint tenants_auth_status_check check (auth_status = 'connected');

-- Auth0 sends people to the sign-in of a tenant by its issuer (/login?iss=…).
create index tenants_by_auth0_domain on public.tenants (auth0_domain) where auth_provider = 'auth0';

-- Applications that sign a pool's members in through us (OAuth 2.1, OpenID Connect).
create table auth.oauth_clients (
  pool_id uuid not null,
  id uuid not null default app.uuidv7(),
  client_name text not null check (app.valid_name(client_name, 120)),
  -- SHA-256 of 256 random bits; null for public clients, which cannot keep a secret.
  secret_hash bytea,
  token_endpoint_auth_method text not null
    check (token_endpoint_auth_method in ('none', 'client_secret_basic', 'client_secret_post')),
  registration_type text not null default 'manual' check (registration_type in ('manual', 'dynamic')),
  client_uri text check (length(client_uri) <= 2048),
  logo_uri text check (length(logo_uri) <= 2048),
  redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 20),
  grant_types text[] not null check (grant_types <@ array['authorization_code', 'refresh_token']),
  scope text check (length(scope) <= 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (pool_id, id),
  check ((token_endpoint_auth_method = 'none') = (secret_hash is null))
);
create index oauth_clients_id on auth.oauth_clients (id);
create index oauth_clients_newest on auth.oauth_clients (pool_id, created_at desc);
create trigger touch_updated_at before update on auth.oauth_clients for each row execute function app.touch_updated_at();
select app.protect('auth.oauth_clients');

-- One request for a member's consent, and after it the code. A used one stays until it expires, so that a code that
-- comes twice ends what it opened (RFC 6749 4.1.2).
create table auth.oauth_authorizations (
  pool_id uuid not null,
  id uuid not null default app.uuidv7(),
  client_id uuid not null,
  -- Whoever looked at it first.
  user_id uuid,
  redirect_uri text not null check (length(redirect_uri) <= 2048),
  scope text not null check (length(scope) <= 200),
  state text check (length(state) <= 2048),
  nonce text check (length(nonce) <= 255),
  code_challenge text not null check (length(code_challenge) = 43),
  status text not null default 'pending' check (status in ('pending', 'approved', 'used')),
  code_hash bytea,
  session_id uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (pool_id, id),
  foreign key (pool_id, client_id) references auth.oauth_clients (pool_id, id) on delete cascade,
  foreign key (pool_id, user_id) references auth.users (pool_id, id) on delete cascade
);
create unique index oauth_authorizations_code on auth.oauth_authorizations (pool_id, code_hash);
create index oauth_authorizations_client on auth.oauth_authorizations (pool_id, client_id, expires_at);
create index oauth_authorizations_user on auth.oauth_authorizations (pool_id, user_id);
create index oauth_authorizations_id on auth.oauth_authorizations (id);
select app.protect('auth.oauth_authorizations');

-- What a member allowed an application; asked once.
create table auth.oauth_consents (
  pool_id uuid not null,
  user_id uuid not null,
  client_id uuid not null,
  scopes text[] not null,
  granted_at timestamptz not null default now(),
  primary key (pool_id, user_id, client_id),
  foreign key (pool_id, client_id) references auth.oauth_clients (pool_id, id) on delete cascade,
  foreign key (pool_id, user_id) references auth.users (pool_id, id) on delete cascade
);
create index oauth_consents_client on auth.oauth_consents (pool_id, client_id);
select app.protect('auth.oauth_consents');

-- The sessions of an application end with it.
alter table auth.sessions add constraint sessions_oauth_client foreign key (pool_id, oauth_client_id)
  references auth.oauth_clients (pool_id, id) on delete cascade;
create index sessions_oauth_client on auth.sessions (pool_id, oauth_client_id);

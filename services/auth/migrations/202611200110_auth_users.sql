-- Identities of all pools: creators in the platform pool, end users in the pool of their tenant (pool_id = tenant id).
-- pool_id leads every key, so that no constraint crosses pools and the tables can be distributed by tenant.
create table auth.users (
  pool_id uuid not null,
  id uuid not null default app.uuidv7(),
  email text check (email = lower(email) and length(email) between 3 and 254),
  encrypted_password text check (encrypted_password like '$argon2%'),
  email_confirmed_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}' check (jsonb_typeof(raw_app_meta_data) = 'object'),
  raw_user_meta_data jsonb not null default '{}' check (jsonb_typeof(raw_user_meta_data) = 'object'),
  is_anonymous boolean not null default false,
  banned_until timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (pool_id, id)
);
create index users_id on auth.users (id);
create unique index users_email on auth.users (pool_id, email);
create index users_newest on auth.users (pool_id, created_at desc);
create trigger touch_updated_at before update on auth.users for each row execute function app.touch_updated_at();
select app.protect('auth.users');

-- How a user can prove who they are: one row for each provider account. For `email` the provider's id is the user's.
create table auth.identities (
  pool_id uuid not null,
  id uuid not null default app.uuidv7(),
  user_id uuid not null,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null check (jsonb_typeof(identity_data) = 'object'),
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (pool_id, id),
  foreign key (pool_id, user_id) references auth.users (pool_id, id) on delete cascade
);
create index identities_id on auth.identities (id);
create unique index identities_provider on auth.identities (pool_id, provider, provider_id);
create index identities_user on auth.identities (pool_id, user_id);
create trigger touch_updated_at before update on auth.identities for each row execute function app.touch_updated_at();
select app.protect('auth.identities');

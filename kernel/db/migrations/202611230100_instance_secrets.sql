-- Secrets that belong to this database. The first start writes them, sealed with SECRET_KEYS, so that a process with
-- other keys notices and refuses to start (kernel/db/key-check.ts). Only the owner writes them.
create table app.instance_secrets (
  name text primary key check (name ~ '^[a-z_]{1,40}$'),
  value_sealed text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select app.protect('app.instance_secrets');
revoke insert, update, delete on app.instance_secrets from service_role;

-- Every sealed column says at which place its values are sealed; `{column}` is a column of the same row.
-- `npm run reseal` and the type SealedPlace (npm run generate) read these comments.
comment on column app.instance_secrets.value_sealed is 'sealed at app.instance_secrets.value:{name}';
comment on column public.tenants.auth0_client_secret is 'sealed at tenants.auth0_client_secret:{id}';

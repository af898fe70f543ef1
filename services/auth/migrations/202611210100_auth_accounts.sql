-- What accounts need beyond sign-up: telephone numbers, changes under way, invitations, users without an address.
alter table auth.users
  -- E.164 without the plus, as clients of this protocol send and read it.
  add column phone text check (phone ~ '^[1-9][0-9]{6,14}$'),
  add column phone_confirmed_at timestamptz,
  -- A change waits here until its codes came back; `email` stays what it is until then.
  add column email_change text check (email_change = lower(email_change) and length(email_change) between 3 and 254),
  add column email_change_sent_at timestamptz,
  -- Which of the two mailboxes agreed to the change, while the other one is awaited.
  add column email_change_confirmed text check (email_change_confirmed in ('current', 'new')),
  add column phone_change text check (phone_change ~ '^[1-9][0-9]{6,14}$'),
  add column phone_change_sent_at timestamptz,
  add column reauthentication_sent_at timestamptz,
  add column invited_at timestamptz,
  add column is_sso_user boolean not null default false,
  -- Somebody else signed up with this unconfirmed address too: whoever confirms it chooses a password anew.
  add column sign_up_contested boolean not null default false;
create unique index users_phone on auth.users (pool_id, phone);

-- Hashes of other makers can be imported; they are made anew at the next sign-in (services/auth/passwords).
alter table auth.users drop constraint users_encrypted_password_check;
alter table auth.users add constraint users_encrypted_password_check check (encrypted_password like '$%');

alter table auth.sessions
  add column ip inet,
  -- Names of the builder's application that opened the session, if one did (services/auth/oauth-server).
  add column oauth_client_id uuid,
  add column factor_id uuid;

-- One living token of a type for each user. `sent_to` is the mailbox or number whose code it is: the code proves
-- nothing about another one.
alter table auth.one_time_tokens drop constraint one_time_tokens_type_check;
alter table auth.one_time_tokens
  add constraint one_time_tokens_type_check check (type in ('signup', 'invite', 'magiclink', 'recovery',
    'email_change_current', 'email_change_new', 'reauthentication', 'sms', 'phone_change')),
  add column sent_to text check (length(sent_to) <= 254),
  -- RFC 7636: the client that asked for the mail kept the verifier; following the link gives it a code, not a session.
  add column code_challenge text check (length(code_challenge) between 43 and 128),
  add column code_challenge_method text check (code_challenge_method in ('s256', 'plain'));

-- A sign-in whose last step is the client's: it gets a code and redeems it with the verifier it kept (RFC 7636).
-- Deleted by its use; five minutes at most.
create table auth.flow_states (
  pool_id uuid not null,
  id uuid not null default app.uuidv7(),
  user_id uuid not null,
  auth_code_hash bytea not null,
  code_challenge text not null check (length(code_challenge) between 43 and 128),
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  -- How the person proved who they are: an entry of the claim amr.
  authentication_method text not null,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  -- Tokens of the provider, sealed, for the client that asked for them.
  provider_tokens_sealed text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (pool_id, id),
  foreign key (pool_id, user_id) references auth.users (pool_id, id) on delete cascade
);
create unique index flow_states_code on auth.flow_states (pool_id, auth_code_hash);
create index flow_states_user on auth.flow_states (pool_id, user_id);
select app.protect('auth.flow_states');

-- What a pool offers and asks for; a missing row or key means the default (services/auth/settings).
create table auth.pool_settings (
  pool_id uuid primary key,
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  updated_at timestamptz not null default now()
);
create trigger touch_updated_at before update on auth.pool_settings for each row execute function app.touch_updated_at();
select app.protect('auth.pool_settings');

create function auth.pool_settings_changed() returns trigger language plpgsql
set search_path = '' as $$
begin
  perform pg_notify('auth_settings_changed', coalesce(new.pool_id, old.pool_id)::text);
  return null;
end $$;
create trigger pool_settings_changed after insert or update or delete on auth.pool_settings
  for each row execute function auth.pool_settings_changed();

-- A tenant's people go with the tenant.
create function auth.tenant_deleted() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  delete from auth.users where pool_id = old.id;
  delete from auth.pool_settings where pool_id = old.id;
  return null;
end $$;
create trigger tenant_deleted after delete on public.tenants for each row execute function auth.tenant_deleted();

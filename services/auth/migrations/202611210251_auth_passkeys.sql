-- Passkeys: discoverable WebAuthn credentials that sign a user in without a password.
create table auth.passkeys (
  pool_id uuid not null,
  id uuid not null default app.uuidv7(),
  user_id uuid not null,
  -- base64url, as WebAuthn clients write it.
  credential_id text not null check (length(credential_id) <= 1400),
  public_key bytea not null,
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null default '{}',
  -- The site (relying party) it was made for; it works nowhere else.
  rp_id text not null check (length(rp_id) <= 253),
  -- Kept in a cloud keychain, so that it outlives the device.
  backed_up boolean not null default false,
  friendly_name text not null check (length(friendly_name) between 1 and 120),
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (pool_id, id),
  foreign key (pool_id, user_id) references auth.users (pool_id, id) on delete cascade
);
create index passkeys_id on auth.passkeys (id);
create unique index passkeys_credential on auth.passkeys (pool_id, credential_id);
create index passkeys_user on auth.passkeys (pool_id, user_id);
select app.protect('auth.passkeys');

-- A ceremony under way: the challenge (hashed), and where it may be answered. Deleted by its first answer.
create table auth.passkey_challenges (
  pool_id uuid not null,
  id uuid not null default app.uuidv7(),
  -- Who registers; nobody yet at a sign-in.
  user_id uuid,
  challenge_hash bytea not null,
  origin text not null check (length(origin) <= 300),
  rp_id text not null check (length(rp_id) <= 253),
  expires_at timestamptz not null,
  primary key (pool_id, id),
  foreign key (pool_id, user_id) references auth.users (pool_id, id) on delete cascade
);
create index passkey_challenges_expiry on auth.passkey_challenges (pool_id, expires_at);
create index passkey_challenges_user on auth.passkey_challenges (pool_id, user_id);
select app.protect('auth.passkey_challenges');

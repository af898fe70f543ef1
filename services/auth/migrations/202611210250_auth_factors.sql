-- Second factors: what a user proves beside the first sign-in to raise a session to aal2.
create table auth.mfa_factors (
  pool_id uuid not null,
  id uuid not null default app.uuidv7(),
  user_id uuid not null,
  factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn', 'recovery_code')),
  -- Verified by its first right answer; until then it protects nothing and may be dropped.
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  friendly_name text not null default '' check (length(friendly_name) <= 120),
  -- RFC 6238: the shared secret, sealed, and the last time step that was used: a code is good once.
  secret_sealed text,
  last_used_step bigint,
  -- E.164 without the plus.
  phone text check (phone ~ '^[1-9][0-9]{6,14}$'),
  -- WebAuthn: the registered credential, base64url of its id, and the site (relying party) it belongs to.
  credential_id text check (length(credential_id) <= 1400),
  public_key bytea,
  sign_count bigint check (sign_count >= 0),
  transports text[],
  rp_id text check (length(rp_id) <= 253),
  -- Answers since the last right one, in the running window: guesses are throttled however many challenges they use.
  attempts smallint not null default 0,
  attempts_since timestamptz not null default now(),
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (pool_id, id),
  foreign key (pool_id, user_id) references auth.users (pool_id, id) on delete cascade,
  check (factor_type <> 'totp' or secret_sealed is not null),
  check (factor_type <> 'phone' or phone is not null),
  check (factor_type <> 'webauthn' or status = 'unverified' or (credential_id is not null and public_key is not null))
);
create index mfa_factors_id on auth.mfa_factors (id);
create unique index mfa_factors_name on auth.mfa_factors (pool_id, user_id, friendly_name);
create unique index mfa_factors_credential on auth.mfa_factors (pool_id, credential_id);
-- A user has one set of recovery codes.
create unique index mfa_factors_one_recovery on auth.mfa_factors (pool_id, user_id) where factor_type = 'recovery_code';
create trigger touch_updated_at before update of status, friendly_name on auth.mfa_factors
  for each row execute function app.touch_updated_at();
select app.protect('auth.mfa_factors');

-- A question put to the holder of a factor; five minutes, five answers, one right one, which deletes it.
create table auth.mfa_challenges (
  pool_id uuid not null,
  id uuid not null default app.uuidv7(),
  factor_id uuid not null,
  -- Who was asked: the answer must come from the same address.
  ip inet,
  attempts smallint not null default 0,
  -- The code of a text message, under a keyed hash.
  code_hash bytea,
  -- WebAuthn: the challenge, hashed, the page that asked and its relying party.
  challenge_hash bytea,
  origin text check (length(origin) <= 300),
  rp_id text check (length(rp_id) <= 253),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (pool_id, id),
  foreign key (pool_id, factor_id) references auth.mfa_factors (pool_id, id) on delete cascade
);
create index mfa_challenges_factor on auth.mfa_challenges (pool_id, factor_id);
select app.protect('auth.mfa_challenges');

-- Single-use codes for who lost the other factors; only their keyed hashes.
create table auth.mfa_recovery_codes (
  pool_id uuid not null,
  factor_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (pool_id, factor_id, code_hash),
  foreign key (pool_id, factor_id) references auth.mfa_factors (pool_id, id) on delete cascade
);
select app.protect('auth.mfa_recovery_codes');

-- Refresh tokens below this counter are dead, whatever the grace for lost answers says: they were issued before the
-- session was raised, and whoever holds one did not prove the second factor.
alter table auth.sessions add column counter_floor integer not null default 0 check (counter_floor >= 0);

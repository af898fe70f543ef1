-- What a mail carries: a link token and a 6-digit code, both hashed, used once. A user has one live token of a type;
-- asking again replaces it.
create table auth.one_time_tokens (
  pool_id uuid not null,
  user_id uuid not null,
  type text not null check (type in ('signup')),
  token_hash bytea not null,
  code_hash bytea not null,
  code_attempts smallint not null default 0,
  redirect_to text check (length(redirect_to) <= 2048),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (pool_id, user_id, type),
  foreign key (pool_id, user_id) references auth.users (pool_id, id) on delete cascade
);
create unique index one_time_tokens_hash on auth.one_time_tokens (pool_id, token_hash);
select app.protect('auth.one_time_tokens');

-- Codes that hand a sign-in from one window to another (popup or confirm page to the frame on a site).
create table auth.one_time_codes (
  pool_id uuid not null,
  code_hash bytea not null,
  session_id uuid not null,
  verifier_hash bytea,
  expires_at timestamptz not null,
  primary key (pool_id, code_hash),
  foreign key (pool_id, session_id) references auth.sessions (pool_id, id) on delete cascade
);
create index one_time_codes_session on auth.one_time_codes (pool_id, session_id);
select app.protect('auth.one_time_codes');

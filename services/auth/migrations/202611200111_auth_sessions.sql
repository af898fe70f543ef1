-- One row for each signed-in device; the row is the session: deleting it ends access and refresh at once.
-- No refresh token is stored, in any form: a token is (session, counter) under a keyed hash, and the counter tells
-- the current token from used ones (services/auth/refresh-token.ts).
create table auth.sessions (
  pool_id uuid not null,
  id uuid not null default app.uuidv7(),
  user_id uuid not null,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  amr jsonb not null check (jsonb_typeof(amr) = 'array'),
  refresh_counter integer not null default 0 check (refresh_counter >= 0),
  refreshed_at timestamptz not null default now(),
  user_agent text check (length(user_agent) <= 400),
  created_at timestamptz not null default now(),
  primary key (pool_id, id),
  foreign key (pool_id, user_id) references auth.users (pool_id, id) on delete cascade
);
create index sessions_id on auth.sessions (id);
create index sessions_user on auth.sessions (pool_id, user_id);
select app.protect('auth.sessions');

-- However a session ends (sign-out, replayed token, ban, deleted user), every process hears of it and drops what it
-- remembers of the session.
create function auth.session_ended() returns trigger language plpgsql
set search_path = '' as $$
begin
  perform pg_notify('session_ended', old.id::text);
  return null;
end $$;
create trigger session_ended after delete on auth.sessions for each row execute function auth.session_ended();

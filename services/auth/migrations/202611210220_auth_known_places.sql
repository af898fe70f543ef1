-- Networks and devices from which a user has signed in, hashed with the key ring: guesses at the password from
-- elsewhere do not lock the owner out there (services/auth/accounts/known-places.ts).
create table auth.known_places (
  pool_id uuid not null,
  user_id uuid not null,
  place_hash bytea not null check (length(place_hash) = 32),
  seen_at timestamptz not null default now(),
  primary key (pool_id, user_id, place_hash),
  foreign key (pool_id, user_id) references auth.users (pool_id, id) on delete cascade
);
select app.protect('auth.known_places');

-- Whether the client has been heard of since the last refresh. Until then its answer may have been lost, and the
-- token before may be sent once more (docs/decisions/006).
alter table auth.sessions add column taken_up boolean not null default true;

-- A ban, its end, or a user's end counts at once: every process drops what it remembers of the user's sessions.
create function auth.user_barred() returns trigger language plpgsql
set search_path = '' as $$
begin
  perform pg_notify('session_ended', s.id::text)
    from auth.sessions s where s.pool_id = new.pool_id and s.user_id = new.id;
  return null;
end $$;
create trigger user_barred after update of banned_until, deleted_at on auth.users for each row
  when (old.banned_until is distinct from new.banned_until or old.deleted_at is distinct from new.deleted_at)
  execute function auth.user_barred();

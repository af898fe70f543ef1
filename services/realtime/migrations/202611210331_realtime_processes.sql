-- What server processes tell one another through the database. Everything here is about people who are connected right
-- now: losing it in a crash of the database is harmless, since the processes write it again.

-- Processes with people connected. Each holds the advisory lock (1112686674, id) on its own connection for as long as
-- it lives; the row of one that does not is deleted by whoever sees it first.
create sequence realtime.process_ids as integer cycle;
grant usage on sequence realtime.process_ids to service_role;
create unlogged table realtime.processes (
  id integer primary key,
  started_at timestamptz not null default now()
);
select app.protect('realtime.processes');

-- Who is present in which channel, and the process that they are connected to.
create unlogged table realtime.presences (
  pool_id uuid not null,
  private boolean not null,
  topic text not null check (length(topic) <= 255),
  ref text not null check (length(ref) <= 40),
  process_id integer not null,
  presence_key text not null check (length(presence_key) <= 255),
  -- What the client tells of itself: a JSON object as text, passed on as it came.
  meta text not null,
  primary key (pool_id, private, topic, ref)
);
create index presences_by_process on realtime.presences (process_id);
select app.protect('realtime.presences');

-- Messages that are too long for a NOTIFY, for as long as the other processes need to fetch them.
create unlogged table realtime.parcels (
  pool_id uuid not null,
  id uuid not null,
  body bytea not null,
  created_at timestamptz not null default now(),
  primary key (pool_id, id)
);
create index parcels_by_age on realtime.parcels (created_at);
select app.protect('realtime.parcels');

-- Inbox of the card provider's events: each is kept once, whatever the number of deliveries, and worked by a job.
-- Only what happened to which object is kept; the object itself is read from the provider again.
create table app.stripe_events (
  id text primary key check (id ~ '^evt_\w{1,200}$'),
  endpoint text not null check (endpoint in ('platform', 'connect')),
  mode text not null check (mode in ('test', 'live')),
  account text, -- connected account; null for the platform's own
  type text not null check (char_length(type) <= 200),
  object_type text not null,
  object_id text, -- some objects (balance, capability changes) have none of their own
  created timestamptz not null,
  received_at timestamptz not null default now(),
  tried_at timestamptz,
  processed_at timestamptz,
  error text check (char_length(error) <= 1000)
);
create index stripe_events_open on app.stripe_events (received_at) where processed_at is null;
create index stripe_events_done on app.stripe_events (processed_at) where processed_at is not null;
select app.protect('app.stripe_events');

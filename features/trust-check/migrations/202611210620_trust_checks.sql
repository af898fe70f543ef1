-- Trust checks of creators: what was found, never the page itself. The server alone reads and writes; people see their
-- own through its calls.
create table app.trust_checks (
  user_id uuid not null,
  id uuid not null default app.uuidv7(),
  url text not null check (char_length(url) between 1 and 4096),
  checked_at timestamptz not null default now(),
  passed smallint not null check (passed between 0 and total),
  total smallint not null check (total between 0 and 100),
  report jsonb not null check (octet_length(report::text) < 600000),
  primary key (user_id, id)
);
select app.protect('app.trust_checks');

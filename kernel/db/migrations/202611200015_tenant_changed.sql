-- Tells every server process to forget what it remembers of a tenant's card.
create function app.notify_tenant_changed() returns trigger language plpgsql
set search_path = '' as $$
begin
  perform pg_notify('tenant_changed', coalesce(old.public_key, ''));
  return null;
end $$;
create trigger notify_changed after update or delete on public.tenants
  for each row execute function app.notify_tenant_changed();

-- Counters of the rate limits, shared by all server processes (kernel/limits.ts); losing them in a crash is harmless.
create unlogged table app.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_by_expiry on app.rate_limits (expire);
select app.protect('app.rate_limits');

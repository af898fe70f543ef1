-- Day passes: bought or granted, one after the other; the tenant's columns say when the last one ends.
create table app.day_passes (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  user_id uuid not null, -- who bought or granted it
  source text not null check (source in ('bought', 'granted')),
  mode text not null check (mode in ('test', 'live')),
  status text not null default 'pending' check (status in ('pending', 'active', 'expired', 'refunded')),
  minutes integer not null default 1440 check (minutes = 1440),
  note text check (char_length(note) <= 200),
  problem text check (char_length(problem) <= 500), -- why a paid one was not given; a person must look
  session_id text,
  payment_intent_id text,
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check (status <> 'active' or (starts_at is not null and ends_at is not null))
);
create index day_passes_by_id on app.day_passes (id);
create index day_passes_by_session on app.day_passes (session_id);
create index day_passes_by_payment on app.day_passes (payment_intent_id);
create index day_passes_pending on app.day_passes (created_at) where status = 'pending';
select app.protect('app.day_passes');

-- What the client may find there, and nothing else.
alter table public.tenants add constraint tenants_subscription_status_check check (subscription_status in
  ('active', 'trialing', 'pending', 'none', 'past_due', 'unpaid', 'canceled', ''));
create index tenants_passes_running on public.tenants (access_expires_at)
  where subscription_tier = 'day_pass' and status = 'active';

-- Both columns name one moment.
create function app.keep_day_pass_end() returns trigger language plpgsql set search_path = '' as $$
begin
  new.day_pass_expires_at := case when new.subscription_tier = 'day_pass' then new.access_expires_at end;
  return new;
end $$;
create trigger keep_day_pass_end before insert or update on public.tenants
  for each row execute function app.keep_day_pass_end();

-- Starts a pass that waits: at the end of the one that runs, else now. Once, however often it is called; the tenant's
-- row is the lock. @returns the tenant's new end, or null when the pass had started before (or is none)
create function app.start_day_pass(p_tenant uuid, p_pass uuid) returns timestamptz language plpgsql
set search_path = '' as $$
declare
  starts timestamptz;
  ends timestamptz;
begin
  select greatest(now(), case when subscription_tier = 'day_pass' and subscription_status = 'active'
      then access_expires_at end) into starts
  from public.tenants where id = p_tenant for update;
  if not found then return null; end if;
  update app.day_passes set status = 'active', starts_at = starts, ends_at = starts + minutes * interval '1 minute'
  where tenant_id = p_tenant and id = p_pass and status in ('pending', 'expired')
  returning ends_at into ends;
  if not found then return null; end if;
  update public.tenants set subscription_tier = 'day_pass', subscription_status = 'active', status = 'active',
    access_expires_at = ends where id = p_tenant;
  return ends;
end $$;

-- Ends a pass that was given back: what is left of it is taken away, and those behind it move up.
create function app.end_day_pass(p_tenant uuid, p_pass uuid) returns boolean language plpgsql
set search_path = '' as $$
declare
  pass record;
  unused interval;
begin
  perform from public.tenants where id = p_tenant for update;
  select status, ends_at, greatest(starts_at, now()) as from_when into pass from app.day_passes
  where tenant_id = p_tenant and id = p_pass and status <> 'refunded';
  if not found then return false; end if;
  update app.day_passes set status = 'refunded' where tenant_id = p_tenant and id = p_pass;
  if pass.status <> 'active' or pass.ends_at <= now() then return true; end if;
  unused := pass.ends_at - pass.from_when;
  update app.day_passes set starts_at = starts_at - unused, ends_at = ends_at - unused
  where tenant_id = p_tenant and status = 'active' and starts_at >= pass.ends_at;
  update public.tenants set access_expires_at = access_expires_at - unused
  where id = p_tenant and subscription_tier = 'day_pass';
  return true;
end $$;

-- Marks what has run out. Access ended by itself at that moment; this is for those who look at the row.
create function app.expire_day_passes() returns integer language plpgsql set search_path = '' as $$
declare
  ended integer;
begin
  update public.tenants set status = 'expired'
  where subscription_tier = 'day_pass' and status = 'active' and access_expires_at <= now();
  get diagnostics ended = row_count;
  return ended;
end $$;
grant execute on function app.start_day_pass(uuid, uuid), app.end_day_pass(uuid, uuid), app.expire_day_passes()
  to service_role;

-- Webhooks of tenants: where they are sent, what is to be sent, and what became of it. The server alone reads and
-- writes these tables; creators see them through its calls.

create function app.valid_webhook_events(p_events text[]) returns boolean language sql immutable
  return cardinality(p_events) between 1 and 7 and p_events <@ array['order.paid', 'order.refunded', 'end_user.created',
    'subscription.updated', 'product.updated', 'payments.connected', 'payments.disconnected'];
grant execute on function app.valid_webhook_events(text[]) to service_role;

create table app.webhook_endpoints (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  mode text not null check (mode in ('test', 'live')),
  place smallint not null check (place between 1 and 5), -- with the key below: at most five of a mode
  url text not null check (char_length(url) <= 2000),
  events text[] not null check (app.valid_webhook_events(events)),
  secret_sealed text not null,
  old_secret_sealed text, -- signs beside the new one until it is gone
  old_secret_until timestamptz,
  disabled_at timestamptz,
  disabled_by text check (disabled_by in ('creator', 'gone', 'failing')),
  failing_since timestamptz, -- the first failure after the last success
  held_until timestamptz, -- the receiver asked for a pause
  -- One process at a time delivers to an endpoint: it keeps the order and counts what is on its way.
  lease_id uuid,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, mode, place)
);
select app.protect('app.webhook_endpoints');

create table app.webhook_messages (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  seq bigint not null generated always as identity, -- what happens to one object happens in this order
  mode text not null check (mode in ('test', 'live')),
  type text not null,
  object_id text not null,
  data jsonb not null check (octet_length(data::text) < 20000),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index webhook_messages_by_age on app.webhook_messages (created_at);
select app.protect('app.webhook_messages');

create table app.webhook_deliveries (
  tenant_id uuid not null,
  endpoint_id uuid not null,
  message_id uuid not null,
  seq bigint not null,
  object_id text not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  failures integer not null default 0, -- in a row, since it was made or replayed: they choose the next delay
  tries integer not null default 0,
  next_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (tenant_id, endpoint_id, message_id),
  foreign key (tenant_id, endpoint_id) references app.webhook_endpoints (tenant_id, id) on delete cascade,
  foreign key (tenant_id, message_id) references app.webhook_messages (tenant_id, id) on delete cascade
);
create index webhook_deliveries_by_message on app.webhook_deliveries (tenant_id, message_id);
create index webhook_deliveries_log on app.webhook_deliveries (tenant_id, endpoint_id, seq desc);
create index webhook_deliveries_of_object on app.webhook_deliveries (tenant_id, endpoint_id, object_id, seq)
  where state = 'pending';
create index webhook_deliveries_due on app.webhook_deliveries (next_at) where state = 'pending';
select app.protect('app.webhook_deliveries');

create table app.webhook_attempts (
  tenant_id uuid not null,
  endpoint_id uuid not null,
  message_id uuid not null,
  number integer not null,
  attempted_at timestamptz not null default now(),
  duration_ms integer not null,
  status integer, -- of HTTP; null when there was no answer
  answer text check (char_length(answer) <= 2048),
  error text check (char_length(error) <= 200),
  primary key (tenant_id, endpoint_id, message_id, number),
  foreign key (tenant_id, endpoint_id, message_id)
    references app.webhook_deliveries (tenant_id, endpoint_id, message_id) on delete cascade
);
select app.protect('app.webhook_attempts');

-- Writes what happened, in the transaction in which it happened, for the endpoints that asked for it. Where none did,
-- nothing is written. p_mode null: whatever mode the tenant is in.
create function app.tell_webhooks(p_tenant uuid, p_mode text, p_type text, p_object text, p_data jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_mode text;
  v_endpoints uuid[];
  v_message app.webhook_messages;
begin
  -- A tenant that is being deleted takes its rows along: nobody is told.
  select coalesce(p_mode, stripe_mode) into v_mode from public.tenants where id = p_tenant;
  select array_agg(id) into v_endpoints from app.webhook_endpoints
    where tenant_id = p_tenant and mode = v_mode and disabled_at is null and p_type = any (events);
  if v_mode is null or v_endpoints is null then
    return;
  end if;
  insert into app.webhook_messages (tenant_id, mode, type, object_id, data)
    values (p_tenant, v_mode, p_type, p_object, p_data) returning * into v_message;
  insert into app.webhook_deliveries (tenant_id, endpoint_id, message_id, seq, object_id)
    select p_tenant, endpoint, v_message.id, v_message.seq, p_object from unnest(v_endpoints) as endpoint;
  perform pg_notify('webhook_due', p_tenant || ' ' || endpoint) from unnest(v_endpoints) as endpoint;
end $$;

-- Paid and refunded are told of what the row says, each once: also of an order whose refund was seen before its payment.
create function app.tell_of_order() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_order constant jsonb := jsonb_build_object('id', new.id, 'mode', new.mode, 'status', new.status, 'seller', new.seller,
    'source_id', new.source_id, 'name', new.name, 'amount_total', new.amount_total,
    'amount_refunded', new.amount_refunded, 'currency', new.currency, 'end_user_id', new.auth_user_id,
    'email', new.email, 'created_at', new.created_at, 'paid_at', new.paid_at, 'refunded_at', new.refunded_at);
begin
  if new.paid_at is not null and old.paid_at is null then
    perform app.tell_webhooks(new.tenant_id, new.mode, 'order.paid', new.id::text, v_order);
  end if;
  if new.amount_refunded > old.amount_refunded or (new.status = 'refunded' and old.status <> 'refunded') then
    perform app.tell_webhooks(new.tenant_id, new.mode, 'order.refunded', new.id::text, v_order);
  end if;
  return null;
end $$;
create trigger tell_webhooks after update on public.orders for each row
  when (new.paid_at is distinct from old.paid_at or new.amount_refunded <> old.amount_refunded
    or new.status <> old.status) execute function app.tell_of_order();

create function app.tell_of_end_user() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.tell_webhooks(new.tenant_id, null, 'end_user.created', new.auth_user_id::text,
    jsonb_build_object('id', new.auth_user_id, 'email', new.email, 'created_at', new.created_at));
  return null;
end $$;
create trigger tell_webhooks after insert on public.end_users
  for each row execute function app.tell_of_end_user();

-- New, changed and deleted alike, with the columns of the public catalogue.
create function app.tell_of_product() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_row constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  if tg_op = 'UPDATE' and to_jsonb(old) = v_row then
    return null;
  end if;
  perform app.tell_webhooks((v_row ->> 'tenant_id')::uuid, null, 'product.updated', v_row ->> 'id',
    jsonb_build_object('id', v_row -> 'id', 'name', v_row -> 'name', 'description', v_row -> 'description',
      'price_cents', v_row -> 'price_cents', 'currency', v_row -> 'currency', 'interval', v_row -> 'interval',
      'active', v_row -> 'active', 'created_at', v_row -> 'created_at', 'deleted', tg_op = 'DELETE'));
  return null;
end $$;
create trigger tell_webhooks after insert or update or delete on public.items
  for each row execute function app.tell_of_product();

-- The tenant's own columns hold an account from the end of its onboarding until it is let go.
create function app.tell_of_account() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_mode text;
  v_old text;
  v_new text;
begin
  foreach v_mode in array array['test', 'live'] loop
    v_old := to_jsonb(old) ->> ('stripe_account_id_' || v_mode);
    v_new := to_jsonb(new) ->> ('stripe_account_id_' || v_mode);
    continue when v_old is not distinct from v_new;
    if v_old is not null then
      perform app.tell_webhooks(new.id, v_mode, 'payments.disconnected', v_old,
        jsonb_build_object('mode', v_mode, 'account_id', v_old));
    end if;
    if v_new is not null then
      perform app.tell_webhooks(new.id, v_mode, 'payments.connected', v_new,
        jsonb_build_object('mode', v_mode, 'account_id', v_new));
    end if;
  end loop;
  return null;
end $$;
create trigger tell_webhooks after update of stripe_account_id_test, stripe_account_id_live on public.tenants
  for each row execute function app.tell_of_account();

-- A cart holds seats for a quarter of an hour, by the database's clock. Once an order exists, the hold ends only when the provider says
-- that its checkout has ended (docs/decisions/034).
create table app.ticket_carts (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  event_id uuid not null,
  state text not null default 'held' check (state in ('held', 'ordered', 'done', 'ended')),
  secret_hash bytea not null check (octet_length(secret_hash) = 32), -- of the token in the buyer's browser
  network bytea, -- keyed hash, emptied with the cart
  auth_user_id uuid,
  email text check (char_length(email) <= 320), -- null until the buyer gives it; for limits per buyer
  code_id uuid,
  code_units integer not null default 0 check (code_units >= 0),
  order_id uuid, -- the open order
  wait_id uuid, -- the offer of a waiting list that it answers
  until_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, secret_hash),
  check ((state = 'ordered') = (order_id is not null)),
  foreign key (tenant_id, event_id) references public.ticket_events (tenant_id, id) on delete cascade,
  foreign key (tenant_id, code_id) references public.ticket_codes (tenant_id, id) on delete set null (code_id)
);
create index ticket_carts_open on app.ticket_carts (tenant_id, event_id, until_at) where state in ('held', 'ordered');
create index ticket_carts_by_event on app.ticket_carts (tenant_id, event_id);
create index ticket_carts_by_age on app.ticket_carts (until_at);
create index ticket_carts_by_code on app.ticket_carts (tenant_id, code_id);
create index ticket_carts_by_user on app.ticket_carts (tenant_id, auth_user_id) where auth_user_id is not null;
select app.protect('app.ticket_carts');
select app.add_person_data('app.ticket_carts', 'auth_user_id', 'kept', p_reason => 'emptied by app.erase_tickets_of');

create table app.ticket_cart_lines (
  -- With the tenant, because types that lines name are deleted with it before the carts' own rows would be.
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  cart_id uuid not null,
  type_id uuid not null,
  quantity smallint not null check (quantity between 1 and 50), -- units
  group_size smallint not null,
  unit_price integer not null check (unit_price between 0 and 99999999), -- after the code
  quota_ids uuid[] not null check (cardinality(quota_ids) between 1 and 3), -- as they were when the seats were taken
  primary key (tenant_id, cart_id, type_id),
  foreign key (tenant_id, cart_id) references app.ticket_carts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, type_id) references public.ticket_types (tenant_id, id) on delete cascade
);
create index ticket_cart_lines_by_type on app.ticket_cart_lines (tenant_id, type_id);
select app.protect('app.ticket_cart_lines');

-- A type of which a cart holds units stays, so that the cart can return its seats. The lines of carts that are over go with it.
create function app.keep_taken_type() returns trigger language plpgsql set search_path = '' as $$
begin
  if old.taken > 0 then
    raise exception 'Units of this type are taken'
      using errcode = 'check_violation', constraint = 'ticket_types_taken', table = 'ticket_types';
  end if;
  return old;
end $$;
create trigger keep_taken before delete on public.ticket_types for each row
  when (current_user = 'authenticated') execute function app.keep_taken_type();

-- Tickets. They are stored with their codes when the order begins (`reserved`), so that a payment makes them valid by one update: as many
-- as seats were held, once. A valid ticket has a seat of each of its quotas.
create table public.tickets (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null,
  event_id uuid not null,
  type_id uuid not null,
  state text not null default 'reserved' check (state in ('reserved', 'void', 'valid', 'canceled', 'refunded')),
  mode text not null check (mode in ('test', 'live')),
  source text not null check (source in ('order', 'free', 'manual')),
  order_id uuid,
  cart_id uuid,
  refund_id uuid, -- of a ticket refunded by itself
  price_cents integer not null check (price_cents between 0 and 99999999),
  quota_ids uuid[] not null,
  code_hash bytea not null check (octet_length(code_hash) = 32), -- SHA-256 of 128 random bits
  code_sealed text not null,
  auth_user_id uuid, -- the member it belongs to
  owner_email text check (char_length(owner_email) <= 320), -- a member with this address confirmed becomes the owner
  holder_name text check (char_length(holder_name) <= 200),
  holder_email text check (char_length(holder_email) <= 320),
  answers jsonb not null default '{}' check (jsonb_typeof(answers) = 'object' and octet_length(answers::text) <= 20000),
  transfers smallint not null default 0,
  language text not null default 'en' check (language ~ '^[a-z]{2}$'), -- of emails to its owner
  mailed smallint not null default -1, -- `transfers` when its owner got the ticket by email
  issued_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, event_id, id),
  unique (tenant_id, code_hash),
  check ((source = 'order') = (order_id is not null)),
  check (state <> 'valid' or issued_at is not null),
  foreign key (tenant_id, event_id) references public.ticket_events (tenant_id, id),
  foreign key (tenant_id, event_id, type_id) references public.ticket_types (tenant_id, event_id, id),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
comment on column public.tickets.code_sealed is 'sealed at tickets.code:{tenant_id}:{id}';
create index tickets_by_type on public.tickets (tenant_id, event_id, type_id);
create index tickets_by_order on public.tickets (tenant_id, order_id);
create index tickets_by_address on public.tickets (tenant_id, event_id, lower(owner_email), id);
create index tickets_to_mail on public.tickets (tenant_id, id) where state = 'valid' and mailed < transfers and owner_email is not null;
create index tickets_by_cart on public.tickets (tenant_id, cart_id);
create index tickets_by_owner on public.tickets (tenant_id, auth_user_id) where auth_user_id is not null;
create index tickets_to_claim on public.tickets (tenant_id, lower(owner_email)) where auth_user_id is null;
select app.protect('public.tickets');
grant select (tenant_id, id, event_id, type_id, state, mode, source, order_id, refund_id, price_cents, auth_user_id, owner_email, holder_name,
  holder_email, answers, transfers, issued_at, ended_at) on public.tickets to authenticated;
create policy of_support on public.tickets for select to authenticated
  using (state not in ('reserved', 'void') and tenant_id = any (array(select app.tenants_with('people'))));
select realtime.publish('public.tickets');
select app.audit('public.tickets', 'ticket', null, p_acts => array['insert=ticket.issued', 'state=ticket.ended', 'holder_name=ticket.renamed'],
  p_only => array['state', 'holder_name'], p_hidden => array['holder_name'], p_who => 'administrators', p_on => 'insert or update');

create function app.erase_tickets_of(p_tenant uuid, p_user uuid, p_email text) returns void language sql set search_path = ''
begin atomic
  update app.ticket_carts set auth_user_id = null, email = null
    where tenant_id = p_tenant and (auth_user_id = p_user or lower(email) = lower(p_email));
  update public.tickets set auth_user_id = null, owner_email = null, holder_name = null, holder_email = null, answers = '{}'
    where tenant_id = p_tenant and (auth_user_id = p_user or lower(owner_email) = lower(p_email) or lower(holder_email) = lower(p_email));
end;
select app.add_person_data('public.tickets', 'app.erase_tickets_of', 'function');
select app.add_person_data('public.tickets', 'auth_user_id', 'kept',
  p_exported => '{id,event_id,type_id,state,price_cents,owner_email,holder_name,holder_email,answers,issued_at,ended_at}',
  p_reason => 'emptied by app.erase_tickets_of');

-- Tickets bought as a guest, and those given to an address, belong to the member who proved it.
create function app.claim_tickets(p_tenant uuid, p_user uuid) returns void language sql security definer set search_path = ''
begin atomic
  update public.tickets k set auth_user_id = u.id
    from auth.users u
    where u.pool_id = p_tenant and u.id = p_user and u.email_confirmed_at is not null and u.deleted_at is null
      and k.tenant_id = p_tenant and k.auth_user_id is null and lower(k.owner_email) = u.email;
end;
create function app.claim_tickets_by_proof() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.claim_tickets(new.pool_id, new.id);
  return null;
end $$;
create trigger claim_tickets after insert or update of email, email_confirmed_at on auth.users
  for each row when (new.email_confirmed_at is not null and new.email is not null) execute function app.claim_tickets_by_proof();
create function app.claim_issued_ticket() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.auth_user_id := (select u.id from auth.users u
    where u.pool_id = new.tenant_id and u.email = lower(new.owner_email) and u.email_confirmed_at is not null and u.deleted_at is null);
  return new;
end $$;
create trigger claim before insert or update of owner_email, auth_user_id on public.tickets
  for each row when (new.auth_user_id is null and new.owner_email is not null) execute function app.claim_issued_ticket();

-- Who holds a ticket, for audiences. Test tickets count while the tenant is in test mode.
select app.add_audience_kind('holds_ticket', 'event', 'id');
create function app.store_ticket_fact() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'DELETE' then
    perform from auth.users u where u.pool_id = new.tenant_id and u.id = new.auth_user_id for key share;
  end if;
  if tg_op <> 'INSERT' then
    delete from app.member_facts f where f.tenant_id = old.tenant_id and f.auth_user_id = old.auth_user_id
      and f.kind = 'holds_ticket' and f.which = old.event_id::text and f.via = old.id;
  end if;
  if tg_op <> 'DELETE' and new.state = 'valid' then
    insert into app.member_facts (tenant_id, auth_user_id, kind, which, via, mode, since, barred_until)
      select new.tenant_id, u.id, 'holds_ticket', new.event_id::text, new.id, new.mode, new.issued_at, u.barred_until
      from auth.users u where u.pool_id = new.tenant_id and u.id = new.auth_user_id
      for key share;
  end if;
  return null;
end $$;
create trigger store_fact after insert on public.tickets for each row
  when (new.state = 'valid' and new.auth_user_id is not null) execute function app.store_ticket_fact();
create trigger store_fact_changed after update on public.tickets for each row
  when ((old.auth_user_id, old.event_id, old.mode, old.state, old.issued_at)
    is distinct from (new.auth_user_id, new.event_id, new.mode, new.state, new.issued_at))
  execute function app.store_ticket_fact();
create trigger store_fact_deleted after delete on public.tickets for each row
  when (old.state = 'valid' and old.auth_user_id is not null) execute function app.store_ticket_fact();

-- What only holders see: the address of an online event, and recordings. Policies and functions that read it check the ticket.
create table public.ticket_event_secrets (
  tenant_id uuid not null,
  event_id uuid not null,
  online_url text check (online_url ~ '^https://' and char_length(online_url) <= 2000),
  recording_url text check (recording_url ~ '^https://' and char_length(recording_url) <= 2000),
  primary key (tenant_id, event_id),
  foreign key (tenant_id, event_id) references public.ticket_events (tenant_id, id) on delete cascade
);
select app.protect('public.ticket_event_secrets');
grant select (tenant_id, event_id, online_url, recording_url), insert (tenant_id, event_id, online_url, recording_url),
  update (online_url, recording_url), delete on public.ticket_event_secrets to authenticated;
create policy of_editors on public.ticket_event_secrets for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))))
  with check (tenant_id = any (array(select app.tenants_with('content'))));
select app.audit('public.ticket_event_secrets', 'ticket_event', null, p_hidden => array['online_url', 'recording_url']);

-- Messages of channels: those that the database sends, those that are kept for replay, and the rows on which policies
-- say who may do what in a private channel: who may select a row of a topic may receive there, who may insert one may
-- send there (extension broadcast, or presence).
create table realtime.messages (
  pool_id uuid not null default app.pool_id(),
  topic text not null check (char_length(topic) between 1 and 255),
  inserted_at timestamptz not null default now(),
  id uuid not null default app.uuidv7(),
  extension text not null check (extension in ('broadcast', 'presence')),
  event text check (char_length(event) <= 255),
  payload jsonb check (pg_column_size(payload) <= 1048576),
  binary_payload bytea check (octet_length(binary_payload) <= 1048576),
  private boolean not null default true,
  expires_at timestamptz not null default now() + interval '72 hours',
  -- Which transaction wrote it, and where in it: a commit is told once, whatever it wrote.
  xact xid8 not null default pg_current_xact_id(),
  seq bigint generated always as identity,
  primary key (pool_id, topic, inserted_at, id),
  check (payload is null or binary_payload is null),
  check (expires_at <= inserted_at + interval '72 hours')
);
create index messages_by_xact on realtime.messages (xact, seq);
create index messages_by_expiry on realtime.messages (expires_at);
select app.protect('realtime.messages');

grant select (pool_id, topic, inserted_at, id, extension, event, payload, binary_payload, private, expires_at, seq),
  insert (pool_id, topic, id, extension, event, payload, binary_payload, private, expires_at)
  on realtime.messages to anon, authenticated, end_user;

-- The topic that is asked about. Policies may compare it, or the row's own column.
create function realtime.topic() returns text language sql stable
  return nullif(current_setting('realtime.topic', true), '');

-- Whatever policies are added: nobody reaches the channels of another pool.
create policy own_pool on realtime.messages as restrictive for all to anon, end_user
  using (pool_id = app.pool_id()) with check (pool_id = app.pool_id());
create policy own_pool_or_tenants on realtime.messages as restrictive for all to authenticated
  using (pool_id = app.pool_id() or pool_id = any (array(select app.owned_tenants())))
  with check (pool_id = app.pool_id() or pool_id = any (array(select app.owned_tenants())));

-- What is open before anybody adds a policy: one's own topic, and to creators the channels of their own tenants.
create policy own_topic on realtime.messages for select to authenticated, end_user
  using (pool_id = app.pool_id() and topic = 'user:' || auth.uid());
create policy own_topic_insert on realtime.messages for insert to authenticated, end_user
  with check (pool_id = app.pool_id() and topic = 'user:' || auth.uid());
create policy of_own_tenants on realtime.messages for select to authenticated
  using (pool_id = any (array(select app.owned_tenants())));
create policy of_own_tenants_insert on realtime.messages for insert to authenticated
  with check (pool_id = any (array(select app.owned_tenants())));

-- Tells every server process, at the commit and once for each transaction, that there are messages to deliver.
create function realtime.tell_messages() returns trigger language plpgsql
set search_path = '' as $$
begin
  perform pg_notify('realtime_messages', new.xact::text);
  return null;
end $$;
-- What a socket already delivers, and stores for those who come later, is not told again.
create trigger tell after insert on realtime.messages for each row
  when (new.extension = 'broadcast' and current_setting('realtime.quiet', true) is distinct from 'on')
  execute function realtime.tell_messages();

-- Sends a message to a channel of a pool: that of the caller's claims unless another is named. As with the hosted
-- service, a message that cannot be sent is a warning, so that the write that sends it does not fail.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true, pool uuid default null)
returns void language plpgsql
set search_path = '' as $$
declare
  message_id constant uuid := app.uuidv7();
begin
  perform set_config('realtime.topic', send.topic, true);
  insert into realtime.messages (pool_id, id, topic, extension, event, payload, private)
  values (coalesce(send.pool, app.pool_id()), message_id, send.topic, 'broadcast', send.event,
    case when jsonb_typeof(send.payload) = 'object' and not send.payload ? 'id'
      then send.payload || jsonb_build_object('id', message_id) else send.payload end, send.private);
exception when others then
  raise warning 'The message to % was not sent: %', send.topic, sqlerrm;
end $$;

create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true, pool uuid default null)
returns void language plpgsql
set search_path = '' as $$
begin
  perform set_config('realtime.topic', send_binary.topic, true);
  insert into realtime.messages (pool_id, topic, extension, event, binary_payload, private)
  values (coalesce(send_binary.pool, app.pool_id()), send_binary.topic, 'broadcast', send_binary.event,
    send_binary.payload, send_binary.private);
exception when others then
  raise warning 'The message to % was not sent: %', send_binary.topic, sqlerrm;
end $$;

-- For triggers: sends a row as it was and is, to the pool of the row's tenant where it has one.
create function realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text,
  table_schema text, new record, old record, level text default 'ROW', pool uuid default null)
returns void language plpgsql
set search_path = '' as $$
declare
  new_row constant jsonb := to_jsonb(broadcast_changes.new);
  old_row constant jsonb := to_jsonb(broadcast_changes.old);
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object('old_record', old_row, 'record', new_row, 'operation', operation, 'table', table_name,
      'schema', table_schema),
    event_name, topic_name, true,
    coalesce(broadcast_changes.pool, (new_row ->> 'tenant_id')::uuid, (old_row ->> 'tenant_id')::uuid));
end $$;

-- What these claims may do in the private channel of a topic: tried with rows, of which nothing stays. For the service
-- alone: whose claims they are was decided before.
create function realtime.channel_rights(p_pool uuid, p_topic text, p_claims jsonb)
returns table (extension text, may_read boolean, may_write boolean) language plpgsql
set search_path = '' as $$
declare
  reads boolean[] := '{false,false}';
  writes boolean[] := '{false,false}';
  probes constant uuid[] := array[gen_random_uuid(), gen_random_uuid()];
  names constant text[] := '{broadcast,presence}';
begin
  begin
    insert into realtime.messages (pool_id, id, topic, extension)
    values (p_pool, probes[1], p_topic, names[1]), (p_pool, probes[2], p_topic, names[2]);
    perform set_config('realtime.topic', p_topic, true), set_config('request.jwt.claims', p_claims::text, true),
      set_config('role', p_claims ->> 'role', true);
    for i in 1..2 loop
      reads[i] := exists (select from realtime.messages m
        where m.pool_id = p_pool and m.topic = p_topic and m.inserted_at = now() and m.id = probes[i]);
      begin
        insert into realtime.messages (pool_id, topic, extension) values (p_pool, p_topic, names[i]);
        writes[i] := true;
      exception when insufficient_privilege then
        writes[i] := false;
      end;
    end loop;
    raise exception using errcode = 'ZZ999'; -- takes the rows and the settings back, and not what was found
  exception when sqlstate 'ZZ999' then
    null;
  end;
  return query select names[i], reads[i], writes[i] from generate_series(1, 2) i;
end $$;

grant execute on function realtime.topic(), realtime.send(jsonb, text, text, boolean, uuid),
  realtime.send_binary(bytea, text, text, boolean, uuid),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text, uuid)
  to anon, authenticated, end_user, service_role;
grant execute on function realtime.channel_rights(uuid, text, jsonb) to service_role;

-- Roles, schemas and the functions that policies are written with. Roles belong to the whole cluster, so they
-- may exist already; everything else belongs to this database.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'end_user', 'service_role'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin noinherit', wanted);
      exception when duplicate_object or unique_violation then null; -- another instance was faster
      end;
    end if;
  end loop;
end $$;

alter default privileges revoke execute on functions from public;
revoke all on schema public from public;

create schema if not exists app; -- the migrations table lives there already
create schema auth;
grant usage on schema public to anon, authenticated, end_user, service_role;
grant usage on schema app, auth to anon, authenticated, end_user, service_role;

-- Claims ------------------------------------------------------------------------------------------------------

create function auth.jwt() returns jsonb language sql stable
  return coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb, '{}'::jsonb);

create function auth.uid() returns uuid language sql stable
  return (auth.jwt() ->> 'sub')::uuid;

create function auth.role() returns text language sql stable
  return auth.jwt() ->> 'role';

create function auth.email() returns text language sql stable
  return auth.jwt() ->> 'email';

-- The tenant whose public key, or whose end user's token, the request carries.
create function app.tenant_id() returns uuid language sql stable
  return (auth.jwt() ->> 'tenant')::uuid;

create function app.pool_id() returns uuid language sql stable
  return coalesce((auth.jwt() ->> 'pool')::uuid, '00000000-0000-0000-0000-000000000000'::uuid);

-- The value the request asked a column to be equal to (top level, and-ed), or null.
create function app.asked(p_column text) returns text language sql stable
  return nullif(current_setting('request.eq', true), '')::jsonb ->> p_column;

grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email(), app.tenant_id(), app.pool_id(),
  app.asked(text) to anon, authenticated, end_user, service_role;

-- Ids ---------------------------------------------------------------------------------------------------------

-- UUID version 7 (RFC 9562): 48 bits of milliseconds, then random. Written for PostgreSQL 15 and later.
create function app.uuidv7() returns uuid language sql volatile
  return encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid;

-- A token of p_length characters from [0-9A-Za-z], from the cryptographic source behind gen_random_uuid.
create function app.random_text(p_length integer) returns text language plpgsql volatile
set search_path = '' as $$
declare
  alphabet constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  result text := '';
  bytes bytea;
  value integer;
begin
  while length(result) < p_length loop
    bytes := uuid_send(gen_random_uuid());
    for i in 0..15 loop
      continue when i in (6, 8); -- the version and variant bytes are not random
      value := get_byte(bytes, i);
      continue when value >= 248; -- 4 x 62: keeps every character equally likely
      result := result || substr(alphabet, value % 62 + 1, 1);
      exit when length(result) = p_length;
    end loop;
  end loop;
  return result;
end $$;

grant execute on function app.uuidv7(), app.random_text(integer) to anon, authenticated, end_user, service_role;

-- Tables ------------------------------------------------------------------------------------------------------

-- Row-level security, forced, with the two policies that every table has: the owner's (migrations and definer
-- functions run as the owner, who is no superuser) and the service role's.
create function app.protect(p_table regclass) returns void language plpgsql
set search_path = '' as $$
begin
  execute format('alter table %s enable row level security', p_table);
  execute format('alter table %s force row level security', p_table);
  execute format('create policy owner_all on %s for all to %I using (true) with check (true)', p_table, current_user);
  execute format('create policy service_all on %s for all to service_role using (true) with check (true)', p_table);
  execute format('grant select, insert, update, delete on %s to service_role', p_table);
end $$;

-- Which migrations ran: read by the server, written by the owner alone.
select app.protect('app.migrations');
revoke insert, update, delete on app.migrations from service_role;

-- Keeps updated_at true whatever the client sends.
create function app.touch_updated_at() returns trigger language plpgsql
set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;

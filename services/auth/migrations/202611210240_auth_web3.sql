-- Messages of wallets that were used to sign in: each is good for one session. Kept until no clock takes them any more.
create table auth.web3_messages (
  pool_id uuid not null,
  message_hash bytea not null check (length(message_hash) = 32),
  expires_at timestamptz not null,
  primary key (pool_id, message_hash)
);
create index web3_messages_expiry on auth.web3_messages (pool_id, expires_at);
select app.protect('auth.web3_messages');

create function auth.tenant_web3_deleted() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  delete from auth.web3_messages where pool_id = old.id;
  return null;
end $$;
create trigger tenant_web3_deleted after delete on public.tenants
  for each row execute function auth.tenant_web3_deleted();

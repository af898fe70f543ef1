-- Whether the tenant's pages measure visits (docs/decisions/109): read with the tenant for each page and each event. The settings of the block analytics
-- change it, and no role does.
alter table public.tenants add column measuring text not null default 'off' check (measuring in ('off', 'on', 'consent'));

-- Salts of the visitors' hashes: one for each day (UTC), deleted after the next one, so that no address can be found from a hash later.
create table app.visitor_salts (
  day date primary key,
  salt bytea not null check (octet_length(salt) = 32)
);
select app.protect('app.visitor_salts');

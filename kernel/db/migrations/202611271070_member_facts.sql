-- What audiences need to know about each member, in one table (docs/decisions/075). Each fact follows from one row of another table,
-- whose trigger stores it. Times are compared when it is read.

-- Until when an account is not in good standing: the end of a ban, and never again once it is deleted.
alter table auth.users add barred_until timestamptz not null
  generated always as (case when deleted_at is null then coalesce(banned_until, '-infinity') else 'infinity' end) stored;
alter table auth.users add constraint users_standing unique (pool_id, id, barred_until);

create table app.member_facts (
  tenant_id uuid not null,
  auth_user_id uuid not null,
  kind text not null, -- and which: as in app.audience_terms
  which text not null,
  via uuid not null, -- what it follows from: an order, a team, or the account itself
  mode text not null default 'live' check (mode in ('test', 'live')), -- `test` counts only while the tenant is in test mode
  since timestamptz not null,
  until timestamptz not null default 'infinity',
  barred_until timestamptz not null, -- the account's
  -- The key itself copies the standing: it cannot differ from the account's, and a ban waits for facts that are being stored.
  foreign key (tenant_id, auth_user_id, barred_until) references auth.users (pool_id, id, barred_until)
    on update cascade on delete cascade,
  primary key (tenant_id, auth_user_id, barred_until, kind, which, via, mode) include (since, until)
);
select app.protect('app.member_facts');
revoke insert, update, delete on app.member_facts from service_role;
select app.add_person_data('app.member_facts', 'auth_user_id', 'cascades');

-- The facts that follow from the account. `everyone` is one of them, so that a member's audiences are one join.
create function app.store_account_facts() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into app.member_facts (tenant_id, auth_user_id, kind, which, via, since, barred_until)
    select new.pool_id, new.id, f.kind, f.which, new.id, new.created_at, new.barred_until
    from (values ('everyone', ''), ('signed_in', ''), ('people', new.id::text)) as f (kind, which)
    on conflict (tenant_id, auth_user_id, barred_until, kind, which, via, mode) do update set since = excluded.since;
  return null;
end $$;
create trigger store_facts after insert on auth.users for each row
  when (new.pool_id <> '00000000-0000-0000-0000-000000000000') execute function app.store_account_facts();
create trigger store_facts_since after update of created_at on auth.users for each row
  when (old.created_at <> new.created_at and new.pool_id <> '00000000-0000-0000-0000-000000000000')
  execute function app.store_account_facts();

insert into app.member_facts (tenant_id, auth_user_id, kind, which, via, since, barred_until)
  select u.pool_id, u.id, f.kind, f.which, u.id, u.created_at, u.barred_until
  from auth.users u cross join lateral (values ('everyone', ''), ('signed_in', ''), ('people', u.id::text)) as f (kind, which)
  where u.pool_id <> '00000000-0000-0000-0000-000000000000';

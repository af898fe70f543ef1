-- Tenants' own tables: docs/decisions/064. A table is a row of public.data_tables, its rows are in app.records, so that no tenant
-- adds an entry to the catalog.

-- Columns of app.records that fields are stored in, by kind of value. The place in the list is the bit of `indexed`.
create function app.record_slots() returns text[] language sql immutable
  return array['t1', 't2', 't3', 't4', 't5', 't6', 'n1', 'n2', 'n3', 'n4', 'd1', 'd2', 'z1', 'z2', 'z3', 'r1', 'r2', 'r3', 'u1', 'u2'];

-- Whether the fields of a table are well formed. kernel/browser/fields checks them in full before they are written; this enforces
-- what the server relies on: ids, names and slots are unique, and a slot has the type of the kind.
create function app.valid_fields(p_fields jsonb) returns boolean language sql immutable
  return coalesce(jsonb_typeof(p_fields) = 'array' and jsonb_array_length(p_fields) <= 100 and octet_length(p_fields::text) <= 100000
    and not exists (
      select from jsonb_array_elements(p_fields) as f
      cross join lateral (select '{"text": "t", "email": "t", "phone": "t", "choice": "t", "number": "n", "money": "n", "rating": "n",
        "position": "n", "date": "d", "date_time": "z", "relation": "r", "person": "r", "long_text": "", "link": "", "yes_no": "",
        "choices": "", "file": "", "image": ""}'::jsonb ->> (f ->> 'kind') as letter) as k
      where not coalesce(jsonb_typeof(f) = 'object' and k.letter is not null
        and f ->> 'id' ~ '^[a-z0-9]{8}$' and f ->> 'name' ~ '^[a-z][a-z0-9_]{0,62}$'
        and f ->> 'name' not in ('id', 'created_at', 'updated_at', 'created_by', 'team_id', 'approved')
        and app.valid_name(f ->> 'title', 80)
        and (not f ? 'slot' or (f ->> 'slot' = any (app.record_slots()) and left(f ->> 'slot', 1) = k.letter))
        and (not f ? 'unique_slot' or f ->> 'unique_slot' in ('u1', 'u2')), false))
    and (select count(*) = count(distinct f ->> 'id') and count(*) = count(distinct f ->> 'name')
      from jsonb_array_elements(p_fields) as f), false);

-- No two fields have one slot. Removed fields count, because their values are stored until they are purged.
create function app.valid_field_slots(p_fields jsonb) returns boolean language sql immutable
  return coalesce(jsonb_typeof(p_fields) = 'array' and (select count(f ->> 'slot') = count(distinct f ->> 'slot')
      and count(f ->> 'unique_slot') = count(distinct f ->> 'unique_slot')
    from jsonb_array_elements(p_fields) as f), false);
grant execute on function app.record_slots(), app.valid_fields(jsonb), app.valid_field_slots(jsonb)
  to anon, authenticated, end_user, service_role;

create table public.data_tables (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  name text not null check (name ~ '^[a-z][a-z0-9_]{0,62}$'), -- in the API
  title text not null check (app.valid_name(title, 80)),
  fields jsonb not null default '[]' check (app.valid_fields(fields)),
  removed_fields jsonb not null default '[]' check (jsonb_typeof(removed_fields) = 'array'), -- their values are stored until they are purged
  revision integer not null default 1, -- grows with each change
  place smallint check (place between 1 and 200), -- lowest first; null in the trash. The plan decides how many there are
  -- Who may; null: no one. Audiences with the kinds `owner` and `team` open the rows of their author and of the author's team.
  see_audience_id uuid,
  add_audience_id uuid,
  change_audience_id uuid,
  delete_audience_id uuid,
  team_scoped boolean not null default false, -- rows belong to the team that their author acts for
  approval boolean not null default false, -- rows that visitors add or change wait until the staff approve them
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, place),
  check ((place is null) = (deleted_at is not null)),
  check (app.valid_field_slots(fields || removed_fields)),
  foreign key (tenant_id, see_audience_id) references public.audiences (tenant_id, id),
  foreign key (tenant_id, add_audience_id) references public.audiences (tenant_id, id),
  foreign key (tenant_id, change_audience_id) references public.audiences (tenant_id, id),
  foreign key (tenant_id, delete_audience_id) references public.audiences (tenant_id, id)
);
create unique index data_tables_name on public.data_tables (tenant_id, name) where deleted_at is null;
create index data_tables_by_see on public.data_tables (tenant_id, see_audience_id);
create index data_tables_by_add on public.data_tables (tenant_id, add_audience_id);
create index data_tables_by_change on public.data_tables (tenant_id, change_audience_id);
create index data_tables_by_delete on public.data_tables (tenant_id, delete_audience_id);
select app.protect('public.data_tables');
grant select (tenant_id, id, name, title, fields, removed_fields, revision, place, see_audience_id, add_audience_id,
  change_audience_id, delete_audience_id, team_scoped, approval, deleted_at, created_at, updated_at) on public.data_tables to authenticated;
create policy of_staff on public.data_tables for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))));

-- One row for each tenant with tables. Its revision grows with each change of a description, so that a statement made from a
-- description can check that it still holds. Its lock makes changes of one tenant wait for each other.
create table app.data_schemas (
  tenant_id uuid primary key references public.tenants (id) on delete cascade,
  revision bigint not null default 1
);
select app.protect('app.data_schemas');

create table app.records (
  tenant_id uuid not null,
  table_id uuid not null,
  id uuid not null default app.uuidv7(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid default case when auth.role() = 'end_user' then auth.uid() end, -- a member; null: a visitor, the staff or the server
  team_id uuid,
  by_visitor boolean not null default auth.role() is not distinct from 'anon', -- sent by a visitor without an account
  approved boolean not null default true, -- visitors see a row that waits for approval only if it is their own
  indexed integer not null default 0, -- bits of the slots whose indexes have this row
  t1 text, t2 text, t3 text, t4 text, t5 text, t6 text,
  n1 float8, n2 float8, n3 float8, n4 float8,
  d1 date, d2 date,
  z1 timestamptz, z2 timestamptz, z3 timestamptz,
  r1 uuid, r2 uuid, r3 uuid,
  u1 text, u2 text, -- values of unique fields as text, beside their own slot
  extra jsonb not null default '{}', -- values without a slot, by the field's id; never null inside
  primary key (tenant_id, table_id, id)
);
create index records_by_time on app.records (tenant_id, table_id, created_at, id);
create index records_by_author on app.records (tenant_id, created_by) where created_by is not null;
-- Tables that do not use a slot have no entry in its index. A query names the same constant as the index, which the planner matches.
create index records_t1 on app.records (tenant_id, table_id, t1, id) where (indexed & 1) <> 0;
create index records_t2 on app.records (tenant_id, table_id, t2, id) where (indexed & 2) <> 0;
create index records_t3 on app.records (tenant_id, table_id, t3, id) where (indexed & 4) <> 0;
create index records_t4 on app.records (tenant_id, table_id, t4, id) where (indexed & 8) <> 0;
create index records_t5 on app.records (tenant_id, table_id, t5, id) where (indexed & 16) <> 0;
create index records_t6 on app.records (tenant_id, table_id, t6, id) where (indexed & 32) <> 0;
create index records_n1 on app.records (tenant_id, table_id, n1, id) where (indexed & 64) <> 0;
create index records_n2 on app.records (tenant_id, table_id, n2, id) where (indexed & 128) <> 0;
create index records_n3 on app.records (tenant_id, table_id, n3, id) where (indexed & 256) <> 0;
create index records_n4 on app.records (tenant_id, table_id, n4, id) where (indexed & 512) <> 0;
create index records_d1 on app.records (tenant_id, table_id, d1, id) where (indexed & 1024) <> 0;
create index records_d2 on app.records (tenant_id, table_id, d2, id) where (indexed & 2048) <> 0;
create index records_z1 on app.records (tenant_id, table_id, z1, id) where (indexed & 4096) <> 0;
create index records_z2 on app.records (tenant_id, table_id, z2, id) where (indexed & 8192) <> 0;
create index records_z3 on app.records (tenant_id, table_id, z3, id) where (indexed & 16384) <> 0;
create index records_r1 on app.records (tenant_id, table_id, r1, id) where (indexed & 32768) <> 0;
create index records_r2 on app.records (tenant_id, table_id, r2, id) where (indexed & 65536) <> 0;
create index records_r3 on app.records (tenant_id, table_id, r3, id) where (indexed & 131072) <> 0;
create unique index records_u1 on app.records (tenant_id, table_id, u1) where u1 is not null;
create unique index records_u2 on app.records (tenant_id, table_id, u2) where u2 is not null;
select app.protect('app.records');

-- Changes of rows, for those who watch a table. Nothing here outlives a crash of the database, and nothing needs to:
-- who watched then lost its connection too, or is told that changes may have been missed.

-- Server processes with somebody who watches: a lease each, taken over by nobody, swept by the others.
create unlogged table realtime.watchers (
  process uuid primary key,
  expires_at timestamptz not null
);
select app.protect('realtime.watchers');

-- Tables that are watched; what the trigger looks into at each write, so a few rows and nothing more.
create unlogged table realtime.watched (
  relation oid not null,
  process uuid not null references realtime.watchers (process) on delete cascade,
  primary key (relation, process)
);
create index watched_by_process on realtime.watched (process);
select app.protect('realtime.watched');

-- Rows as they were and are, kept for minutes.
create unlogged table realtime.changes (
  xact xid8 not null default pg_current_xact_id(),
  seq bigint generated always as identity,
  relation oid not null,
  type text not null check (type in ('INSERT', 'UPDATE', 'DELETE')),
  changed_at timestamptz not null default clock_timestamp(),
  record jsonb,
  old_record jsonb,
  primary key (xact, seq)
);
create index changes_by_time on realtime.changes (changed_at);
select app.protect('realtime.changes');

-- For each row, before other triggers and cascades of the statement, so that changes stand in the order of the writes.
create function realtime.capture() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  if exists (select from realtime.watched where relation = tg_relid) then
    insert into realtime.changes (relation, type, record, old_record)
    values (tg_relid, tg_op, case when tg_op <> 'DELETE' then to_jsonb(new) end,
      case when tg_op <> 'INSERT' then to_jsonb(old) end);
    -- Told at the commit, once for each transaction.
    perform pg_notify('realtime_changes', pg_current_xact_id()::text);
  end if;
  return null;
end $$;

-- For migrations: from now on clients may watch this table. What they see of it, its policies and grants decide.
create function realtime.publish(p_table regclass) returns void language plpgsql
set search_path = '' as $$
begin
  execute format('create or replace trigger "0_realtime" after insert or update or delete on %s
    for each row execute function realtime.capture()', p_table);
end $$;

create function realtime.unpublish(p_table regclass) returns void language plpgsql
set search_path = '' as $$
begin
  execute format('drop trigger if exists "0_realtime" on %s', p_table);
end $$;

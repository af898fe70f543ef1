import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const schema = `
  create table if not exists settings (name text primary key, value text not null);
  create table if not exists objects (
    seq integer primary key autoincrement,
    id text not null unique,
    kind text not null,
    scope text not null,
    created integer not null,
    data text not null,
    hidden text not null default '{}'
  );
  create index if not exists objects_by_kind on objects (kind, scope, seq);
  create table if not exists idempotency (
    key text primary key,
    request_hash text not null,
    request_path text not null,
    request_id text not null,
    status integer not null,
    body text not null,
    created integer not null
  );
  create table if not exists deliveries (
    seq integer primary key autoincrement,
    id text not null unique,
    event_id text not null,
    event_type text not null,
    endpoint_id text not null,
    status text not null default 'pending',
    attempts text not null default '[]',
    next_at integer not null
  );
  create index if not exists deliveries_due on deliveries (status, next_at);
  create index if not exists deliveries_of_event on deliveries (event_id);
  create table if not exists mails (
    seq integer primary key autoincrement,
    id text not null unique,
    recipients text not null,
    data text not null
  );
`

/** Opens or creates the sandbox's SQLite file in `folder`; with `:memory:`, everything stays in memory. */
export function openDatabase(folder: string): DatabaseSync {
  if (folder !== ':memory:') mkdirSync(folder, { recursive: true })
  const database = new DatabaseSync(folder === ':memory:' ? folder : join(folder, 'sandbox.sqlite'))
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000;')
  database.exec(schema)
  return database
}

/** Runs `work` in one transaction; nested calls join the outer one. An error rolls everything back. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  if (database.isTransaction) return work()
  database.exec('begin immediate')
  try {
    const result = work()
    database.exec('commit')
    return result
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}

/** Reads a setting, or creates and stores it. */
export function setting(database: DatabaseSync, name: string, make: () => string): string {
  const row = database.prepare('select value from settings where name = ?').get(name)
  if (row) return String(row['value'])
  const value = make()
  database.prepare('insert into settings (name, value) values (?, ?)').run(name, value)
  return value
}

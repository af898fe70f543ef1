import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { LARGE_TABLES, RULES_FROM, migrationFaults } from '#testing/lints/migrations.ts'
import { ROOT } from '#testing/test-cluster.ts'
import { findMigrations } from './migrate.ts'

const released = [...readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').matchAll(/^## (\d\S+) \(/gm)].map(
  ([, version]) => version!,
)
const faultsOf = (sql: string) => migrationFaults({ name: 'm', sql }, ['0.3.0'], ['public.orders'])

test('no migration takes away what the release before uses, or locks a large table for long', () => {
  assert.ok(released.length > 0)
  const faults = findMigrations(ROOT)
    .filter(({ name }) => name >= RULES_FROM)
    .flatMap((migration) => migrationFaults(migration, released))
  assert.deepEqual(faults, [])
})

test('the list of large tables names tables', () => {
  const schema = readFileSync(join(ROOT, 'kernel/db/schema.sql'), 'utf8').toLowerCase()
  assert.deepEqual(
    LARGE_TABLES.filter((table) => !schema.includes(`create table ${table} `)),
    [],
  )
})

test('what is taken away names the release that stopped using it', () => {
  for (const sql of [
    'drop function app.f(uuid);',
    'DROP TABLE app.t;',
    'alter table app.t drop column c;',
    'alter table app.t\n  rename column a to b;',
    'alter table app.t alter column c type bigint;',
    'alter function app.f(uuid) rename to g;',
    'select 1;\n-- Why.\ndrop view app.v;',
  ]) {
    assert.match(faultsOf(sql)[0] ?? sql, /^m: takes away what the release before may use/)
    assert.deepEqual(faultsOf(`-- Contract: unused since 0.3.0\n${sql.replace(/^[^]*\n(?=drop)/, '')}`), [])
  }
  assert.match(faultsOf('-- Contract: unused since 0.4.0\ndrop table app.t;')[0]!, /0.4.0 is not released/)
  assert.deepEqual(faultsOf('-- Contract: made after 0.3.0\ndrop table app.t;'), [])
  assert.match(faultsOf('-- Contract: made after 0.4.0\ndrop table app.t;')[0]!, /0.4.0 is not released/)
  const same = `-- Contract: callers see no difference, it returns one more column\ndrop function app.f();`
  assert.deepEqual(faultsOf(same), [])
  for (const sql of [
    'drop policy p on public.orders; drop trigger t on public.orders; drop index i;',
    'alter table app.t drop constraint c, alter column c drop not null;',
    'create function app.f() returns void language plpgsql as $$ begin drop table x; end $$;',
    'create or replace function app.f() returns int language sql begin atomic\n  select 1;\n  select 2;\nend;',
  ])
    assert.deepEqual(faultsOf(sql), [])
})

test('a large table is not read, indexed or rewritten under a lock; a small or new one may be', () => {
  const lock = [
    'create index i on public.orders (a);',
    'create unique index on public.orders (a) where b;',
    'alter table public.orders add constraint c check (a > 0);',
    'alter table public.orders\n  add column a text,\n  add constraint c check (a <> null);',
    'alter table public.orders add foreign key (a) references app.t (id);',
    'alter table public.orders alter column a set not null;',
    'alter table public.orders add constraint c check (a) not valid;\nalter table public.orders validate constraint c;',
    'update public.orders set a = 1 where a is null;',
    'delete from public.orders where a;',
  ]
  for (const sql of lock) {
    assert.equal(faultsOf(sql).length, 1, sql)
    assert.deepEqual(faultsOf(sql.replaceAll('public.orders', 'app.small')), [])
    assert.deepEqual(faultsOf(`create table public.orders (id int);\n${sql}`), [])
  }
  for (const sql of [
    'create index concurrently if not exists i on public.orders (a);',
    'alter table public.orders add column a text, add constraint c check (a) not valid;',
    'alter table public.orders validate constraint c;',
    'create function app.f() returns void language plpgsql as $$ begin update public.orders set a = 1; end $$;',
  ])
    assert.deepEqual(faultsOf(sql), [])
})

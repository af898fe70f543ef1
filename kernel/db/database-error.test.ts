import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { testDatabase } from '#testing/test-database.ts'
import { isDatabaseAway, refusalOf, sqlState } from './database-error.ts'

const socket = (code: string) => Object.assign(new Error(`connect ${code}`), { code })
const said = (code: string) => Object.assign(new pg.DatabaseError('words', 0, 'error'), { code })

test('an unavailable database is distinguished from one that rejects a statement', () => {
  for (const away of [
    said('08006'),
    said('57P01'),
    said('57P03'),
    said('53300'),
    socket('ECONNREFUSED'),
    socket('EPIPE'),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
  ])
    assert.ok(isDatabaseAway(away), away.message)
  for (const refusal of [
    said('42501'),
    said('23505'),
    said('57014'),
    socket('EACCES'),
    new Error('The upload: Connection terminated'),
    'Connection terminated',
    undefined,
  ])
    assert.ok(!isDatabaseAway(refusal), String(refusal))
})

test('an errno of five letters is not a SQLSTATE', () => {
  assert.equal(sqlState(said('42P01')), '42P01')
  assert.equal(sqlState(socket('EPIPE')), undefined)
  assert.equal(sqlState(null), undefined)
})

test('what pg throws at a closed port is recognised', async () => {
  const unreachable = new pg.Client({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 2000 })
  const thrown = await unreachable.connect().then(
    () => undefined,
    (error: unknown) => error,
  )
  assert.ok(isDatabaseAway(thrown), String(thrown))
})

test('a logged refusal contains schema names, but no row values', async () => {
  const { owner } = await testDatabase()
  await owner.query(`
    create table public.guests (
      email text primary key check (email <> 'canary@check.test'),
      visits integer not null, seen date, name varchar(4)
    );
    create function public.guard() returns trigger language plpgsql as $$ begin
      if new.name = 'odd' then
        raise exception 'no % please', new.email using errcode = '23514', hint = new.email, column = new.email;
      end if;
      return new; end $$;
    create trigger guard before insert on public.guests for each row execute function public.guard();
    insert into public.guests values ('canary@taken.test', 1)`)
  const logged = async (values: string) => {
    const thrown = await owner
      .query(`insert into public.guests values (${values})`)
      .catch((error: unknown) => error)
    const refusal = refusalOf(thrown)
    assert.doesNotMatch(JSON.stringify(refusal), /canary/)
    return refusal
  }
  const place = { schema: 'public', table: 'guests' }
  assert.deepEqual(await logged(`'canary@taken.test', 1`), {
    sqlState: '23505',
    message: 'duplicate key value violates unique constraint "guests_pkey"',
    ...place,
    constraint: 'guests_pkey',
  })
  assert.deepEqual(await logged(`'canary@check.test', 1`), {
    sqlState: '23514',
    message: 'new row for relation "guests" violates check constraint "guests_email_check"',
    ...place,
    constraint: 'guests_email_check',
  })
  assert.deepEqual(await logged(`'canary@a.test', null`), {
    sqlState: '23502',
    message: 'null value in column "visits" of relation "guests" violates not-null constraint',
    ...place,
    column: 'visits',
  })
  assert.deepEqual(await logged(`'canary@a.test', E'a "canary"\n"canary'`), {
    sqlState: '22P02',
    message: 'invalid input syntax for type integer: "…"',
  })
  assert.deepEqual(await logged(`'canary@a.test', 1, 'canary'`), {
    sqlState: '22007',
    message: 'invalid input syntax for type date: "…"',
  })
  assert.deepEqual(await logged(`'canary@a.test', 1, null, 'canary'`), {
    sqlState: '22001',
    message: 'value too long for type character varying(4)',
  })
  assert.deepEqual(await logged(`'canary@a.test', 1, null, 'odd'`), {
    sqlState: '23514',
    raisedAt: 'PL/pgSQL function guard() line 3 at RAISE',
  })
  for (const other of [said('42P01'), said('57014'), said('XX000'), socket('EPIPE'), undefined])
    assert.equal(refusalOf(other), undefined)
})

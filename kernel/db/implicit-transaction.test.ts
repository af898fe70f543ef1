import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { actAs } from '#testing/act-as.ts'
import { testDatabase } from '#testing/test-database.ts'
import { createLogger } from '../log.ts'
import { SETTINGS, STATEMENT_TIMEOUT } from './claims.ts'
import type { Claims } from './claims.ts'
import { openDatabase } from './database.ts'

const { appUrl, owner } = await testDatabase()
const log = createLogger('silent')
const two = openDatabase(appUrl, { poolSize: 2, log })
const one = openDatabase(appUrl, { poolSize: 1, log })
after(() => Promise.all([two.close(), one.close()]))

await owner.query(
  `create table public.canaries (id integer primary key, place text not null default 'here');
   grant select, insert on public.canaries to authenticated`,
)

const LOOK = `select current_user as role, current_setting('request.jwt.claims') as claims,
  current_setting('request.eq') as eq, current_setting('statement_timeout') as timeout,
  current_setting('transaction_read_only') as read_only, pg_backend_pid() as pid`

interface Seen {
  role: string
  claims: string
  eq: string
  timeout: string
  read_only: string
  pid: number
}

async function look(claims: Claims, more: object = {}, database = one): Promise<Seen> {
  const { rows } = await database.once<Seen>(claims, { name: 'look', text: LOOK, values: [], ...more })
  return rows[0]!
}

/** The session's state outside of our transactions. */
async function leftBehind(database = one) {
  return database.transaction(actAs.anonymous(), {}, async (query) => {
    await query('commit')
    const names = SETTINGS.filter((name) => name.startsWith('request.'))
    const shown = names.map((name) => `coalesce(current_setting('${name}', true), '')`)
    const { rows } = await query(
      `select current_user = session_user as own, current_setting('statement_timeout') as timeout,
         current_setting('transaction_read_only') as read_only, ${shown.join(' || ')} as request`,
    )
    await query('begin')
    return rows[0] as object
  })
}

test('role, claims, filters, timeout and read-only never reach the next request of a connection', async () => {
  const kinds = [actAs.anonymous, actAs.creator, actAs.service, () => actAs.visitor(crypto.randomUUID())]
  const failures = ['select 1/0', 'selekt', 'select * from nowhere', 'select $1::uuid']
  const pids = new Set<number>()
  const requests = Array.from({ length: 200 }, async (_, i) => {
    const claims = kinds[i % kinds.length]!()
    if (i % 7 === 3) {
      const text = failures[i % failures.length]!
      const values = text.includes('$1') ? ['no uuid'] : []
      await assert.rejects(two.once(claims, { text, values, name: i % 2 ? `fails ${text}` : undefined }))
      return
    }
    const more = {
      settings: i % 3 ? { 'request.eq': `{"n":"${i}"}` } : undefined,
      timeoutMs: i % 5 ? undefined : 1001 + i,
      readOnly: i % 2 === 0,
    }
    const seen = await look(claims, more, two)
    pids.add(seen.pid)
    assert.equal(seen.role, claims.role)
    assert.deepEqual(JSON.parse(seen.claims), JSON.parse(JSON.stringify(claims)))
    assert.equal(seen.eq, more.settings?.['request.eq'] ?? '{}')
    assert.equal(seen.timeout, more.timeoutMs ? `${more.timeoutMs}ms` : `${STATEMENT_TIMEOUT / 1000}s`)
    assert.equal(seen.read_only, more.readOnly ? 'on' : 'off')
  })
  await Promise.all(requests)
  assert.equal(pids.size, 2, 'failed requests do not cost a connection')
  assert.deepEqual(await leftBehind(two), { own: true, timeout: '0', read_only: 'off', request: '' })
})

test('an error rolls back its own request and nothing else', async () => {
  const before = await look(actAs.creator())
  await assert.rejects(
    one.once(actAs.creator(), {
      text: 'with w as (insert into public.canaries (id) values (1) returning id) select 1 / (id - 1) from w',
      values: [],
    }),
    { code: '22012' },
  )
  const { rows } = await one.once(actAs.creator(), { text: 'select from public.canaries', values: [] })
  assert.equal(rows.length, 0)
  assert.equal((await look(actAs.creator())).pid, before.pid)
})

test('a named statement that cannot be parsed leaves its connection and its name usable', async () => {
  const { pid } = await look(actAs.anonymous())
  const named = (text: string) => one.once(actAs.anonymous(), { name: 'unparsable', text, values: [] })
  await assert.rejects(named('select from where'), { code: '42601' })
  await assert.rejects(named('select from where'), { code: '42601' })
  assert.deepEqual((await named('select 7 as n')).rows, [{ n: 7 }])
  assert.equal((await look(actAs.anonymous())).pid, pid)
})

test('a value that cannot be sent fails alone, and its statement name stays usable', async () => {
  const circular: Record<string, unknown> = {}
  circular.self = circular
  const send = (value: unknown) =>
    one.once<{ v: unknown }>(actAs.anonymous(), {
      name: 'value',
      text: 'select $1::jsonb as v',
      values: [value],
    })
  await send({})
  await assert.rejects(send(circular), TypeError)
  assert.deepEqual((await send({ a: 1 })).rows, [{ v: { a: 1 } }])
})

test('a statement ends at its timeout, and the next one has its own', async () => {
  const sleep = (seconds: number, timeoutMs?: number) =>
    one.once(actAs.anonymous(), {
      name: 'sleep',
      text: 'select pg_sleep($1)',
      values: [seconds],
      ...(timeoutMs ? { timeoutMs } : {}),
    })
  await assert.rejects(sleep(5, 40), { code: '57014' })
  await sleep(0.08)
  assert.deepEqual(await leftBehind(), { own: true, timeout: '0', read_only: 'off', request: '' })
})

test('[G09] a read-only request cannot write, the next one can', async () => {
  const insert = (readOnly: boolean) =>
    one.once(actAs.creator(), {
      name: 'insert_canary',
      text: 'insert into public.canaries (id) values ($1)',
      values: [2],
      readOnly,
    })
  await assert.rejects(insert(true), { code: '25006' })
  assert.equal((await insert(false)).rowCount, 1)
})

test('one name has one plan per role, each under its own policies', async () => {
  const tenant = await one.once<{ id: string }>(actAs.service(), {
    text: `insert into public.tenants (name, owner_user_id) values ('Plans', gen_random_uuid()) returning id`,
    values: [],
  })
  const count = async (claims: Claims) =>
    (
      await one.once<{ n: number }>(claims, {
        name: 'count_tenants',
        text: 'select count(*) as n from public.tenants where id = $1',
        values: [tenant.rows[0]!.id],
      })
    ).rows[0]!.n
  for (let round = 0; round < 8; round++) {
    assert.equal(await count(actAs.service()), 1)
    assert.equal(await count(actAs.creator()), 0)
    assert.equal(await count(actAs.visitor(tenant.rows[0]!.id)), 1)
  }
  const plans = await one.once<{ name: string }>(actAs.service(), {
    text: `select name from pg_prepared_statements where name like 'count_tenants%' order by 1`,
    values: [],
  })
  assert.deepEqual(
    plans.rows.map(({ name }) => name),
    ['count_tenants:anon', 'count_tenants:authenticated', 'count_tenants:service_role'],
  )
})

test('a connection that lost its prepared statements is replaced, not reused', async () => {
  const { pid } = await look(actAs.anonymous())
  await one.transaction(actAs.anonymous(), {}, (query) => query('deallocate all'))
  await assert.rejects(look(actAs.anonymous()), { code: '26000' })
  assert.notEqual((await look(actAs.anonymous())).pid, pid)
})

test('a statement whose result type changed with the schema fails once, then works again', async () => {
  const read = () => one.once(actAs.creator(), { name: 'all', text: 'table public.canaries', values: [] })
  await read()
  await owner.query(
    'alter table public.canaries add column later integer; grant select on public.canaries to authenticated',
  )
  await assert.rejects(read(), { code: '0A000' })
  assert.deepEqual((await read()).rows, [{ id: 2, place: 'here', later: null }])
})

test('an unknown setting is rejected before anything is sent', async () => {
  await assert.rejects(look(actAs.anonymous(), { settings: { search_path: 'evil' } }), TypeError)
})

import assert from 'node:assert/strict'
import { withSlots } from '#kernel/browser/fields/slots.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import type pg from 'pg'
import { openLines } from './http-line.ts'
import type { Asked, Lines } from './http-line.ts'
import { startInstance } from './instance.ts'
import type { Instance } from './instance.ts'
import { figuresOf, measureInTurn, ratio } from './measure.ts'
import type { Load, Work } from './measure.ts'
import { progress } from './progress.ts'
import { addTenants, withOwner } from './rest-world.ts'
import type { Tenant } from './rest-world.ts'
import type { Row } from './subjects.ts'

/** Rows of the large table. BENCH_ROWS sets fewer, for a quick run. */
const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000)
const [FEW, MANY] = [1000, Number(process.env.BENCH_TENANTS ?? 100_000)]
/** Maximum time of an own table, as a multiple of a native table's. */
const TWICE = 2
/** Maximum time at MANY tenants, as a multiple of the time at FEW. */
const SLOWER = 1.5

const FIELDS = withSlots(
  (['name', 'state', 'price', 'day', 'note'] as const).map((name, i): Field => {
    const kinds = { name: 'text', state: 'text', price: 'number', day: 'date', note: 'long_text' } as const
    return { id: `benchf0${i}`, name, title: name, kind: kinds[name] }
  }),
  [],
  true,
)

/** The same rows in both forms. */
const VALUES = `'name ' || md5(n::text), 'state ' || n % 10, n % 100000, date '2020-01-01' + n % 2000`
const NOTE = 'A note of some length, as people leave them.'

/**
 * Compares a tenant's own table with a native one of the same columns, indexes and rows, both through the data API: filter, sort and
 * page, and inserts.
 */
export async function recordsSubject(load: Load): Promise<Row[]> {
  const instance = await startInstance()
  const lines = openLines(instance.url)
  try {
    const [tenant] = (await addTenants(instance, 1)) as [Tenant]
    progress(`adding ${ROWS} rows to a native table`)
    await addNative(instance, tenant)
    progress(`adding ${ROWS} rows to an own table`)
    await withOwner(instance.databaseUrl, async (client) => {
      await addTables(client, [tenant], 1)
      await client.query(rowsSql(`${VALUES}, jsonb_build_object('benchf04', '${NOTE}')`, ROWS))
      await client.query('vacuum analyze app.records')
      await client.query('analyze')
    })
    const compared = async (name: string, work: (table: string) => Work, checks = true): Promise<Row> => {
      const works = { own: work('own_1'), native: work('bench_native') }
      if (checks) assert.equal(bodyOf(await works.own()), bodyOf(await works.native()))
      const rates = await measureInTurn(works, load, instance.cpu)
      return {
        name: `${name}: own / native table, ${ROWS} rows`,
        measured: ratio(rates.own, rates.native),
        atLeast: 1 / TWICE,
        ...figuresOf(rates.own),
        detail: `native ${Math.round(rates.native.median)}/s, PostgreSQL ${rates.native.cpu?.postgres.toFixed(2)} ms`,
      }
    }
    const list = (query: (n: number) => string) => (table: string) => {
      const requests = Array.from({ length: 50 }, (_, n): Asked => ({
        path: encodeURI(`/rest/v1/${table}?select=name,state,price,day,note&${query(n)}&limit=20`),
        headers: { apikey: tenant.public_key },
      }))
      let next = 0
      return lines.work(() => requests[next++ % requests.length]!)
    }
    const insert = (rows: number) => (table: string) => lines.work(() => insertOf(table, tenant, rows))
    return [
      await compared(
        'filter, sort, page',
        list((n) => `state=eq.state ${n % 10}&price=gte.${n * 100}&order=price,day,name`),
      ),
      await compared(
        'filter on a range, newest day first',
        list((n) => `price=lt.${1000 + n}&order=day.desc,name`),
      ),
      await compared(
        'one row by its value',
        list((n) => `name=eq.name ${md5s[n % md5s.length]}`),
      ),
      await compared('insert of one row', insert(1), false),
      await compared('insert of 500 rows', insert(500), false),
    ]
  } finally {
    lines.close()
    await instance.stop()
  }
}

/** md5 of 1 and 2: names that exist. */
const md5s = ['c4ca4238a0b923820dcc509a6f75849b', 'c81e728d9d4c2f636f067f89cc14862c']

const bodyOf = (response: unknown) => {
  const text = String(response)
  return text.slice(text.indexOf('['))
}

/** An insert of some rows into a table of `addTables`, or the native one. */
export function insertOf(table: string, { public_key }: Tenant, count: number): Asked {
  const row = (i: number) => ({ name: `new ${i}`, state: 'state 1', price: i, day: '2026-01-01', note: NOTE })
  return {
    method: 'POST',
    path: `/rest/v1/${table}`,
    headers: { apikey: public_key, prefer: 'return=minimal' },
    body: JSON.stringify(Array.from({ length: count }, (_, i) => row(i))),
  }
}

/** A table as a developer would make it, with an index for each column that is filtered or sorted. */
function addNative({ databaseUrl }: Instance, tenant: Tenant): Promise<void> {
  return withOwner(databaseUrl, async (client) => {
    await client.query(`
      create table public.bench_native (
        tenant_id uuid not null default app.tenant_id(), id uuid not null default app.uuidv7(),
        created_at timestamptz not null default now(), name text, state text, price float8, day date, note text,
        primary key (tenant_id, id));
      create index on public.bench_native (tenant_id, created_at, id);
      create index on public.bench_native (tenant_id, name, id);
      create index on public.bench_native (tenant_id, state, id);
      create index on public.bench_native (tenant_id, price, id);
      create index on public.bench_native (tenant_id, day, id);
      select app.protect('public.bench_native');
      grant select (tenant_id, id, created_at, name, state, price, day, note), insert (name, state, price, day, note)
        on public.bench_native to anon;
      create policy visitors on public.bench_native for all to anon
        using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id());
      insert into public.bench_native (tenant_id, name, state, price, day, note)
        select '${tenant.id}', ${VALUES}, '${NOTE}' from generate_series(1, ${ROWS}) n;
      notify pgrst, 'reload schema'`)
    await client.query('vacuum analyze public.bench_native')
  })
}

/** Everyone may see rows of these tables and add some. */
export async function addTables(client: pg.Client, tenants: Tenant[], each: number): Promise<void> {
  const ids = tenants.map(({ id }) => id)
  // In statements of their own: the triggers of the last one read what the others wrote.
  await client.query(
    `insert into public.bolt_subscriptions (user_id, plan_id, status)
     select distinct owner_user_id, 'business', 'active' from public.tenants where id = any ($1::uuid[]) on conflict do nothing`,
    [ids],
  )
  await client.query(
    `insert into public.audiences (tenant_id, name, rule)
     select t, 'Everyone', '{"any":[{"kind":"everyone"}]}' from unnest($1::uuid[]) t`,
    [ids],
  )
  await client.query(
    `insert into public.data_tables (tenant_id, name, title, fields, see_audience_id, add_audience_id)
     select e.tenant_id, 'own_' || n, 'Own', $3::jsonb, e.id, e.id
     from public.audiences e, generate_series(1, $2::int) n where e.tenant_id = any ($1::uuid[])`,
    [ids, each, JSON.stringify(FIELDS)],
  )
}

/** The tenants whose lists are read. */
const SOME = `select id from public.tenants order by md5(id::text) limit ${FEW}`
const LISTED = `t.tenant_id in (${SOME})`

const rowsSql = (values: string, rows: number, tenants = 'true') => `
  insert into app.records (tenant_id, table_id, indexed, t1, t2, n1, d1, extra)
  select t.tenant_id, t.id, 1 + 2 + 64 + 1024, ${values} from public.data_tables t, generate_series(1, ${rows}) n where ${tenants}`

/** The list of an own table on two instances, with few and with many tenants of three tables each. */
export async function tablesSubject(load: Load): Promise<Row[]> {
  const closers: (() => unknown)[] = []
  try {
    const lists: Work[] = []
    const entries: number[] = []
    let large: Instance | undefined
    for (const count of [FEW, MANY]) {
      const instance = await startInstance()
      large = instance
      closers.unshift(() => instance.stop())
      progress(`adding ${count} tenants with three tables each`)
      const lines = openLines(instance.url)
      closers.unshift(() => lines.close())
      entries.push(await addManyTables(instance, count))
      lists.push(await listOfSome(instance, lines))
    }
    const [few, many] = lists as [Work, Work]
    const rates = await measureInTurn({ few, many }, load, () => large!.cpu())
    return [
      {
        name: `20 rows of an own table, ${MANY} / ${FEW} tenants of three tables`,
        measured: ratio(rates.many, rates.few),
        atLeast: 1 / SLOWER,
        ...figuresOf(rates.many),
      },
      { name: `catalog entries that ${MANY * 3} tables add`, measured: entries[1]!, atMost: 0 },
    ]
  } finally {
    for (const close of closers) await close()
  }
}

/** @returns how many entries the catalog has more than before */
function addManyTables(instance: Instance, count: number): Promise<number> {
  return withOwner(instance.databaseUrl, async (client) => {
    const entries = async () =>
      Number(
        (
          await client.query(
            'select (select count(*) from pg_class) + (select count(*) from pg_attribute) as n',
          )
        ).rows[0].n,
      )
    const before = await entries()
    for (let done = 0; done < count; done += 1000) {
      const tenants = await addTenants(instance, Math.min(1000, count - done), { items: 1 })
      await addTables(client, tenants, 3)
      // A statement takes a lock for each tenant whose rows it writes.
      await client.query(
        rowsSql(
          `${VALUES}, '{}'`,
          2,
          `t.tenant_id = any (array['${tenants.map(({ id }) => id).join("','")}']::uuid[])`,
        ),
      )
    }
    await client.query(rowsSql(`${VALUES}, '{}'`, 25, LISTED))
    await client.query('analyze')
    return (await entries()) - before
  })
}

/** The list of a thousand tenants in turn. */
async function listOfSome({ databaseUrl }: Instance, lines: Lines): Promise<Work> {
  const { rows } = await withOwner(databaseUrl, (client) =>
    client.query<Tenant>(`select id, public_key from public.tenants where id in (${SOME})`),
  )
  const requests = rows.map(({ public_key }, n): Asked => ({
    path: `/rest/v1/own_${1 + (n % 3)}?select=name,state,price&order=price&limit=20`,
    headers: { apikey: public_key },
  }))
  let next = 0
  return lines.work(() => requests[next++ % requests.length]!)
}

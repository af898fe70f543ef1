import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { makeCreator } from './creator.ts'
import { openLines } from './http-line.ts'
import type { Asked } from './http-line.ts'
import { startInstance } from './instance.ts'
import type { Instance } from './instance.ts'
import { figuresOf, measureInTurn, ratio } from './measure.ts'
import type { Load } from './measure.ts'
import { progress } from './progress.ts'
import { addTenants, withOwner } from './rest-world.ts'
import type { Tenant } from './rest-world.ts'
import type { Row } from './subjects.ts'

const PEOPLE = 10_000
const AUDIENCES = 200
const PRODUCTS = 50
/** Each person is in one of them; every second one has bought seats for all its members. */
const TEAMS = 1000
/** Rows of the list; far more than one page of 20. */
const ROWS = 20_000
/** Members whose sessions are used. */
const MEMBERS = 32

/**
 * Measures what an audience policy costs: the first 20 rows of a table whose rows have an audience each, compared
 * with the same rows under `tenant_id` equality. Both are read by the same members through the data API. The members
 * are in about a fifth of the audiences and may read every row, so that both lists are the same.
 */
export async function audienceSubject(load: Load): Promise<Row[]> {
  const instance = await startInstance()
  const lines = openLines(instance.url)
  try {
    progress(`adding ${PEOPLE} people in ${TEAMS} teams, and ${AUDIENCES} audiences`)
    const creator = await makeCreator(instance)
    const [tenant] = (await addTenants(instance, 1)) as [Tenant]
    const emails = await addPeople(instance, tenant, creator.email)
    await addRows(instance, tenant)
    await refreshSets(instance)
    const headers: Record<string, string>[] = []
    for (const email of emails) headers.push(await signIn(instance, tenant, email, creator.password))
    const listsOf = (table: string) => {
      const lists = headers.map((each): Asked => ({
        path: `/rest/v1/${table}?select=id,name,created_at&order=created_at.desc&limit=20`,
        headers: each,
      }))
      return lines.work(() => lists[Math.floor(Math.random() * lists.length)]!)
    }
    const works = { audience: listsOf('bench_of_audience'), tenant: listsOf('bench_of_tenant') }
    const [seen, other] = [String(await works.audience()), String(await works.tenant())].map(
      (response) => JSON.parse(response.slice(response.indexOf('['))) as { name: string }[],
    )
    assert.deepEqual(
      seen!.map(({ name }) => name),
      other!.map(({ name }) => name),
    )
    assert.equal(seen!.length, 20)
    const rates = await measureInTurn(works, load, instance.cpu)
    return [
      {
        name: `20 rows by audience / by tenant, ${PEOPLE} people, ${AUDIENCES} audiences, ${TEAMS} teams`,
        // Rates: at most 1.25 times the time.
        measured: ratio(rates.audience, rates.tenant),
        atLeast: 1 / 1.25,
        ...figuresOf(rates.audience),
        detail: `by tenant ${Math.round(rates.tenant.median)}/s, PostgreSQL ${rates.tenant.cpu?.postgres.toFixed(2)} ms`,
      },
    ]
  } finally {
    lines.close()
    await instance.stop()
  }
}

/** Creates members with the password hash of an existing account, audiences of each kind, and purchases. */
function addPeople({ databaseUrl }: Instance, tenant: Tenant, like: string): Promise<string[]> {
  return withOwner(databaseUrl, async (client) => {
    const { rows } = await client.query<{ email: string }>(
      `insert into auth.users (pool_id, email, encrypted_password, email_confirmed_at, created_at)
       select $1, 'member-' || n || '@example.test', m.encrypted_password, now(), now() - make_interval(hours => n)
       from auth.users m, generate_series(1, $3) n where m.email = $2 returning email`,
      [tenant.id, like, PEOPLE],
    )
    const products = Array.from({ length: PRODUCTS }, () => randomUUID())
    // A third of the members bought one to three products.
    await client.query(
      `insert into public.orders (tenant_id, auth_user_id, mode, status, seller, source_id, name, amount_total, currency,
         stripe_account_id, state_hash, receipt_hash, paid_at)
       select u.pool_id, u.id, 'live', 'paid', 'bench', ($2::uuid[])[1 + floor(random() * $3)::int], 'Bench', 100, 'eur',
         'acct_bench', sha256(uuid_send(gen_random_uuid())), sha256(uuid_send(gen_random_uuid())), now() - interval '10 days'
       from auth.users u, generate_series(1, 3) n where u.pool_id = $1 and abs(hashtext(u.id::text)) % 9 < 4 - n`,
      [tenant.id, products, PRODUCTS],
    )
    await addTeams(client, tenant, products)
    const people = await client.query<{ id: string }>('select id from auth.users where pool_id = $1', [
      tenant.id,
    ])
    const person = (n: number) => people.rows[n % PEOPLE]!.id
    const audiences = Array.from({ length: AUDIENCES }, (_, n) => ({
      any: [
        { kind: 'bought', source: products[n % PRODUCTS] },
        n % 10 === 5
          ? { kind: 'signed_in', after_days: 1 + n }
          : { kind: 'people', ids: Array.from({ length: 100 }, (_each, i) => person(n * 97 + i * 31)) },
        ...(n % 20 === 0 ? [{ kind: 'everyone', from: '2026-01-01T00:00:00Z' }] : []),
      ],
    }))
    await client.query(
      `insert into public.audiences (tenant_id, name, rule) select $1, 'Bench', rule from jsonb_array_elements($2) rule`,
      [tenant.id, JSON.stringify(audiences)],
    )
    await client.query('analyze')
    return rows.slice(-MEMBERS).map(({ email }) => email)
  })
}

/** Teams of ten. The first member is the payer. */
async function addTeams(client: pg.Client, tenant: Tenant, products: string[]): Promise<void> {
  await client.query(
    `insert into public.teams (tenant_id, name) select $1, 'Team ' || n from generate_series(1, $2) n`,
    [tenant.id, TEAMS],
  )
  await client.query(
    `insert into public.team_members (tenant_id, team_id, auth_user_id)
     select $1, t.id, u.id
     from (select id, row_number() over (order by id) - 1 as n from public.teams where tenant_id = $1) t
     join (select id, row_number() over (order by id) - 1 as n from auth.users where pool_id = $1) u on u.n / 10 = t.n`,
    [tenant.id],
  )
  await client.query(
    `with payers as (
       select distinct on (m.team_id) m.team_id, m.auth_user_id from public.team_members m where m.tenant_id = $1
       order by m.team_id, m.joined_at, m.auth_user_id
     ), buying as (select p.*, row_number() over () as n from payers p), paid as (
       insert into public.orders (tenant_id, auth_user_id, mode, status, seller, source_id, name, amount_total, currency,
         stripe_account_id, state_hash, receipt_hash, paid_at, interval, subscription_status, quantity, seats)
       select $1, b.auth_user_id, 'live', 'paid', 'bench', ($2::uuid[])[1 + b.n % $3], 'Bench', 1000, 'eur', 'acct_bench',
         sha256(uuid_send(gen_random_uuid())), sha256(uuid_send(gen_random_uuid())), now() - interval '10 days', 'month', 'active', 10, 10
       from buying b where b.n % 2 = 0 returning id, auth_user_id)
     insert into public.team_orders (tenant_id, order_id, team_id, auth_user_id)
     select $1, o.id, b.team_id, o.auth_user_id from paid o join buying b using (auth_user_id)
     on conflict do nothing`,
    [tenant.id, products, PRODUCTS],
  )
}

/** Two tables with the same rows, which differ only in their policies. */
function addRows({ databaseUrl }: Instance, tenant: Tenant): Promise<void> {
  const policies = {
    bench_of_tenant: 'tenant_id = app.tenant_id()',
    bench_of_audience:
      'tenant_id = app.tenant_id() and audience_id = any (array(select o.id from app.open_to_me() as o (id)))',
  }
  return withOwner(databaseUrl, async (client) => {
    for (const [table, policy] of Object.entries(policies))
      await client.query(`
        create table public.${table} (
          tenant_id uuid not null, id uuid not null default app.uuidv7(), audience_id uuid, name text not null,
          created_at timestamptz not null, primary key (tenant_id, id));
        create index on public.${table} (tenant_id, created_at desc);
        select app.protect('public.${table}');
        grant select (tenant_id, id, audience_id, name, created_at) on public.${table} to end_user;
        create policy readers on public.${table} for select to end_user using (${policy});
        insert into public.${table} (tenant_id, audience_id, name, created_at)
          select '${tenant.id}', (array(select id from public.audiences where rule @> '{"any": [{"kind": "everyone"}]}'))[1 + n % ${AUDIENCES / 20}],
            'Row ' || n, now() - make_interval(mins => n) from generate_series(1, ${ROWS}) n;
        analyze public.${table}`)
    await client.query(`notify pgrst, 'reload schema'`)
  })
}

/** Computes what is stored about each member, as the server does every minute. */
function refreshSets({ databaseUrl }: Instance): Promise<void> {
  return withOwner(databaseUrl, async (client) => {
    for (let count = 1; count > 0;)
      count = (await client.query('select app.refresh_audience_sets(200) as count')).rows[0].count
    await client.query('vacuum analyze app.audience_sets')
  })
}

async function signIn({ url }: Instance, tenant: Tenant, email: string, password: string) {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: tenant.public_key, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const body = (await response.json()) as { access_token?: string }
  if (!body.access_token) throw new Error(`${email} could not sign in: ${response.status}`)
  return { apikey: tenant.public_key, authorization: `Bearer ${body.access_token}` }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { ROOT } from '#testing/test-cluster.ts'
import type { Instance } from './instance.ts'

/** Items per tenant; more than one page of 20. */
const ITEMS = 25

export interface Tenant {
  id: string
  public_key: string
}

/** Creates tenants with their items as the database owner, so that every check and trigger runs. */
export async function addTenants(
  { databaseUrl }: Pick<Instance, 'databaseUrl'>,
  count: number,
  { items = ITEMS, owner }: { items?: number; owner?: string } = {},
): Promise<Tenant[]> {
  return withOwner(databaseUrl, async (client) => {
    const { rows } = await client.query<Tenant>(
      `insert into public.tenants (name, public_key, owner_user_id)
       select 'Bench ' || i, 'pk_' || substr(md5(random()::text), 1, 24), coalesce($2, gen_random_uuid())
       from generate_series(1, $1) i returning id, public_key`,
      [count, owner ?? null],
    )
    // A trigger creates each tenant's first item.
    await client.query(
      `insert into public.items (tenant_id, name, price_cents, created_at)
       select t, 'Item ' || n, n * 100, now() - make_interval(mins => n)
       from unnest($1::uuid[]) t, generate_series(2, $2) n`,
      [rows.map(({ id }) => id), items],
    )
    await client.query('analyze public.tenants, public.items')
    return rows
  })
}

/**
 * Creates a database for the peers beside ours on the same PostgreSQL. It has the tables that the requests use, with the
 * same kinds of policies, and its own login that may become anon and authenticated.
 */
export async function peerDatabase(
  { databaseUrl }: Pick<Instance, 'databaseUrl'>,
  count: number,
): Promise<{ url: string; tenants: Tenant[] }> {
  const url = new URL(databaseUrl)
  url.pathname = '/bench_rest'
  await withOwner(databaseUrl, async (client) => {
    await client.query('create database bench_rest')
    await client.query(`create role bench_peer login password 'of-this-measurement-alone'`)
    await client.query('grant anon, authenticated to bench_peer')
  })
  const tenants = await withOwner(url.href, async (client) => {
    await client.query(readFileSync(join(ROOT, 'bench', 'peers', 'rest-database.sql'), 'utf8'))
    const { rows } = await client.query<Tenant>(
      `insert into public.tenants (name, public_key)
       select 'Bench ' || i, 'pk_' || substr(md5(random()::text), 1, 24) from generate_series(1, $1) i
       returning id, public_key`,
      [count],
    )
    await client.query(
      `insert into public.items (tenant_id, name, price_cents, currency, created_at)
       select id, 'Item ' || n, n * 100, 'eur', now() - make_interval(mins => n)
       from public.tenants, generate_series(1, $1) n`,
      [ITEMS],
    )
    await client.query('analyze')
    return rows
  })
  url.username = 'bench_peer'
  url.password = 'of-this-measurement-alone'
  return { url: url.href, tenants }
}

export async function withOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { startInstance } from './instance.ts'
import type { Instance } from './instance.ts'
import { figuresOf, measureInTurn, ratio } from './measure.ts'
import type { Load, Work } from './measure.ts'
import { progress } from './progress.ts'
import type { Row } from './subjects.ts'

/** Tables that differ only in whether they can be watched and whether they are. */
const TABLES = ['plain', 'published', 'watched'] as const

/** Measures what a published and a watched table cost a writer: our REST insert of one row. */
export async function realtimeSubject(load: Load): Promise<Row[]> {
  const instance = await startInstance()
  try {
    progress('creating tables')
    await makeTables(instance)
    const token = await makeCreator(instance)
    const rates = await measureInTurn(
      {
        plain: inserts(instance, token, 'plain'),
        published: inserts(instance, token, 'published'),
        watched: inserts(instance, token, 'watched'),
      },
      load,
      instance.cpu,
    )
    const row = (name: string, of: 'published' | 'watched', atLeast: number): Row => ({
      name: `REST insert, ${name} / no trigger`,
      measured: ratio(rates[of], rates.plain),
      atLeast,
      ...figuresOf(rates[of]),
    })
    return [row('no watcher', 'published', 0.9), row('watched', 'watched', 0.6)]
  } finally {
    await instance.stop()
  }
}

async function makeTables({ databaseUrl }: Instance): Promise<void> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  for (const name of TABLES)
    await owner.query(`
      create table public.bench_${name} (like public.bolt_blocks including all);
      select app.protect('public.bench_${name}');
      grant select (id, user_id, title, data, created_at, updated_at), insert (title, data) on public.bench_${name} to authenticated;
      create policy own_rows on public.bench_${name} for all to authenticated
        using (user_id = auth.uid()) with check (user_id = auth.uid())`)
  await owner.query(
    `select realtime.publish('public.bench_published'), realtime.publish('public.bench_watched')`,
  )
  const process = randomUUID()
  await owner.query(`insert into realtime.watchers values ($1, now() + interval '1 day')`, [process])
  // Other tables are watched too, as in a system in use.
  await owner.query(
    `insert into realtime.watched (relation, process) select oid, $1 from pg_class
     where oid = 'public.bench_watched'::regclass or oid in (select oid from pg_class limit 20)`,
    [process],
  )
  await owner.query(`notify pgrst, 'reload schema'`)
  await owner.end()
}

async function makeCreator({ url, anonKey, serviceRoleKey }: Instance): Promise<string> {
  const options = { auth: { persistSession: false, autoRefreshToken: false } }
  const credentials = { email: 'bench@example.test', password: 'zebra-lantern-42-mop' }
  const created = await createClient(url, serviceRoleKey, options).auth.admin.createUser({
    ...credentials,
    email_confirm: true,
  })
  if (created.error) throw created.error
  const { data, error } = await createClient(url, anonKey, options).auth.signInWithPassword(credentials)
  if (error) throw error
  return data.session.access_token
}

function inserts({ url, anonKey }: Instance, token: string, table: (typeof TABLES)[number]): Work {
  const headers = {
    apikey: anonKey,
    authorization: `Bearer ${token}`,
    prefer: 'return=representation',
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ title: 'Bench', data: { type: 'text' } })
  return async () => {
    const response = await fetch(`${url}/rest/v1/bench_${table}`, { method: 'POST', headers, body })
    const text = await response.text()
    if (!response.ok) throw new Error(`${table} responded with ${response.status}: ${text.slice(0, 200)}`)
  }
}

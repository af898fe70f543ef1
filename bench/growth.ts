import { makeCreator } from './creator.ts'
import { openLines } from './http-line.ts'
import type { Asked } from './http-line.ts'
import { startInstance } from './instance.ts'
import type { Instance } from './instance.ts'
import { figuresOf, measureInTurn, ratio } from './measure.ts'
import type { Load, Work } from './measure.ts'
import { progress } from './progress.ts'
import { addTenants, withOwner } from './rest-world.ts'
import type { Row } from './subjects.ts'

const FEW = 1000
const MANY = 100_000
/** Maximum response time at MANY tenants, as a multiple of the time at FEW. */
const SLOWER = 1.5
/** Owners whose sessions are used; each has one tenant. */
const OWNERS = 8

type Kind = 'card' | 'tenants' | 'items' | 'signIn'
const NAMES: Record<Kind, string> = {
  card: 'a tenant’s card by its key',
  tenants: 'an owner’s tenants',
  items: 'the items of an owner’s tenant',
  signIn: 'password sign-in',
}

/**
 * Compares two concurrent instances, one with a hundred times the tenants, owners and accounts of the other.
 */
export async function growthSubject(load: Load): Promise<Row[]> {
  const closers: (() => unknown)[] = []
  try {
    const worlds = []
    let large: Instance | undefined
    for (const count of [FEW, MANY]) {
      const instance = await startInstance()
      large = instance
      closers.unshift(() => instance.stop())
      worlds.push(await worldOf(instance, count, closers))
    }
    const [few, many] = worlds as [Record<Kind, Work>, Record<Kind, Work>]
    const rows: Row[] = []
    for (const kind of Object.keys(NAMES) as Kind[]) {
      const rates = await measureInTurn({ few: few[kind], many: many[kind] }, load, () => large!.cpu())
      rows.push({
        name: `${NAMES[kind]}, ${MANY} / ${FEW} tenants`,
        measured: ratio(rates.many, rates.few),
        atLeast: 1 / SLOWER,
        ...figuresOf(rates.many),
      })
    }
    return rows
  } finally {
    for (const close of closers) await close()
  }
}

async function worldOf(
  instance: Instance,
  count: number,
  closers: (() => unknown)[],
): Promise<Record<Kind, Work>> {
  const { url, anonKey, databaseUrl } = instance
  progress(`adding ${count} tenants with their items and accounts`)
  const model = await makeCreator(instance)
  const tenants = await addTenants(instance, count, { items: 3 })
  const emails = await addAccounts(databaseUrl, model.email)
  const lines = openLines(url)
  closers.unshift(() => lines.close())

  const pickFrom = (requests: Asked[]) => () => requests[Math.floor(Math.random() * requests.length)]!
  const cards = tenants.slice(0, FEW).map(({ public_key }) => ({
    path: `/rest/v1/tenants?select=id,name,theme,stripe_mode&public_key=eq.${public_key}`,
    headers: { apikey: anonKey },
  }))
  const signIns = emails.slice(0, 200).map((email) => ({
    method: 'POST' as const,
    path: '/auth/v1/token?grant_type=password',
    headers: { apikey: anonKey },
    body: JSON.stringify({ email, password: model.password }),
  }))
  const own: Asked[] = []
  const items: Asked[] = []
  for (const request of signIns.slice(0, OWNERS)) {
    const response = await fetch(url + request.path, {
      method: 'POST',
      body: request.body,
      headers: { ...request.headers, 'content-type': 'application/json' },
    })
    const session = (await response.json()) as { access_token: string; user: { id: string } }
    const headers = { apikey: anonKey, authorization: `Bearer ${session.access_token}` }
    own.push({
      path: `/rest/v1/tenants?select=*&owner_user_id=eq.${session.user.id}&order=created_at.desc`,
      headers,
    })
    const [tenant] = (await (await fetch(url + own.at(-1)!.path, { headers })).json()) as { id: string }[]
    items.push({ path: `/rest/v1/items?select=*&tenant_id=eq.${tenant!.id}&order=created_at.desc`, headers })
  }
  return {
    card: lines.work(pickFrom(cards)),
    tenants: lines.work(pickFrom(own)),
    items: lines.work(pickFrom(items)),
    signIn: lines.work(pickFrom(signIns)),
  }
}

/** Creates an account for the owner of every tenant, with the password hash of an existing account. */
function addAccounts(databaseUrl: string, like: string): Promise<string[]> {
  return withOwner(databaseUrl, async (client) => {
    const { rows } = await client.query<{ email: string }>(
      `insert into auth.users (pool_id, id, email, encrypted_password, email_confirmed_at)
       select m.pool_id, t.owner_user_id, 'owner-' || t.id || '@example.test', m.encrypted_password, now()
       from public.tenants t, auth.users m where m.email = $1 returning email`,
      [like],
    )
    await client.query('analyze auth.users')
    return rows.map(({ email }) => email)
  })
}

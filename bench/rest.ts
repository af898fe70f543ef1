import { makeCreator } from './creator.ts'
import { openLines } from './http-line.ts'
import type { Asked, Lines } from './http-line.ts'
import { startInstance } from './instance.ts'
import { figuresOf, measureInTurn, ratio } from './measure.ts'
import type { Load, Rates, Work } from './measure.ts'
import { startPeer } from './peers.ts'
import { progress } from './progress.ts'
import { addTenants, peerDatabase } from './rest-world.ts'
import type { Tenant } from './rest-world.ts'
import type { Row } from './subjects.ts'

const TENANTS = 1000
/** Connections, each with one request in flight, as when the peers were first measured. */
const IN_FLIGHT = 32

const CARD = 'id,name,public_key,theme,auth_provider,auth0_domain,auth0_client_id,stripe_mode'
const ITEM = 'id,name,price_cents,currency,active,created_at'

type Kind = 'card' | 'list' | 'insert'
const KINDS: Kind[] = ['card', 'list', 'insert']

/**
 * Compares the data API with PostgREST 12 and Supabase Lite: the same requests on tables of the same shape
 * and size.
 */
export async function restSubject(load: Load): Promise<Row[]> {
  const instance = await startInstance()
  const closers: (() => unknown)[] = [() => instance.stop()]
  try {
    progress(`adding ${TENANTS} tenants`)
    const tenants = await addTenants(instance, TENANTS)
    const { token } = await makeCreator(instance)
    const peers = await peerDatabase(instance, TENANTS)
    const keys = await (await fetch(`${instance.url}/auth/v1/.well-known/jwks.json`)).text()
    const postgrest = await startPeer('postgrest', [peers.url, keys])
    closers.unshift(() => postgrest.stop())
    const lite = await startPeer('supabase-lite', [peers.url])
    closers.unshift(() => lite.stop())

    const lines = {
      ours: openLines(instance.url),
      postgrest: openLines(postgrest.url),
      lite: openLines(lite.url),
    }
    closers.unshift(() => Object.values(lines).forEach((each) => each.close()))
    const bearer = { authorization: `Bearer ${token}` }
    const ours = worksOf(lines.ours, '/rest/v1', tenants, { apikey: instance.anonKey }, bearer)
    const others = worksOf(lines.postgrest, '', peers.tenants, {}, bearer)
    // Measured for reads only: its writes need its own sessions.
    const small = worksOf(lines.lite, '/rest/v1', peers.tenants, {}, {})
    const works: Record<Kind, Record<string, Work>> = {
      card: { ours: ours.card, postgrest: others.card, lite: small.card },
      list: { ours: ours.list, postgrest: others.list },
      insert: { ours: ours.insert, postgrest: others.insert },
    }
    const rates = {} as Record<Kind, Record<string, Rates>>
    for (const kind of KINDS) {
      await compareResponses(kind, Object.values(works[kind]))
      rates[kind] = await measureInTurn(works[kind], { ...load, inFlight: IN_FLIGHT }, instance.cpu)
    }
    const row = (name: string, kind: Kind, peer: 'postgrest' | 'lite', atLeast: number): Row => ({
      name,
      measured: ratio(rates[kind].ours!, rates[kind][peer]!),
      atLeast,
      ...figuresOf(rates[kind].ours!),
    })
    return [
      row('one row by public key / PostgREST 12', 'card', 'postgrest', 3),
      row('one row by public key / Supabase Lite', 'card', 'lite', 10),
      row('20 rows of a tenant / PostgREST 12', 'list', 'postgrest', 2.5),
      row('insert returning / PostgREST 12', 'insert', 'postgrest', 2),
    ]
  } finally {
    for (const close of closers) await close()
  }
}

function worksOf(
  lines: Lines,
  mount: string,
  tenants: Tenant[],
  anon: Record<string, string>,
  session: Record<string, string>,
): Record<Kind, Work> {
  const pickFrom = (requests: Asked[]) => () => requests[Math.floor(Math.random() * requests.length)]!
  const cards = tenants.map(({ public_key }) => ({
    path: `${mount}/tenants?select=${CARD}&public_key=eq.${public_key}`,
    headers: anon,
  }))
  const lists = tenants.map(({ id }) => ({
    path: `${mount}/items?select=${ITEM}&tenant_id=eq.${id}&active=is.true&order=created_at.desc&limit=20`,
    headers: anon,
  }))
  const insert: Asked = {
    method: 'POST',
    path: `${mount}/bolt_blocks`,
    headers: { ...anon, ...session, prefer: 'return=representation' },
    body: JSON.stringify({ title: 'Bench', data: { type: 'text' } }),
  }
  return {
    card: lines.work(pickFrom(cards)),
    list: lines.work(pickFrom(lists)),
    insert: lines.work(() => insert),
  }
}

/** Throws unless rows and keys are the same everywhere, because only equal work can be compared. */
async function compareResponses(kind: Kind, works: Work[]): Promise<void> {
  const shapes = new Set<string>()
  for (const work of works) {
    const body = String(await work())
    const rows = JSON.parse(body.slice(body.indexOf('['), body.lastIndexOf(']') + 1)) as object[]
    shapes.add(`${rows.length} of ${Object.keys(rows[0] ?? {}).join()}`)
  }
  if (shapes.size !== 1) throw new Error(`The responses differ for ${kind}: ${[...shapes].join('; ')}`)
}

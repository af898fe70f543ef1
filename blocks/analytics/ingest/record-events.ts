import { createHash } from 'node:crypto'
import { createWindow } from '#kernel/address-limits.ts'
import type { Window } from '#kernel/address-limits.ts'
import { parseJson, readBytes } from '#kernel/http/body.ts'
import type { AppContext } from '#kernel/http/context.ts'
import { visitor } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import { commonErrors } from '#kernel/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { addressKey } from '#kernel/limits.ts'
import { originAllowed } from '#kernel/tenancy.ts'
import type { TenantCard } from '#kernel/tenancy.ts'
import { sendEventsContract } from '../contract.ts'
import { sendEvents } from '../endpoints.ts'
import type { SentEvent, SentEvents } from '../endpoints.ts'
import { analyticsErrors } from '../errors.ts'
import { cleanLink, cleanPage, cleanText } from './clean-address.ts'
import { describeClient, isIn, isProgram, objects } from './describe-client.ts'
import { createEventQueue } from './event-queue.ts'
import type { EventQueue } from './event-queue.ts'
import { ownNetworks } from './own-networks.ts'
import { isDataFault, storeEvents } from './store-events.ts'
import type { StoredEvent } from './store-events.ts'

const BODY_LIMIT = 65_536
const TEN_SECONDS = 10_000
/** Requests in ten seconds, for each process: of a tenant, and of one address on it. */
const PER_TENANT = 3000
const PER_ADDRESS = 200

interface Intake {
  queue: EventQueue<StoredEvent>
  tenants: Window
  addresses: Window
}

const intakes = new WeakMap<object, Intake>()

/** The queue and the limits of this process. */
function intakeOf({ database, config }: Kernel): Intake {
  const known = intakes.get(database)
  if (known) return known
  const factor = config.auth.limitFactor
  const made = {
    queue: createEventQueue<StoredEvent>((events) => storeEvents(database, events), isDataFault),
    tenants: createWindow(PER_TENANT * factor, TEN_SECONDS),
    addresses: createWindow(PER_ADDRESS * factor, TEN_SECONDS),
  }
  intakes.set(database, made)
  return made
}

function takePoints(kernel: Kernel, tenant: string, address: string): void {
  const { tenants, addresses } = intakeOf(kernel)
  const wait = addresses.take(`${tenant} ${addressKey(address)}`) || tenants.take(tenant)
  if (wait > 0)
    throw analyticsErrors.too_many_events({ headers: { 'retry-after': String(Math.ceil(wait / 1000)) } })
}

/** @returns the host of a site that may report events @throws {AppError} origin_not_allowed, not_measuring */
function siteOf(tenant: TenantCard, headers: Headers): string {
  const origin = headers.get('origin') ?? ''
  if (!URL.canParse(origin) || !originAllowed(tenant, origin)) throw analyticsErrors.origin_not_allowed()
  if (tenant.measuring === 'off') throw analyticsErrors.not_measuring()
  return new URL(origin).host
}

/** 64 bits of a hash that differs between tenants. app.request_visitor computes the same. */
export const visitorOf = (tenant: string, hash: string): string =>
  createHash('sha256').update(`${tenant}${hash}`).digest().readBigInt64BE(0).toString()

const nameOf = ({ kind, name = '' }: SentEvent) =>
  kind === 'link' || kind === 'download' ? cleanLink(name) : cleanText(name, 200)

/** Stores the events of a request, unless the visitor is not to be counted. */
async function recordEvents(
  kernel: Kernel,
  tenant: TenantCard,
  { events, visitor: id }: SentEvents,
  from: { headers: Headers; address: string; site: string },
): Promise<number> {
  const { headers, address, site } = from
  const userAgent = headers.get('user-agent')
  if (objects(headers) || isProgram(userAgent)) return 0
  if (isIn(await ownNetworks(kernel, tenant.id), address)) return 0
  const now = Date.now()
  const client = describeClient(kernel, address, userAgent!)
  const hash = visitorOf(tenant.id, await kernel.visitors.of(address, userAgent!))
  await intakeOf(kernel).queue.add(
    events.map((event) => ({
      tenant: tenant.id,
      id: event.id,
      at: now - Math.round(event.age),
      visitor: hash,
      known: id ? visitorOf(tenant.id, `known ${id}`) : null,
      kind: event.kind,
      name: nameOf(event),
      value: event.value ?? null,
      site: site.slice(0, 255),
      ...cleanPage(event.url, event.referrer, site),
      ...client,
    })),
  )
  return events.length
}

/** The endpoint. It reads its own body, because a beacon sends JSON as `text/plain`, and only after the limits. */
const declared = route(sendEvents, visitor, sendEventsContract, () => {
  throw commonErrors.not_found()
})

export const eventsRoute: Route = {
  ...declared,
  async answer(c: AppContext) {
    const [kernel, claims, address] = [c.get('kernel'), c.get('claims'), c.get('clientIp')]
    const { headers } = c.req.raw
    await visitor({
      kernel,
      claims,
      input: undefined,
      request: c.req.raw,
      requestId: c.get('requestId'),
      clientIp: address,
    })
    const tenant = await kernel.tenancy.byPublicKey(claims.aud ?? '')
    if (!tenant) throw commonErrors.invalid_api_key()
    const site = siteOf(tenant, headers)
    takePoints(kernel, tenant.id, address)
    const input = sendEventsContract.input.safeParse(parseJson(await readBytes(c.req.raw, BODY_LIMIT)))
    if (!input.success) {
      const [issue] = input.error.issues
      throw commonErrors.invalid_input({ text: `${issue?.path.join('.')}: ${issue?.message}` })
    }
    const stored = await recordEvents(kernel, tenant, input.data, { headers, address, site })
    return c.json({ stored })
  },
}

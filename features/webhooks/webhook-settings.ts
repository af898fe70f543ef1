import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { OutboundError } from '#kernel/net/guarded-fetch.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { SealedPlace } from '#kernel/secrets/sealed-places.ts'
import type { EventType } from './contract.ts'
import type { WebhookEndpoint, WithSecret } from './endpoints.ts'
import { webhookErrors } from './errors.ts'
import { failPending } from './record.ts'

/** A webhook endpoint of a tenant. */
export interface WebhookKey {
  tenant_id: string
  id: string
}

/** The tenant's webhooks of a mode, oldest first. @throws {AppError} tenant_not_found */
export async function listWebhooks(
  kernel: Kernel,
  claims: Claims,
  { tenant_id, mode }: { tenant_id: string; mode: 'test' | 'live' },
): Promise<WebhookEndpoint[]> {
  return asAdmin(kernel, claims, tenant_id, 'list webhooks', async (db) => {
    const query = db.selectFrom('app.webhook_endpoints').select(SHOWN)
    const rows = await query
      .where('tenant_id', '=', tenant_id)
      .where('mode', '=', mode)
      .orderBy('id')
      .execute()
    return rows.map(shown)
  })
}

/** @throws {AppError} webhook_url_refused, too_many_webhooks */
export async function createWebhook(
  kernel: Kernel,
  claims: Claims,
  input: { tenant_id: string; mode: 'test' | 'live'; url: string; events: EventType[] },
): Promise<WithSecret> {
  const url = checked(kernel, input.url)
  await takeChange(kernel, claims)
  return asAdmin(kernel, claims, input.tenant_id, 'create a webhook', async (db) => {
    const { id, place } = await freePlace(db, input)
    if (place === null) throw webhookErrors.too_many_webhooks()
    const secret = newSecret()
    const row = await db
      .insertInto('app.webhook_endpoints')
      .values({
        tenant_id: input.tenant_id,
        id,
        mode: input.mode,
        place,
        url,
        events: input.events,
        secret_sealed: kernel.sealer.seal(secret, placeOf({ tenant_id: input.tenant_id, id })),
      })
      // A concurrent request took the last place.
      .onConflict((conflict) => conflict.columns(['tenant_id', 'mode', 'place']).doNothing())
      .returning(SHOWN)
      .executeTakeFirst()
    if (!row) throw webhookErrors.too_many_webhooks({ text: 'Another webhook was just added. Try again.' })
    return { endpoint: shown(row), secret }
  })
}

/** @throws {AppError} webhook_url_refused, webhook_not_found */
export async function changeWebhook(
  kernel: Kernel,
  claims: Claims,
  input: WebhookKey & { url?: string; events?: EventType[]; enabled?: boolean },
): Promise<WebhookEndpoint> {
  const url = input.url === undefined ? undefined : checked(kernel, input.url)
  await takeChange(kernel, claims)
  return asAdmin(kernel, claims, input.tenant_id, 'change a webhook', async (db) => {
    const row = await db
      .updateTable('app.webhook_endpoints')
      .set({
        ...(url === undefined ? {} : { url }),
        // A new address or enabling it again resets its failures.
        ...(url === undefined && !input.enabled ? {} : { failing_since: null, held_until: null }),
        ...(input.enabled === true ? { disabled_at: null, disabled_by: null } : {}),
        ...(input.enabled === false
          ? {
              disabled_at: sql<Date>`coalesce(disabled_at, now())`,
              disabled_by: sql<string>`coalesce(disabled_by, 'creator')`,
            }
          : {}),
        events: input.events ?? sql<string[]>`events`,
      })
      .where('tenant_id', '=', input.tenant_id)
      .where('id', '=', input.id)
      .returning(SHOWN)
      .executeTakeFirst()
    if (!row) throw webhookErrors.webhook_not_found()
    if (input.enabled === false) await failPending(db, { tenant_id: input.tenant_id, id: input.id })
    return shown(row)
  })
}

/** @throws {AppError} webhook_not_found */
export async function removeWebhook(kernel: Kernel, claims: Claims, { tenant_id, id }: WebhookKey) {
  await asAdmin(kernel, claims, tenant_id, 'remove a webhook', async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom('app.webhook_endpoints')
      .where('tenant_id', '=', tenant_id)
      .where('id', '=', id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw webhookErrors.webhook_not_found()
  })
}

/**
 * Creates a new secret. The previous one also signs for a day; older ones stop. @throws {AppError}
 * webhook_not_found
 */
export async function rotateWebhookSecret(
  kernel: Kernel,
  claims: Claims,
  { tenant_id, id }: WebhookKey,
): Promise<WithSecret> {
  await takeChange(kernel, claims)
  const secret = newSecret()
  return asAdmin(kernel, claims, tenant_id, 'rotate a webhook secret', async (db) => {
    const row = await db
      .updateTable('app.webhook_endpoints')
      .set({
        old_secret_sealed: sql<string>`secret_sealed`,
        old_secret_until: sql<Date>`now() + interval '24 hours'`,
        secret_sealed: kernel.sealer.seal(secret, placeOf({ tenant_id, id })),
      })
      .where('tenant_id', '=', tenant_id)
      .where('id', '=', id)
      .returning(SHOWN)
      .executeTakeFirst()
    if (!row) throw webhookErrors.webhook_not_found()
    return { endpoint: shown(row), secret }
  })
}

/**
 * Runs as the service, after checking that the caller may change the tenant's settings. @throws {AppError} tenant_not_found
 */
export async function asAdmin<T>(
  kernel: Kernel,
  claims: Claims,
  tenantId: string,
  what: string,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  await kernel.database.withClaims(claims, (db) => tenantWith(db, tenantId, 'settings'))
  return kernel.database.asService(`closed: ${what}`, work)
}

/** The location that a secret is sealed to. */
export const placeOf = ({ tenant_id, id }: WebhookKey): SealedPlace =>
  `webhook_endpoints.secret:${tenant_id}:${id}`

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

const takeChange = (kernel: Kernel, { sub }: Claims) =>
  kernel.limits.take('webhooks.change', sub!, { points: 60, seconds: 3600 })

/**
 * Normalizes the address, without the parts that are not sent to a server. @throws {AppError}
 * webhook_url_refused
 */
function checked(kernel: Kernel, address: string): string {
  try {
    const url = new URL(kernel.webhookFetch.check(address))
    url.hash = ''
    return url.href
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw webhookErrors.webhook_url_refused({ text: error.message })
  }
}

/** An id for a new webhook, and the first free place (null when there is none). */
async function freePlace(db: Db, { tenant_id, mode }: { tenant_id: string; mode: string }) {
  const { rows } = await sql<{ id: string; place: number | null }>`
    select app.uuidv7() as id, (
      select min(place) from generate_series(1, 5) as place where not exists (
        select from app.webhook_endpoints as taken
        where taken.tenant_id = ${tenant_id} and taken.mode = ${mode} and taken.place = place.place)) as place`.execute(
    db,
  )
  return rows[0]!
}

const SHOWN = [
  'id',
  'mode',
  'url',
  'events',
  'disabled_at',
  'disabled_by',
  'failing_since',
  'old_secret_until',
  'created_at',
] as const

interface ShownRow {
  id: string
  mode: string
  url: string
  events: string[]
  disabled_at: Date | null
  disabled_by: string | null
  failing_since: Date | null
  old_secret_until: Date | null
  created_at: Date
}

function shown(row: ShownRow): WebhookEndpoint {
  const rotating = row.old_secret_until && row.old_secret_until > new Date()
  return {
    id: row.id,
    mode: row.mode as WebhookEndpoint['mode'],
    url: row.url,
    events: row.events as EventType[],
    enabled: row.disabled_at === null,
    disabled_by: row.disabled_by as WebhookEndpoint['disabled_by'],
    disabled_at: row.disabled_at?.toISOString() ?? null,
    failing_since: row.failing_since?.toISOString() ?? null,
    old_secret_until: rotating ? row.old_secret_until!.toISOString() : null,
    created_at: row.created_at.toISOString(),
  }
}

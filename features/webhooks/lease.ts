import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Message } from './attempt.ts'
import { placeOf } from './webhook-settings.ts'
import type { WebhookKey } from './webhook-settings.ts'

/** Lease duration. A killed process blocks an endpoint no longer than this; a live one renews well before. */
const LEASE = sql`interval '40 seconds'`
export const RENEW_MS = 10_000

/** An endpoint with the fields that a delivering process needs. */
export interface Target {
  url: string
  secrets: string[]
  /** True when nothing arrived since its last failure: it then gets one attempt at a time. */
  failing: boolean
}

export interface DueDelivery {
  message: Message
  failures: number
}

/** The endpoint's name in NOTIFY payloads. */
export const nameOf = ({ tenant_id, id }: WebhookKey) => `${tenant_id} ${id}`

/** Deliveries ready to send: due, and the oldest unsettled one of their object. */
const ready = ({ tenant_id, id }: WebhookKey) => sql`
  d.tenant_id = ${tenant_id} and d.endpoint_id = ${id} and d.state = 'pending' and d.next_at <= now()
  and not exists (
    select from app.webhook_deliveries as earlier
    where earlier.tenant_id = d.tenant_id and earlier.endpoint_id = d.endpoint_id
      and earlier.object_id = d.object_id and earlier.state = 'pending' and earlier.seq < d.seq)`

const open = sql`disabled_at is null and (held_until is null or held_until <= now())`

interface TargetRow {
  url: string
  secret_sealed: string
  old_secret_sealed: string | null
  failing: boolean
}

const TARGET = sql`url, secret_sealed, failing_since is not null as failing,
  case when old_secret_until > now() then old_secret_sealed end as old_secret_sealed`

/**
 * Acquires the lease of an endpoint. @returns undefined when another process has it, or the endpoint must not
 * receive now
 */
export function takeLease(kernel: Kernel, key: WebhookKey, leaseId: string): Promise<Target | undefined> {
  return asTarget(
    kernel,
    key,
    sql<TargetRow>`
      update app.webhook_endpoints set lease_id = ${leaseId}, lease_until = now() + ${LEASE}
      where tenant_id = ${key.tenant_id} and id = ${key.id} and ${open}
        and (lease_until is null or lease_until <= now())
      returning ${TARGET}`,
  )
}

/** Renews the lease. @returns undefined when it was lost, or nothing may be sent any more */
export function renewLease(kernel: Kernel, key: WebhookKey, leaseId: string): Promise<Target | undefined> {
  return asTarget(
    kernel,
    key,
    sql<TargetRow>`
      update app.webhook_endpoints set lease_until = now() + ${LEASE}
      where tenant_id = ${key.tenant_id} and id = ${key.id} and lease_id = ${leaseId} and lease_until > now()
        and ${open}
      returning ${TARGET}`,
  )
}

async function asTarget(
  kernel: Kernel,
  key: WebhookKey,
  query: ReturnType<typeof sql<TargetRow>>,
): Promise<Target | undefined> {
  const { rows } = await kernel.database.asService('job: deliver webhooks', (db) => query.execute(db))
  const [row] = rows
  if (!row) return undefined
  const secrets = [row.secret_sealed, row.old_secret_sealed].filter((sealed) => sealed !== null)
  return {
    url: row.url,
    secrets: secrets.map((sealed) => kernel.sealer.open(sealed, placeOf(key))),
    failing: row.failing,
  }
}

/**
 * Releases the lease, unless something is ready: this sees events written after the last check, and later
 * events find the endpoint free.
 * @param always also release with deliveries left (shutdown, or the endpoint is off); other processes are
 *   notified
 * @returns false when there is more to do
 */
export async function releaseLease(kernel: Kernel, key: WebhookKey, leaseId: string, always: boolean) {
  const { rows } = await kernel.database.asService('job: release a webhook lease', (db) =>
    sql<{ left: boolean }>`
      with left_to_do as (
        select exists (select from app.webhook_deliveries as d where ${ready(key)}) and not ${always}::boolean as more)
      update app.webhook_endpoints set lease_id = null, lease_until = null
      where tenant_id = ${key.tenant_id} and id = ${key.id} and lease_id = ${leaseId}
        and not (select more from left_to_do)
      returning true as left, case when ${always}::boolean then pg_notify('webhook_due', ${nameOf(key)}) end`.execute(
      db,
    ),
  )
  return rows.length > 0
}

/** The oldest ready deliveries, except those in flight. */
export async function readyDeliveries(
  db: Db,
  key: WebhookKey,
  onTheirWay: string[],
  most: number,
): Promise<DueDelivery[]> {
  const { rows } = await sql<Message & { failures: number }>`
    select m.id, m.type, m.created_at, m.data, d.failures
    from app.webhook_deliveries as d
    join app.webhook_messages as m on m.tenant_id = d.tenant_id and m.id = d.message_id
    where ${ready(key)} and d.message_id <> all (${onTheirWay}::uuid[])
    order by d.seq limit ${most}`.execute(db)
  return rows.map(({ failures, ...message }) => ({ message, failures }))
}

import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { RouteContext } from '#kernel/http/route.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { newToken, tokenHash } from '#kernel/secrets/one-time-token.ts'
import { tenantErrors } from '#kernel/tenant-with.ts'
import { networkOf } from './carts.ts'
import type { DoorSheet, Scan, ScanResult } from './endpoints-door.ts'
import { ticketErrors } from './errors.ts'
import { found, refusing } from './refusals.ts'
import { ticketCodeHash } from './ticket-codes.ts'

/** A device scans a ticket a second at most, but sends what it kept offline at once. */
const SCANS_PER_ADDRESS = { points: 6000, seconds: 600 }
const PAIRINGS_PER_ADDRESS = { points: 30, seconds: 600 }

/** Who is at the door: the staff with a list, or a device with its token. */
export type Door = { tenantId: string; listId: string } | { token: string }

/** The arguments of the database's functions. */
const doorOf = ({ tenant }: Claims, door: Door) =>
  'token' in door
    ? { tenant: tenant!, list: null, token: tokenHash(door.token) }
    : { tenant: door.tenantId, list: door.listId, token: null }

/**
 * Checks the right `door`. The staff at the door may not see the tenant itself, which `tenantWith` reads.
 * @throws {AppError} tenant_not_found, right_missing
 */
async function requireDoor(db: Db, tenantId: string): Promise<void> {
  const { rows } = await sql<{ allowed: boolean; seen: boolean }>`
    select ${tenantId} = any (array(select app.tenants_with('door'))) as allowed,
      exists (select from public.tenants where id = ${tenantId}) as seen`.execute(db)
  const { allowed, seen } = rows[0]!
  if (!allowed) throw seen ? tenantErrors.right_missing() : tenantErrors.tenant_not_found()
}

/** Runs a function at the door, with the caller's rights. */
function atDoor<T>(
  kernel: Kernel,
  claims: Claims,
  door: Door,
  run: (of: ReturnType<typeof doorOf>) => ReturnType<typeof sql<T>>,
): Promise<T[]> {
  return refusing(
    kernel.database.withClaims(claims, async (db) => {
      if ('tenantId' in door) await requireDoor(db, door.tenantId)
      return (await run(doorOf(claims, door)).execute(db)).rows
    }),
  )
}

/** @throws {AppError} device_revoked, list_not_found, tenant_not_found, right_missing */
export async function scanTickets(
  c: RouteContext<unknown>,
  door: Door,
  scans: Scan[],
): Promise<{ results: ScanResult[] }> {
  await c.kernel.limits.take('tickets.scan', networkOf(c), SCANS_PER_ADDRESS)
  const sent = scans.map(({ code, code_hash, ...scan }) => ({
    ...scan,
    code_hash: code === undefined ? (code_hash ?? '') : ticketCodeHash(code).toString('hex'),
  }))
  const rows = await atDoor<{ result: ScanResult }>(
    c.kernel,
    c.claims,
    door,
    ({ tenant, list, token }) =>
      sql`select app.scan_tickets(${tenant}, ${list}, ${token}, ${JSON.stringify(sent)}) as result`,
  )
  const byId = new Map(rows.map(({ result }) => [result.id, result]))
  return { results: scans.flatMap(({ id }) => byId.get(id.toLowerCase()) ?? []) }
}

/**
 * @param since version of an earlier sheet, after which changes are sent
 * @throws {AppError} as scanTickets
 */
export async function readSheet(
  kernel: Kernel,
  claims: Claims,
  door: Door,
  since: string | null = null,
): Promise<DoorSheet> {
  const rows = await atDoor<{ sheet: DoorSheet }>(
    kernel,
    claims,
    door,
    ({ tenant, list, token }) => sql`select app.door_sheet(${tenant}, ${list}, ${token}, ${since}) as sheet`,
  )
  return rows[0]!.sheet
}

/** @throws {AppError} as scanTickets */
export async function undoScan(
  kernel: Kernel,
  claims: Claims,
  door: Door,
  scan: string,
): Promise<{ undone: boolean }> {
  const rows = await atDoor<{ undone: boolean }>(
    kernel,
    claims,
    door,
    ({ tenant, list, token }) => sql`select app.undo_scan(${tenant}, ${list}, ${token}, ${scan}) as undone`,
  )
  return { undone: rows[0]!.undone }
}

/** @throws {AppError} tenant_not_found, right_missing, list_not_found */
export function addDevice(
  kernel: Kernel,
  claims: Claims,
  { tenantId, listId, name }: { tenantId: string; listId: string; name: string },
): Promise<{ device_id: string; pairing: string }> {
  const pairing = newToken()
  return kernel.database.withClaims(claims, async (db) => {
    await requireDoor(db, tenantId)
    const list = await db
      .selectFrom('checkin_lists')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', listId)
      .executeTakeFirst()
    found(list, ticketErrors.list_not_found)
    const { id } = await db
      .insertInto('checkin_devices')
      .values({
        tenant_id: tenantId,
        list_id: listId,
        name,
        pairing_hash: tokenHash(pairing),
        pairing_until: sql<Date>`now() + interval '1 day'`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { device_id: id, pairing }
  })
}

/** @throws {AppError} tenant_not_found, right_missing */
export function revokeDevice(
  kernel: Kernel,
  claims: Claims,
  { tenantId, deviceId }: { tenantId: string; deviceId: string },
): Promise<{ revoked: true }> {
  return kernel.database.withClaims(claims, async (db) => {
    await requireDoor(db, tenantId)
    await db
      .updateTable('checkin_devices')
      .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', deviceId)
      .execute()
    return { revoked: true }
  })
}

/** @throws {AppError} pairing_failed for a wrong, used or expired code */
export async function pairDevice(c: RouteContext<{ pairing: string }>) {
  const { kernel, claims, input } = c
  await kernel.limits.take('tickets.pair', networkOf(c), PAIRINGS_PER_ADDRESS)
  const token = newToken()
  const { rows } = await kernel.database.withClaims(claims, (db) =>
    sql<{ list_id: string; event_id: string; name: string }>`
      select list_id, event_id, name from app.pair_device(${tokenHash(input.pairing)}, ${tokenHash(token)})`.execute(
      db,
    ),
  )
  return { token, ...found(rows[0], ticketErrors.pairing_failed) }
}

import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { FigureName } from './endpoints.ts'
import type { Settings } from './endpoints-studio.ts'
import { analyticsErrors } from './errors.ts'
import { refusing } from './refusals.ts'

/** Of a tenant that has not set anything. */
const DEFAULTS: Settings = {
  collection: 'off',
  raw_days: 365,
  own_networks: [],
  public_figures: [],
  is_shared: false,
}

async function readRow(db: Db, tenantId: string): Promise<Settings> {
  const row = await db
    .selectFrom('analytics_settings')
    .select(['collection', 'raw_days', 'own_networks', 'public_figures', 'is_shared'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (!row) return DEFAULTS
  return {
    ...row,
    collection: row.collection as Settings['collection'],
    public_figures: row.public_figures as FigureName[],
  }
}

/** @throws {AppError} tenant_not_found, right_missing */
export const readSettings = (kernel: Kernel, claims: Claims, tenantId: string): Promise<Settings> =>
  kernel.database.withClaims(claims, async (db) => readRow(db, (await tenantWith(db, tenantId, 'see')).id))

/** @throws {AppError} tenant_not_found, right_missing, plan */
export function saveSettings(
  kernel: Kernel,
  claims: Claims,
  { tenantId, ...given }: { tenantId: string } & Omit<Settings, 'is_shared'>,
): Promise<Settings> {
  return kernel.database.withClaims(claims, async (db) => {
    const { id } = await tenantWith(db, tenantId, 'settings')
    await refusing(
      db
        .insertInto('analytics_settings')
        .values({ tenant_id: id, ...given })
        .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(given))
        .execute(),
    )
    return readRow(db, id)
  })
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Makes a share link, or ends the one that exists. @returns the token of the new one */
export async function setShare(
  kernel: Kernel,
  claims: Claims,
  { tenantId, isShared }: { tenantId: string; isShared: boolean },
): Promise<string> {
  const { id } = await kernel.database.withClaims(claims, (db) => tenantWith(db, tenantId, 'settings'))
  const token = randomBytes(24).toString('base64url')
  const { rows } = await kernel.database.asService('closed: store the hash of a share link', (db) =>
    sql<{ tenant_id: string }>`
      update public.analytics_settings set share_hash = ${isShared ? hashOf(token) : null}
      where tenant_id = ${id} returning tenant_id`.execute(db),
  )
  if (!rows.length && isShared) throw analyticsErrors.not_measuring()
  return token
}

/** The tenant whose share link has this token. @throws {AppError} not_shared */
export async function sharedTenant(db: Db, token: string): Promise<{ id: string; name: string }> {
  const { rows } = await sql<{ id: string; name: string }>`
    select t.id, t.name from public.analytics_settings s join public.tenants t on t.id = s.tenant_id
    where s.share_hash = ${hashOf(token)}`.execute(db)
  if (!rows[0]) throw analyticsErrors.not_shared()
  return rows[0]
}

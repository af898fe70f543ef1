import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { countOf } from '#kernel/browser/finding.ts'
import type { StoredCheck, Report } from './endpoints.ts'
import { trustErrors } from './errors.ts'

/** Number of checks stored per user; older ones are deleted. */
const MOST_KEPT = 50
/** Maximum length of an address in characters; percent-encoding can make it longer than what was typed. */
const MOST_URL = 4096

interface Row {
  id: string
  url: string
  checked_at: Date
  passed: number
  total: number
}
const SHOWN = ['id', 'url', 'checked_at', 'passed', 'total'] as const

/** Stores a check for its owner, without the page itself. */
export async function storeCheck(
  kernel: Kernel,
  owner: string,
  url: string,
  report: Report,
): Promise<StoredCheck> {
  const { passed, total } = countOf([...report.site, ...report.blocks])
  // PostgreSQL JSON cannot contain NUL. HTTP headers must not either, but a hostile server may send one.
  const kept = JSON.stringify(report).replaceAll('\\u0000', '\\ufffd')
  return kernel.database.asService('closed: store a trust check', async (db) => {
    const row = await db
      .insertInto('app.trust_checks')
      .values({ user_id: owner, url: url.slice(0, MOST_URL), passed, total, report: sql`${kept}::jsonb` })
      .returning(SHOWN)
      .executeTakeFirstOrThrow()
    await sql`delete from app.trust_checks where user_id = ${owner} and id in (
      select id from app.trust_checks where user_id = ${owner} order by id desc offset ${MOST_KEPT})`.execute(
      db,
    )
    return shown(row)
  })
}

/** The caller's own checks, newest first. */
export async function listStoredChecks(kernel: Kernel, claims: Claims): Promise<{ checks: StoredCheck[] }> {
  return kernel.database.withClaims(claims, async (db) => {
    const rows = await db
      .selectFrom('app.trust_checks')
      .select(SHOWN)
      .where('user_id', '=', claims.sub!)
      .orderBy('id', 'desc')
      .limit(MOST_KEPT)
      .execute()
    return { checks: rows.map(shown) }
  })
}

/** @throws {AppError} check_not_found, also for another user's check */
export async function readStoredCheck(
  kernel: Kernel,
  claims: Claims,
  id: string,
): Promise<{ check: StoredCheck; report: Report }> {
  return kernel.database.withClaims(claims, async (db) => {
    const row = await db
      .selectFrom('app.trust_checks')
      .select([...SHOWN, 'report'])
      .where('user_id', '=', claims.sub!)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw trustErrors.check_not_found()
    return { check: shown(row), report: row.report as unknown as Report }
  })
}

/** Deletes one check, or all. Idempotent. */
export async function deleteStoredChecks(
  kernel: Kernel,
  claims: Claims,
  id: string | undefined,
): Promise<{ removed: true }> {
  await kernel.database.withClaims(claims, (db) => {
    const all = db.deleteFrom('app.trust_checks').where('user_id', '=', claims.sub!)
    return (id === undefined ? all : all.where('id', '=', id)).execute()
  })
  return { removed: true }
}

const shown = ({ checked_at, ...row }: Row): StoredCheck => ({ ...row, checked_at: checked_at.toISOString() })

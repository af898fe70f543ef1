import pg from 'pg'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import { commonErrors } from '#kernel/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import { formErrors } from './errors.ts'

export interface OfOwner {
  id: string
  owner_user_id: string
  public_key: string | null
}

export const MORE_FORMS = { text: 'Free includes one form. With Pro you can add as many as you need.' }

/** Constraints and the errors that report their violation. */
const REFUSALS: Record<string, () => Error> = {
  data_forms_plan: () => commonErrors.upgrade_required(MORE_FORMS),
  data_forms_limit: formErrors.too_many_forms,
  data_forms_check: formErrors.bad_limits,
  data_views_limit: formErrors.too_many_lists,
  audiences_limit: formErrors.too_many_audiences,
  audiences_kinds: formErrors.audience_not_found,
  audiences_rule_check: formErrors.audience_not_found,
}

/**
 * Checks the right as the caller, then writes as the service: no role may write designs, because the server relies on their check.
 * @throws {AppError} tenant_not_found, right_missing, and the error of a constraint that refuses the change
 */
export async function writeChecked<T>(
  kernel: Kernel,
  claims: Claims,
  tenantId: string,
  work: (db: Db, tenant: OfOwner) => Promise<T>,
): Promise<T> {
  const tenant = await kernel.database.withClaims(claims, (db) => tenantWith(db, tenantId, 'content'))
  try {
    return await kernel.database.asService('closed: change forms and lists of a tenant', (db) =>
      work(db, tenant),
    )
  } catch (error) {
    throw (error instanceof pg.DatabaseError && REFUSALS[error.constraint ?? '']?.()) || error
  }
}

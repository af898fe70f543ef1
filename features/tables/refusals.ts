import pg from 'pg'
import { commonErrors } from '#kernel/errors.ts'
import { tableErrors } from './errors.ts'

/** Constraints and the errors that report their violation. */
const REFUSALS: Record<string, () => Error> = {
  data_tables_name: tableErrors.name_taken,
  data_tables_reserved: tableErrors.name_taken,
  data_tables_plan: () =>
    commonErrors.upgrade_required({
      text: 'Free includes one table. With Pro you can add as many as you need.',
    }),
  data_tables_limit: tableErrors.too_many_tables,
  data_tables_fields_check: tableErrors.bad_field,
  record_files: tableErrors.foreign_file,
  records_u1: tableErrors.not_unique,
  records_u2: tableErrors.not_unique,
  audiences_limit: tableErrors.too_many_audiences,
  audiences_kinds: tableErrors.audience_not_found,
  audiences_rule_check: tableErrors.audience_not_found,
}

/** The declared error for a constraint that refused a change of a table. */
export function refusalOf(error: unknown): Error | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined
  // The table is read-only on this plan (app.begin_write), or the plan has no room for more rows.
  if (error.code === '42501' && error.detail) return commonErrors.upgrade_required({ text: error.detail })
  return REFUSALS[error.constraint ?? '']?.()
}

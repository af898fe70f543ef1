import pg from 'pg'
import { type AppError, commonErrors } from '#kernel/errors.ts'
import { ticketErrors } from './errors.ts'
import { CONSTRAINTS } from './refusals.ts'

/** Where in the event a fault is, such as `['types', 1, 'price_cents']`. */
export type FieldPath = readonly (string | number)[]

/** What constraints mean for who fills in the form (`CONSTRAINTS`). Others are named by their column. */
const MESSAGES: Record<string, string> = {
  tickets_plan: 'needs a higher plan in live mode',
  ticket_quotas_capacity: 'must not be less than the seats that are taken',
  ticket_quotas_taken: 'must keep seats that are taken',
  ticket_types_taken: 'must keep a type of which tickets are taken',
}

/** Violations of a check, a foreign key, and a unique constraint. */
const REFUSED = ['23514', '23503', '23505', '22P02', '22003', '22008']

/**
 * Runs a statement that stores a field or a group of fields.
 * @throws {AppError} if the database refuses it, with the field in `details` as for input that a contract refuses
 */
export async function atField<T>(path: FieldPath, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw faultOf(error, path) ?? error
  }
}

function faultOf(error: unknown, path: FieldPath): AppError | undefined {
  if (!(error instanceof pg.DatabaseError) || !REFUSED.includes(error.code ?? '')) return undefined
  const { constraint = '', table = '' } = error
  const refusal = CONSTRAINTS[constraint]
  const known = MESSAGES[constraint]
  if (refusal && known)
    return ticketErrors[refusal]({ details: [{ path: ['event', ...path], message: known }] })
  const at = ['event', ...path, ...columnOf(constraint, table, path)]
  const message =
    error.code === '23503' && at.at(-1) !== 'audience_id'
      ? 'is used by tickets that were sold'
      : 'is not valid'
  return commonErrors.invalid_input({ text: `${at.join('.')}: ${message}`, details: [{ path: at, message }] })
}

/** `ticket_events_zone_check` and `ticket_types_tenant_id_audience_id_fkey` name their column. */
function columnOf(constraint: string, table: string, path: FieldPath): string[] {
  const column = /^(?:tenant_id_)?(?:event_id_)?(\w+?)_(?:check|fkey)\d*$/.exec(
    constraint.startsWith(`${table}_`) ? constraint.slice(table.length + 1) : '',
  )?.[1]
  return column && column !== path.at(-1) && !['event_id', 'tenant_id'].includes(column) ? [column] : []
}

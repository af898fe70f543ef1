import { sql } from 'kysely'
import pg from 'pg'
import type { Field } from '#kernel/browser/fields/field.ts'
import { readValue } from '#kernel/browser/fields/read-value.ts'
import { slotType } from '#kernel/browser/fields/slots.ts'
import type { RouteContext } from '#kernel/http/route.ts'
import { putValue } from '#kernel/records/check-row.ts'
import type { SlotRow } from '#kernel/records/check-row.ts'
import type { InvalidAnswers, ListedRow } from './endpoints.ts'
import { formErrors } from './errors.ts'
import type { AnswerFault } from '#kernel/browser/forms/form-rules.ts'
import { asListed, rowColumns, withLinks, withList, withRights } from './list-rows.ts'
import type { OpenList } from './list-rows.ts'

/** Changes and deletions of one member in ten minutes. */
const PER_MEMBER = { points: 120, seconds: 600 }

/**
 * Changes fields of a row under the caller's claims: row-level security applies the rights of the table. Where rows need approval, a
 * changed one waits for it again.
 * @throws {AppError} list_not_found, row_not_found, unknown_field, invalid_answers, read_only
 */
export async function changeRow(
  c: RouteContext<{ list: string; row: string; answers: Record<string, unknown> }>,
): Promise<ListedRow> {
  const { kernel, claims, input } = c
  await kernel.limits.take('list.change', claims.sub!, PER_MEMBER)
  return withList(kernel, claims, input.list, async (list) => {
    const { changed, fields } = readChange(list, input.answers)
    const sets = [...setsOf(changed, fields)]
    try {
      return await kernel.database.withClaims(claims, async (db) => {
        const { tenantId, revision } = list.tables
        const waits = list.table.approval ? [sql`approved = false`] : []
        const { rows } = await sql<ListedRow & { own: boolean }>`
          update app.records as r set ${sql.join([sql`updated_at = now()`, ...waits, ...sets])}
          where r.tenant_id = ${tenantId} and r.table_id = ${list.table.id} and r.id = ${input.row}
            and (select app.begin_write(${tenantId}, ${list.table.id}, ${revision}))
          returning ${rowColumns(list.shown, claims)}`.execute(db)
        if (!rows[0]) throw formErrors.row_not_found()
        return withLinks(kernel, claims, list, asListed((await withRights(db, list, rows))[0]!, list))
      })
    } catch (error) {
      throw refusalOf(error, list) ?? error
    }
  })
}

/** @throws {AppError} list_not_found, row_not_found, read_only */
export async function deleteRow(c: RouteContext<{ list: string; row: string }>): Promise<void> {
  const { kernel, claims, input } = c
  await kernel.limits.take('list.change', claims.sub!, PER_MEMBER)
  await withList(kernel, claims, input.list, async (list) => {
    if (!list.design.own_rows) throw formErrors.row_not_found()
    const { tenantId, revision } = list.tables
    try {
      const deleted = await kernel.database.withClaims(claims, (db) =>
        sql`delete from app.records as r
          where r.tenant_id = ${tenantId} and r.table_id = ${list.table.id} and r.id = ${input.row}
            and (select app.begin_write(${tenantId}, ${list.table.id}, ${revision}))
          returning r.id`.execute(db),
      )
      if (deleted.rows.length === 0) throw formErrors.row_not_found()
    } catch (error) {
      throw refusalOf(error, list) ?? error
    }
  })
}

/** The checked new values, of fields of the list or of an entry's own view. @throws {AppError} unknown_field, invalid_answers, row_not_found if the list is not for changes */
function readChange({ design, shown, detailed }: OpenList, answers: Record<string, unknown>) {
  if (!design.own_rows) throw formErrors.row_not_found()
  const changed: SlotRow = { extra: {} }
  const fields: Field[] = []
  const faults: AnswerFault[] = []
  for (const [id, given] of Object.entries(answers)) {
    const field = [...shown, ...detailed].find((one) => one.id === id)
    if (!field) throw formErrors.unknown_field()
    const { value, fault } = readValue(field, given, true)
    if (fault) faults.push({ field: id, ...fault })
    else {
      putValue(changed, field, value)
      fields.push(field)
    }
  }
  if (faults.length > 0) throw invalid(faults)
  return { changed, fields }
}

/** Assignments for the values. Slots and ids were checked by `describeTable`. */
export function* setsOf(changed: SlotRow, fields: Field[]) {
  for (const name of fields.flatMap(({ slot, unique_slot }) => [slot, unique_slot])) {
    if (name === undefined) continue
    yield sql`${sql.ref(name)} = ${changed[name] ?? null}::${sql.raw(slotType(name))}`
  }
  const unslotted = fields.filter(({ slot }) => !slot).map(({ id }) => id)
  if (unslotted.length === 0) return
  yield sql`extra = (r.extra - ${unslotted}::text[]) || ${JSON.stringify(changed.extra)}::jsonb`
}

const invalid = (faults: AnswerFault[]) =>
  formErrors.invalid_answers({ details: { faults } satisfies InvalidAnswers })

function refusalOf(error: unknown, { table, shown, detailed }: OpenList): Error | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined
  if (error.constraint === 'record_files' && error.column)
    return invalid([{ field: error.column, code: 'file' }])
  // The plan of the owner ended, or the row would leave what the member may write.
  if (error.code === '42501') return formErrors.read_only()
  const slot = /^records_(u\d)$/.exec(error.constraint ?? '')?.[1]
  const field = slot && table.fields.find(({ unique_slot }) => unique_slot === slot)
  return field && [...shown, ...detailed].includes(field)
    ? invalid([{ field: field.id, code: 'unique' }])
    : undefined
}

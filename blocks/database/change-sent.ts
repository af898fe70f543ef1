import { sql } from 'kysely'
import type { Field } from '#kernel/browser/fields/field.ts'
import type { Value } from '#kernel/browser/fields/read-value.ts'
import { changeablePart } from '#kernel/browser/forms/changeable-part.ts'
import { evaluateForm } from '#kernel/browser/forms/form-rules.ts'
import type { FormState } from '#kernel/browser/forms/form-state.ts'
import { sqlState } from '#kernel/db/database-error.ts'
import type { Db } from '#kernel/db/database.ts'
import type { RouteContext } from '#kernel/http/route.ts'
import { addressKey } from '#kernel/limits.ts'
import { putValue } from '#kernel/records/check-row.ts'
import type { SlotRow } from '#kernel/records/check-row.ts'
import { STALE_TABLES } from '#kernel/records/tables-cache.ts'
import { tokenHash } from '#kernel/secrets/one-time-token.ts'
import type { ChangeOfSent, SentAnswers } from './endpoints.ts'
import { formErrors } from './errors.ts'
import { checkSize, closed, invalid, refusalOf } from './form-refusals.ts'
import { setsOf } from './list-changes.ts'
import { rowColumns } from './list-rows.ts'
import { openForm } from './open-form.ts'
import type { OpenForm } from './open-form.ts'

/** Visits and changes of one network. */
const PER_ADDRESS = { points: 60, seconds: 600 }
/** Changes with one link, whatever network they come from: each leaves an entry in the history of its row. */
const PER_LINK = { points: 20, seconds: 3600 }

/** What was sent can be changed while the form is open, also if it takes no more submissions, or none of this person. */
const CHANGEABLE: readonly FormState[] = ['open', 'full', 'done', 'sign_in', 'not_for_you']

interface FoundRow {
  id: string
  values: Record<string, Value>
  until: string
}

/** What was sent with a link. @throws {AppError} form_not_found, link_ended, form_closed */
export async function readSent(c: RouteContext<{ form: string; token: string }>): Promise<SentAnswers> {
  await takeVisit(c)
  return withSent(c, async (_, form, { values, until }) => {
    const { fields } = changeablePart(form.design, form.fields.values(), form.settings.payment?.quantity)
    const shown = new Set(fields.map(({ id }) => id))
    return {
      answers: Object.fromEntries(Object.entries(values).filter(([id]) => shown.has(id))),
      until,
    }
  })
}

/**
 * Changes what was sent with a link, by the rules of the form. Where rows need approval, the row waits for it again.
 * @throws {AppError} see `changeSent` in endpoints.ts
 */
export async function changeSent(c: RouteContext<ChangeOfSent>): Promise<{ waits?: true }> {
  const { kernel, claims, input } = c
  await takeVisit(c)
  checkSize(input.answers)
  await kernel.limits.take('form.sent-row', `${input.form} ${input.token}`, PER_LINK)
  return withSent(c, async (db, form, { id }) => {
    if (Object.keys(input.answers).some((field) => !form.fields.has(field))) throw formErrors.unknown_field()
    // Other questions keep their values, and no condition in this part refers to one of them.
    const { design, fields } = changeablePart(
      form.design,
      form.fields.values(),
      form.settings.payment?.quantity,
    )
    const shown = new Map(fields.map((field) => [field.id, field]))
    const { values, faults } = evaluateForm(design, shown, input.answers)
    if (faults.length > 0) throw invalid(faults)
    const changed: SlotRow = { extra: {} }
    const written = form.table.fields.filter((field) => shown.has(field.id))
    // A question that does not apply any more loses its value.
    for (const field of written) putValue(changed, field, values[field.id] ?? null)
    if (written.some((field) => field.required && (values[field.id] ?? null) === null))
      throw formErrors.form_outdated()
    const waits = form.table.approval ? [sql`approved = false`] : []
    await sql`
      update app.records as r set ${sql.join([sql`updated_at = now()`, ...waits, ...setsOf(changed, written)])}
      where r.tenant_id = ${claims.tenant} and r.table_id = ${form.table_id} and r.id = ${id}`.execute(db)
    // Visitors have no right to change rows, so this is written as the service, which has no limits. No lock: parallel changes do not
    // see each other's entries, so together they exceed the limit of the history by one entry for each connection at most. The next
    // change is refused, until the job that forgets old history has made space.
    await sql`select app.check_record_history(${claims.tenant})`.execute(db)
    return form.table.approval ? { waits: true as const } : {}
  })
}

const takeVisit = ({ kernel, clientIp }: Pick<RouteContext<unknown>, 'kernel' | 'clientIp'>) =>
  kernel.limits.take('form.sent', addressKey(clientIp), PER_ADDRESS)

/** Finds the row of a link, and does work on it in one transaction. */
async function withSent<I extends { form: string; token: string }, T>(
  { kernel, claims, input }: RouteContext<I>,
  work: (db: Db, form: OpenForm, row: FoundRow) => Promise<T>,
): Promise<T> {
  const attempt = async (form: OpenForm) => {
    if (!form.settings.edit_days) throw formErrors.link_ended()
    if (!CHANGEABLE.includes(form.state)) throw closed(form)
    try {
      return await kernel.database.asService('proof: a sender has the link to what they sent', async (db) => {
        const row = await findRow(db, form, tokenHash(input.token))
        if (!row) throw formErrors.link_ended()
        return work(db, form, row)
      })
    } catch (error) {
      throw refusalOf(error, form) ?? error
    }
  }
  try {
    return await attempt(await openForm(kernel, claims, input.form))
  } catch (error) {
    if (sqlState(error) !== STALE_TABLES) throw error
    return attempt(await openForm(kernel, claims, input.form, true))
  }
}

/** The owner may shorten the time of links that exist. A deleted row has no link, unless it is restored. */
async function findRow(db: Db, form: OpenForm, hash: Buffer): Promise<FoundRow | undefined> {
  const { tenantId, revision } = form.tables
  const asked: Field[] = form.table.fields.filter(({ id }) => form.fields.has(id))
  const { rows } = await sql<FoundRow>`
    select ${rowColumns(asked, {})}, to_json(s.created_at + make_interval(days => ${form.settings.edit_days!})) #>> '{}' as until
    from app.form_submissions s
    join app.records r on r.tenant_id = s.tenant_id and r.table_id = ${form.table_id} and r.id = s.record_id
    where s.tenant_id = ${tenantId} and s.form_id = ${form.id} and s.edit_hash = ${hash}
      -- A visitor may add a row with the id of one in the trash; a row that comes back is as old as it was.
      and r.created_at <= s.created_at and s.created_at + make_interval(days => ${form.settings.edit_days!}) > now()
      and (select app.begin_write(${tenantId}, ${form.table_id}, ${revision}))
    for update of r`.execute(db)
  return rows[0]
}

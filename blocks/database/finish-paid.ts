import { sql } from 'kysely'
import type { Value } from '#kernel/browser/fields/read-value.ts'
import type { FormSettings } from '#kernel/browser/forms/form-design.ts'
import { sqlState } from '#kernel/db/database-error.ts'
import type { Db } from '#kernel/db/database.ts'
import { AppError } from '#kernel/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { queueEmail } from '#kernel/mail/letter-jobs.ts'
import { insertRecord } from '#kernel/records/insert-record.ts'
import type { TenantTables } from '#kernel/records/description.ts'
import { STALE_TABLES } from '#kernel/records/tables-cache.ts'
import { queueFormEmails } from './letters.ts'
import { rowOf } from './submissions.ts'

interface PaidEntry {
  form: string
  record: string
  answers: Record<string, Value>
  team: string | null
  sender: string | null
  table: string
  settings: FormSettings
  /** The order that paid when its table refused it. It counts whatever became of it since, such as a refund. */
  order: string | null
}

/**
 * Adds what was sent to its table if it is paid: one transaction, under the lock of the entry, so that it happens once. From then on
 * it is a submission like any other, with its emails and events. What the table does not take any more is kept, and the owner gets
 * an email.
 */
export async function finishPaid(kernel: Kernel, tenantId: string, submission: string): Promise<void> {
  // Not the cached tables: a table or field that this process has not seen yet would count as deleted, and refuse what was paid.
  const read = () => kernel.tables.reload(tenantId)
  try {
    await attempt(kernel, await read(), submission)
  } catch (error) {
    if (sqlState(error) !== STALE_TABLES) throw error
    await attempt(kernel, await read(), submission)
  }
}

function attempt(kernel: Kernel, tables: TenantTables, submission: string): Promise<void> {
  const { tenantId } = tables
  return kernel.database.asService('job: add what was paid to its table', async (db) => {
    const entry = await lockEntry(db, tenantId, submission)
    if (!entry) return
    const money = entry.order
      ? { order: entry.order, problem: null }
      : await moneyOf(db, tenantId, submission)
    if (!money) return
    const { order } = money
    const ids = { tenant_id: tenantId, form_id: entry.form, id: submission }
    const problem = money.problem ?? (await tryRow(db, tables, entry))
    if (problem !== null) {
      await settle(db, ids, { state: 'refused', problem, order })
      // What is paid does not count in the limits of uploads.
      await sql`update app.record_files set network = null
        where tenant_id = ${tenantId} and record_id = ${entry.record}`.execute(db)
      // After another attempt, the user who started it reads the problem on the screen.
      if (!entry.order) await queueEmail(kernel, db, 'form-refused', ids)
      return
    }
    // It counts as sent from now on, also for the link to change it.
    await sql`update app.form_submissions set created_at = now()
      where tenant_id = ${tenantId} and form_id = ${entry.form} and id = ${submission}`.execute(db)
    await settle(db, ids, { state: 'sent', problem: null, order })
    return queueFormEmails(kernel, db, entry.settings, ids)
  })
}

/** Undefined if it is not there, or is in its table. */
async function lockEntry(db: Db, tenantId: string, submission: string): Promise<PaidEntry | undefined> {
  const { rows } = await sql<PaidEntry>`
    select p.form_id as form, p.record_id as record, p.answers, p.team_id as team, p.order_id as order, s.sender, f.table_id as table,
      f.settings
    from app.form_payments p
    join app.form_submissions s on s.tenant_id = p.tenant_id and s.form_id = p.form_id and s.id = p.submission_id
    join public.data_forms f on f.tenant_id = p.tenant_id and f.id = p.form_id
    where p.tenant_id = ${tenantId} and p.submission_id = ${submission} and p.state = 'awaiting'
    for no key update of p`.execute(db)
  return rows[0]
}

/**
 * The order that paid for it, or one whose money is there although it gave nothing, with the reason: such money must not be forgotten with
 * the entry, and the owner decides. The lock makes a refund wait: it comes before the row, which is not added then, or after it.
 */
async function moneyOf(
  db: Db,
  tenantId: string,
  submission: string,
): Promise<{ order: string; problem: string | null } | undefined> {
  const { rows } = await sql<{ order: string; problem: string | null }>`
    select o.id as order, case when o.status = 'failed' then o.problem end as problem
    from public.orders o join public.tenants t on t.id = o.tenant_id
    where o.tenant_id = ${tenantId} and o.tied_id = ${submission} and o.tied_queue = 'form-paid'
      and app.is_form_money(o.status, o.problem, o.mode, t.stripe_mode)
    order by o.status = 'paid' desc, o.paid_at, o.id limit 1
    for share of o`.execute(db)
  return rows[0]
}

/** Adds the row. @returns why its table does not take it; null if it did */
async function tryRow(db: Db, tables: TenantTables, entry: PaidEntry): Promise<string | null> {
  await sql`savepoint before_row`.execute(db)
  try {
    await addRow(db, tables, entry)
    return null
  } catch (error) {
    const problem = problemOf(error)
    if (problem === undefined) throw error
    await sql`rollback to savepoint before_row`.execute(db)
    return problem
  }
}

/** @throws {AppError} form_outdated; {DatabaseError} as insertRecord */
async function addRow(db: Db, tables: TenantTables, entry: PaidEntry): Promise<void> {
  const table = [...tables.tables.values()].find(({ id }) => id === entry.table)
  if (!table) throw new TableGone()
  const row = rowOf({ table }, entry.answers, { sub: entry.sender ?? undefined })
  const { sender: by, team: teamId, record: id } = entry
  await insertRecord(db, tables, table, row, { by, approved: !table.approval, teamId, id })
}

class TableGone extends Error {}

/** Why the table does not take a row, for its owner; undefined for what may succeed later. */
function problemOf(error: unknown): string | undefined {
  if (error instanceof TableGone) return 'Its table is in the trash. Restore the table and try again.'
  if (error instanceof AppError && error.code === 'form_outdated')
    return 'A field of its table changed, and the answers do not fit any more.'
  const state = sqlState(error) ?? ''
  if (state === '23505') return 'Another row has a value that must be unique.'
  if (state === '42501') return 'Your plan includes no more rows, or shows this table without changing it.'
  if (state === '23503') return 'It names a file, a row or a team that does not exist any more.'
  return state.startsWith('22') || state.startsWith('23') ? 'Its table refuses the answers.' : undefined
}

interface Settled {
  state: 'sent' | 'refused'
  problem: string | null
  order: string
}

async function settle(
  db: Db,
  { tenant_id, form_id, id }: { tenant_id: string; form_id: string; id: string },
  { state, problem, order }: Settled,
): Promise<void> {
  await sql`
    update app.form_payments set state = ${state}, problem = ${problem}, order_id = ${order}, settled_at = now(), network = null,
      answers = case when ${state} = 'sent' then null else answers end
    where tenant_id = ${tenant_id} and form_id = ${form_id} and submission_id = ${id}`.execute(db)
}

import { sql } from 'kysely'
import type { StoredFile, Value } from '#kernel/browser/fields/read-value.ts'
import { isFileKind } from '#kernel/browser/fields/file-types.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import { commonErrors } from '#kernel/errors.ts'
import { insertRecord } from '#kernel/records/insert-record.ts'
import type { NewRecord } from '#kernel/records/insert-record.ts'
import type { SlotRow } from '#kernel/records/check-row.ts'
import { tokenHash } from '#kernel/secrets/one-time-token.ts'
import { closed } from './form-refusals.ts'
import type { OpenForm } from './open-form.ts'

/** What was sent and waits for its payment. */
export interface HeldEntry {
  submission: string
  record: string
  values: Record<string, Value>
  item: string
  quantity: number
  team: string | null
  /** Secret with which the sender pays. */
  token: string
  /** Keyed hash of the sender's network. */
  network: Buffer
}

/**
 * Whether the table takes this row now: it is added, with all checks of the database, and taken back. The sender learns of a value
 * that another row has before they pay.
 * @throws {DatabaseError} as insertRecord
 */
export async function tryInsert(db: Db, form: OpenForm, row: SlotRow, more: NewRecord): Promise<string> {
  await sql`savepoint before_row`.execute(db)
  await insertRecord(db, form.tables, form.table, row, more)
  await sql`rollback to savepoint before_row`.execute(db)
  const { rows } = await sql<{ id: string }>`select app.uuidv7() as id`.execute(db)
  return rows[0]!.id
}

/** What may wait for its payment on one site: it is in no row yet, so the limits of rows do not count it. */
const MOST_HELD = { entries: 1000, bytes: 20_000_000 }
/**
 * Unpaid entries of one form that one network sent within this time: each keeps a place of the form for two days. Paid ones do not count, so
 * a school behind one address can register all of its classes.
 */
const MOST_OF_NETWORK = { entries: 10, seconds: 3600 }

/**
 * Keeps what was sent until it is paid, with its files, which only its row can claim from now on. The caller has locked the form, so that
 * parallel ones cannot exceed the limits together.
 * @throws {AppError} form_closed when too much waits already on the site; too_many_requests when it does of this network
 */
export async function holdEntry(
  db: Db,
  { tenant }: Claims,
  form: OpenForm,
  { submission, record, values, item, quantity, team, token, network }: HeldEntry,
): Promise<void> {
  await checkNetwork(db, tenant!, form.id, network)
  const { rows } = await sql<{ entries: number; bytes: number }>`
    select count(*)::integer as entries, coalesce(sum(octet_length(answers::text)), 0)::integer as bytes
    from app.form_payments where tenant_id = ${tenant} and state = 'awaiting'`.execute(db)
  const { entries, bytes } = rows[0]!
  if (entries >= MOST_HELD.entries || bytes >= MOST_HELD.bytes) throw closed({ state: 'full' })
  await db
    .insertInto('app.form_payments')
    .values({
      tenant_id: tenant!,
      form_id: form.id,
      submission_id: submission,
      record_id: record,
      item_id: item,
      quantity,
      answers: JSON.stringify(values),
      team_id: team,
      token_hash: tokenHash(token),
      network,
    })
    .execute()
  const files = Object.entries(values)
    .filter(([field, value]) => value !== null && isFileKind(form.fields.get(field)!.kind))
    .map(([, value]) => (value as StoredFile).id)
  if (files.length > 0)
    // They keep their network, so they count in the limits of uploads until a row claims them.
    await sql`update app.record_files set record_id = ${record}
      where tenant_id = ${tenant} and id = any (${files}::uuid[]) and form_id = ${form.id} and record_id is null`.execute(
      db,
    )
}

/** @throws {AppError} too_many_requests */
async function checkNetwork(db: Db, tenantId: string, formId: string, network: Buffer): Promise<void> {
  const { entries: most, seconds } = MOST_OF_NETWORK
  const { rows } = await sql<{ entries: number; wait: number | null }>`
    select count(*)::integer as entries,
      ceil(extract(epoch from min(created_at) + make_interval(secs => ${seconds}) - now()))::integer as wait
    from app.form_payments
    where tenant_id = ${tenantId} and form_id = ${formId} and network = ${network} and state = 'awaiting'
      and created_at > now() - make_interval(secs => ${seconds})
      -- Its money is there, and the job that adds it has not run.
      and not app.form_payment_has_money(tenant_id, submission_id)`.execute(db)
  const { entries, wait } = rows[0]!
  if (entries < most) return
  throw commonErrors.too_many_requests({ headers: { 'retry-after': String(Math.max(1, wait!)) } })
}

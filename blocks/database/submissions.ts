import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { languageOfTag } from '#kernel/browser/languages.ts'
import type { Value } from '#kernel/browser/fields/read-value.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { RouteContext } from '#kernel/http/route.ts'
import { addressKey } from '#kernel/limits.ts'
import { checkRow } from '#kernel/records/check-row.ts'
import type { SlotRow } from '#kernel/records/check-row.ts'
import { insertRecord } from '#kernel/records/insert-record.ts'
import type { NewRecord } from '#kernel/records/insert-record.ts'
import { tokenHash } from '#kernel/secrets/one-time-token.ts'
import { STALE_TABLES } from '#kernel/records/tables-cache.ts'
import { networkHash } from '#services/storage/record-files/tokens.ts'
import { editAddress, senderToken, storedToken } from './edit-links.ts'
import type { FormEntry, Submission, Submitted } from './endpoints.ts'
import { formErrors } from './errors.ts'
import { checkSize, closed, invalid, refusalOf, UNIQUE } from './form-refusals.ts'
import { queueFormEmails } from './letters.ts'
import { evaluateForm } from '#kernel/browser/forms/form-rules.ts'
import { foreignFile, useUpFiles } from './form-files.ts'
import { payableOf, quantityOf } from './form-price.ts'
import { holdEntry, tryInsert } from './held-entries.ts'
import { entryOf, openForm } from './open-form.ts'
import type { OpenForm } from './open-form.ts'
import { checkTicket } from './tickets.ts'

/** Requests of one network to one form: to send it, and to load its state. */
const PER_ADDRESS = { points: 30, seconds: 600 }
const ENTRIES_PER_ADDRESS = { points: 200, seconds: 600 }
/** The same for all ids of forms together, also for ids that no form has. */
const ANY_PER_ADDRESS = { points: 300, seconds: 600 }
const ANY_ENTRIES_PER_ADDRESS = { points: 600, seconds: 600 }
/** Submissions with a valid proof of work to one form. Others of the tenant, and other tenants, have their own. */
const PER_FORM = { points: 200, seconds: 60 }

/** @throws {AppError} form_not_found, too_many_requests */
export async function enterForm({
  kernel,
  claims,
  input,
  clientIp,
}: RouteContext<{ form: string }>): Promise<FormEntry> {
  const address = addressKey(clientIp)
  await kernel.limits.take('form.entry', `${input.form} ${address}`, ENTRIES_PER_ADDRESS)
  await kernel.limits.take('form.any-entry', address, ANY_ENTRIES_PER_ADDRESS)
  return entryOf(kernel, claims, await openForm(kernel, claims, input.form))
}

/**
 * Stores what a visitor sent as a row of the form's table. The form is the only rule about who may add it: its table's own right to
 * add is for the data API.
 * @throws {AppError} see `submitForm` in endpoints.ts
 */
export async function submitForm(c: RouteContext<Submission>): Promise<Submitted> {
  const { kernel, claims, input, clientIp } = c
  const address = addressKey(clientIp)
  await kernel.limits.take('form.address', `${input.form} ${address}`, PER_ADDRESS)
  await kernel.limits.take('form.any', address, ANY_PER_ADDRESS)
  if (input.trap) throw formErrors.looks_automated()
  checkSize(input.answers)
  checkTicket(kernel.config, input.form, input.ticket, input.number)
  await kernel.limits.take('form.all', input.form, PER_FORM)
  try {
    return await store(c, await openForm(kernel, claims, input.form))
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === STALE_TABLES)) throw error
    return store(c, await openForm(kernel, claims, input.form, true))
  }
}

async function store(c: RouteContext<Submission>, form: OpenForm): Promise<Submitted> {
  const { kernel, claims, input } = c
  const sent = sentBy(c)
  const unknown = Object.keys(input.answers).find((id) => !form.fields.has(id))
  if (unknown !== undefined) throw formErrors.unknown_field()
  const { values, faults } = evaluateForm(form.design, form.fields, input.answers)
  if (faults.length > 0) throw invalid(faults)
  const row = rowOf(form, values, claims)
  const teamId = form.table.teamScoped && claims.sub ? await teamOf(c) : null
  const { payment } = form.settings
  const quantity = quantityOf(form.settings, values)
  const { state: payable } = await payableOf(kernel, claims, form.settings)
  try {
    return await kernel.database.asService('closed: store what a visitor sent with a form', async (db) => {
      await lockForm(db, claims, form)
      const same = await findEarlier(c, db, form, sent)
      if (same) return same
      if (form.state !== 'open') throw closed(form)
      if (payable !== 'open') throw closed({ state: payable })
      await takePlace(db, claims, form)
      const stranger = await foreignFile(db, claims, form, values)
      if (stranger) throw invalid([{ field: stranger, code: 'file' }])
      const more = { by: claims.sub ?? null, approved: !form.table.approval, teamId }
      const { record, isStored } = payment
        ? { record: await tryInsert(db, form, row, more), isStored: true }
        : await insertOrPretend(db, form, row, more)
      if (!isStored) await useUpFiles(db, claims, form, values, record)
      const of = linkOf(claims, form, sent)
      const link = form.settings.edit_days ? senderToken(kernel.config, 'form-edit', of) : null
      const { id } = await db
        .insertInto('app.form_submissions')
        .values({
          tenant_id: claims.tenant!,
          form_id: form.id,
          record_id: record,
          sender: claims.sub ?? null,
          language: languageOfTag(input.locale ?? '') ?? 'en',
          edit_hash: link === null ? null : tokenHash(link),
          ...sent,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (payment) {
        const token = senderToken(kernel.config, 'form-pay', of)
        const network = networkHash(kernel.config, claims.tenant!, c.clientIp)
        const { item } = payment
        const held = { submission: id, record, values, item, quantity, team: teamId, token, network }
        await holdEntry(db, claims, form, held)
        return { id, pay: token }
      }
      const ids = { tenant_id: claims.tenant!, form_id: form.id, id }
      await queueFormEmails(kernel, db, form.settings, ids)
      return submitted(c, db, form, { id, link })
    })
  } catch (error) {
    throw refusalOf(error, form) ?? error
  }
}

/**
 * The id of the new row. With `known_is_fine`, a value that another row has gives an id without a row: the submission is counted and
 * repeated like any other, and its files are used up, so the sender cannot tell. Emails and events about it are not written.
 */
async function insertOrPretend(db: Db, form: OpenForm, row: SlotRow, more: NewRecord) {
  const insert = async () => ({
    record: await insertRecord(db, form.tables, form.table, row, more),
    isStored: true,
  })
  if (!form.settings.known_is_fine) return insert()
  await sql`savepoint before_row`.execute(db)
  try {
    return await insert()
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && UNIQUE.test(error.constraint ?? ''))) throw error
    await sql`rollback to savepoint before_row`.execute(db)
    const { rows } = await sql<{ id: string }>`select app.uuidv7() as id`.execute(db)
    return { record: rows[0]!.id, isStored: false }
  }
}

interface Sent {
  ticket: Buffer
  body: Buffer
}

function sentBy({ input, claims }: RouteContext<Submission>): Sent {
  const answers = Object.entries(input.answers).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    ticket: sha256(input.ticket.salt),
    body: sha256(JSON.stringify([claims.sub ?? null, answers])),
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** The submission with the same ticket. @throws {AppError} already_sent if it had other answers */
async function findEarlier(
  c: RouteContext<Submission>,
  db: Db,
  form: OpenForm,
  sent: Sent,
): Promise<Submitted | undefined> {
  const { kernel, claims } = c
  const found = await db
    .selectFrom('app.form_submissions')
    .select(['id', 'body', 'edit_hash'])
    .where('tenant_id', '=', claims.tenant!)
    .where('form_id', '=', form.id)
    .where('ticket', '=', sent.ticket)
    .executeTakeFirst()
  if (!found) return undefined
  if (!sent.body.equals(found.body)) throw formErrors.already_sent()
  const of = linkOf(claims, form, sent)
  const held = await db
    .selectFrom('app.form_payments')
    .select('token_hash')
    .where('tenant_id', '=', claims.tenant!)
    .where('submission_id', '=', found.id)
    .executeTakeFirst()
  const pay = held && storedToken(kernel.config, 'form-pay', of, held.token_hash)
  // The state of the payment has the rest.
  if (pay !== undefined) return { id: found.id, pay }
  const link = storedToken(kernel.config, 'form-edit', of, found.edit_hash) ?? null
  return submitted(c, db, form, { id: found.id, link })
}

const linkOf = ({ tenant }: Claims, { id }: OpenForm, { ticket }: Sent) => ({
  tenantId: tenant!,
  formId: id,
  ticket,
})

/** @param link token with which the sender can change the row */
async function submitted(
  { kernel, claims, input }: RouteContext<Submission>,
  db: Db,
  form: OpenForm,
  { id, link }: { id: string; link: string | null },
): Promise<Submitted> {
  const waits = form.table.approval && { waits: true as const }
  if (link === null) return { id, ...waits }
  const { public_key: key } = await db
    .selectFrom('tenants')
    .select('public_key')
    .where('id', '=', claims.tenant!)
    .executeTakeFirstOrThrow()
  const language = languageOfTag(input.locale ?? '') ?? 'en'
  return {
    id,
    ...waits,
    edit: editAddress(kernel.config, { key: key!, form: form.id, token: link, language }),
  }
}

/** Submissions of one form wait for each other, so that they cannot exceed its limits together. */
async function lockForm(db: Db, { tenant }: Claims, { id }: OpenForm): Promise<void> {
  await sql`select from public.data_forms where tenant_id = ${tenant} and id = ${id} for update`.execute(db)
}

/** Counts a submission if the form is still open for it. @throws {AppError} form_closed */
async function takePlace(db: Db, { tenant, sub }: Claims, { id }: OpenForm): Promise<void> {
  const { rows } = await sql<{ per_person: number | null }>`
    update public.data_forms set submitted = submitted + 1
    where tenant_id = ${tenant} and id = ${id} and is_open and (most is null or submitted < most)
      and (opens_at is null or opens_at <= now()) and (closes_at is null or closes_at > now())
    returning per_person`.execute(db)
  if (!rows[0]) throw closed({ state: 'full' })
  const { per_person: limit } = rows[0]
  if (limit === null) return
  // Visitors are not told apart.
  if (!sub) throw closed({ state: 'sign_in' })
  const { rows: sent } = await sql<{
    count: number
  }>`select count(*)::integer as count from app.form_submissions
    where tenant_id = ${tenant} and form_id = ${id} and sender = ${sub}`.execute(db)
  if (sent[0]!.count >= limit) throw closed({ state: 'done' })
}

/** @throws {AppError} form_outdated if the table requires what the form does not ask */
export function rowOf(
  { table }: Pick<OpenForm, 'table'>,
  values: Record<string, Value>,
  { sub }: Pick<Claims, 'sub'>,
): SlotRow {
  const named = Object.fromEntries(
    table.fields.filter(({ id }) => values[id] !== undefined).map(({ id, name }) => [name, values[id]]),
  )
  const { row } = checkRow(table, named, { me: sub })
  if (!row) throw formErrors.form_outdated()
  return row
}

async function teamOf({ kernel, claims }: RouteContext<Submission>): Promise<string | null> {
  const { rows } = await kernel.database.withClaims(claims, (db) =>
    sql<{ id: string }>`select id from app.my_team() as id`.execute(db),
  )
  return rows[0]?.id ?? null
}

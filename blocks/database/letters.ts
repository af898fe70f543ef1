import type { Field } from '#kernel/browser/fields/field.ts'
import type { Value } from '#kernel/browser/fields/read-value.ts'
import { valueText } from '#kernel/browser/fields/value-text.ts'
import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Limit } from '#kernel/limits.ts'
import { queueEmail } from '#kernel/mail/letter-jobs.ts'
import { mailboxOf } from '#kernel/mail/mailbox.ts'
import { writeLetter } from '#kernel/mail/letter.ts'
import type { Letter, Letters } from '#kernel/unit.ts'
import { sql } from 'kysely'
import { askedFields } from './asked-fields.ts'
import { editAddress, storedToken } from './edit-links.ts'
import { titles } from './embed/texts/spoken.ts'
import { MOST_COPIES, MOST_NOTICES } from '#kernel/browser/forms/form-design.ts'
import type { FormDesign, FormSettings } from '#kernel/browser/forms/form-design.ts'

interface SubmissionIds {
  tenant_id: string
  form_id: string
  id: string
}

interface Sent {
  tenant: string
  title: string
  design: FormDesign
  settings: FormSettings
  fields: Field[]
  /** By name of the field. */
  record: Record<string, Value>
  language: string
  owner: string | null
  ticket: Buffer
  edit_hash: Buffer | null
  public_key: string
  /** The site's plan is at least Pro. */
  paid: boolean
}

/** Emails for a mailbox at most as often as `kernel/mail/letter-jobs.ts` allows; an owner also has a limit per form. */
const PER_FORM = { points: MOST_NOTICES, seconds: 3600 }
/** Confirmations for one mailbox, from all forms of a site. */
const PER_MAILBOX = { points: 5, seconds: 3600 }
/** Confirmations of all forms of a site: strangers choose whom they reach, so the sum is bounded. */
const COPIES = { points: MOST_COPIES.paid, seconds: 3600 }
const COPIES_ON_FREE = { points: MOST_COPIES.free, seconds: 3600 }
/** A report that emails were dropped. */
const A_DAY = { points: 1, seconds: 86_400 }
/** Characters of one value in an email. */
const MOST_CHARACTERS = 2000

export const letters: Letters = {
  'form-received': toOwner,
  'form-copy': toSender,
  'form-refused': aboutRefused,
  'form-dropped': aboutDropped,
}

/** Queues what the settings of a form ask for, in the transaction that adds the row of a submission. */
export async function queueFormEmails(
  kernel: Pick<Kernel, 'jobs'>,
  db: Db,
  { notify, confirm }: FormSettings,
  { tenant_id, form_id, id }: SubmissionIds,
): Promise<void> {
  const ids = { tenant_id, form_id, id }
  if (notify) await queueEmail(kernel, db, 'form-received', ids)
  if (confirm) await queueEmail(kernel, db, 'form-copy', ids)
}

/** What was sent, for the owner. */
async function toOwner(kernel: Kernel, ids: SubmissionIds): Promise<Letter | undefined> {
  const sent = await readSent(kernel, ids)
  if (!sent?.owner || !sent.settings.notify) return undefined
  await takeOrReport(kernel, ids, 'form.received', ids.form_id, PER_FORM)
  const asked = askedFields(sent.design, sent.fields)
  const names = new Map(sent.fields.map(({ id, name }) => [id, name]))
  return {
    to: sent.owner,
    ...writeLetter({
      subject: `New submission: ${sent.title}`,
      brand: 'Bolt Blocks',
      lines: [
        `Someone sent the form “${sent.title}” on ${sent.tenant}.`,
        ...asked.flatMap((field) => {
          const text = valueText(valueOf(sent, names.get(field.id)!))
          return text === '' ? [] : [`${field.title}: ${shortened(text)}`]
        }),
      ],
      button: { label: 'Open the table', address: `${kernel.config.publicUrl}/bolt/tables` },
      closing: [
        'You get this email because you own the site. The sender wrote the values above: open links in them with care.',
        `At most ${MOST_NOTICES} of these emails are sent in an hour. Every submission is in the table.`,
      ],
    }),
  }
}

/** Takes a point of a limit. The first refusal of a day at a site is reported to its owner. @throws {AppError} 429 */
async function takeOrReport(
  kernel: Kernel,
  { tenant_id, form_id, id }: SubmissionIds,
  bucket: string,
  key: string,
  limit: Limit,
): Promise<void> {
  try {
    await kernel.limits.take(bucket, key, limit)
  } catch (refusal) {
    const isFirst = await kernel.limits.take('form.dropped', tenant_id, A_DAY).then(
      () => true,
      () => false,
    )
    if (isFirst)
      await kernel.database.asService('job: report that emails were dropped', (db) =>
        queueEmail(kernel, db, 'form-dropped', { tenant_id, form_id, id }),
      )
    throw refusal
  }
}

/** Emails about submissions that the limits above did not let through. */
async function aboutDropped(kernel: Kernel, ids: SubmissionIds): Promise<Letter | undefined> {
  const found = await readOwner(kernel, ids)
  if (!found?.owner) return undefined
  return {
    to: found.owner,
    ...writeLetter({
      subject: `Some emails about “${found.title}” were not sent`,
      brand: 'Bolt Blocks',
      lines: [
        `The form “${found.title}” on ${found.tenant} is sent more often than emails about it are.`,
        `In an hour you get at most ${MOST_NOTICES} emails about a form, and your senders at most ${MOST_COPIES.paid} confirmations from all forms (${MOST_COPIES.free} on Free). Every submission is in the table.`,
        'If you do not expect so many, limit the submissions of the form, or close it for a while.',
      ],
      button: { label: 'Open the table', address: `${kernel.config.publicUrl}/bolt/tables` },
      closing: ['You get this email because you own the site, at most once a day.'],
    }),
  }
}

/** A payment whose entry the table did not take. It names nothing that was typed. */
async function aboutRefused(kernel: Kernel, ids: SubmissionIds): Promise<Letter | undefined> {
  const found = await readOwner(kernel, ids)
  if (!found?.owner || found.problem === null) return undefined
  return {
    to: found.owner,
    ...writeLetter({
      subject: `A paid entry needs you: ${found.title}`,
      brand: 'Bolt Blocks',
      lines: [
        `Someone sent the form “${found.title}” on ${found.tenant} and paid, but the entry could not be added to its table.`,
        found.problem,
        'The answers are kept. Solve the cause and try again, or refund the order.',
      ],
      button: { label: 'Open the table', address: `${kernel.config.publicUrl}/bolt/tables` },
      closing: ['You get this email because you own the site.'],
    }),
  }
}

/** The owner's message for the sender. It repeats nothing that was typed, so that a sender cannot send their own text to others. */
async function toSender(kernel: Kernel, ids: SubmissionIds): Promise<Letter | undefined> {
  const sent = await readSent(kernel, ids)
  const copy = sent?.settings.confirm
  const name = sent?.fields.find(({ id }) => id === copy?.field)?.name
  const to = name === undefined ? undefined : valueOf(sent!, name)
  if (!sent || !copy || typeof to !== 'string') return undefined
  // One mailbox gets few of these, however often its address is typed in.
  await kernel.limits.take('form.copy', `${ids.tenant_id} ${mailboxOf(to)}`, PER_MAILBOX)
  // A bucket has one size, so each plan has its own.
  if (sent.paid) await takeOrReport(kernel, ids, 'form.copies', ids.tenant_id, COPIES)
  else await takeOrReport(kernel, ids, 'form.copies-free', ids.tenant_id, COPIES_ON_FREE)
  return {
    to,
    ...writeLetter({
      subject: copy.subject,
      brand: sent.tenant,
      language: sent.language,
      lines: copy.text.split(/\n{2,}/),
      ...changeButton(kernel, ids, sent),
      closing: [],
    }),
  }
}

/** The link with which the sender changes what they sent. */
function changeButton(
  { config }: Kernel,
  { tenant_id: tenantId, form_id: formId }: SubmissionIds,
  { ticket, edit_hash, settings, public_key: key, language }: Sent,
): { button?: { label: string; address: string } } {
  const token = settings.edit_days
    ? storedToken(config, 'form-edit', { tenantId, formId, ticket }, edit_hash)
    : undefined
  if (token === undefined) return {}
  const label = words(({ edit }) => edit.link)(language)
  return { button: { label, address: editAddress(config, { key, form: formId, token, language }) } }
}

const words = await titles()

const valueOf = ({ record }: Sent, name: string): Value =>
  Object.hasOwn(record, name) ? record[name]! : null

const shortened = (text: string) =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)} …` : text

/** Undefined if the row was deleted since. */
function readSent(kernel: Kernel, { tenant_id, form_id, id }: SubmissionIds): Promise<Sent | undefined> {
  return kernel.database.asService('job: read a submission for an email', async (db) => {
    const { rows } = await sql<Sent>`
      select n.name as tenant, f.title, f.design, f.settings, t.fields, app.record_values(r, t.fields) as record, s.language, u.email as owner,
        app.has_plan(n.owner_user_id, 'pro') as paid,
        s.ticket, s.edit_hash, n.public_key
      from app.form_submissions s
      join public.data_forms f on f.tenant_id = s.tenant_id and f.id = s.form_id
      join public.data_tables t on t.tenant_id = s.tenant_id and t.id = f.table_id
      join app.records r on r.tenant_id = s.tenant_id and r.table_id = t.id and r.id = s.record_id
      join public.tenants n on n.id = s.tenant_id
      left join auth.users u on u.pool_id = ${PLATFORM_POOL} and u.id = n.owner_user_id
      where s.tenant_id = ${tenant_id} and s.form_id = ${form_id} and s.id = ${id}`.execute(db)
    return rows[0]
  })
}

/** Who owns the site of a form, and why the table refuses the submission. Undefined if the form was deleted. */
function readOwner(kernel: Kernel, { tenant_id, form_id, id }: SubmissionIds) {
  return kernel.database.asService('job: read the owner of a form for an email', async (db) => {
    const { rows } = await sql<{
      tenant: string
      title: string
      problem: string | null
      owner: string | null
    }>`
      select n.name as tenant, f.title, p.problem, u.email as owner
      from public.data_forms f
      join public.tenants n on n.id = f.tenant_id
      left join app.form_payments p on p.tenant_id = f.tenant_id and p.form_id = f.id and p.submission_id = ${id}
      left join auth.users u on u.pool_id = ${PLATFORM_POOL} and u.id = n.owner_user_id
      where f.tenant_id = ${tenant_id} and f.id = ${form_id}`.execute(db)
    return rows[0]
  })
}

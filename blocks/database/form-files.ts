import { sql } from 'kysely'
import { isFileKind } from '#kernel/browser/fields/file-types.ts'
import type { PreparedUpload } from '#kernel/browser/fields/file-upload.ts'
import type { StoredFile, Value } from '#kernel/browser/fields/read-value.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { RouteContext } from '#kernel/http/route.ts'
import { addressKey } from '#kernel/limits.ts'
import { prepareUpload } from '#services/storage/record-files/links.ts'
import type { Submission } from './endpoints.ts'
import { formErrors } from './errors.ts'
import { openForm } from './open-form.ts'
import type { OpenForm } from './open-form.ts'
import { checkTicket } from './tickets.ts'

/** Uploads of one network to one tenant's forms, and of all visitors to one form. */
const PER_ADDRESS = { points: 40, seconds: 600 }
const PER_FORM = { points: 400, seconds: 60 }

/** @throws {AppError} see `prepareFormUpload` in endpoints.ts */
export async function prepareFormUpload({
  kernel,
  claims,
  input,
  clientIp,
}: RouteContext<
  Pick<Submission, 'form' | 'ticket' | 'number'> & { field: string; name: string }
>): Promise<PreparedUpload> {
  await kernel.limits.take('form.files', `${claims.tenant} ${addressKey(clientIp)}`, PER_ADDRESS)
  checkTicket(kernel.config, input.form, input.ticket, input.number)
  const form = await openForm(kernel, claims, input.form)
  await kernel.limits.take('form.uploads', form.id, PER_FORM)
  if (form.state !== 'open') throw formErrors.form_closed({ details: { state: form.state } })
  const field = form.table.fields.find(({ id }) => id === input.field)
  if (!field || !form.fields.has(field.id) || !isFileKind(field.kind)) throw formErrors.unknown_field()
  const of = { tenant: claims.tenant!, table: form.table.id, form: form.id, name: input.name }
  return prepareUpload(kernel.config, claims, field, of)
}

/**
 * The first field whose file this visitor did not upload with this form, or sent before. The row is stored by the service, which may
 * claim every upload for its field, so the form checks whose it is.
 * @param values by id of the field
 */
export async function foreignFile(
  db: Db,
  { tenant, role, sub }: Claims,
  { id, fields }: OpenForm,
  values: Record<string, Value>,
): Promise<string | undefined> {
  for (const [field, value] of Object.entries(values)) {
    if (value === null || !isFileKind(fields.get(field)!.kind)) continue
    const { rows } = await sql`select from app.record_files
      where tenant_id = ${tenant} and id = ${(value as StoredFile).id} and form_id = ${id} and field_id = ${field} and record_id is null
        and uploader_role = ${role} and uploader_id is not distinct from ${sub ?? null}::uuid
        and created_at > now() - app.file_wait(uploader_role)`.execute(db)
    if (rows.length === 0) return field
  }
  return undefined
}

/**
 * Uses up the files of a submission that has no row, for the same time and with the same errors as if a row had claimed them. They are
 * deleted a day later. Deleting them at once would let their upload address make them again.
 */
export async function useUpFiles(
  db: Db,
  { tenant }: Claims,
  { id, fields }: OpenForm,
  values: Record<string, Value>,
  record: string,
): Promise<void> {
  const files = Object.entries(values).filter(
    ([field, value]) => value !== null && isFileKind(fields.get(field)!.kind),
  )
  if (files.length === 0) return
  const ids = files.map(([, value]) => (value as StoredFile).id)
  await sql`update app.record_files set record_id = ${record}, released_at = now() - interval '30 days', network = null
    where tenant_id = ${tenant} and id = any (${ids}::uuid[]) and form_id = ${id} and record_id is null`.execute(
    db,
  )
}

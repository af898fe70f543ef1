import type { Field } from '#kernel/browser/fields/field.ts'
import { acceptsType, fileBytes, isFileKind } from '#kernel/browser/fields/file-types.ts'
import type { StoredFile } from '#kernel/browser/fields/read-value.ts'
import { SERVICE } from '#kernel/db/claims.ts'
import { sqlState } from '#kernel/db/database-error.ts'
import { readBytes } from '#kernel/http/body.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { TenantTables } from '#kernel/records/description.ts'
import type { Stored } from '../backends/backend.ts'
import type { FileVersion } from '../backends/keys.ts'
import { storageErrors } from '../errors.ts'
import { maySign } from '../signing/upload-grant.ts'
import { chunksOf } from '../uploads/body.ts'
import type { Call } from '../storage.ts'
import { dropFile, storeFile } from '../uploads/store-file.ts'
import { readPicture } from './read-picture.ts'
import { SNIFFED_BYTES, sniffType } from './sniff-type.ts'
import { networkHash, readUploadToken } from './tokens.ts'
import type { UploadGrant } from './tokens.ts'

interface Arriving {
  body: AsyncIterable<Uint8Array>
  type: string
  width?: number
  height?: number
}

/**
 * Stores the file of a request for a field, which a row can claim in the next hours (app.file_wait). The token makes one file: sent again, it
 * returns the first one.
 * @throws {AppError} InvalidJWT, AccessDenied after a ban, a deletion or a lost role, NoSuchKey for a field that no longer exists, EntityTooLarge, InvalidMimeType, QuotaExceeded, SlowDown
 */
export async function receiveRecordFile({ storage, c }: Call, token: string): Promise<StoredFile> {
  const { kernel } = storage
  const grant = readUploadToken(kernel.config, token)
  if (grant.sub !== null && !(await maySign(kernel, grant.tenant, grant.sub)))
    throw storageErrors.access_denied()
  const field =
    fieldIn(await kernel.tables.current(grant.tenant), grant) ??
    fieldIn(await kernel.tables.reload(grant.tenant), grant)
  if (!field) throw storageErrors.object_not_found()
  const network =
    grant.role === 'authenticated' ? null : networkHash(kernel.config, grant.tenant, c.get('clientIp'))
  const { file, fits } = await stateOf(kernel, grant, network)
  if (file) return file
  if (network && !fits) throw storageErrors.too_many_requests()
  const maxBytes = Math.min(fileBytes(field), kernel.config.storage.fileBytes)
  const arriving = await readArriving(c.req.raw, field, grant.name, maxBytes)
  const stored = await storeFile(kernel, {
    pool: grant.tenant,
    object: grant.file,
    body: arriving.body,
    contentType: arriving.type,
    maxBytes,
    signal: c.req.raw.signal,
  })
  try {
    return await writeFile(kernel, { ...grant, network }, stored, arriving)
  } catch (error) {
    await dropFile(kernel, stored)
    throw refusalOf(error) ?? error
  }
}

/** The field's table was deleted, or other uploads arrived meanwhile. */
function refusalOf(error: unknown) {
  const state = sqlState(error)
  if (state === '23503') return storageErrors.object_not_found({ cause: error })
  return state === '54000' ? storageErrors.too_many_requests({ cause: error }) : undefined
}

/** The field of a grant, if it takes files. */
export const fieldIn = (
  { tables }: TenantTables,
  { table, field }: Pick<UploadGrant, 'table' | 'field'>,
): Field | undefined =>
  [...tables.values()]
    .find(({ id }) => id === table)
    ?.fields.find(({ id, kind }) => id === field && isFileKind(kind))

/** Type and size are checked before the back end gets a byte; a picture is decoded, and stored without what its camera recorded. */
async function readArriving(
  request: Request,
  field: Field,
  name: string,
  maxBytes: number,
): Promise<Arriving> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw storageErrors.too_large()
  if (field.kind === 'image') {
    const bytes = await readBytes(request, maxBytes).catch((cause: unknown) => {
      throw storageErrors.too_large({ cause })
    })
    requireType(field, sniffType(bytes.subarray(0, SNIFFED_BYTES), name))
    const { body, ...picture } = await readPicture(bytes)
    return { body: chunksOf(new Blob([body]).stream()), ...picture }
  }
  const chunks = chunksOf(request.body)
  const start: Uint8Array[] = []
  let size = 0
  while (size < SNIFFED_BYTES) {
    const { value, done } = await chunks.next()
    if (done) break
    start.push(value)
    size += value.byteLength
  }
  if (size === 0) throw storageErrors.no_content()
  const type = requireType(
    field,
    sniffType(new Uint8Array(Buffer.concat(start)).subarray(0, SNIFFED_BYTES), name),
  )
  return { body: joined(start, chunks), type }
}

async function* joined(start: Uint8Array[], rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* start
  yield* rest
}

function requireType(field: Field, type: string | undefined): string {
  if (!type || !acceptsType(field, type))
    throw storageErrors.invalid_mime_type({ text: 'This field does not take files of this type' })
  return type
}

type Row = StoredFile & { width: number | null; height: number | null }
const asFile = ({ width, height, ...file }: Row): StoredFile => ({
  ...file,
  ...(width !== null && height !== null && { width, height }),
})

/**
 * The file that the token already made, and whether a visitor's or member's network may upload more. Checked before the body is read;
 * writing the row checks it again, with the size.
 */
async function stateOf({ database }: Kernel, { tenant, file }: UploadGrant, network: Buffer | null) {
  const { rows } = await database.once<{ file: Row | null; fits: boolean }>(SERVICE, {
    name: 'record_file_state',
    text: `select (select json_build_object('id', id, 'name', name, 'size', size, 'type', type, 'width', width, 'height', height)
        from app.record_files where tenant_id = $1 and id = $2) as file,
      app.upload_fits($1, $3, 0) as fits`,
    values: [tenant, file, network],
  })
  return { file: rows[0]!.file ? asFile(rows[0]!.file) : undefined, fits: rows[0]!.fits }
}

/** Like `writeRow` of objects: only bytes that the sweep has not taken. */
async function writeFile(
  { database }: Kernel,
  grant: UploadGrant & { network: Buffer | null },
  { version, size, etag }: FileVersion & Stored,
  { type, width = 0, height = 0 }: Arriving,
): Promise<StoredFile> {
  const { rows } = await database.once<Row>(SERVICE, {
    name: 'record_file_write',
    text: `with bytes as (
        select from storage.loose_files where (pool_id, object_id, version) = ($1, $2, $3) and due_at > now() for update)
      insert into app.record_files (tenant_id, id, version, table_id, field_id, form_id, uploader_role, uploader_id, name, size, type,
        width, height, etag, network)
      select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, nullif($12::integer, 0), nullif($13::integer, 0), $14, $15 from bytes
      on conflict do nothing returning id, name, size::float8 as size, type, width, height`,
    values: [
      grant.tenant,
      grant.file,
      version,
      grant.table,
      grant.field,
      grant.form,
      grant.role,
      grant.sub,
      grant.name,
      size,
      type,
      width,
      height,
      etag,
      grant.network,
    ],
  })
  if (!rows[0]) throw storageErrors.cut_off()
  return asFile(rows[0])
}

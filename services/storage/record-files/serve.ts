import { SERVICE } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import { sqlState } from '#kernel/db/database-error.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { TenantTables } from '#kernel/records/description.ts'
import { STALE_TABLES } from '#kernel/records/tables-cache.ts'
import { fileKey } from '../backends/keys.ts'
import { storageErrors } from '../errors.ts'
import { transform } from '../images/transform.ts'
import { takeLimit } from '../limits.ts'
import { fileHeaders } from '../serve/headers.ts'
import { maySign } from '../signing/upload-grant.ts'
import type { Call } from '../storage.ts'
import { fieldIn } from './receive.ts'
import { readReadToken } from './tokens.ts'
import type { ReadGrant } from './tokens.ts'

interface FileRow {
  version: string
  name: string
  size: number
  type: string
  width: number | null
  etag: string
  created_at: Date
}

/**
 * Responds with a file of a row, or a picture in the size of the link. A link names its reader, whose account, and right to the row and the field,
 * are checked again for each request: a row that is deleted, hidden or no longer approved ends its links. The file itself is always
 * a download.
 * @throws {AppError} InvalidJWT, NoSuchKey
 */
export async function serveRecordFile(call: Call, token: string): Promise<Response> {
  const { storage, c } = call
  const { kernel } = storage
  const grant = readReadToken(kernel.config, token)
  if (!(await mayRead(kernel, grant))) throw storageErrors.object_not_found()
  const file = await findFile(kernel, grant)
  if (!file) throw storageErrors.object_not_found()
  const { version, name, type, etag, size } = file
  const metadata = {
    mimetype: type,
    eTag: etag,
    size,
    lastModified: file.created_at.toISOString(),
    cacheControl: 'max-age=3600',
  }
  const object = {
    id: grant.file,
    bucket_id: '',
    name,
    version,
    owner_id: null,
    metadata,
    user_metadata: null,
    created_at: file.created_at,
    updated_at: file.created_at,
    last_accessed_at: file.created_at,
  }
  const headers = fileHeaders(object, { kind: 'signed', until: grant.until }, name)
  headers.delete('accept-ranges')
  if (grant.width > 0) headers.set('etag', `"${version}-${grant.width}"`)
  if (c.req.header('if-none-match') === headers.get('etag'))
    return new Response(null, { status: 304, headers })
  if (grant.width > 0) await takeLimit(call, 'render')
  const stored = await storage.files.get(fileKey({ pool: grant.tenant, object: grant.file, version }))
  if (!stored) throw storageErrors.object_not_found()
  if (grant.width === 0) {
    headers.set('content-length', String(stored.size))
    return new Response(c.req.method === 'HEAD' ? null : stored.body, { headers })
  }
  const original = new Uint8Array(await new Response(stored.body).arrayBuffer())
  const width = Math.min(grant.width, file.width ?? grant.width)
  const picture = await transform(original, { width, format: 'webp' })
  headers.set('content-type', picture.contentType)
  headers.set('content-disposition', 'inline')
  headers.set('content-length', String(picture.body.byteLength))
  return new Response(c.req.method === 'HEAD' ? null : picture.body, { headers })
}

async function mayRead(kernel: Kernel, grant: ReadGrant): Promise<boolean> {
  if (grant.sub !== null && !(await maySign(kernel, grant.tenant, grant.sub))) return false
  if (grant.role === 'authenticated') return grant.sub !== null
  try {
    return await visitorMayRead(kernel, grant, await kernel.tables.current(grant.tenant))
  } catch (error) {
    if (sqlState(error) !== STALE_TABLES) throw error
    return visitorMayRead(kernel, grant, await kernel.tables.reload(grant.tenant))
  }
}

/** The row is read as its reader; the revision makes sure that the field is described as it is now. */
async function visitorMayRead(
  { database }: Kernel,
  grant: ReadGrant,
  tables: TenantTables,
): Promise<boolean> {
  const field = fieldIn(tables, grant)
  const claims: Claims = {
    role: grant.role,
    pool: grant.tenant,
    tenant: grant.tenant,
    ...(grant.sub && { sub: grant.sub }),
  }
  const { rows } = await database.once<{ file: string | null; is_open: boolean }>(claims, {
    name: 'record_file_row',
    text: `select r.extra #>> array[$4, 'id'] as file,
        $5::uuid is null or $5 = any (array(select app.my_audiences())) as is_open
      from app.records r where r.tenant_id = $1 and r.table_id = $2 and r.id = $3 and (select app.check_tables($1, $6))`,
    values: [grant.tenant, grant.table, grant.record, grant.field, field?.audience ?? null, tables.revision],
    readOnly: true,
  })
  return field !== undefined && rows[0]?.file === grant.file && rows[0].is_open
}

async function findFile(
  { database }: Kernel,
  { tenant, file, table, field }: ReadGrant,
): Promise<FileRow | undefined> {
  const { rows } = await database.once<FileRow>(SERVICE, {
    name: 'record_file',
    text: `select version, name, size::float8 as size, type, width, etag, created_at from app.record_files
      where tenant_id = $1 and id = $2 and table_id = $3 and field_id = $4`,
    values: [tenant, file, table, field],
  })
  return rows[0]
}

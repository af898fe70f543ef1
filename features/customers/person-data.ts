import { downloadZip } from 'client-zip'
import { sql } from 'kysely'
import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { proveOwner } from '#services/auth/accounts/prove-owner.ts'
import type { OwnerProof } from '#services/auth/accounts/prove-owner.ts'
import { openAuth } from '#services/auth/auth.ts'
import { endUsersOf } from '#services/auth/pool.ts'
import { fileKey } from '#services/storage/backends/keys.ts'
import { openStorage } from '#services/storage/open.ts'
import type { CustomerOf } from './endpoints.ts'
import { customerErrors } from './errors.ts'
import { readCustomer } from './read-customer.ts'

/**
 * Everything that is stored about one customer of the caller's own tenant, as a ZIP file.
 * @throws {AppError} tenant_not_found, customer_not_found
 */
export async function exportCustomerData(kernel: Kernel, claims: Claims, of: CustomerOf): Promise<Response> {
  await readCustomer(kernel, claims, of)
  return zipOf(kernel, of.tenantId, of.customerId)
}

/**
 * The same for the calling end user, who must prove to be the owner of the account.
 * @throws {AppError} the errors of `proveOwner`
 */
export async function exportOwnData(kernel: Kernel, claims: Claims, proof: OwnerProof): Promise<Response> {
  const tenant = await kernel.tenancy.byPublicKey(String(claims.aud))
  if (!tenant || tenant.id !== claims.pool || claims.pool === PLATFORM_POOL)
    throw customerErrors.customer_not_found()
  const caller = { ...claims, sub: claims.sub!, session_id: claims.session_id! }
  await proveOwner({ auth: openAuth(kernel), pool: endUsersOf(tenant), claims: caller }, proof)
  return zipOf(kernel, tenant.id, caller.sub)
}

/** Columns of a table by its name, as the units declared them with `app.add_person_data`. */
type PersonData = Record<string, unknown[]>

/** `folder`: a bucket, or one for files of own tables. */
interface StoredFile {
  id: string
  version: string
  folder: string
  name: string
}

/** The file is written while it is read: neither the process nor the disk ever has all of it. */
async function zipOf(kernel: Kernel, tenantId: string, userId: string): Promise<Response> {
  const { data, files } = await kernel.database.asService(
    'closed: all data of one end user, for them or the owner of the tenant',
    async (db) => {
      const parts = await sql<{ part: string; content: unknown[] }>`
        select part, content from app.person_export(${tenantId}, ${userId})`.execute(db)
      const stored = await sql<StoredFile>`select id, version, bucket_id as folder, name from storage.objects
        where pool_id = ${tenantId} and owner_id = ${userId}
        union all select id, version, folder, name from app.files_of_person(${tenantId}, ${userId}) order by folder, name`.execute(
        db,
      )
      const content: PersonData = Object.fromEntries(parts.rows.map((row) => [row.part, row.content]))
      return { data: content, files: stored.rows }
    },
  )
  const { files: bytes } = openStorage(kernel)
  async function* entries() {
    yield { name: 'data.json', input: JSON.stringify(data, null, 2), lastModified: new Date() }
    for (const { id, version, folder, name } of files) {
      const file = await bytes.get(fileKey({ pool: tenantId, object: id, version }))
      // One that was deleted meanwhile is listed in data.json and has no bytes.
      if (file) yield { name: `files/${safePath(folder)}/${safePath(name)}`, input: file.body }
    }
  }
  const { body } = downloadZip(entries())
  return new Response(body, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="data-${userId}.zip"`,
      'cache-control': 'no-store',
    },
  })
}

/** A path that unpacks inside of its folder on every system: no `..`, drive, backslash or control character. */
export const safePath = (name: string): string =>
  name
    .split('/')
    // oxlint-disable-next-line no-control-regex -- what is replaced
    .map((part) => part.replace(/[\u0000-\u001f\u007f\\:*?"<>|]/g, '_').replace(/^\.+$|^$/, '_'))
    .join('/')

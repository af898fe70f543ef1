import type { AppContext } from '#kernel/http/context.ts'
import { objectAddress, pathSegments } from '../address.ts'
import type { ObjectAddress } from '../address.ts'
import { notFound } from '../buckets/bucket.ts'
import { storageErrors } from '../errors.ts'
import { findVisibleObject, publicObject, signedObject } from '../objects/object.ts'
import type { StoredObject } from '../objects/object.ts'
import type { UrlGrant } from '../signing/tokens.ts'
import type { Call } from '../storage.ts'

/**
 * An object that the caller may read, or everyone may. One error covers both, so that it does not reveal
 * more.
 */
export async function findReadable(
  call: Call,
  address: ObjectAddress,
  operation: string,
): Promise<StoredObject> {
  const object =
    (await findVisibleObject(call, address, operation)) ??
    (await publicObject(call.storage, call.pool, address))
  if (!object) throw await notFound(call.storage, call, address.bucket)
  checkVersion(call.c, object)
  return object
}

/** An object that everyone may read. A private bucket and a missing one look the same. */
export async function findPublic(call: Call, { pool, address }: PublicPlace): Promise<StoredObject> {
  const object = await publicObject(call.storage, pool, address)
  if (!object) throw storageErrors.object_not_found()
  checkVersion(call.c, object)
  return object
}

/** The object of a signed URL. */
export async function findSigned(call: Call, grant: UrlGrant): Promise<StoredObject> {
  const object = await signedObject(call.storage, grant)
  if (!object) throw storageErrors.object_not_found()
  return object
}

export interface PublicPlace {
  pool: string
  address: ObjectAddress
}

/**
 * The namespace of a public URL. Browsers send no API key with an image, so a tenant's public key can precede
 * the bucket (`/object/public/pk_…/photos/a.png`) or be part of the query (`?apikey=pk_…`).
 * @param skip path segments before the bucket
 */
export async function publicPlace(call: Call, skip: number): Promise<PublicPlace> {
  const key = pathSegments(call.c)[skip] ?? ''
  if (!key.startsWith('pk_')) return { pool: call.pool, address: objectAddress(call.c, skip) }
  const tenant = await call.storage.kernel.tenancy.byPublicKey(key)
  if (!tenant) throw storageErrors.object_not_found()
  return { pool: tenant.id, address: objectAddress(call.c, skip + 1) }
}

/** Only the newest version of a file is stored: any other requested version does not exist. */
function checkVersion(c: AppContext, { version }: StoredObject): void {
  const requestedVersion = c.req.query('versionId')
  if (requestedVersion !== undefined && requestedVersion !== version) throw storageErrors.object_not_found()
}

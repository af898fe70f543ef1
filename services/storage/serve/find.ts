import type { AppContext } from '#kernel/http/context.ts'
import { objectAddress, stepsOf } from '../address.ts'
import type { ObjectAddress } from '../address.ts'
import { notFound } from '../buckets/bucket.ts'
import { storageErrors } from '../errors.ts'
import { ownObject, publicObject, signedObject } from '../objects/object.ts'
import type { StoredObject } from '../objects/object.ts'
import type { SignedAddress } from '../signing/tokens.ts'
import type { Call } from '../storage.ts'

/** What the caller may read, or what anybody may: both by one refusal, which does not tell whether there is more. */
export async function readable(call: Call, address: ObjectAddress, operation: string): Promise<StoredObject> {
  const object =
    (await ownObject(call, address, operation)) ?? (await publicObject(call.storage, call.pool, address))
  if (!object) throw await notFound(call.storage, call, address.bucket)
  checkVersion(call.c, object)
  return object
}

/** What anybody may read. A private bucket and none are the same. */
export async function openToAll(call: Call, { pool, address }: PublicPlace): Promise<StoredObject> {
  const object = await publicObject(call.storage, pool, address)
  if (!object) throw storageErrors.object_not_found()
  checkVersion(call.c, object)
  return object
}

/** What a signed address opens. */
export async function signed(call: Call, { pool, address }: SignedAddress): Promise<StoredObject> {
  const object = await signedObject(call.storage, pool, address)
  if (!object) throw storageErrors.object_not_found()
  return object
}

export interface PublicPlace {
  pool: string
  address: ObjectAddress
}

/**
 * Which namespace a public address is about. Browsers send no API key with an image, so a tenant's public key may
 * stand in front of the bucket (`/object/public/pk_…/photos/a.png`), or in the query (`?apikey=pk_…`).
 * @param skip steps before the bucket
 */
export async function publicPlace(call: Call, skip: number): Promise<PublicPlace> {
  const key = stepsOf(call.c)[skip] ?? ''
  if (!key.startsWith('pk_')) return { pool: call.pool, address: objectAddress(call.c, skip) }
  const tenant = await call.storage.kernel.tenancy.byPublicKey(key)
  if (!tenant) throw storageErrors.object_not_found()
  return { pool: tenant.id, address: objectAddress(call.c, skip + 1) }
}

/** Only the newest version of a file is kept: another one that is asked for is not there. */
function checkVersion(c: AppContext, { version }: StoredObject): void {
  const asked = c.req.query('versionId')
  if (asked !== undefined && asked !== version) throw storageErrors.object_not_found()
}

import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import type { ObjectAddress } from '../address.ts'
import { bucketOf } from '../buckets/bucket.ts'
import { isKey } from '../names.ts'
import { findReadable } from '../serve/find-object.ts'
import { settingsOf } from '../storage.ts'
import type { Call } from '../storage.ts'
import { signableTransform, signToken } from './tokens.ts'

/** Seconds that a URL lasts at most when its signer reads the bucket by an audience, which they may leave. */
const MEMBER_SECONDS = 300

/** The same for staff, who may lose their role, and for applications, whose access may be withdrawn: as long as an access token. */
const STAFF_SECONDS = 3600

/**
 * The lifetime of a URL. The access of members is checked when it is signed, not when it is used; that of a creator also then,
 * by `signerOf`.
 */
async function lifetime(call: Call, bucket: string, seconds: number): Promise<number> {
  if (call.claims.role === 'service_role') return seconds
  if (call.claims.role === 'authenticated')
    return (await isOwner(call)) ? seconds : Math.min(seconds, STAFF_SECONDS)
  const audience = (await bucketOf(call.storage, call.pool, bucket))?.read_audience_id
  return audience ? Math.min(seconds, MEMBER_SECONDS) : seconds
}

/** The creator who signs for a tenant's namespace, and whose right is checked again when the URL is used. */
const signerOf = ({ claims, pool }: Call) =>
  claims.role === 'authenticated' && pool !== PLATFORM_POOL && claims.sub ? { signer: claims.sub } : {}

/** Whether the caller owns the namespace for good: a creator their own tenant, or the platform's own files. */
async function isOwner({ claims, pool, storage }: Call): Promise<boolean> {
  if (claims.client_id !== undefined) return false
  if (pool === PLATFORM_POOL) return true
  const { rows } = await storage.kernel.database.once(claims, {
    name: 'owner of a namespace',
    text: 'select from app.owned_tenants() as id where id = $1',
    values: [pool],
    readOnly: true,
  })
  return rows.length > 0
}

/**
 * Signs the URL, relative to the mount, of a file that the caller may read.
 * @param seconds lifetime of the URL; at most MEMBER_SECONDS for members of a bucket's audience, STAFF_SECONDS for staff
 */
export async function signUrl(
  call: Call,
  address: ObjectAddress,
  seconds: number,
  transform: object | undefined,
): Promise<string> {
  const options = signableTransform(transform)
  await findReadable(call, address, 'storage.object.sign')
  const transformed = Object.keys(options).length > 0
  const token = await signToken(
    call.storage.kernel.config,
    transformed
      ? { pool: call.pool, address, purpose: 'render', transform: options, ...signerOf(call) }
      : { pool: call.pool, address, purpose: 'download', ...signerOf(call) },
    await lifetime(call, address.bucket, seconds),
  )
  const base = transformed ? '/render/image/sign' : '/object/sign'
  return `${base}/${address.bucket}/${address.name}?token=${token}`
}

const UNREADABLE = 'Either the object does not exist or you do not have access to it'

/** Signs many URLs. Unreadable files get an error instead, which does not reveal whether they exist. */
export async function signUrls(call: Call, bucket: string, paths: string[], seconds: number) {
  const names = paths.map((path) => path.replace(/^\/+/, ''))
  const { rows } = await call.storage.kernel.database.once<{ name: string }>(call.claims, {
    ...settingsOf(call, 'storage.object.sign_many'),
    text: `select name from storage.objects where pool_id = $1 and bucket_id = $2 and name = any ($3)`,
    values: [call.pool, bucket, names.filter(isKey)],
  })
  const found = new Set(rows.map(({ name }) => name))
  const lasting = await lifetime(call, bucket, seconds)
  return Promise.all(
    names.map(async (name, i) => {
      if (!found.has(name)) return { error: UNREADABLE, path: paths[i], signedURL: null }
      const signable = {
        pool: call.pool,
        address: { bucket, name },
        purpose: 'download' as const,
        ...signerOf(call),
      }
      const token = await signToken(call.storage.kernel.config, signable, lasting)
      return { error: null, path: paths[i], signedURL: `/object/sign/${bucket}/${name}?token=${token}` }
    }),
  )
}

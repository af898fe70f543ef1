import { allowAnyone, keyHolder } from '../guards.ts'
import { storageErrors } from '../errors.ts'
import type { StorageRoute } from '../route-table.ts'
import { verifyUploadToken } from '../signing/upload-grant.ts'
import { ownerOf } from '../storage.ts'
import type { Call } from '../storage.ts'
import { addressOf } from './start-upload.ts'
import { handleTusRequest } from './protocol.ts'

const PATH = '/storage/v1/upload/resumable'

/** With the caller's own permission, checked at the start and after the last byte. */
const own: StorageRoute['handle'] = (call) =>
  handleTusRequest(call, {
    path: PATH,
    uploader: { role: call.claims.role, user: ownerOf(call), signed: false },
    owner: ownerOf(call),
    mayReplace: async () => call.c.req.header('x-upsert') === 'true',
    check: async () => undefined,
  })

/**
 * With the token of a signed upload, in the header x-signature: for one name, with the permissions that were
 * signed.
 */
const signed: StorageRoute['handle'] = async (call) => {
  const token = call.c.req.header('x-signature')
  if (!token) throw storageErrors.invalid_request({ text: 'Missing x-signature header' })
  const pool = poolOfToken(token) ?? call.pool
  const inPool: Call = { ...call, pool }
  const verify = async (address: { bucket: string; name: string }) => {
    const grant = await verifyUploadToken(inPool, address, token)
    if (grant.pool !== pool) throw storageErrors.invalid_signature()
    return grant
  }
  let owner: string | null = null
  return handleTusRequest(inPool, {
    path: `${PATH}/sign`,
    uploader: { role: call.claims.role, user: ownerOf(call), signed: true },
    get owner() {
      return owner
    },
    mayReplace: async (metadata) => {
      const grant = await verify(addressOf(metadata))
      owner = grant.owner
      return grant.upsert
    },
    check: async ({ bucket, name }) => {
      owner = (await verify({ bucket, name })).owner
    },
  })
}

/** The namespace that a token claims, before the token is verified. */
function poolOfToken(token: string): string | undefined {
  try {
    const { pool } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      pool?: unknown
    }
    return typeof pool === 'string' && /^[0-9a-f-]{36}$/.test(pool) ? pool : undefined
  } catch {
    return undefined
  }
}

const each = (path: string, guard: StorageRoute['guard'], handle: StorageRoute['handle']): StorageRoute[] => [
  { method: 'OPTIONS', path, guard: allowAnyone, limit: 'read', handle: own },
  { method: 'POST', path, guard, limit: 'write', handle },
  // GET routes also handle HEAD, which returns the progress of an upload.
  { method: 'GET', path: `${path}/:id`, guard, limit: 'read', handle },
  { method: 'PATCH', path: `${path}/:id`, guard, limit: 'write', handle },
  { method: 'DELETE', path: `${path}/:id`, guard, limit: 'write', handle },
]

/** Resumable uploads with the tus protocol. */
export const resumableRoutes: StorageRoute[] = [
  ...each('/upload/resumable/sign', allowAnyone, signed),
  ...each('/upload/resumable', keyHolder, own),
]

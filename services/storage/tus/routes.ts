import { anybody, keyHolder } from '../guards.ts'
import { storageErrors } from '../errors.ts'
import type { StorageRoute } from '../route-table.ts'
import { addressOfToken } from '../signing/tokens.ts'
import { ownerOf } from '../storage.ts'
import type { Call } from '../storage.ts'
import { addressOf } from './begin.ts'
import { speakTus } from './protocol.ts'

const PATH = '/storage/v1/upload/resumable'

/** By the caller's own right, asked when it begins and when the last byte has come. */
const own: StorageRoute['handle'] = (call) =>
  speakTus(call, {
    path: PATH,
    uploader: { role: call.claims.role, user: ownerOf(call), signed: false },
    owner: ownerOf(call),
    mayReplace: async () => call.c.req.header('x-upsert') === 'true',
    check: async () => undefined,
  })

/** By the token of a signed upload, in the header x-signature: for that one name, as whoever signed it allowed. */
const signed: StorageRoute['handle'] = async (call) => {
  const token = call.c.req.header('x-signature')
  if (!token) throw storageErrors.invalid_request({ text: 'Missing x-signature header' })
  const pool = poolOfToken(token) ?? call.pool
  const inPool: Call = { ...call, pool }
  const ask = async (address: { bucket: string; name: string }) => {
    const opened = await addressOfToken(inPool, address, 'upload', token)
    if (opened.pool !== pool) throw storageErrors.invalid_signature()
    return opened
  }
  let owner: string | null = null
  return speakTus(inPool, {
    path: `${PATH}/sign`,
    uploader: { role: call.claims.role, user: ownerOf(call), signed: true },
    get owner() {
      return owner
    },
    mayReplace: async (metadata) => {
      const opened = await ask(addressOf(metadata))
      owner = opened.owner
      return opened.upsert
    },
    check: async ({ bucket, name }) => {
      owner = (await ask({ bucket, name })).owner
    },
  })
}

/** The namespace that a token says it is for; believed only once the token is verified. */
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
  { method: 'OPTIONS', path, guard: anybody, limit: 'read', handle: own },
  { method: 'POST', path, guard, limit: 'write', handle },
  // GET answers HEAD, which tells how far an upload got.
  { method: 'GET', path: `${path}/:id`, guard, limit: 'read', handle },
  { method: 'PATCH', path: `${path}/:id`, guard, limit: 'write', handle },
  { method: 'DELETE', path: `${path}/:id`, guard, limit: 'write', handle },
]

/** Uploads in pieces, by the tus protocol. */
export const resumableRoutes: StorageRoute[] = [
  ...each('/upload/resumable/sign', anybody, signed),
  ...each('/upload/resumable', keyHolder, own),
]

import * as z from 'zod/mini'
import { bucketAddress, objectAddress } from '../address.ts'
import { allowAnyone, keyHolder } from '../guards.ts'
import { parsedJson } from '../input.ts'
import { checkUpload } from '../objects/check-upload.ts'
import { upload } from '../objects/upload.ts'
import type { StorageRoute } from '../route-table.ts'
import { ownerOf } from '../storage.ts'
import { signUrl, signUrls } from './sign-urls.ts'
import { signToken } from './tokens.ts'
import { verifyUploadToken } from './upload-grant.ts'

/** Seconds. Ten years is practically unlimited, and still a valid date. */
const expiresIn = z.int().check(z.minimum(1), z.maximum(315_360_000))
const one = z.object({ expiresIn, transform: z.optional(z.record(z.string(), z.unknown())) })
const many = z.object({
  expiresIn,
  paths: z.array(z.string()).check(z.minLength(1), z.maxLength(1000)),
})

/** Seconds within which a signed upload must start: two hours. */
const UPLOAD_SECONDS = 7200

export const signingRoutes: StorageRoute[] = [
  {
    method: 'POST',
    path: '/object/upload/sign/:bucket/*',
    guard: keyHolder,
    limit: 'write',
    handle: async (call) => {
      const address = objectAddress(call.c, 3)
      const upsert = call.c.req.header('x-upsert') === 'true'
      await checkUpload(call, address, { upsert, operation: 'storage.object.sign_upload_url' })
      const signable = { pool: call.pool, address, purpose: 'upload' as const, owner: ownerOf(call), upsert }
      const token = await signToken(call.storage.kernel.config, signable, UPLOAD_SECONDS)
      const url = `/object/upload/sign/${address.bucket}/${address.name}?token=${token}`
      return call.c.json({ url, token })
    },
  },
  {
    method: 'PUT',
    path: '/object/upload/sign/:bucket/*',
    guard: allowAnyone,
    limit: 'write',
    handle: async (call) => {
      const { pool, address, owner, upsert } = await verifyUploadToken(call, objectAddress(call.c, 3))
      const { key } = await upload({ ...call, pool }, address, { owner, upsert })
      return call.c.json({ Key: key })
    },
  },
  {
    method: 'POST',
    path: '/object/sign/:bucket',
    guard: keyHolder,
    limit: 'write',
    handle: async (call) => {
      const { paths, expiresIn: seconds } = await parsedJson(call, many)
      return call.c.json(await signUrls(call, bucketAddress(call.c, 2), paths, seconds))
    },
  },
  {
    method: 'POST',
    path: '/object/sign/:bucket/*',
    guard: keyHolder,
    limit: 'write',
    handle: async (call) => {
      const { expiresIn: seconds, transform } = await parsedJson(call, one)
      const signedURL = await signUrl(call, objectAddress(call.c, 2), seconds, transform)
      return call.c.json({ signedURL })
    },
  },
]

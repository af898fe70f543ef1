import * as z from 'zod/mini'
import { bucketAddress, objectAddress } from '../address.ts'
import { storageErrors } from '../errors.ts'
import { keyHolder } from '../guards.ts'
import { parsedJson } from '../input.ts'
import { checkedKey } from '../names.ts'
import type { StorageRoute } from '../route-table.ts'
import { ownerOf } from '../storage.ts'
import type { Call } from '../storage.ts'
import { checkUpload } from './check-upload.ts'
import { copyObject } from './copy.ts'
import { listFolder, listInput } from './list.ts'
import { listKeys, listKeysInput } from './list-v2.ts'
import { moveObject } from './move.ts'
import { removeObject, removeObjects } from './remove.ts'
import { upload } from './upload.ts'

const places = {
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.optional(z.nullable(z.string())),
  sourceVersionId: z.optional(z.nullable(z.string())),
}
const move = z.object(places)
const copy = z.object({
  ...places,
  copyMetadata: z.optional(z.boolean()),
  metadata: z.optional(
    z.nullable(
      z.object({
        cacheControl: z.optional(z.string().check(z.regex(/^[\w\-=, "*]{1,200}$/))),
        mimetype: z.optional(z.string()),
      }),
    ),
  ),
})
const wanted = z.union([z.string(), z.object({ path: z.string(), versionId: z.string() })])
const removal = z.object({ prefixes: z.array(wanted).check(z.minLength(1), z.maxLength(1000)) })

/** Checks the source and target named in a body. */
function endsOf(input: z.infer<typeof move>) {
  if (input.sourceVersionId) throw storageErrors.not_enabled({ text: 'Versioning of objects is not enabled' })
  const name = (key: string) => checkedKey(key.replace(/^\/+/, ''))
  return {
    from: { bucket: input.bucketId, name: name(input.sourceKey) },
    to: { bucket: input.destinationBucket || input.bucketId, name: name(input.destinationKey) },
  }
}

const isUpsert = (call: Call) => call.c.req.header('x-upsert') === 'true'

async function uploadTo(call: Call, upsert: boolean, operation: string): Promise<Response> {
  const address = objectAddress(call.c, 1)
  const { id, key } = await upload(call, address, {
    owner: ownerOf(call),
    upsert,
    check: (announced) => checkUpload(call, address, { ...announced, upsert, operation }),
  })
  return call.c.json({ Id: id, Key: key })
}

/** The caller's own metadata from a header: base64 of a JSON object. */
function headerMetadata(call: Call): Record<string, unknown> | null {
  const header = call.c.req.header('x-metadata')
  if (!header) return null
  try {
    const value: unknown = JSON.parse(Buffer.from(header, 'base64').toString('utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch (cause) {
    throw storageErrors.invalid_request({ text: 'x-metadata must be base64 of a JSON object', cause })
  }
  throw storageErrors.invalid_request({ text: 'x-metadata must be base64 of a JSON object' })
}

export const objectRoutes: StorageRoute[] = [
  {
    method: 'POST',
    path: '/object/list/:bucket',
    guard: keyHolder,
    limit: 'list',
    handle: async (call) =>
      call.c.json(await listFolder(call, bucketAddress(call.c, 2), await parsedJson(call, listInput))),
  },
  {
    method: 'POST',
    path: '/object/list-v2/:bucket',
    guard: keyHolder,
    limit: 'list',
    handle: async (call) =>
      call.c.json(await listKeys(call, bucketAddress(call.c, 2), await parsedJson(call, listKeysInput))),
  },
  {
    method: 'POST',
    path: '/object/move',
    guard: keyHolder,
    limit: 'write',
    handle: async (call) => {
      const { from, to } = endsOf(await parsedJson(call, move))
      const id = await moveObject(call, from, to)
      return call.c.json({ message: 'Successfully moved', Id: id, Key: to.name })
    },
  },
  {
    method: 'POST',
    path: '/object/copy',
    guard: keyHolder,
    limit: 'write',
    handle: async (call) => {
      const input = await parsedJson(call, copy)
      const { from, to } = endsOf(input)
      const object = await copyObject(call, from, to, {
        upsert: isUpsert(call),
        userMetadata: headerMetadata(call),
        ...(input.copyMetadata === false ? { overrides: input.metadata ?? {} } : {}),
      })
      return call.c.json({ ...object, Id: object.id, Key: `${to.bucket}/${to.name}` })
    },
  },
  {
    method: 'DELETE',
    path: '/object/:bucket',
    guard: keyHolder,
    limit: 'write',
    handle: async (call) => {
      const { prefixes } = await parsedJson(call, removal)
      return call.c.json(await removeObjects(call, bucketAddress(call.c, 1), prefixes))
    },
  },
  {
    method: 'DELETE',
    path: '/object/:bucket/*',
    guard: keyHolder,
    limit: 'write',
    handle: async (call) => {
      await removeObject(call, objectAddress(call.c, 1))
      return call.c.json({ message: 'Successfully deleted' })
    },
  },
  {
    method: 'POST',
    path: '/object/:bucket/*',
    guard: keyHolder,
    limit: 'write',
    handle: (call) => uploadTo(call, isUpsert(call), 'storage.object.upload'),
  },
  {
    // Replaces an object, or creates it if it does not exist, as the official service does.
    method: 'PUT',
    path: '/object/:bucket/*',
    guard: keyHolder,
    limit: 'write',
    handle: (call) => uploadTo(call, true, 'storage.object.upload_update'),
  },
]

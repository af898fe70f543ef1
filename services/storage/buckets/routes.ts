import * as z from 'zod/mini'
import { bucketAddress } from '../address.ts'
import { keyHolder } from '../guards.ts'
import { parsedJson, parsedQuery } from '../input.ts'
import type { StorageRoute } from '../route-table.ts'
import { bucketChanges, bucketSettings, newBucket } from './bucket-input.ts'
import { listBuckets, readBucket } from './bucket-rows.ts'
import { createBucket, deleteBucket, emptyBucket, updateBucket } from './write-bucket.ts'

const page = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 1000),
  offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
  search: z._default(z.string().check(z.maxLength(100)), ''),
  sortColumn: z._default(z.enum(['id', 'name', 'created_at', 'updated_at']), 'id'),
  sortOrder: z._default(z.enum(['asc', 'desc']), 'asc'),
})

export const bucketRoutes: StorageRoute[] = [
  {
    method: 'GET',
    path: '/bucket',
    guard: keyHolder,
    limit: 'read',
    handle: async (call) => call.c.json(await listBuckets(call, parsedQuery(call, page))),
  },
  {
    method: 'POST',
    path: '/bucket',
    guard: keyHolder,
    limit: 'write',
    handle: async (call) => {
      const input = await parsedJson(call, newBucket)
      const settings = bucketSettings(input, call.storage.kernel.config.storage.fileBytes)
      return call.c.json({ name: await createBucket(call, input.id ?? input.name ?? '', settings) })
    },
  },
  {
    method: 'GET',
    path: '/bucket/:id',
    guard: keyHolder,
    limit: 'read',
    handle: async (call) => call.c.json(await readBucket(call, bucketAddress(call.c, 1))),
  },
  {
    method: 'PUT',
    path: '/bucket/:id',
    guard: keyHolder,
    limit: 'write',
    handle: async (call) => {
      const input = await parsedJson(call, bucketChanges)
      const settings = bucketSettings(input, call.storage.kernel.config.storage.fileBytes)
      await updateBucket(call, bucketAddress(call.c, 1), settings)
      return call.c.json({ message: 'Successfully updated' })
    },
  },
  {
    method: 'DELETE',
    path: '/bucket/:id',
    guard: keyHolder,
    limit: 'write',
    handle: async (call) => {
      await deleteBucket(call, bucketAddress(call.c, 1))
      return call.c.json({ message: 'Successfully deleted' })
    },
  },
  {
    method: 'POST',
    path: '/bucket/:id/empty',
    guard: keyHolder,
    limit: 'write',
    handle: async (call) => {
      await emptyBucket(call, bucketAddress(call.c, 1))
      return call.c.json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' })
    },
  },
]

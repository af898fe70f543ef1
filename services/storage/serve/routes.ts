import { objectAddress } from '../address.ts'
import { allowAnyone, keyHolder } from '../guards.ts'
import { readImageOptions } from '../images/options.ts'
import type { StorageRoute } from '../route-table.ts'
import { verifyUrlToken } from '../signing/tokens.ts'
import type { Call } from '../storage.ts'
import { findPublic, publicPlace, findReadable, findSigned } from './find-object.ts'
import type { Sharing } from './headers.ts'
import { infoOf } from './info.ts'
import { render } from './render.ts'
import { serve } from './serve.ts'

const query = (call: Call) => new URL(call.c.req.url).searchParams
const PRIVATE: Sharing = { kind: 'private' }
const PUBLIC: Sharing = { kind: 'public' }

/**
 * The three ways to access a file: own permission, public bucket, signed URL. GET routes also handle HEAD.
 */
const findOwn = (call: Call, skip: number, operation: string) => {
  const address = objectAddress(call.c, skip)
  return () => findReadable(call, address, operation)
}
const open = async (call: Call, skip: number) => {
  const place = await publicPlace(call, skip)
  return { pool: place.pool, find: () => findPublic(call, place) }
}
const byToken = async (call: Call, skip: number, purpose: 'download' | 'render') => {
  const token = await verifyUrlToken(call, objectAddress(call.c, skip), purpose)
  const sharing: Sharing = { kind: 'signed', until: token.until }
  return { pool: token.pool, find: () => findSigned(call, token), sharing, transform: token.transform }
}

const info = (call: Call, skip: number) => async () => {
  const object = await findOwn(call, skip, 'storage.object.get_authenticated_info')()
  return call.c.json(infoOf(object), 200, { 'cache-control': 'private, no-store' })
}

export const serveRoutes: StorageRoute[] = [
  {
    method: 'GET',
    path: '/object/public/:bucket/*',
    guard: allowAnyone,
    limit: 'read',
    handle: async (call) => {
      const { pool, find } = await open(call, 2)
      return serve(call, pool, find, PUBLIC)
    },
  },
  {
    method: 'GET',
    path: '/object/sign/:bucket/*',
    guard: allowAnyone,
    limit: 'read',
    handle: async (call) => {
      const { pool, find, sharing } = await byToken(call, 2, 'download')
      return serve(call, pool, find, sharing)
    },
  },
  {
    method: 'GET',
    path: '/object/info/public/:bucket/*',
    guard: allowAnyone,
    limit: 'read',
    handle: async (call) => call.c.json(infoOf(await (await open(call, 3)).find())),
  },
  {
    method: 'GET',
    path: '/object/info/authenticated/:bucket/*',
    guard: keyHolder,
    limit: 'read',
    handle: (call) => info(call, 3)(),
  },
  {
    method: 'GET',
    path: '/object/info/:bucket/*',
    guard: keyHolder,
    limit: 'read',
    handle: (call) => info(call, 2)(),
  },
  {
    method: 'GET',
    path: '/object/authenticated/:bucket/*',
    guard: keyHolder,
    limit: 'read',
    handle: (call) => serve(call, call.pool, findOwn(call, 2, 'storage.object.get_authenticated'), PRIVATE),
  },
  {
    method: 'GET',
    path: '/object/:bucket/*',
    guard: keyHolder,
    limit: 'read',
    handle: (call) => serve(call, call.pool, findOwn(call, 1, 'storage.object.get_authenticated'), PRIVATE),
  },
  {
    method: 'GET',
    path: '/render/image/public/:bucket/*',
    guard: allowAnyone,
    limit: 'render',
    handle: async (call) => {
      const { pool, find } = await open(call, 3)
      return render(call, pool, find, PUBLIC, readImageOptions(query(call)))
    },
  },
  {
    method: 'GET',
    path: '/render/image/sign/:bucket/*',
    guard: allowAnyone,
    limit: 'render',
    handle: async (call) => {
      const { pool, find, sharing, transform } = await byToken(call, 3, 'render')
      return render(call, pool, find, sharing, transform)
    },
  },
  {
    method: 'GET',
    path: '/render/image/authenticated/:bucket/*',
    guard: keyHolder,
    limit: 'render',
    handle: (call) =>
      render(
        call,
        call.pool,
        findOwn(call, 3, 'storage.render.image_authenticated'),
        PRIVATE,
        readImageOptions(query(call)),
      ),
  },
]

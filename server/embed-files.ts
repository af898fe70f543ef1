import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { commonErrors } from '#kernel/errors.ts'
import type { AppEnv } from '#kernel/http/context.ts'
import type { Dist } from './dist.ts'

const RELEASE = /^\/v1\.\d+\.\d+\/bb(-more)?\.js$/

/**
 * The script tag and the blocks' hashed files. `/v1/bb.js` moves within its major version; `/v1.x.y/bb.js` is the
 * committed release and never changes. Readable from every site (integrity checks need CORS).
 */
export function embedFiles(dist: Dist, releases: string): Hono<AppEnv> {
  const files = new Hono<AppEnv>()
  const everywhere = (cache: string) => (_: string, c: { header(name: string, value: string): void }) => {
    c.header('cache-control', cache)
    c.header('access-control-allow-origin', '*')
    c.header('timing-allow-origin', '*')
  }
  if (dist.folder) {
    files.get(
      '/v1/:file{bb(-more)?\\.js}',
      serveStatic({
        root: `${dist.folder}/embed/loader`,
        rewriteRequestPath: (path) => path.replace('/v1/', '/'),
        onFound: everywhere('public, max-age=300, stale-while-revalidate=86400'),
      }),
    )
    files.get(
      '/embed-assets/*',
      serveStatic({
        root: `${dist.folder}/embed`,
        rewriteRequestPath: (path) => path.replace('/embed-assets/', '/assets/'),
        onFound: everywhere('public, max-age=31536000, immutable'),
      }),
    )
  }
  const released = serveStatic({ root: releases, onFound: everywhere('public, max-age=31536000, immutable') })
  files.get('*', (c, next) => (RELEASE.test(c.req.path) ? released(c, next) : next()))
  for (const path of ['/v1/*', '/embed-assets/*', '/embed/*'])
    files.get(path, () => {
      throw commonErrors.not_found()
    })
  return files
}

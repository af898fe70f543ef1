import { Hono } from 'hono'
import { commonErrors } from '#kernel/errors.ts'
import type { AppContext, AppEnv } from '#kernel/http/context.ts'
import type { Dist } from './dist.ts'
import { compressedFile, readFolder, sendFile } from './static/files.ts'
import type { StaticFile } from './static/files.ts'

const MOVING = 'public, max-age=300, stale-while-revalidate=86400'
const FOR_GOOD = 'public, max-age=31536000, immutable'
const RELEASE = /^\/v1\.\d+\.\d+\/bb(-more|-extra)?\.js$/

/**
 * The script tag and the blocks' hashed files. `/v1/bb.js` is updated within its major version; `/v1.x.y/bb.js` is the
 * committed release and never changes. Every site can read them (integrity checks need CORS).
 */
export function embedFiles(dist: Dist, releases: string): Hono<AppEnv> {
  const files = new Hono<AppEnv>()
  if (dist.folder) {
    const loader = readFolder(`${dist.folder}/embed/loader`)
    const assets = readFolder(`${dist.folder}/embed/assets`)
    files.get('/v1/:file', (c, next) => everywhere(c, loader.get(c.req.param('file')), MOVING) ?? next())
    files.get(
      '/embed-assets/:file',
      (c, next) => everywhere(c, assets.get(c.req.param('file')), FOR_GOOD) ?? next(),
    )
  }
  const released = readReleases(releases)
  files.get('/:release/:file', (c, next) => everywhere(c, released.get(c.req.path), FOR_GOOD) ?? next())
  for (const path of ['/v1/*', '/embed-assets/*', '/embed/*'])
    files.get(path, () => {
      throw commonErrors.not_found()
    })
  return files
}

function everywhere(c: AppContext, file: StaticFile | undefined, cache: string): Response | undefined {
  if (!file) return undefined
  c.header('cache-control', cache)
  c.header('access-control-allow-origin', '*')
  c.header('timing-allow-origin', '*')
  return sendFile(c, file)
}

/** Published loaders by path; they are stored as published. */
function readReleases(folder: string): ReadonlyMap<string, StaticFile> {
  return new Map(
    [...readFolder(folder)]
      .filter(([path]) => RELEASE.test(`/${path}`))
      .map(([path, { plain }]) => [`/${path}`, compressedFile(path, plain)]),
  )
}

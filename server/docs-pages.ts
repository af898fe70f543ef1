import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { commonErrors } from '#kernel/errors.ts'
import type { AppContext, AppEnv } from '#kernel/http/context.ts'
import type { Dist } from './dist.ts'
import { readFolder, sendFile } from './static/files.ts'
import type { StaticFile } from './static/files.ts'

type Files = ReadonlyMap<string, StaticFile>

/** Seconds after which a browser asks again while the manual is being built. */
const RETRY_SECONDS = 2

/**
 * The manual under /docs, which VitePress builds from the Markdown files of the project. It is built when it is first
 * requested, so that it does not delay the start; until then the response is 503 with a page that reloads.
 * @param build builds `dist/docs` if its sources changed
 */
export function docsPages(dist: Dist, root: string, build: () => Promise<void>): Hono<AppEnv> {
  const pages = new Hono<AppEnv>()
  let files: Files | undefined
  let building: Promise<void> | undefined

  async function load(c: AppContext): Promise<void> {
    try {
      await build()
      files = readFolder(join(dist.folder!, 'docs'))
    } catch (error) {
      // The next request tries again.
      building = undefined
      c.get('log').error({ error: String(error) }, 'the manual could not be built')
    }
  }

  pages.get('/llms.txt', (c) => {
    const text = readFileSync(join(root, 'docs', 'llms.txt'), 'utf8')
    c.header('cache-control', 'public, max-age=300')
    return c.text(text.replaceAll('HOST', new URL(c.get('kernel').config.publicUrl).host))
  })
  pages.get('/docs', (c) => c.redirect('/docs/', 308))
  pages.get('/docs/*', (c) => {
    if (!dist.folder) throw commonErrors.not_found({ text: 'The manual is not built' })
    if (!files) {
      building ??= load(c)
      return waitPage(c)
    }
    const path = c.req.path.slice('/docs/'.length)
    const file = files.get(path || 'index.html') ?? files.get(`${path}.html`)
    if (file) return send(c, path, file)
    const missing = files.get('404.html')
    if (!missing || /\.[a-z0-9]+$/i.test(path)) throw commonErrors.not_found()
    c.status(404)
    return send(c, '404.html', missing)
  })
  return pages
}

function send(c: AppContext, path: string, file: StaticFile): Response {
  // VitePress puts a hash into the names of its assets.
  const hashed = path.startsWith('assets/')
  c.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (file.type.startsWith('text/html')) {
    c.header('content-security-policy', policyOf(file))
    c.header('x-frame-options', 'DENY')
  }
  return sendFile(c, file)
}

function waitPage(c: AppContext): Response {
  c.header('refresh', String(RETRY_SECONDS))
  c.header('retry-after', String(RETRY_SECONDS))
  c.header('cache-control', 'no-store')
  c.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  const text = 'The manual is being built. This page reloads when it is ready.'
  return c.html(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Manual</title><h1>Manual</h1><p>${text}</p></html>`,
    503,
  )
}

const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g

/** The pages' inline scripts are allowed by their hashes; VitePress sets style attributes. */
function policyOf({ plain }: StaticFile): string {
  const scripts = [...plain.toString().matchAll(INLINE_SCRIPT)].map(
    ([, text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`,
  )
  return [
    "default-src 'none'",
    ["script-src 'self'", ...new Set(scripts)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

import { Hono } from 'hono'
import { blocks } from '#blocks/registry.ts'
import { commonErrors } from '#kernel/errors.ts'
import type { AppEnv } from '#kernel/http/context.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Dist } from './dist.ts'
import { headedPaths, withHead, withSharedSite } from './page-head.ts'
import { isScreen } from './screen-paths.ts'
import { compressedPage } from './static/compress.ts'
import { compressedFile, readFolder, sendFile } from './static/files.ts'
import type { StaticFile } from './static/files.ts'

/** The part of index.html that is replaced by the server's public settings. */
const CONFIG_SLOT = /(<script type="application\/json" id="bb-config">)[\s\S]*?(<\/script>)/

/**
 * Paths that are never a screen: mistyped API calls, missing files, hidden files that scanners probe. Responding with a
 * page would hide that.
 */
const NO_SCREEN =
  /^\/((auth|rest|functions|storage|realtime|graphql)\/v\d+|v\d[\w.]*|embed|embed-assets|webhooks|health|metrics)(\/|$)|\/\.|\.[a-z0-9]+$/i

/** Files with unhashed names, next to the page. */
const AT_THE_ROOT = ['mark.svg', 'og.png']

/** The Studio: its hashed assets, and its single page for every other path. It can never be framed. */
export function studioPages(kernel: Kernel, dist: Dist): Hono<AppEnv> {
  const pages = new Hono<AppEnv>()
  const shown = renderPages(kernel, dist.studioPage)

  if (dist.folder) {
    const assets = readFolder(`${dist.folder}/studio/assets`)
    const root = readFolder(`${dist.folder}/studio`)
    pages.get('/assets/:file', (c, next) => {
      const file = assets.get(c.req.param('file'))
      if (!file) return next()
      c.header('cache-control', 'public, max-age=31536000, immutable')
      return sendFile(c, file)
    })
    for (const name of AT_THE_ROOT) {
      const file = root.get(name)
      if (!file) continue
      pages.get(`/${name}`, (c) => {
        c.header('cache-control', 'no-cache')
        return sendFile(c, file)
      })
    }
  }
  pages.get('/assets/*', () => {
    throw commonErrors.not_found()
  })
  pages.get('*', async (c) => {
    if (NO_SCREEN.test(c.req.path)) throw commonErrors.not_found()
    const { byPath, other, filled } = await shown
    const file = byPath.get(c.req.path) ?? other
    if (!file) throw commonErrors.not_found({ text: 'The Studio is not built' })
    c.header('content-security-policy', policy(kernel))
    c.header('x-frame-options', 'DENY')
    c.header('cross-origin-opener-policy', 'same-origin')
    c.header('cross-origin-resource-policy', 'same-origin')
    c.header('cache-control', 'no-cache')
    const site = c.req.path === '/try' ? c.req.query('site') : undefined
    const shared = site && filled && withSharedSite(filled, kernel.config.publicUrl, site)
    if (shared) return compressedPage(c, shared)
    // The same page, which also says so; search engines and link checkers rely on the status.
    if (!isScreen(c.req.path)) c.status(404)
    return sendFile(c, file)
  })
  pages.all('*', () => {
    throw commonErrors.method_not_allowed()
  })
  return pages
}

interface ShownPages {
  /** Pages with their own title and description. */
  byPath: ReadonlyMap<string, StaticFile>
  other: StaticFile | undefined
  /** The page with the server's settings, before a path's title. */
  filled?: string
}

async function renderPages(kernel: Kernel, page: string | undefined): Promise<ShownPages> {
  if (!page) return { byPath: new Map(), other: undefined }
  const { config } = kernel
  const settings = {
    url: config.publicUrl,
    anonKey: await kernel.tokens.apiKey('anon'),
    mode: config.env,
    sandbox: config.payments.provider === 'sandbox',
    embedOrigin: config.embedOrigin,
    blocks: Object.keys(blocks),
    contact: config.contact,
    fileBytes: config.storage.fileBytes,
  }
  const filled = page.replace(
    CONFIG_SLOT,
    (_, open: string, close: string) => open + JSON.stringify(settings).replaceAll('<', '\\u003c') + close,
  )
  const file = (path?: string) =>
    compressedFile('index.html', Buffer.from(withHead(filled, config.publicUrl, path)))
  return { byPath: new Map(headedPaths.map((path) => [path, file(path)])), other: file(), filled }
}

/** No inline scripts, no eval; the component libraries' style attributes need inline styles. */
function policy({ config }: Kernel): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${config.publicUrl}`,
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

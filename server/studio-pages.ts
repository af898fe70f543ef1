import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { commonErrors } from '#kernel/errors.ts'
import type { AppEnv } from '#kernel/http/context.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Dist } from './dist.ts'

/** Where index.html waits for what the server says about itself. */
const CONFIG_SLOT = /(<script type="application\/json" id="bb-config">)[\s\S]*?(<\/script>)/

/**
 * Addresses that are never a screen: calls that missed, files that are not there, hidden files that scanners ask for.
 * A page as their answer would hide that.
 */
const NO_SCREEN =
  /^\/((auth|rest|functions|storage|realtime|graphql)\/v\d+|v\d[\w.]*|embed|embed-assets|webhooks|health|metrics)(\/|$)|\/\.|\.[a-z0-9]+$/i

/** The Studio: its hashed assets, and its one page for every other address. It can never be framed. */
export function studioPages(kernel: Kernel, dist: Dist): Hono<AppEnv> {
  const pages = new Hono<AppEnv>()
  const page = renderPage(kernel, dist.studioPage)

  if (dist.folder) {
    const files = serveStatic({
      root: `${dist.folder}/studio`,
      onFound: (_, c) => c.header('cache-control', 'public, max-age=31536000, immutable'),
    })
    pages.get('/assets/*', files)
    pages.get('/mark.svg', serveStatic({ path: `${dist.folder}/studio/mark.svg` }))
  }
  pages.get('/assets/*', () => {
    throw commonErrors.not_found()
  })
  pages.get('*', async (c) => {
    if (NO_SCREEN.test(c.req.path)) throw commonErrors.not_found()
    const html = await page
    if (!html) throw commonErrors.not_found({ text: 'The Studio is not built' })
    c.header('content-security-policy', policy(kernel))
    c.header('x-frame-options', 'DENY')
    c.header('cross-origin-opener-policy', 'same-origin')
    c.header('cross-origin-resource-policy', 'same-origin')
    c.header('cache-control', 'no-cache')
    return c.html(html)
  })
  pages.all('*', () => {
    throw commonErrors.method_not_allowed()
  })
  return pages
}

async function renderPage(kernel: Kernel, page: string | undefined): Promise<string | undefined> {
  if (!page) return undefined
  const { config } = kernel
  const settings = {
    url: config.publicUrl,
    anonKey: await kernel.tokens.apiKey('anon'),
    mode: config.env,
    sandbox: config.payments.provider === 'sandbox',
    embedOrigin: config.embedOrigin,
  }
  return page.replace(
    CONFIG_SLOT,
    (_, open: string, close: string) => open + JSON.stringify(settings).replaceAll('<', '\\u003c') + close,
  )
}

/** No inline script, no eval; style attributes of the component libraries need inline styles. */
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

import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { AUTO_THEME } from '#kernel/browser/theme-variants.ts'
import type { AppEnv } from '#kernel/http/context.ts'

/** A substitute for a builder's page: unstyled, in the browser's own colors. */
const PLAIN =
  'html{color-scheme:light;background:Canvas}html[data-mode=dark]{color-scheme:dark}body{margin:28px}'
/** With a theme from the page, the page has a look of its own. */
const OWN_LOOK =
  'body{font-family:Georgia,serif}nav{display:flex;gap:20px;align-items:center;margin-bottom:28px}' +
  'nav a{color:light-dark(#9a3412,#fdba74)}' +
  'nav button{font:inherit;padding:8px 16px;border:0;border-radius:6px;background:light-dark(#9a3412,#fdba74);color:light-dark(#fff,#2b1104)}'
const NAV = '<nav><a href="#">Bread</a><a href="#">Visit us</a><button type="button">Order</button></nav>'
const styleFor = (theme: string | undefined) => (theme === AUTO_THEME ? PLAIN + OWN_LOOK : PLAIN)

/** Scripts inside may not leave the frame or navigate the page around it; checkouts open in a new window. */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src ${hashOf(PLAIN)} ${hashOf(PLAIN + OWN_LOOK)}`,
  "frame-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  `sandbox ${SANDBOX}`,
].join('; ')

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!)

/**
 * The page of the playground's live mode: a sample site with one tag pasted into it. It is under /embed
 * because blocks use it as their return URL.
 */
export function livePages(): Hono<AppEnv> {
  const pages = new Hono<AppEnv>()
  pages.get('/embed/playground', (c) => {
    const { mode, ...asked } = c.req.query()
    const tag = ['tenant', 'block', 'id', 'theme']
      .filter((name) => asked[name])
      .map((name) => ` data-${name}="${escapeHtml(asked[name]!)}"`)
      .join('')
    c.header('content-security-policy', POLICY)
    c.header('cache-control', 'no-cache')
    return c.html(
      `<!doctype html><html lang="en" data-mode="${mode === 'dark' ? 'dark' : 'light'}"><head><meta charset="utf-8">` +
        `<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">` +
        `<title>Playground</title><style>${styleFor(asked['theme'])}</style></head><body>${asked['theme'] === AUTO_THEME ? NAV : ''}` +
        `<script async src="/v1/bb.js"${tag} data-env="test"></script></body></html>`,
    )
  })
  return pages
}

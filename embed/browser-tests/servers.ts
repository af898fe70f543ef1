// Test helper: our host with the built pages but without a database, and a third-party site with a strict
// policy.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after } from 'node:test'
import { readCustomLook } from '#kernel/browser/theme/theme.ts'
import { resolveTheme } from '#kernel/browser/theme/resolve-theme.ts'
import { titles } from '#blocks/auth/embed/texts/spoken.ts'
import { languageOf } from '#server/language.ts'
import { builtPages, DIST, products } from './built-pages.ts'

export interface HostSite {
  /** Our origin, which serves the tag. */
  blocks: string
  /** The host page's origin: another site, not just another port. */
  shop: string
  /** A third site, which the tenant does not list. */
  evil: string
  /** Adds a page to the host site. @returns its URL */
  page(html: string, policy?: string): string
  /** A tag as in the snippet. */
  tag(block: string, attributes?: string): string
  /** Paths requested from our host, in order. */
  asked: string[]
  /** While set, our pages stop before their last script until the promise settles. */
  halfway?: Promise<void> | undefined
  /** Delay in milliseconds of every response of both sites; default none. */
  latency?: number | undefined
}

export const KEY = 'pk_AAAAAAAAAAAAAAAAAAAAAAAA'

/** The key of a tenant with every sign-in method and this many providers. */
export const keyWithProviders = (count: number) => `${KEY.slice(0, -1)}${count}`

const PROVIDERS = ['Google', 'GitHub', 'Microsoft'].map((name) => ({ id: name.toLowerCase(), name }))

const waysBy = (key: string | null) => ({
  password: true,
  signUp: true,
  emailCode: true,
  passkeys: true,
  providers: PROVIDERS.slice(0, Number(/\d$/.exec(key ?? '') ?? 0)),
})

async function listen(handle: RequestListener): Promise<number> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise((resolve) => server.once('listening', resolve))
  return (server.address() as AddressInfo).port
}

const hashes = (texts: string[]) =>
  texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ')
const TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css' }

export async function startHostSite(): Promise<HostSite> {
  const pages = await builtPages()
  const authTitle = (await titles())((texts) => texts.signIn)
  const asked: string[] = []
  let shop = ''

  const late = (handle: RequestListener) =>
    listen((...asked) => {
      if (stranger.latency) setTimeout(handle, stranger.latency, ...asked)
      else handle(...asked)
    })

  const blocksPort = await late((request, response) => {
    const url = new URL(request.url!, 'http://blocks')
    // Requested at intervals while the block is visible, so the number of requests depends on timing.
    if (url.pathname === '/functions/v1/catalogue') {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ items: products.slice(0, 3), canSell: true }))
      return
    }
    asked.push(url.pathname)
    const file = /^\/(v1|embed-assets)\/([\w.-]+\.(js|css))$/.exec(url.pathname)
    if (file) {
      const folder = file[1] === 'v1' ? 'loader' : 'assets'
      response.setHeader('content-type', TYPES[file[3]!]!).setHeader('access-control-allow-origin', '*')
      response.end(readFileSync(join(DIST, 'embed', folder, file[2]!)))
      return
    }
    const release = /^\/v1\.\d+\.\d+\/bb(-more)?\.js$/.test(url.pathname)
    if (release) {
      response.setHeader('content-type', TYPES['js']!).setHeader('access-control-allow-origin', '*')
      response.end(readFileSync(join(DIST, '..', 'embed', 'releases', url.pathname)))
      return
    }
    const page = /^\/embed\/(auth|pay|success)$/.exec(url.pathname)?.[1]
    if (!page) {
      response.writeHead(404).end()
      return
    }
    const origin = url.searchParams.get('origin')
    const listed = origin === shop
    const data = {
      items: products.slice(0, 3),
      canSell: true,
      ways: waysBy(url.searchParams.get('tenant')),
      checkoutOrigins: ['https://checkout.example'],
      parentOrigin: listed ? origin : null,
      host: { refused: origin !== null && !listed, origin: origin ?? undefined, exact: true },
      ...(origin !== null && !listed && { tenant: null }),
    }
    const { theme, mode, panel, plain } = Object.fromEntries(url.searchParams)
    response.setHeader('content-type', 'text/html')
    const look = resolveTheme(
      { variant: 'clean' },
      {
        theme,
        mode: mode === 'dark' ? 'dark' : 'light',
        panel: panel === '1',
        plain: plain === 'true',
        own: readCustomLook((name) => url.searchParams.get(name) ?? undefined),
      },
    )
    const lang = languageOf(url, undefined)
    const title = page === 'auth' ? authTitle(lang) : page
    const { html, scripts, styles } = pages.written(page, data, { look, lang, title })
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src 'self' ${hashes(scripts)}; style-src 'self' ${hashes(styles)}; connect-src 'self'`,
    )
    const middle = html.lastIndexOf('<script>')
    response.write(html.slice(0, middle))
    const end = () => void response.end(html.slice(middle))
    if (stranger.halfway) void stranger.halfway.then(end)
    else end()
  })
  const blocks = `http://localhost:${blocksPort}`

  const site = new Map<string, { html: string; policy: string }>()
  const sitePort = await late((request, response) => {
    const found = site.get(request.url!)
    response.setHeader('content-type', 'text/html')
    if (found?.policy) response.setHeader('content-security-policy', found.policy)
    response.writeHead(found ? 200 : 404).end(found?.html)
  })
  shop = `http://shop.localhost:${sitePort}`
  const strict = `default-src 'none'; script-src ${blocks}; frame-src ${blocks}`

  const stranger: HostSite = {
    blocks,
    shop,
    evil: `http://evil.localhost:${sitePort}`,
    asked,
    tag: (block, attributes = '') =>
      `<script async src="${blocks}/v1/bb.js" data-tenant="${KEY}" data-block="${block}" data-theme="zen" ${attributes}></script>`,
    page(html, policy = strict) {
      const path = `/${site.size}`
      site.set(path, { html: `<!doctype html><html lang="en"><title>Shop</title>${html}</html>`, policy })
      return shop + path
    },
  }
  return stranger
}

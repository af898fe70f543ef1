import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The seller's site with a tenant's tags, some of them wrong, for the installation check. */
export interface SellersSite {
  origin: string
  /** Environment settings for the instance of a world. */
  settings: Record<string, string>
  /** Adds the tags of a tenant to the site. */
  tags: (embedOrigin: string, publicKey: string) => void
  stop: () => void
}

/** What the site looks like on its tenant's card, and on `/try`. */
const STYLE =
  '<style>body { background: #fff4e0; color: #2c1833 } .button { background: #b84412; border-radius: 6px }</style>'

export async function openSellersSite(): Promise<SellersSite> {
  let body = ''
  const server = createServer((_, response) =>
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "script-src 'self' http://localhost:*",
      })
      .end(
        `<!doctype html><html lang="en"><title>Hearth &amp; Rye</title>${STYLE}<body>${body}</body></html>`,
      ),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    settings: { STAFF_EMAIL_DOMAINS: 'bakehouse.test', AUTH_AUTOCONFIRM: 'true', OUTBOUND_ALLOW: origin },
    tags(embedOrigin, key) {
      const tag = (block: string) =>
        `<script async src="${embedOrigin}/v1/bb.js" data-tenant="${key}" data-block="${block}" data-theme="rust"></script>`
      body = tag('auth') + tag('pays')
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

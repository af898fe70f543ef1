// The pages that `bench/embed.ts` compares: a third-party site with our tags, with bare frames (in its HTML, or
// inserted by the shortest possible script), or with a plain form.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the host page contains, one or five times. */
export const HOSTS = ['block', 'frame', 'put', 'form'] as const
export type HostName = (typeof HOSTS)[number]

export interface ThirdPartySite {
  address(host: HostName, count: number): string
  close(): void
}

const FORM = `<form action="/nowhere"><h2>Sign in</h2><p><label>Email <input type="email" name="email" required></label></p>
<p><label>Password <input type="password" name="password" required></label></p><p><button>Sign In</button></p></form>`

/** The form, padded with styles to 5 KB: no block in a frame can be faster. */
const STATIC = (() => {
  const head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Sign in</title><style>'
  const rule = (n: number) => `.part-${n}{margin:${n}px auto;padding:8px;color:#333;border:1px solid #ddd}`
  let style = ''
  for (let n = 0; head.length + style.length + FORM.length < 5 * 1024; n++) style += rule(n)
  return `${head}${style}</style><body>${FORM}</body></html>`
})()

/**
 * Serves two sites on one port: `shop.localhost` is the host page, `frames.localhost` has the static page.
 * @param tags our tags, one for each block on a page
 */
export async function startThirdPartySite(tags: string[]): Promise<ThirdPartySite> {
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://any')
    response.setHeader('content-type', url.pathname === '/put.js' ? 'text/javascript' : 'text/html')
    if (url.pathname === '/put.js') {
      response.end(`document.currentScript.outerHTML = ${JSON.stringify(frame)}`)
      return
    }
    if (url.pathname === '/static') {
      response.end(STATIC)
      return
    }
    const count = Number(url.searchParams.get('count'))
    const parts = { '/block': tags, '/frame': [frame], '/put': [put], '/form': [FORM] }[url.pathname] ?? []
    const body = Array.from({ length: count }, (_, n) => parts[n % parts.length]).join('<p>Between</p>')
    response.end(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><body><h1>Shop</h1>${body}`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const frame = `<iframe src="http://frames.localhost:${port}/static" width="600" height="402"></iframe>`
  const put = `<script async src="http://frames.localhost:${port}/put.js"></script>`
  return {
    address: (host, count) => `http://shop.localhost:${port}/${host}?count=${count}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'site')

export interface DemoSite {
  /**
   * Origin of the site. Browsers treat it as another site than the product's, although both run on this
   * machine.
   */
  origin: string
  stop(): Promise<void>
}

/**
 * Serves a small bakery's site, whose only connection to the product are the pasted script tags, under a
 * content policy that allows nothing inline. `shop.localhost` is another site than `localhost`; another port
 * would not be.
 * @param snippet the text of the Embed Code dialog: one script tag per line, each with its data-block
 * @param scriptOrigin origin that the pasted tags load from
 */
export async function serveDemoSite(options: {
  port: number
  snippet: () => string
  scriptOrigin: string
}): Promise<DemoSite> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://shop.localhost').pathname
    if (path === '/style.css') {
      response
        .writeHead(200, { 'content-type': 'text/css; charset=utf-8' })
        .end(readFileSync(join(folder, 'style.css')))
      return
    }
    if (path !== '/') {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found')
      return
    }
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy(options.scriptOrigin),
        'cache-control': 'no-store',
      })
      .end(withSnippet(readFileSync(join(folder, 'index.html'), 'utf8'), options.snippet()))
  })
  await listen(server, options.port)
  const { port } = server.address() as { port: number }
  return {
    origin: `http://shop.localhost:${port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  }
}

/** A strict content policy: scripts and frames only from the snippet's origin. */
const policy = (origin: string) =>
  `default-src 'none'; script-src ${origin}; connect-src ${origin}; frame-src ${origin}; style-src 'self'; img-src 'self' data:; base-uri 'none'`

/** Inserts each tag of the snippet at the place of its block. */
function withSnippet(page: string, snippet: string): string {
  const tags = snippet.match(/<script[^>]*><\/script>/g) ?? []
  return tags.reduce((html, tag) => {
    const block = /data-block="([\w-]+)"/.exec(tag)?.[1]
    return html.replace(`<!-- snippet: ${block} -->`, () => tag)
  }, page)
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is taken: set DEMO_PORT to another one.`)
          : error,
      ),
    )
    server.listen(port, '127.0.0.1', () => resolve())
  })
}

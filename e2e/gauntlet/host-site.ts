// Serves the pages of the gauntlet, each under its own host name: `http://NAME.localhost:PORT/`.
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { blockPlace } from '#blocks/registry.ts'
import { scriptTag } from '#kernel/browser/snippet.ts'
import type { HostPage, Parts } from './host-page.ts'
import { RECORDER } from './recorder.ts'
import type { World } from './world.ts'

export interface HostSite {
  originOf(name: string): string
  /** Starts to serve the pages; a page needs the world's keys and addresses. */
  serve(world: World): void
  /** Names of the pages that are currently served without the product. */
  bare: Set<string>
}

const HTML = 'text/html; charset=utf-8'

export async function openHostSite(pages: HostPage[]): Promise<HostSite> {
  const byName = new Map(pages.map((page) => [page.name, page]))
  let world: World
  const server = createServer((request, response) => respond(request, response)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const site: HostSite = {
    originOf: (name) => `http://${name}.localhost:${port}`,
    serve: (given) => (world = given),
    bare: new Set(),
  }

  function respond(request: IncomingMessage, response: ServerResponse): void {
    const name = request.headers.host?.split('.localhost')[0] ?? ''
    const { pathname } = new URL(request.url!, 'http://host')
    const send = (status: number, type: string, body: string | Buffer, more: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...more }).end(body)
    if (pathname === '/recorder.js') return void send(200, 'text/javascript', RECORDER)
    if (pathname === '/nothing.js') return void send(200, 'text/javascript', '')
    // A site can serve another site's page at `/of/NAME/…`.
    const [, borrowedName, path = pathname] = /^\/of\/([\w-]+)(\/.*)$/.exec(pathname) ?? []
    const page = byName.get(borrowedName ?? name)
    if (!page) return void send(404, 'text/plain', 'No such page')
    const parts = partsFor(site.originOf(name), world, site.bare.has(page.name))
    const file = page.files?.[path]?.(parts)
    if (file) return void send(200, file.type, file.body, file.headers)
    if (path.includes('.')) return void send(404, 'text/plain', 'No such file')
    const headers = page.headers?.(parts) ?? {}
    send(200, headers['content-type'] ?? HTML, page.html(parts), headers)
  }
  return site
}

function partsFor(own: string, world: World, bare: boolean): Parts {
  const { keys, blockId, blockHeight, guests, pasted, proxy } = world
  const src = bare ? '/nothing.js' : `${proxy.origin}/v1/bb.js`
  const tagOf: Parts['tagOf'] = (tenant, block, attributes = '') =>
    scriptTag(
      { public_key: keys[tenant], theme: 'clean', mode: 'test' },
      block === 'my-block' ? { id: blockId, height: blockHeight } : blockPlace(block),
      { test: proxy.origin, live: proxy.origin },
    )
      .replace(`${proxy.origin}/v1/bb.js`, src)
      .replace('<script', `<script ${attributes}`)
  return {
    own,
    blocks: proxy.origin,
    src,
    keys,
    blockId,
    guests,
    pasted,
    tagOf,
    tag: (...what) => tagOf('bakery', ...what),
  }
}

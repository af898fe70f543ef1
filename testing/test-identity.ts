import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { after } from 'node:test'
import { openIdentity } from '#sandbox/identity/identity.ts'
import { listenLocally } from '#sandbox/listen.ts'
import type { TestApp } from './test-app.ts'

/** A person who signs in at the identity provider. */
export interface Comer {
  email?: string
  name?: string
  verified?: boolean
  /** Cancels instead of signing in. */
  cancels?: boolean
}

/**
 * The sandbox identity provider (the certified `oidc-provider`) in this process, and a function to sign in
 * there.
 */
export async function testIdentity() {
  let listener: RequestListener = (_, response) => response.writeHead(503).end()
  const server = await listenLocally((request, response) => listener(request, response), 0)
  const origin = `http://localhost:${server.port}`
  const identity = await openIdentity(origin)
  listener = (request, response) => identity.listener(request, response)
  after(() => server.close())
  return {
    ...identity.client,
    origin,
    /**
     * Follows an address of /authorize to the login page and signs in.
     * @returns the address that the provider redirects to
     */
    async come(url: string, { email = 'sam@example.test', name = 'Sam', verified = true, cancels }: Comer) {
      const browser = visitor((address, init) => fetch(address, init))
      const page = await browser.go(url)
      assert.ok(page.to.includes('/identity/interaction/'), `no login page: ${page.status} ${page.text}`)
      const form = { email, name, verified: String(verified), go: cancels ? 'cancel' : 'on' }
      const resumed = await browser.go(new URL(page.to, origin).href, {
        method: 'POST',
        body: new URLSearchParams(form),
      })
      return (await browser.go(resumed.to)).to
    },
  }
}

type Fetch = (address: string, init: RequestInit) => Response | Promise<Response>

/** A minimal browser with a cookie jar for one site. It does not follow redirects. */
export function visitor(fetch: Fetch) {
  const jar = new Map<string, string>()
  return {
    jar,
    async go(address: string, init: RequestInit = {}) {
      const headers = new Headers(init.headers)
      if (jar.size) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
      const response = await fetch(address, { ...init, headers, redirect: 'manual' })
      const set = response.headers.getSetCookie()
      for (const line of set) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value) jar.set(name, value)
        else jar.delete(name)
      }
      const to = response.headers.get('location') ?? ''
      return { status: response.status, to, set, headers: response.headers, text: await response.text() }
    },
  }
}

/** A browser that visits the server. */
export const visitorOf = (app: Pick<TestApp, 'fetch'>) => visitor((address, init) => app.fetch(address, init))

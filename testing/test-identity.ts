import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { after } from 'node:test'
import { openIdentity } from '#sandbox/identity/identity.ts'
import { listenLocally } from '#sandbox/listen.ts'
import type { TestApp } from './test-app.ts'

/** Somebody at the identity provider. */
export interface Comer {
  email?: string
  name?: string
  verified?: boolean
  /** Goes back instead of signing in. */
  cancels?: boolean
}

/** The identity stand-in (the certified `oidc-provider`) in this process, and people who sign in there. */
export async function testIdentity() {
  let answer: RequestListener = (_, response) => response.writeHead(503).end()
  const server = await listenLocally((request, response) => answer(request, response), 0)
  const origin = `http://localhost:${server.port}`
  const identity = await openIdentity(origin)
  answer = (request, response) => identity.listener(request, response)
  after(() => server.close())
  return {
    ...identity.client,
    origin,
    /**
     * Follows an address of /authorize to the login page and signs in.
     * @returns where the provider sends the browser back to
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

/** A browser's memory for cookies of one site; follows no redirect by itself. */
export function visitor(fetch: Fetch) {
  const jar = new Map<string, string>()
  return {
    jar,
    async go(address: string, init: RequestInit = {}) {
      const headers = new Headers(init.headers)
      if (jar.size) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
      const answer = await fetch(address, { ...init, headers, redirect: 'manual' })
      const set = answer.headers.getSetCookie()
      for (const line of set) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value) jar.set(name, value)
        else jar.delete(name)
      }
      const to = answer.headers.get('location') ?? ''
      return { status: answer.status, to, set, headers: answer.headers, text: await answer.text() }
    },
  }
}

/** A browser that visits the server. */
export const visitorOf = (app: Pick<TestApp, 'fetch'>) => visitor((address, init) => app.fetch(address, init))

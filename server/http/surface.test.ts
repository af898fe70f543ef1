// Calls every mounted route with what another site's page can send: its origin, and cookies that the browser
// adds.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Hono } from 'hono'
import { markHeader, unmarkHeader } from '#features/connect/oauth/browser-mark.ts'
import type { AppEnv } from '#kernel/http/context.ts'
import { markBrowser } from '#services/auth/providers/login-cookie.ts'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, authCall, newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { ROOT } from '#testing/test-cluster.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const { public_key: publicKey } = await makeTenant(app.database)
const own = new URL(app.config.publicUrl).origin

/** Method and path of every route, with parameters filled in. */
const routes = [
  ...new Set(
    app.app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(
        ({ method, path }) => `${method} ${path.replaceAll('*', 'x').replace(/:\w+(\{[^}]*\})?\??/g, 'x')}`,
      ),
  ),
]
const ORIGINS = ['https://evil.example', 'null', `${own}.evil.example`, own.replace('://', '://evil.'), own]
const WIRE = /^\/(auth|rest|realtime|functions|storage)\/v1(\/|$)/
/** Script tags carry an integrity hash, for which browsers ask with CORS. */
const TAGS = /^\/(v\d[\w.]*|embed-assets)\//

function ask(route: string, headers: Record<string, string>) {
  const [method = '', path = ''] = route.split(' ')
  return app.request(path, { method, headers, ...(/^(GET|HEAD)$/.test(method) ? {} : { body: '{}' }) })
}

test('[K15] no route echoes an origin or allows credentials of another site; only the wire API is open to other origins', async () => {
  assert.ok(routes.length > 150, `${routes.length}`)
  const seen = { wire: 0, pages: 0 }
  for (const route of routes) {
    const path = route.split(' ')[1]!
    for (const origin of ORIGINS) {
      const { headers } = await ask(route, { origin, apikey: publicKey, cookie: '__Host-bb-x=1' })
      const allowed = headers.get('access-control-allow-origin')
      assert.equal(headers.get('access-control-allow-credentials'), null, `${route} for ${origin}`)
      if (WIRE.test(path)) assert.ok(allowed === '*', `${route} for ${origin}: ${allowed}`)
      else if (!TAGS.test(path)) assert.equal(allowed, null, `${route} for ${origin}`)
      else assert.ok(allowed === null || allowed === '*', `${route} for ${origin}: ${allowed}`)
    }
    seen[WIRE.test(path) ? 'wire' : 'pages']++
  }
  assert.ok(seen.wire > 100 && seen.pages > 10, JSON.stringify(seen))
})

test('[K15] preflights allow the headers that programs need, but no cookies and no wildcard', async () => {
  for (const mount of ['auth', 'rest', 'functions', 'storage', 'realtime'])
    for (const origin of ORIGINS) {
      const { status, headers } = await app.request(`/${mount}/v1/x`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'cookie, x-bb-session, x-forwarded-for, authorization',
        },
      })
      assert.equal(status, 204)
      assert.equal(headers.get('access-control-allow-credentials'), null)
      const named = (headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/,\s*/)
      // Because this header is not allowed, no other site's page can make requests that read or set the
      // session's cookie.
      for (const name of ['*', 'cookie', 'x-bb-session', 'x-forwarded-for', 'x-forwarded-host'])
        assert.ok(!named.includes(name), `${mount}: ${name}`)
      assert.ok(named.includes('authorization') && named.includes('apikey'))
    }
})

/** Files that set or read cookies, each with the reason why a page of another site cannot use them. */
const COOKIES: Record<string, string> = {
  'services/auth/sessions/session-cookie.ts': 'only to our own pages, by Origin',
  'services/auth/accounts/known-places.ts': 'decides about limits alone; set by Origin',
  'services/auth/providers/login-cookie.ts': 'belongs to one state, used up when read',
  'features/connect/oauth/browser-mark.ts': 'belongs to one state',
  'features/connect/return-pages.ts': 'hands that one on',
  'features/connect/routes.ts': 'hands that one on',
  'blocks/library/media.ts': 'is in the signature of an address of media; opens nothing without one',
}

test('[K14] only these files set and read cookies', () => {
  const files = globSync('{server,services,features,blocks,kernel}/**/*.ts', { cwd: ROOT })
  const touching = files.filter(
    (file) =>
      !/\.test\.ts$|\/(studio|embed)\//.test(file) &&
      /\b(setCookie|getCookie|deleteCookie|generateCookie)\(|['"]set-cookie['"]:|header\('(set-)?cookie'|utils\/cookie/i.test(
        readFileSync(join(ROOT, file), 'utf8'),
      ),
  )
  assert.deepEqual(touching.toSorted(), Object.keys(COOKIES).toSorted())
})

describe('[K14] every cookie is bound to our host, TLS-only and not readable by scripts', () => {
  const judge = (cookie: string, sameSite: RegExp) => {
    const [pair = '', ...attributes] = cookie.split('; ')
    assert.match(pair, /^__Host-bb-/, cookie)
    for (const needed of ['Path=/', 'Secure', 'HttpOnly']) assert.ok(attributes.includes(needed), cookie)
    assert.ok(!attributes.some((one) => /^domain/i.test(one)), cookie)
    assert.match(attributes.find((one) => one.startsWith('SameSite=')) ?? '', sameSite, cookie)
    // A cookie that frames on other sites send is partitioned by site.
    if (attributes.includes('SameSite=None') && !pair.includes('-login-'))
      assert.ok(attributes.includes('Partitioned'), cookie)
  }

  test('for users who sign in within a frame', async () => {
    const email = newEmail()
    await signUp(app, publicKey, email)
    const { headers } = await authCall(app, publicKey)('POST', '/token?grant_type=password', {
      body: { email, password: PASSWORD },
      headers: { 'x-bb-session': 'cookie', origin: own },
    })
    const cookies = headers.getSetCookie()
    assert.deepEqual(
      cookies.map((one) => (one.startsWith('__Host-bb-device=') ? 'device' : 'session')).toSorted(),
      ['device', 'session'],
    )
    for (const cookie of cookies) judge(cookie, /=None$/)
  })

  test('for users who visit a provider, to sign in or to connect an account', async () => {
    const marked = new Hono<AppEnv>().get('/:posted', (c) => {
      markBrowser(c, 'state', 'secret', c.req.param('posted') === 'yes')
      return c.text('')
    })
    const cookieOf = async (path: string) => (await marked.request(path)).headers.getSetCookie()[0]!
    judge(await cookieOf('/no'), /=Lax$/)
    judge(await cookieOf('/yes'), /=None$/)
    for (const cookie of [markHeader('state', 'secret'), unmarkHeader('state')]) judge(cookie, /=Lax$/)
  })
})

test('[K14] no route that another site’s page can write to accepts a cookie as a session', async () => {
  const email = newEmail()
  await signUp(app, publicKey, email)
  const signedIn = await authCall(app, publicKey)('POST', '/token?grant_type=password', {
    body: { email, password: PASSWORD },
    headers: { 'x-bb-session': 'cookie', origin: own },
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  for (const origin of ORIGINS.slice(0, 4))
    for (const [path, more] of [
      ['/auth/v1/token?grant_type=refresh_token', {}],
      ['/auth/v1/token?grant_type=refresh_token', { 'x-bb-session': 'cookie' }],
      ['/auth/v1/logout', {}],
      ['/auth/v1/logout', { 'x-bb-session': 'cookie' }],
      ['/functions/v1/purchase-portal', {}],
      ['/rest/v1/end_users', {}],
    ] as const) {
      const answer = await app.request(path, {
        method: 'POST',
        headers: { origin, cookie, apikey: publicKey, 'content-type': 'application/json', ...more },
        body: '{"refresh_token":""}',
      })
      assert.ok(answer.status >= 400 && answer.status < 500, `${path} for ${origin}: ${answer.status}`)
      assert.deepEqual(answer.headers.getSetCookie(), [], `${path} for ${origin}`)
    }
  const still = await authCall(app, publicKey)('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: '' },
    headers: { 'x-bb-session': 'cookie', origin: own, cookie },
  })
  assert.equal(still.status, 200, 'the session is still valid')
})

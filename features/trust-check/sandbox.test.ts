import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { testSandbox } from '#testing/test-sandbox.ts'

const { ready } = await testSandbox()
const { port } = new URL(ready.url)
let leadTo = ''
const site = createServer((_, response) => void response.writeHead(302, { location: leadTo }).end())
await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
after(() => site.close())
const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`

// The operator's own list may include the sandbox, by mistake or to try webhooks.
const env = {
  OUTBOUND_ALLOW: [siteUrl, ready.url, `http://127.0.0.1:${port}`].join(),
  PUBLIC_URL: 'https://blocks.example',
  AUTH_LIMIT_FACTOR: '1000',
}
const app = await testApp({ env, sandbox: ready })
const ada = await signUp(app, app.anonKey)
const tenant = await makeTenant(app.database, { owner: ada.user.id })
const visitor = functionCall(app, app.anonKey)
const creator = functionCall(app, app.anonKey, ada.access_token)

const HOSTS = ['localhost', '127.0.0.1', '127.1', '0.0.0.0', '[::1]', '[::ffff:127.0.0.1]', 'a.localhost']
const PATHS = ['/inbox', '/inbox.json?to=ada@bakery.example', '/_sandbox/auth0', '/identity/../inbox']

test('[J06] a check cannot read the sandbox’s inbox, directly or by a redirect', async () => {
  assert.equal(
    (await fetch(`${ready.url}/inbox.json`)).status,
    200,
    'it answers, and the product runs with it',
  )
  for (const host of HOSTS)
    for (const path of PATHS) {
      const url = `http://${host}:${port}${path}`
      leadTo = url
      for (const siteAddress of [url, `${siteUrl}/`]) {
        const read = await visitor('POST', '/fetch-headers', { url: siteAddress })
        assert.deepEqual([read.status, read.body.code], [422, 'site_not_read'], `${siteAddress} to ${url}`)
      }
    }
  for (const url of [`${ready.url}/inbox`, `${siteUrl}/`]) {
    leadTo = `${ready.url}/inbox`
    const checked = await creator('POST', '/check-installation', { tenant_id: tenant.id, url })
    assert.deepEqual([checked.status, checked.body.code], [422, 'site_not_read'], url)
  }
})

test('[J06] webhooks cannot be sent to the sandbox', async () => {
  for (const host of HOSTS) {
    const made = await creator('POST', '/webhook-endpoints', {
      tenant_id: tenant.id,
      mode: 'test',
      url: `http://${host}:${port}/inbox`,
      events: ['order.paid'],
    })
    assert.deepEqual([made.status, made.body.code], [400, 'webhook_url_refused'], host)
  }
})

test('[J06] the product itself reaches only the fake identity providers of the sandbox', async () => {
  const { issuer } = ready.identity!
  assert.equal((await app.kernel.fetch(`${issuer}/.well-known/openid-configuration`)).status, 200)
  for (const one of [app.kernel.fetch, app.kernel.webhookFetch, app.kernel.siteFetch])
    await assert.rejects(one(`${ready.url}/inbox.json`), { message: 'The address is our own' })
  await assert.rejects(app.kernel.siteFetch(`${issuer}/me`), { message: 'The address is our own' })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { makeTenant } from '#testing/factories.ts'
import { testDatabase } from '#testing/test-database.ts'
import { createTenancy, frameAncestors, isPreviewOrigin, originAllowed } from './tenancy.ts'

const { database, owner } = await testDatabase()

const listed = ['https://shop.example', 'http://old.example', 'https://shop.example:8443']
const live = { allowed_origins: listed, stripe_mode: 'live' }
const trying = { allowed_origins: listed, stripe_mode: 'test' }

test('in live mode the list decides, exactly', () => {
  const allowed = [...listed, 'https://old.example']
  const refused = [
    'http://shop.example',
    'https://shop.example.',
    'https://shop.example/',
    'https://shop.example:443',
    'https://SHOP.example',
    'https://www.shop.example',
    'https://shop.example.evil.example',
    'https://evil.example#https://shop.example',
    'https://shop.example@evil.example',
    'https://notshop.example',
    'https://shop.example:8444',
    'http://localhost:3000',
    'https://preview.vercel.app',
    'null',
    '*',
    '',
  ]
  for (const origin of allowed) assert.equal(originAllowed(live, origin), true, origin)
  for (const origin of refused) assert.equal(originAllowed(live, origin), false, origin)
})

test('in test mode the own machine and the preview hosts are allowed, and nothing that looks like them', () => {
  const allowed = [
    'http://localhost',
    'http://localhost:5173',
    'https://localhost:8443',
    'http://shop.localhost:3002',
    'http://a.b.localhost',
    'http://127.0.0.1:8080',
    'https://my-site.webflow.io',
    'https://deploy-preview-1--x.netlify.app',
    'https://my_site.vercel.app',
  ]
  const refused = [
    'null',
    'file://',
    'ftp://localhost',
    'blob:http://localhost/1',
    'javascript:alert(1)',
    'http://localhost.evil.example',
    'http://evillocalhost',
    'http://.localhost',
    'http://localhost.',
    'http://localhost/',
    'http://localhost:80',
    'http://user@localhost',
    'http://LOCALHOST',
    'http://127.0.0.2',
    'http://127.1',
    'http://2130706433',
    'http://0.0.0.0:3000',
    'http://[::1]:3000',
    'http://my-site.webflow.io',
    'https://webflow.io',
    'https://evilwebflow.io',
    'https://my-site.webflow.io.evil.example',
    'https://my-site.webflow.io:8443',
    'https://my-site.webflow.io.',
    'https://evil.example/.webflow.io',
    'https://evil.example?.webflow.io',
    'https://evil.example#.webflow.io',
    'https://shop.example:8444',
  ]
  for (const origin of allowed) {
    assert.equal(originAllowed(trying, origin), true, origin)
    assert.equal(originAllowed(live, origin), false, `${origin} in live mode`)
  }
  for (const origin of refused) assert.equal(originAllowed(trying, origin), false, origin)
})

/** Whether a browser matches this source with a page of this origin (CSP 3, section 6.7.2.8). */
function matches(source: string, origin: string): boolean {
  const [, scheme, host = '', port = ''] = /^(https?):\/\/([^:]+)(?::(.+))?$/.exec(source)!
  const page = new URL(origin)
  const pageScheme = page.protocol.slice(0, -1)
  const upgraded = scheme === 'http' && pageScheme === 'https'
  if (pageScheme !== scheme && !upgraded) return false
  if (host.startsWith('*.') ? !page.hostname.endsWith(host.slice(1)) : page.hostname !== host) return false
  if (port === '*') return true
  const usual = pageScheme === 'https' ? '443' : '80'
  return port ? port === (page.port || usual) : page.port === ''
}

test('who may frame is who is allowed: the content policy and the rule agree on 5,000 origins', () => {
  const hosts = [
    'localhost',
    'a.localhost',
    '127.0.0.1',
    '127.0.0.2',
    '[::1]',
    'x.webflow.io',
    'webflow.io',
    'x.y.github.io',
  ]
  const names = [
    ...hosts,
    'shop.example',
    'old.example',
    'www.shop.example',
    'shop.example.evil.example',
    'xlocalhost',
  ]
  const ports = ['', ':3000', ':8443', ':8080']
  const any = <T>(list: T[]) => list[Math.floor(Math.random() * list.length)]!
  let allowed = 0
  for (let i = 0; i < 5000; i++) {
    const origin = `${any(['http', 'https'])}://${any(names)}${any(ports)}`
    const tenant = {
      stripe_mode: any(['test', 'live']),
      allowed_origins: [origin, 'https://shop.example', 'http://old.example:8080'].filter(
        () => Math.random() < 0.3,
      ),
    }
    if (origin.includes('[')) tenant.allowed_origins = []
    const framed = frameAncestors(tenant).some((source) => matches(source, origin))
    assert.equal(originAllowed(tenant, origin), framed, `${origin} for ${JSON.stringify(tenant)}`)
    allowed += Number(framed)
  }
  assert.ok(allowed > 500 && allowed < 4500, `${allowed} of 5000 were allowed`)
  assert.ok(frameAncestors(trying).every((source) => !/[\s;,']/.test(source)))
})

test('a tenant is found by its exact public key, and a change is seen at once', async () => {
  const tenancy = createTenancy(database)
  const tenant = await makeTenant(database)
  const card = await tenancy.byPublicKey(tenant.public_key)
  assert.deepEqual([card?.id, card?.public_key, card?.stripe_mode], [tenant.id, tenant.public_key, 'test'])
  assert.equal('owner_user_id' in card!, false)
  for (const key of [
    tenant.public_key.toLowerCase(),
    `${tenant.public_key} `,
    'pk_%',
    '',
    tenant.id,
    `pk_${'A'.repeat(24)}`,
  ])
    assert.equal(await tenancy.byPublicKey(key), undefined, key)

  await owner.query(`update public.tenants set allowed_origins = '{https://new.example}' where id = $1`, [
    tenant.id,
  ])
  const seen = await eventually(
    'the new list',
    async () => {
      const { allowed_origins } = (await tenancy.byPublicKey(tenant.public_key))!
      return allowed_origins.length > 0 && allowed_origins
    },
    2,
  )
  assert.deepEqual(seen, ['https://new.example'])
})

test('preview hosts are no sites of their own', () => {
  assert.equal(isPreviewOrigin('https://wordpress.com'), false)
  assert.equal(isPreviewOrigin('https://mine.wordpress.com'), true)
})

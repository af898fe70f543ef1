import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Kernel } from '#kernel/kernel.ts'
import type { TenantCard } from '#kernel/tenancy.ts'
import { sessionCookieName } from '#services/auth/sessions/session-cookie.ts'
import { actAs } from '#testing/act-as.ts'
import { hostileAddresses } from '#testing/hostile-addresses.ts'
import { loadAuthData, loadConfirmData } from './embed-data.ts'

const kernel = { config: { publicUrl: 'https://app.example' } } as Kernel
const tenant = {
  id: 't',
  public_key: 'pk_AAAAAAAAAAAAAAAAAAAAAAAA',
  stripe_mode: 'live',
  allowed_origins: ['https://shop.example'],
} as TenantCard

const request = (query: Record<string, string>, cookie = '') => ({
  tenant,
  claims: actAs.visitor('t'),
  url: new URL(`https://app.example/embed/confirm?${new URLSearchParams(query)}`),
  headers: new Headers({ cookie }),
})

test('the sign-in page knows from the cookie of its own tenant that a session may come', async () => {
  const own = sessionCookieName(tenant.public_key)
  const other = sessionCookieName('pk_BBBBBBBBBBBBBBBBBBBBBBBB')
  const restoring = async (cookie: string) => (await loadAuthData(kernel, request({}, cookie))).restoring
  assert.equal(await restoring(`a=1; ${own}=token`), true)
  assert.equal(await restoring(`${other}=token`), false)
  assert.equal(await restoring(''), false)
})

test('[D15] the confirm page leads back to a listed site only, and carries the token as it came', async () => {
  const load = (redirect_to: string) => loadConfirmData(kernel, request({ token_hash: 'abc', redirect_to }))
  assert.deepEqual(await load('https://shop.example/account?a=1'), {
    tokenHash: 'abc',
    type: 'signup',
    site: { url: 'https://shop.example/account?a=1', name: 'shop.example' },
  })
  for (const address of [
    ...hostileAddresses,
    '',
    'https://app.example/embed/auth?tenant=pk_1',
    'http://localhost:3000/',
  ])
    assert.equal((await load(address)).site, null, address)
  assert.equal((await loadConfirmData(kernel, request({}))).tokenHash, '')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auth0Address } from './window.ts'

test('the window to Auth0 gets the block’s theme, language and return URL', () => {
  Object.assign(globalThis, {
    document: { documentElement: { lang: 'de', dataset: { theme: 'zen', mode: 'dark' } } },
    location: { search: '?tenant=pk_1&accent=%23c2410c&origin=https%3A%2F%2Fmill.test' },
  })
  const address = new URL(auth0Address('pk_1', 'begin', 'https://mill.test/'), 'https://blocks.test')
  assert.equal(address.pathname, '/embed/auth0')
  assert.deepEqual(Object.fromEntries(address.searchParams), {
    tenant: 'pk_1',
    step: 'begin',
    locale: 'de',
    back: 'https://mill.test/',
    theme: 'zen',
    mode: 'dark',
    accent: '#c2410c',
  })
})

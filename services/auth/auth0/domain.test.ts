import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auth0Domain } from './domain.ts'

test('[S5-002] a domain is letters, digits, dots or hyphens ending in .auth0.com, in any case', () => {
  for (const good of [
    'acme.auth0.com',
    'dev-7x.eu.auth0.com',
    'ACME.Auth0.Com',
    'a.auth0.com',
    '1.us.auth0.com',
  ])
    assert.equal(auth0Domain(good), good.toLowerCase(), good)
})

test('[F01] [S5-002] [S5-004] a string that only ends, starts or looks like a domain is refused', () => {
  const bad = [
    '',
    'auth0.com',
    '.auth0.com',
    '..auth0.com',
    'a..auth0.com',
    '-a.auth0.com',
    'a-.auth0.com',
    'evil.tld',
    'evilauth0.com',
    'a.auth0.com.evil.tld',
    'evil.tld#.auth0.com',
    'evil.tld/.auth0.com',
    'evil.tld?.auth0.com',
    'evil.tld\\.auth0.com',
    'evil.tld\n.auth0.com',
    'a.auth0.com\n',
    'a.auth0.com\nevil.tld',
    'a.auth0.com.',
    'a.auth0.com:443',
    'a.auth0.com/',
    'a.auth0.com/x',
    'https://a.auth0.com',
    'user@a.auth0.com',
    'user:pass@a.auth0.com',
    '127.0.0.1',
    '[::1]',
    '2130706433',
    'a_b.auth0.com',
    'a%2e.auth0.com',
    'ａ.auth0.com',
    'a。auth0.com',
    'a.auth0.ｃom',
    // Lower-cases to a k.
    '\u212a.auth0.com',
    'ä.auth0.com',
    ' a.auth0.com',
    `${'a.'.repeat(130)}auth0.com`,
    `${'a'.repeat(64)}.auth0.com`,
  ]
  for (const text of bad) assert.equal(auth0Domain(text), undefined, JSON.stringify(text))
})

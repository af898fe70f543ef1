import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_SITES, readSite } from './site-origin.ts'

function originOf(text: string) {
  const site = readSite(text, [])
  return 'origin' in site ? site.origin : `error: ${site.error}`
}

function errorOf(text: string, listed: string[] = []) {
  const site = readSite(text, listed)
  assert.ok('error' in site, `${text} was taken`)
  return site.error
}

test('a site is stored as its origin', () => {
  assert.equal(originOf('https://your-site.com'), 'https://your-site.com')
  assert.equal(originOf('  https://Your-Site.COM/ '), 'https://your-site.com')
  assert.equal(originOf('your-site.com'), 'https://your-site.com')
  assert.equal(originOf('https://your-site.com:443'), 'https://your-site.com')
  assert.equal(originOf('http://your-site.com:8080'), 'http://your-site.com:8080')
  assert.equal(originOf('localhost:8080'), 'http://localhost:8080')
  assert.equal(originOf('shop.localhost:3002'), 'http://shop.localhost:3002')
  assert.equal(originOf('https://bäckerei.de'), 'https://xn--bckerei-5wa.de')
})

test('an address with more than an origin is refused, and the message has the origin', () => {
  for (const text of [
    'https://a.example/shop',
    'https://a.example/?x=1',
    'https://a.example#top',
    'https://me:pw@a.example',
  ])
    assert.equal(errorOf(text), 'Enter only the site, without a page or a query: https://a.example', text)
})

test('an invalid site is refused with a message', () => {
  assert.match(errorOf(''), /^Enter the address/)
  assert.match(errorOf('   '), /^Enter the address/)
  assert.match(errorOf('https://*.example.com'), /cannot contain \*/)
  assert.match(errorOf('ftp://a.example'), /https:\/\/ or http:\/\//)
  for (const text of [
    'shop',
    'https://',
    'https://a b.example',
    'https://a..example',
    'javascript:alert(1)',
    'https://[::1]',
    '<b>',
    'https://a_b.example',
  ])
    assert.match(errorOf(text), /Enter a complete address/, text)
})

test('the list has each site once and at most as many as the database accepts', () => {
  assert.match(errorOf('HTTPS://A.example', ['https://a.example']), /already on the list/)
  const full = Array.from({ length: MAX_SITES }, (_, at) => `https://s${at}.example`)
  assert.match(errorOf('https://new.example', full), /at most 50 sites/)
})

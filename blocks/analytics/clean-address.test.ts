import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanLink, cleanPage, cleanText } from './ingest/clean-address.ts'

const pathOf = (url: string) => cleanPage(url, undefined, 'shop.example').path
const sourceOf = (url: string, referrer?: string) => cleanPage(url, referrer, 'www.shop.example:8080').source

test('[O01] queries and fragments are dropped, and routes in the fragment stay', () => {
  assert.equal(pathOf('https://shop.example/a/b/?token=abc&email=ann@example.com#part'), '/a/b')
  assert.equal(pathOf('https://shop.example/#/cart?step=2'), '/#/cart')
  assert.equal(pathOf('https://shop.example/app#!/cart'), '/app#!/cart')
  assert.equal(pathOf('https://shop.example'), '/')
  assert.equal(pathOf('nonsense'), '/')
  assert.equal(pathOf('https://shop.example/%E0%A4%A'), '/%E0%A4%A')
})

test('[O01] tokens and email addresses in paths are not stored', () => {
  for (const secret of [
    'ann@example.com',
    'ann%40example.com',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    '0190d2a0-0000-7000-8000-000000000201',
    'a3f5c9d2e1b4a7f8',
    'sk_live_51H8xYz2eZvKYlo2C',
    'AbC123dEf456GhI789jKl012',
  ]) {
    const { path } = cleanPage(`https://shop.example/reset/${secret}/now`, undefined, 'shop.example')
    assert.match(path, /^\/reset\/:(email|token)\/now$/, secret)
  }
})

test('titles, ids of few digits and words in other scripts stay', () => {
  for (const path of [
    '/blog/10-tips-for-better-sourdough-bread-in-2026',
    '/orders/4711',
    '/книги/о-хлебе',
    '/パン/レシピ',
    '/internationalization',
  ])
    assert.equal(pathOf(`https://shop.example${path}`), path)
})

test('the source is utm_source, else the referring host, and nothing for the own site', () => {
  assert.equal(sourceOf('https://shop.example/?utm_source=News&utm_medium=x', 'https://t.co/a'), 'news')
  assert.equal(sourceOf('https://shop.example/?ref=hn'), 'hn')
  assert.equal(sourceOf('https://shop.example/', 'https://www.Google.com/search?q=bread'), 'google.com')
  assert.equal(sourceOf('https://www.shop.example/', 'https://shop.example/before'), '')
  assert.equal(sourceOf('https://shop.example/', 'android-app://com.example'), '')
  assert.equal(sourceOf('https://shop.example/?utm_source=ann@example.com'), ':email')
})

test('links are stored as host and path, and others by their kind alone', () => {
  assert.equal(cleanLink('https://www.example.org/'), 'example.org')
  assert.equal(cleanLink('https://example.org/a/b?token=1#x'), 'example.org/a/b')
  assert.equal(cleanLink('mailto:ann@example.com'), 'mailto:')
  assert.equal(cleanLink('tel:+491234'), 'tel:')
  assert.equal(cleanLink('nonsense'), '')
})

test('[O01] names are cut, and have no control or direction characters, lone surrogates, addresses or tokens', () => {
  assert.equal(cleanText('a\u0000b\u202ec\nd'), 'abcd')
  assert.equal(cleanText(`${'ab '.repeat(39)}cd😀`), `${'ab '.repeat(39)}cd\ufffd`)
  assert.equal(cleanText('sent to ann@example.com today'), 'sent to :email today')
  assert.equal(cleanText('<script>alert(1)</script>'), '<script>alert(1)</script>')
})

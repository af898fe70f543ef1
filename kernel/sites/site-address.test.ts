import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteAddress } from './site-address.ts'

test('[S5-050] typed text is parsed as a page URL, or rejected', () => {
  for (const [typed, means] of [
    ['https://shop.example', 'https://shop.example/'],
    [' shop.example ', 'https://shop.example/'],
    ['shop.example/a?b=c#d', 'https://shop.example/a?b=c'],
    ['shop.example:8080', 'https://shop.example:8080/'],
    ['HTTP://Shop.Example', 'http://shop.example/'],
    ['bücher.example', 'https://xn--bcher-kva.example/'],
  ] as const)
    assert.equal(siteAddress(typed)?.href, means, typed)
  for (const typed of [
    '',
    '   ',
    'https://',
    'http:shop.example',
    'a b.example',
    'https://u:p@shop.example/',
    'shop.\nexample',
  ])
    assert.equal(siteAddress(typed), undefined, JSON.stringify(typed))
})

test('[J09] other schemes are rejected', () => {
  for (const typed of [
    'file:///etc/passwd',
    'ftp://a.example/',
    'data:text/html,x',
    'gopher://a.example/',
    'ws://a.example/',
    'blob:https://a.example/1',
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    '\nfile:///etc/passwd',
    'mailto:a@b.example',
    'about:blank',
  ])
    assert.equal(siteAddress(typed), undefined, typed)
})

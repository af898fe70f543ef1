import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageOf } from './language.ts'

const at = (query: string) => new URL(`http://blocks.test/embed/auth${query}`)

test('the tag’s locale takes precedence over the visitor’s languages, which are ordered by weight', () => {
  for (const [query, accepted, lang] of [
    ['?locale=fr', 'de', 'fr'],
    ['?locale=FR_ch', 'de', 'fr-CH'],
    ['?locale=ar-Arab-eg', 'de', 'ar-EG'],
    ['', 'de-AT,de;q=0.9,en;q=0.8', 'de-AT'],
    ['', 'es-419, en;q=0.9', 'es-419'],
    ['', 'en-GB', 'en'],
    ['?locale=de-"><script>', undefined, 'de'],
    ['', 'en;q=0.5, es;q=0.9', 'es'],
    ['', 'de;q=0, en', 'en'],
    ['?locale=xx', 'es', 'es'],
  ] as const)
    assert.equal(languageOf(at(query), accepted), lang, `${query} ${accepted}`)
})

test('unsupported, missing and malformed languages fall back to English', () => {
  for (const accepted of [undefined, '', '*', 'sv', ';;q=,', 'q=1;q=2', 'de;q=abc', 'x'.repeat(100_000)])
    assert.equal(languageOf(at(''), accepted), 'en')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageOf } from './language.ts'

const WRITTEN = ['en', 'de', 'fr', 'es']
const at = (query: string) => new URL(`http://blocks.test/embed/auth${query}`)

test('the tag’s locale goes before the visitor’s languages, and those by their weight', () => {
  for (const [query, accepted, lang] of [
    ['?locale=fr', 'de', 'fr'],
    ['?locale=FR-ch', 'de', 'fr'],
    ['', 'de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['', 'en;q=0.5, es;q=0.9', 'es'],
    ['', 'de;q=0, en', 'en'],
    ['?locale=xx', 'es', 'es'],
  ] as const)
    assert.equal(languageOf(at(query), accepted, WRITTEN), lang, `${query} ${accepted}`)
})

test('what is not written, or no wish at all, is English; nonsense is no fault', () => {
  for (const accepted of [undefined, '', '*', 'nl', ';;q=,', 'q=1;q=2', 'de;q=abc', 'x'.repeat(100_000)])
    assert.equal(languageOf(at(''), accepted, WRITTEN), 'en')
  assert.equal(languageOf(at('?locale=de'), 'de'), 'en')
})

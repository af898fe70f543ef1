import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inLanguages } from './spoken.ts'

const english = { hello: 'Hello', deep: { one: 'One', to: (name: string) => `To ${name}` } }
const requested: string[] = []
const { texts, language, titles } = inLanguages(english, {
  de: async () => {
    requested.push('de')
    return { texts: { deep: { to: (name) => `An ${name}` } } }
  },
  fr: async () => ({ texts: { hello: 'Bonjour' } }),
  es: async () => ({ texts: {} }),
})

test('strings change with the page’s language; missing strings and unsupported languages are English', async () => {
  const { deep } = texts
  for (const tag of ['de-AT', 'de', 'sv', 'en']) await language.load(tag)
  language.speak('de-AT')
  assert.deepEqual([texts.hello, texts.deep.one, texts.deep.to('A')], ['Hello', 'One', 'An A'])
  for (const tag of ['sv', 'fr', 'en', '__proto__', '']) {
    language.speak(tag)
    assert.deepEqual(
      [texts.hello, texts.deep.to('A')],
      ['Hello', 'To A'],
      `${tag}: not loaded, or unsupported`,
    )
  }
  assert.equal(english.deep, deep, 'the English strings themselves are unchanged')
})

test('a language without a file is English, and the page knows it', async () => {
  await language.load('ar-EG')
  language.speak('ar-EG')
  assert.deepEqual([texts.hello, texts.deep.one], ['Hello', 'One'])
  const tags = ['ar-EG', 'it', 'de-AT', 'es', 'en', 'sv']
  assert.deepEqual(tags.filter(language.speaks), ['de-AT', 'es', 'en', 'sv'])
})

test('a unit may have only English', async () => {
  const young = inLanguages({ hello: 'Hello' }, {})
  await young.language.load('de')
  young.language.speak('de')
  assert.equal(young.texts.hello, 'Hello')
  assert.equal((await young.titles())((words) => words.hello)('de'), 'Hello')
})

test('a language is fetched once, and only on request', async () => {
  await language.load('de')
  assert.deepEqual(requested, ['de'])
})

test('the server can title documents in any language, whichever is active', async () => {
  const title = (await titles())((words) => words.hello)
  assert.deepEqual([title('fr-CA'), title('de'), title('xx')], ['Bonjour', 'Hello', 'Hello'])
})

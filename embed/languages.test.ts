// Every string of every page in every language: nothing is left in English, and every value is in its place.
// Strings may be missing: pages then show English, and `npm run check -- --release` requires them
// (scripts/translations.ts).
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { LANGUAGES } from '#kernel/browser/languages.ts'
import { setFormatLanguage } from '#kernel/browser/local.ts'

const ROOT = join(import.meta.dirname, '..')
const folders = globSync('{blocks,features,embed,kernel}/**/texts/spoken.ts', { cwd: ROOT })
  .map(dirname)
  .toSorted()

type Words = { [key: string]: string | Words | ((...values: unknown[]) => string) }

const wordsOf = async (folder: string, lang: string): Promise<Words> =>
  ((await import(join(ROOT, folder, `${lang}.ts`))) as { texts: Words }).texts

/**
 * Paths such as `errors.codes.network` with their strings. Phrases are filled with markers that show where
 * each value went.
 */
function flat(words: Words, path = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, value] of Object.entries(words)) {
    const name = path ? `${path}.${key}` : key
    if (typeof value === 'object') for (const [deep, word] of flat(value, name)) found.set(deep, word)
    else found.set(name, typeof value === 'string' ? value : filled(value))
  }
  return found
}

/**
 * Numbers are values that a phrase may count by. 7 takes the most common plural form in all our languages.
 */
const filled = (phrase: (...values: unknown[]) => string) =>
  phrase(...Array.from({ length: phrase.length }, (_, n) => Number(`70${n + 1}`)))

/** Values of a phrase, in any digits and order. */
const valuesIn = (word: string) =>
  [
    ...word
      .replaceAll(/[\u0660-\u0669]/g, (sign) => `${sign.charCodeAt(0) & 15}`)
      .replaceAll(/[.,\u00a0\u202f٬]/g, '')
      .matchAll(/70\d/g),
  ]
    .map(String)
    .toSorted()

/** Strings that are the same in English and another language, or names. */
const SAME: Partial<Record<string, string[]>> = {
  de: ['Passkeys', 'Team', 'Admin', 'Tickets', 'Name'],
  fr: ['Admin', 'Invitations', 'Pages', 'Date'],
  es: ['Admin', 'No'],
  it: ['Password', 'Account', 'Team', 'Admin', 'No'],
  pt: ['Admin'],
  nl: ['Account', 'Passkeys', '/ week', '/week', 'Team', 'Tickets'],
}

test('there are strings to check', () => {
  assert.ok(folders.length >= 4, folders.join(' '))
})

for (const folder of folders)
  test(`${folder} loads every language that it has a file for, and no other`, () => {
    const spoken = readFileSync(join(ROOT, folder, 'spoken.ts'), 'utf8')
    const loads = [...spoken.matchAll(/^  (\w+): \(\) => import\('\.\/(\w+)\.ts'\),?$/gm)]
    for (const [line, language, file] of loads) assert.equal(language, file, line)
    const files = globSync('??.ts', { cwd: join(ROOT, folder) }).map((file) => basename(file, '.ts'))
    assert.deepEqual(
      ['en', ...loads.map(([, language]) => language!)].toSorted(),
      files.toSorted(),
      'texts/spoken.ts and the files in its folder',
    )
    assert.deepEqual(
      files.filter((file) => !(LANGUAGES as readonly string[]).includes(file)),
      [],
    )
  })

for (const lang of LANGUAGES.filter((one) => one !== 'en'))
  describe(`strings in ${lang}`, () => {
    for (const folder of folders.filter((one) => existsSync(join(ROOT, one, `${lang}.ts`)))) {
      test(`${folder} has no string that English lacks`, async () => {
        const [own, english] = [flat(await wordsOf(folder, lang)), flat(await wordsOf(folder, 'en'))]
        assert.deepEqual(missing(own, english), [])
      })

      test(`${folder} keeps every value of a phrase, once`, async () => {
        setFormatLanguage(lang)
        const [own, english] = [flat(await wordsOf(folder, lang)), flat(await wordsOf(folder, 'en'))]
        for (const [key, word] of own)
          assert.deepEqual(valuesIn(word), valuesIn(english.get(key)!), `${key}: ${word}`)
        setFormatLanguage('en')
      })

      test(`${folder} leaves nothing in English`, async () => {
        const [own, english] = [flat(await wordsOf(folder, lang)), flat(await wordsOf(folder, 'en'))]
        const left = [...own].filter(([key, word]) => word === english.get(key) && /\p{L}/u.test(word))
        assert.deepEqual(
          left.filter(([, word]) => !SAME[lang]?.includes(word)),
          [],
        )
      })
    }
  })

const missing = (these: Map<string, string>, there: Map<string, string>) =>
  [...these.keys()].filter((key) => !there.has(key))

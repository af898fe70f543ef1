import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { LANGUAGES } from '#kernel/browser/languages.ts'
import { linesOf, missingTexts } from './translations.ts'

const root = mkdtempSync(join(tmpdir(), 'bb-texts-'))
after(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const ENGLISH = `export const texts = { hello: 'Hello', errors: { network: 'Offline', full: (n: number) => \`\${n} left\` } }`

test('lists missing strings and missing languages, but no complete ones', async () => {
  write('blocks/young/embed/texts/en.ts', ENGLISH)
  write('blocks/young/embed/texts/spoken.ts', '')
  write('blocks/young/embed/texts/de.ts', `export const texts = { hello: 'Hallo', errors: {} }`)
  write('blocks/young/embed/texts/fr.ts', ENGLISH)
  const missing = await missingTexts(root)
  assert.deepEqual(
    missing.map(({ language }) => language),
    LANGUAGES.filter((language) => language !== 'en' && language !== 'fr'),
  )
  assert.deepEqual(missing[0], {
    folder: 'blocks/young/embed/texts',
    language: 'de',
    missing: ['errors.network', 'errors.full'],
    of: 3,
  })
  assert.deepEqual(linesOf(missing), [
    'blocks/young/embed/texts, of 3 texts: de 2 (errors.network errors.full), es all, it all, pt all, nl all, pl all, ja all, ar all',
  ])
})

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { findPhrases, judgePhrases } from './plain-english.ts'

const folder = mkdtempSync(join(tmpdir(), 'plain-english-'))
after(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, 'texts'))
writeFileSync(join(folder, 'a.ts'), '// Whoever reads this\nconst whoever = 1\n')
writeFileSync(join(folder, 'b.md'), 'It stands here.\n')
writeFileSync(join(folder, 'texts', 'de.ts'), `export const texts = { a: 'whoever' }\n`)

const phrases = (whoever: number, stands: number) => ({
  whoever: { pattern: /\bwhoever\b/i, most: whoever },
  stands: { pattern: /\bstands\b/i, most: stands },
})

test('phrases are found with their lines, except in other languages', () => {
  assert.deepEqual(findPhrases(folder, phrases(0, 0)), [
    { phrase: 'whoever', places: ['a.ts:1', 'a.ts:2'] },
    { phrase: 'stands', places: ['b.md:1'] },
  ])
})

test('a phrase may occur as often as its limit says, neither more often nor less', () => {
  const judge = (whoever: number, stands: number) =>
    judgePhrases(findPhrases(folder, phrases(whoever, stands)), phrases(whoever, stands))
  assert.equal(judge(2, 1), '')
  assert.equal(judge(1, 1), '"whoever": 2 lines, allowed 1. Reword the new ones:\na.ts:1\na.ts:2')
  assert.match(judge(2, 3), /^"stands": 1 lines\. Lower its limit in scripts\/plain-english\.ts from 3\.$/)
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readOutlines } from './outlines.ts'

const file = '@fontsource/instrument-sans/files/instrument-sans-latin-400-normal.woff'
const font = readOutlines(readFileSync(fileURLToPath(import.meta.resolve(file))))
const codeOf = (sign: string) => sign.codePointAt(0)!

test('a glyph has a closed path per contour and a width; a blank has only a width', () => {
  const { path, advance } = font.glyph(codeOf('o'))!
  assert.match(path, /^(?:M[-\d QL]+Z){2}$/)
  assert.ok(advance > 0.4 && advance < 0.8, String(advance))
  assert.equal(font.glyph(codeOf(' '))!.path, '')
  assert.equal(font.glyph(codeOf('窯')), undefined)
  assert.equal(font.glyph(codeOf('𝄞')), undefined)
})

test('an accented letter is its letter and the accent', () => {
  const [plain, accented] = ['e', 'é'].map((sign) => font.glyph(codeOf(sign))!)
  assert.ok(accented!.path.startsWith(plain!.path) || accented!.path.endsWith(plain!.path))
  assert.equal(accented!.advance, plain!.advance)
})

test('a glyph is read once, however long the text is', () => {
  assert.equal(font.glyph(codeOf('a')), font.glyph(codeOf('a')))
})

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#testing/test-cluster.ts'

/**
 * URL pattern of the one script of the Studio that contains a text. The names of the files say nothing
 * (studio/vite.config.ts).
 */
export function chunkWith(text: string): RegExp {
  const folder = join(ROOT, 'dist/studio/assets')
  const found = readdirSync(folder).filter(
    (file) => file.endsWith('.js') && readFileSync(join(folder, file), 'utf8').includes(text),
  )
  assert.equal(found.length, 1, text)
  // A second attempt to load it has a query.
  return new RegExp(`/assets/${found[0]!.replace('.', '\\.')}(\\?|$)`)
}

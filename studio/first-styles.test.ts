import assert from 'node:assert/strict'
import { relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import tailwind from '@tailwindcss/vite'
import { firstStyles, splitClasses } from './first-styles.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const paths = (files: Iterable<string>) => new Set([...files].map((file) => relative(ROOT, file)))

test('the landing page and the dashboard are first screens; dialogs and other screens load the rest', () => {
  const { first, rest } = splitClasses()
  for (const path of [
    'features/marketing/studio/landing/hero.tsx',
    'features/tenants/studio/tenant-card.tsx',
  ])
    assert.ok(paths(first).has(path), path)
  for (const path of [
    'features/tenants/studio/settings/settings-dialog.tsx',
    'studio/auth/auth-screen.tsx',
  ]) {
    assert.ok(paths(rest).has(path), path)
    assert.ok(!paths(first).has(path), path)
  }
  // A module without classes does not load them.
  assert.ok(!paths(rest).has('studio/session/make-auth-client.ts'))
})

/** A sheet as the build makes it. */
async function builtSheet(name: string) {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: ROOT,
    plugins: [firstStyles(), tailwind()],
    build: { write: false, assetsInlineLimit: 0, rolldownOptions: { input: `${ROOT}ui/${name}.css` } },
  })
  assert.ok('output' in result)
  const sheet = result.output.find((file) => file.fileName.endsWith('.css'))
  assert.ok(sheet?.type === 'asset')
  return String(sheet.source)
}

/** The utilities' rules in order, one for each selector. */
function utilitiesOf(sheet: string) {
  const rules: string[] = []
  function read(text: string, start: number, within: string): number {
    let from = start
    for (let at = start; at < text.length; at++) {
      if (text[at] === '}') return at
      if (text[at] !== '{') continue
      const head = text.slice(from, at)
      if (head.startsWith('@')) at = read(text, at + 1, within + head)
      else {
        const end = text.indexOf('}', at)
        for (const selector of head.split(/,(?![^(]*\))/))
          rules.push(`${within}${selector}${text.slice(at, end)}`)
        at = end
      }
      from = at + 1
    }
    return text.length
  }
  const layer = '@layer utilities{'
  read(sheet, sheet.indexOf(layer) + layer.length, '')
  return rules
}

test('the sheet of the rest repeats the rules of the first screens in the same order', async () => {
  const first = utilitiesOf(await builtSheet('studio'))
  const rest = utilitiesOf(await builtSheet('rest'))
  assert.ok(first.length > 200 && first.length < rest.length - 200, `${first.length} of ${rest.length}`)
  const known = new Set(first)
  assert.deepEqual(
    rest.filter((rule) => known.has(rule)),
    first,
  )
})

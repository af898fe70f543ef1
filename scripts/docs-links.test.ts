import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = 'bench,blocks,docs,e2e,embed,features,kernel,packages,sandbox,services,testing,ui'
const pages = globSync(`{*.md,{${FOLDERS}}/**/*.md}`, { cwd: ROOT })

/** Anchors of a page's headings, in GitHub's format. */
function anchorsOf(path: string): Set<string> {
  const headings = readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)
  return new Set(
    [...headings].map(([, text]) =>
      text!
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

test('every link of the docs points to an existing file and heading', () => {
  assert.ok(pages.length > 40, pages.join(' '))
  const broken = pages.flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link]) => link!)
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [path, anchor] = link.split('#') as [string, string?]
        const target = path ? join(ROOT, dirname(page), path) : join(ROOT, page)
        if (!existsSync(target)) return true
        return anchor !== undefined && (statSync(target).isDirectory() || !anchorsOf(target).has(anchor))
      })
      .map((link) => `${page}: ${link}`),
  )
  assert.deepEqual(broken, [])
})

test('the README has at most 5 KB', () => {
  assert.ok(statSync(join(ROOT, 'README.md')).size <= 5 * 1024)
})

import assert from 'node:assert/strict'
import { before, test } from 'node:test'

class Script {
  src: string
  constructor(src: string) {
    this.src = src
  }
}

let base: typeof import('./base.ts')
before(async () => {
  Object.assign(globalThis, {
    HTMLScriptElement: Script,
    __BB_NAMED_BY_ID__: 'my-block',
  })
  base = await import('./base.ts')
})

test('our tag is recognized by its versioned URL, whatever the host', () => {
  assert.deepEqual(base.tagAddress(new Script('https://cdn.example/v1/bb.js')), {
    origin: 'https://cdn.example',
    folder: 'https://cdn.example/v1/',
  })
  assert.deepEqual(base.tagAddress(new Script('http://localhost:3000/v1.0.12/bb.js?x=1')), {
    origin: 'http://localhost:3000',
    folder: 'http://localhost:3000/v1.0.12/',
  })
})

test('other scripts are not', () => {
  for (const src of [
    '',
    'https://cdn.example/v2/bb.js',
    'https://cdn.example/v1/bb.js.map',
    'https://cdn.example/x/v1/bb.js',
    'https://user@cdn.example/v1/bb.js',
    'ftp://cdn.example/v1/bb.js',
  ])
    assert.equal(base.tagAddress(new Script(src)), undefined, src)
})

test('[K08] an element that shadows document.currentScript is not taken for our tag', () => {
  const clobber = { src: 'https://evil.example/v1/bb.js' }
  assert.equal(base.tagAddress(clobber), undefined)
  const own = new Script('https://cdn.example/v1/bb.js')
  const page = {
    currentScript: clobber,
    // Elements with these names shadow the document's properties.
    scripts: { src: clobber.src },
    querySelectorAll: (name: string) => (name === 'script' ? [new Script('/site.js'), own] : []),
  }
  Object.assign(globalThis, { document: page })
  assert.equal(base.findTag(), own)
})

test('[K08] a block name is one path segment, whatever else the page writes there', () => {
  for (const name of ['auth', 'my-block', 'guestbook', 'a1']) assert.ok(base.isBlockName(name), name)
  for (const name of ['', '../auth', 'a/b', 'a?b', 'a b', 'auth#', 'https:'])
    assert.ok(!base.isBlockName(name), name)
})

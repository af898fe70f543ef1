import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PAGE_HEADS } from '#features/marketing/page-heads.ts'
import { createApp } from '#server/app.ts'
import { testApp } from '#testing/test-app.ts'
import { noDist } from './dist.ts'
import { headedPaths, withHead, withSharedSite } from './page-head.ts'

const page = readFileSync(join(import.meta.dirname, '..', 'studio', 'index.html'), 'utf8')
const HOST = 'https://blocks.example'

const one = (html: string, what: RegExp) => {
  const found = [...html.matchAll(new RegExp(what, 'g'))]
  assert.equal(found.length, 1, `${what}: ${found.length}`)
  return found[0]![1]!
}

test('each indexed page has its own title, description, canonical URL and image', () => {
  const titles = new Set<string>()
  for (const path of Object.keys(PAGE_HEADS)) {
    const html = withHead(page, HOST, path)
    const title = one(html, /<title>(.*?)<\/title>/)
    titles.add(title)
    assert.equal(one(html, /<meta property="og:title" content="(.*?)" \/>/), title)
    const description = one(html, /<meta name="description" content="(.*?)" \/>/)
    assert.ok(description.length > 40 && description.length <= 170, `${path}: ${description.length}`)
    assert.equal(one(html, /<link rel="canonical" href="(.*?)" \/>/), HOST + path)
    assert.equal(one(html, /<meta property="og:image" content="(.*?)" \/>/), `${HOST}/og.png`)
    assert.doesNotMatch(html, /noindex/)
  }
  assert.equal(titles.size, Object.keys(PAGE_HEADS).length)
})

test('two paths of one page share a canonical URL', () => {
  assert.ok(headedPaths.includes('/home'))
  assert.equal(one(withHead(page, HOST, '/home'), /<link rel="canonical" href="(.*?)" \/>/), `${HOST}/`)
})

test('a shared site has a head of its own, which names it by its address and is not indexed', () => {
  const html = withSharedSite(page, HOST, 'Hearth-and-Rye.example/bread?a="><script>')!
  assert.equal(one(html, /<title>(.*?)<\/title>/), 'hearth-and-rye.example with Bolt Blocks')
  assert.equal(
    one(html, /<meta property="og:image" content="(.*?)" \/>/),
    `${HOST}/try/picture.png?site=https%3A%2F%2Fhearth-and-rye.example%2Fbread%3Fa%3D%2522%253E%253Cscript%253E`,
  )
  assert.match(html, /<meta name="robots" content="noindex" \/>/)
  assert.doesNotMatch(html, /"><script>/)
  for (const no of ['javascript:alert(1)', 'a b', '', 'https://u:p@a.example/'])
    assert.equal(withSharedSite(page, HOST, no), undefined, no)
})

test('every other path is marked as noindex', () => {
  const html = withHead(page, HOST)
  assert.match(html, /<meta name="robots" content="noindex" \/>/)
  assert.doesNotMatch(html, /og:|canonical|name="description"/)
})

test('the server sends each path its head, with the instance’s settings', async () => {
  const { kernel, config } = await testApp({
    env: { PUBLIC_URL: HOST, CONTACT_EMAIL: 'hello@blocks.example' },
  })
  const app = createApp(kernel, { ...noDist, studioPage: page })
  const read = async (path: string) => (await app.request(config.publicUrl + path)).text()
  assert.equal(one(await read('/trust'), /<title>(.*?)<\/title>/), PAGE_HEADS['/trust']!.title)
  assert.match(await read('/trust?from=mail'), /canonical/)
  assert.match(await read('/try?site=shop.example'), /<title>shop\.example with Bolt Blocks</)
  assert.equal(one(await read('/try?site=a%20b'), /<title>(.*?)<\/title>/), PAGE_HEADS['/try']!.title)
  for (const path of ['/studio', '/bolt/blocks', '/nothing']) assert.match(await read(path), /noindex/, path)
  const settings = JSON.parse(one(await read('/trust'), /id="bb-config">([\s\S]*?)<\/script>/)) as object
  assert.deepEqual('contact' in settings && settings.contact, {
    general: 'hello@blocks.example',
    security: 'hello@blocks.example',
  })
})

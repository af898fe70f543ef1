import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PAGE_HEADS } from '#features/marketing/page-heads.ts'
import { createApp } from '#server/app.ts'
import { testApp } from '#testing/test-app.ts'
import { noDist } from './dist.ts'
import { headedPaths, withHead } from './page-head.ts'

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
  for (const path of ['/studio', '/bolt/blocks', '/nothing']) assert.match(await read(path), /noindex/, path)
  const settings = JSON.parse(one(await read('/trust'), /id="bb-config">([\s\S]*?)<\/script>/)) as object
  assert.deepEqual('contact' in settings && settings.contact, {
    general: 'hello@blocks.example',
    security: 'hello@blocks.example',
  })
})

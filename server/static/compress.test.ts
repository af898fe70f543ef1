import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import type { AppEnv } from '#kernel/http/context.ts'
import { compressedPage } from './compress.ts'

/** Style sheets, which are most of a block's page. */
const sheets = globSync(join(import.meta.dirname, '..', '..', 'ui', 'base', '*.css')).toSorted()
const page = `<style>${sheets.map((file) => readFileSync(file, 'utf8')).join('')}</style>`
const app = new Hono<AppEnv>().get('/', (c) => compressedPage(c, page))

async function answer(accepted: string) {
  const response = await app.request('/', { headers: { 'accept-encoding': accepted } })
  return {
    encoding: response.headers.get('content-encoding'),
    body: Buffer.from(await response.arrayBuffer()),
  }
}

test('a page rendered per visitor is smaller with brotli, which browsers prefer, than with gzip, with equal content', async () => {
  const [br, gzip, plain] = [
    await answer('gzip, deflate, br'),
    await answer('gzip'),
    await answer('identity'),
  ]
  assert.deepEqual([br.encoding, gzip.encoding, plain.encoding], ['br', 'gzip', null])
  assert.ok(br.body.length < gzip.body.length, `${br.body.length} and ${gzip.body.length}`)
  const told = [brotliDecompressSync(br.body), gunzipSync(gzip.body), plain.body].map(String)
  assert.deepEqual(told, [page, page, page])
})

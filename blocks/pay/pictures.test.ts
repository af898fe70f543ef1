import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { makeItem, makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { openShop } from '#testing/shop.ts'
import { testApp } from '#testing/test-app.ts'
import { testSandbox } from '#testing/test-sandbox.ts'
import { encodePicture } from './encode-picture.ts'

const sandbox = await testSandbox()
const app = await testApp({ sandbox: sandbox.ready })
const shop = await openShop(app, sandbox)
const { creator, visitor, tenant } = shop

const solid = (width: number, height: number, background = '#c81e3c') =>
  sharp({ create: { width, height, channels: 3, background } })
const base64 = (bytes: Buffer) => bytes.toString('base64')
const red = base64(await solid(1200, 800).jpeg().toBuffer())
const blue = base64(await solid(300, 200, '#1e3cc8').png().toBuffer())
const seeing = (address: string, method = 'GET') => app.request(address, { method })
const newItem = (more: object = {}) => makeItem(app.database, tenant.id, more)
const setPicture = (itemId: string, picture: unknown) =>
  creator('PUT', `/item-operations/${itemId}`, { picture })
const inCatalogue = async (id: string) =>
  (await visitor('GET', '/catalogue')).body.items.find((item: { id: string }) => item.id === id)

test('a product is created with a picture, which visitors get at an address with its hash', async () => {
  const fields = { name: 'Rye loaf', price_cents: 500, picture: red }
  const { status, body: item } = await creator('POST', `/tenant-items/${tenant.id}/items`, fields)
  assert.equal(status, 200)
  const { url, width, height } = item.picture
  assert.deepEqual([width, height], [960, 640])
  assert.match(url, new RegExp(`^/item-pictures/${tenant.id}/${item.id}/[0-9a-f]{32}\\.webp$`))
  assert.deepEqual((await inCatalogue(item.id)).picture, item.picture)
  const list = await creator('GET', `/tenant-items/${tenant.id}/items`)
  assert.deepEqual(list.body[0].picture, item.picture)

  const response = await seeing(url)
  assert.equal(response.status, 200)
  for (const [name, value] of Object.entries({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'",
    'x-content-type-options': 'nosniff',
  }))
    assert.equal(response.headers.get(name), value)
  const stored = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  assert.deepEqual([stored.format, stored.width, stored.height], ['webp', 960, 640])
  assert.equal((await seeing(url, 'HEAD')).status, 200)
})

test('a new picture has a new address, null removes it, and other changes keep it', async () => {
  const id = await newItem()
  const first = (await setPicture(id, red)).body.picture
  const second = (await setPicture(id, blue)).body.picture
  assert.deepEqual([second.width, second.height], [300, 200], 'never enlarged')
  assert.notEqual(first.url, second.url)
  assert.deepEqual([(await seeing(first.url)).status, (await seeing(second.url)).status], [404, 200])
  const renamed = await creator('PUT', `/item-operations/${id}`, { name: 'Renamed' })
  assert.deepEqual(renamed.body.picture, second)
  assert.equal((await setPicture(id, null)).body.picture, null)
  assert.equal((await seeing(second.url)).status, 404)
  assert.equal((await inCatalogue(id)).picture, null)
  assert.equal((await creator('GET', `/item-operations/${id}/picture`)).status, 404)
})

test('the picture of an inactive product is for its creator only; a deleted product has none', async () => {
  const id = await newItem()
  const { url } = (await setPicture(id, red)).body.picture
  await creator('PUT', `/item-operations/${id}`, { active: false })
  const gone = await seeing(url)
  assert.deepEqual([gone.status, gone.headers.get('cache-control')], [404, 'no-store'])
  const own = await creator('GET', `/item-operations/${id}/picture`)
  assert.match(own.body.data_url, /^data:image\/webp;base64,UklGR/)
  await creator('PUT', `/item-operations/${id}`, { active: true })
  assert.equal((await seeing(url)).status, 200)
  await creator('DELETE', `/item-operations/${id}`)
  assert.equal((await seeing(url)).status, 404)
  const { rows } = await app.owner.query('select from public.item_pictures where item_id = $1', [id])
  assert.equal(rows.length, 0)
})

test('an address that names another tenant, product or hash, or nonsense, is not found', async () => {
  const id = await newItem()
  const { url } = (await setPicture(id, red)).body.picture as { url: string }
  const other = await makeTenant(app.database)
  for (const address of [
    url.replace(tenant.id, other.id),
    url.replace(id, await newItem()),
    url.replace(/[0-9a-f]{32}/, '0'.repeat(32)),
    url.replace('.webp', '.svg'),
    url.replace('.webp', ''),
    `${url}/x`,
    url.toUpperCase(),
    '/item-pictures/x/y/z.webp',
    '/item-pictures/%00/%27/..%2f.webp',
  ])
    assert.equal((await seeing(address)).status, 404, address)
})

test('[C02] [C03] another creator and visitors can neither set nor remove nor read a picture by the endpoints', async () => {
  const id = await newItem({ active: false })
  await setPicture(id, red)
  const session = await signUp(app, app.anonKey)
  const bob = functionCall(app, app.anonKey, session.access_token)
  for (const picture of [blue, null])
    assert.equal((await bob('PUT', `/item-operations/${id}`, { picture })).status, 404)
  assert.equal((await bob('GET', `/item-operations/${id}/picture`)).status, 404)
  assert.equal((await visitor('PUT', `/item-operations/${id}`, { picture: null })).status, 401)
  assert.equal((await visitor('GET', `/item-operations/${id}/picture`)).status, 401)
  const { data_url } = (await creator('GET', `/item-operations/${id}/picture`)).body
  const { bytes } = await encodePicture(red)
  assert.equal(data_url, `data:image/webp;base64,${base64(bytes)}`)
})

test('the data API writes no pictures, not even for their creator', async () => {
  const id = await newItem()
  await setPicture(id, red)
  const own = app.client(app.anonKey, { accessToken: async () => shop.token })
  const { data } = await own.from('item_pictures').select('item_id, width').eq('item_id', id)
  assert.deepEqual(data, [{ item_id: id, width: 960 }])
  for (const { error } of [
    await own.from('item_pictures').update({ width: 1 }).eq('item_id', id),
    await own.from('item_pictures').delete().eq('item_id', id),
    await own.from('item_pictures').insert({ tenant_id: tenant.id, item_id: id, hash: 'x' }),
  ])
    assert.equal(error?.code, '42501')
  const { error } = await own.rpc('set_item_picture', { p_item: id })
  assert.ok(error)
})

/** A PNG of one color and one bit per pixel: small as a file, whatever its size. */
function hugePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [size, crc] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(data.length)
    crc.writeUInt32BE(crc32(body))
    return Buffer.concat([size, body, crc])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head[8] = 1
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(side / 8)) * side))
  const magic = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([magic, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0)
  }
  return ~crc >>> 0
}

const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
const [noisyPng, noisyJpeg, noisyWebp] = await Promise.all([
  noise(200).png().toBuffer(),
  noise(200).jpeg().toBuffer(),
  noise(200).webp().toBuffer(),
])
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const claims60000 = Buffer.from(noisyPng)
claims60000.writeUInt32BE(60_000, 16)
claims60000.writeUInt32BE(60_000, 20)

for (const [what, picture, code = 'bad_picture'] of [
  ['an SVG', base64(Buffer.from(svg))],
  ['an SVG behind a byte order mark', base64(Buffer.from(`\ufeff${svg}`))],
  ['HTML', base64(Buffer.from('<!doctype html><script>alert(1)</script>'))],
  ['a PDF', base64(Buffer.from('%PDF-1.7\n1 0 obj'))],
  ['a GIF', base64(await solid(9, 9).gif().toBuffer())],
  ['an AVIF', base64(await solid(9, 9).avif({ effort: 0 }).toBuffer())],
  ['HTML after the first bytes of a PNG', base64(Buffer.from('\x89PNG\r\n\x1a\n<script>', 'latin1'))],
  ['HTML after the first bytes of a JPEG', base64(Buffer.from('\xff\xd8\xff<script>', 'latin1'))],
  ['an SVG within a WebP', base64(Buffer.from(`RIFF0000WEBP${svg}`))],
  ['half a PNG', base64(half(noisyPng))],
  ['half a JPEG', base64(half(noisyJpeg))],
  ['half a WebP', base64(half(noisyWebp))],
  ['a PNG of 100 megapixels', base64(hugePng(10_000)), 'picture_too_large'],
  ['a PNG of 900 megapixels', base64(hugePng(30_000)), 'picture_too_large'],
  ['a PNG that claims 3,600 megapixels', base64(claims60000), 'picture_too_large'],
  ['a few bytes', 'AAAA'],
  ['nothing', '', 'invalid_input'],
  ['a data URL', `data:image/png;base64,${blue}`, 'invalid_input'],
  ['text', 'not base64!', 'invalid_input'],
  ['a number', 5, 'invalid_input'],
  ['an object', { data: blue }, 'invalid_input'],
  ['an array', [blue], 'invalid_input'],
  ['too much base64', 'A'.repeat(900_001), 'invalid_input'],
] as [string, unknown, string?][])
  test(`[L08] ${what} is a 400 with a message, and the product stays as it was`, async () => {
    const id = await newItem()
    const { status, body } = await setPicture(id, picture)
    assert.equal(status, 400, JSON.stringify(body))
    assert.match(body.error, /^picture: .{10,}/)
    assert.equal(body.code, code)
    assert.equal((await inCatalogue(id)).picture, null)
  })

test('a body over the limit of requests is a 413', async () => {
  const { status, body } = await setPicture(await newItem(), 'A'.repeat(1_000_001))
  assert.deepEqual([status, body.code], [413, 'body_too_large'])
})

test('metadata is stripped after the rotation was applied, and an animation becomes its first frame', async () => {
  const photo = await solid(40, 20)
    .withExif({ IFD0: { Copyright: 'canary' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { bytes, width, height } = await encodePicture(base64(photo))
  assert.deepEqual([width, height], [20, 40])
  const { exif, icc, xmp, orientation } = await sharp(bytes).metadata()
  assert.deepEqual([exif, icc, xmp, orientation], [undefined, undefined, undefined, undefined])
  assert.ok(!bytes.includes('canary'))
  const frames = await Promise.all(['#f00', '#0f0'].map((color) => solid(10, 10, color).png().toBuffer()))
  const animated = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  assert.equal((await sharp(animated).metadata()).pages, 2)
  const still = await encodePicture(base64(animated))
  assert.equal((await sharp(still.bytes).metadata()).pages ?? 1, 1)
})

test('transparency stays, and a picture full of details has at most 300 KB', async () => {
  const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#f000' } })
    .png()
    .toBuffer()
  assert.equal((await sharp((await encodePicture(base64(clear))).bytes).metadata()).hasAlpha, true)
  const { bytes, width } = await encodePicture(base64(await noise(2000).jpeg({ quality: 60 }).toBuffer()))
  assert.ok(bytes.length <= 300_000 && width >= 480, `${bytes.length} ${width}`)
})

test('the provider gets no picture while it cannot reach this server', async () => {
  const id = await newItem()
  await setPicture(id, red)
  const { body } = await visitor('POST', '/purchase', {
    item_id: id,
    page_url: 'http://shop.localhost:4800/',
  })
  assert.deepEqual(await picturesAtProvider(sandbox, body.url, shop.account), [])
})

test('the provider shows the picture in the checkout of a public server', async () => {
  const publicApp = await testApp({ sandbox: sandbox.ready, env: { PUBLIC_URL: 'https://blocks.example' } })
  const publicShop = await openShop(publicApp, sandbox)
  const { body: item } = await publicShop.creator('PUT', `/item-operations/${publicShop.itemId}`, {
    picture: red,
  })
  const { body } = await publicShop.visitor('POST', '/purchase', {
    item_id: item.id,
    page_url: 'http://shop.localhost:4800/',
  })
  assert.deepEqual(await picturesAtProvider(sandbox, body.url, publicShop.account), [
    `https://blocks.example${item.picture.url}`,
  ])
})

/** The pictures of the product that an open checkout sells. */
async function picturesAtProvider({ stripe }: typeof sandbox, url: string, stripeAccount: string) {
  const session = /\/c\/pay\/(cs_\w+)/.exec(url)![1]!
  const at = { stripeAccount }
  const { data } = await stripe.test.checkout.sessions.listLineItems(session, {}, at)
  const product = await stripe.test.products.retrieve(data[0]!.price!.product as string, {}, at)
  return product.images
}

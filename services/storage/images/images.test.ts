import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { readImageOptions } from './options.ts'
import { MAX_IMAGE_BYTES, transform } from './transform.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 60 } } })
const png = await picture(400, 200).png().toBuffer()
const jpeg = await picture(400, 200)
  .jpeg()
  .withExif({ IFD0: { Copyright: 'canary' } })
  .toBuffer()

async function seen(body: Uint8Array) {
  const { width, height, format, compression, exif } = await sharp(body).metadata()
  return { width, height, format: compression === 'av1' ? 'avif' : format, exif }
}

for (const [query, width, height] of [
  ['width=100&height=100', 100, 100],
  ['width=100&height=100&resize=cover', 100, 100],
  ['width=100&height=100&resize=fill', 100, 100],
  ['width=100&height=100&resize=contain', 100, 50],
  ['width=100', 100, 50],
  ['height=100', 200, 100],
  ['quality=20', 400, 200],
  ['width=2500&height=1', 2500, 1],
] as const)
  test(`an image of 400 x 200 with ${query} becomes ${width} x ${height}`, async () => {
    const image = await transform(png, readImageOptions(new URLSearchParams(query)))
    assert.deepEqual(await seen(image.body), { width, height, format: 'png', exif: undefined })
    assert.equal(image.contentType, 'image/png')
  })

for (const [options, accept, contentType] of [
  [{}, '', 'image/jpeg'],
  [{}, 'image/avif,image/webp,*/*', 'image/avif'],
  [{}, 'image/webp,*/*', 'image/webp'],
  [{ format: 'origin' }, 'image/avif,image/webp', 'image/jpeg'],
  [{ format: 'avif' }, '', 'image/avif'],
  [{ format: 'webp' }, 'image/avif', 'image/webp'],
  [{ format: 'jpeg' }, 'image/avif', 'image/jpeg'],
] as const)
  test(`${JSON.stringify(options)} for a browser that accepts "${accept}" returns ${contentType}`, async () => {
    const image = await transform(jpeg, { ...options, width: 10 }, accept)
    assert.equal(image.contentType, contentType)
    assert.deepEqual(await seen(image.body), {
      width: 10,
      height: 5,
      format: contentType.slice('image/'.length),
      exif: undefined,
    })
  })

test('a picture is rotated as its camera recorded', async () => {
  const turned = await picture(40, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  const { width, height } = await seen((await transform(turned, {})).body)
  assert.deepEqual({ width, height }, { width: 20, height: 40 })
})

test('lower quality means fewer bytes', async () => {
  const noise = await sharp({
    create: {
      width: 200,
      height: 200,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer()
  const [low, high] = [
    await transform(noise, { format: 'webp', quality: 20 }),
    await transform(noise, { format: 'webp', quality: 100 }),
  ]
  assert.ok(low.body.byteLength < high.body.byteLength)
})

for (const query of [
  'width=0',
  'width=2501',
  'width=-1',
  'width=1.5',
  'width=1e3',
  'width=ten',
  'height=99999999999',
  'quality=19',
  'quality=101',
  'resize=stretch',
  'format=png',
  'format=svg',
  'width=%00',
])
  test(`${query} is rejected with a message`, () => {
    assert.throws(() => readImageOptions(new URLSearchParams(query)), { status: 400, code: 'InvalidRequest' })
  })

const bomb = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
)
/** A PNG that declares 60,000 x 60,000 pixels. */
const huge = (() => {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(60_000, 16)
  bytes.writeUInt32BE(60_000, 20)
  return bytes
})()
for (const [what, bytes, code] of [
  ['a text file', Buffer.from('hello'), 'InvalidRequest'],
  ['nothing', Buffer.alloc(0), 'InvalidRequest'],
  ['an SVG', bomb, 'InvalidRequest'],
  ['half a PNG', png.subarray(0, png.length - 200), 'InvalidRequest'],
  ['a PNG of 3,600 megapixels', huge, undefined],
  ['a file over the size limit', Buffer.alloc(MAX_IMAGE_BYTES + 1), 'EntityTooLarge'],
] as const)
  test(`[L08] ${what} is rejected as a file that is not an image we transform`, async () => {
    await assert.rejects(transform(bytes, { width: 10 }), { status: 422, ...(code ? { code } : {}) })
  })

test('[P01] few images are transformed at the same time, some wait, the others get an error that says to retry', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 120 }, () => transform(jpeg, { width: 50 })))
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  assert.ok(refused.length > 0 && refused.length < 60)
  for (const outcome of refused) assert.equal((outcome as { reason: { status: number } }).reason.status, 503)
  assert.equal((await transform(jpeg, { width: 50 })).contentType, 'image/jpeg')
})

// The picture of a product: chosen or dropped in the form, shown in the table and on the block, removed again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { expect } from '#testing/browser.ts'
import { violations } from '../accessibility.ts'
import { openDashboard, says } from './dashboard.ts'

const { bakery, dialog, mara, page, products, url } = await openDashboard()
const NAME = 'Rye starter kit'
const row = page.getByRole('table', { name: 'Products' }).getByRole('row').filter({ hasText: NAME })
const edit = dialog('Edit Product')
const save = edit.getByRole('button', { name: 'Save' })
const card = edit.getByRole('region', { name: 'Preview' }).getByRole('img', { name: NAME })
const photo = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#b4562c' } })
  .jpeg()
  .toBuffer()

/** Width of the picture's own pixels; 0 until it is loaded. */
const pixels = (image: Locator) => image.evaluate((element: HTMLImageElement) => element.naturalWidth)

async function open() {
  await page.goto(products())
  await row.getByRole('button', { name: `Edit ${NAME}` }).click()
  await expect(edit).toBeVisible()
}

test('a chosen picture is scaled down before it is sent, and is shown in preview and table', async () => {
  await open()
  await expect(card).toHaveCount(0)
  await edit
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(card).toBeVisible()
  assert.equal(await pixels(card), 1200)
  assert.deepEqual(await violations(page), [])
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await save.click()
  const { picture } = (await sent).postDataJSON() as { picture: string }
  const { format, width, height } = await sharp(Buffer.from(picture, 'base64')).metadata()
  assert.deepEqual([format, width, height], ['webp', 1200, 800])
  await says(page, 'Product updated successfully!')
  await expect.poll(() => pixels(row.locator('img'))).toBe(960)
})

test('visitors see the picture under the policy of the page, and nothing moves when it is loaded', async () => {
  const shop = await page.context().newPage()
  const refusals: string[] = []
  shop.on('console', (message) => message.type() === 'error' && refusals.push(message.text()))
  await shop.route('**/item-pictures/**', (route) => setTimeout(() => void route.continue(), 500))
  await shop.goto(`${url}/embed/pay?tenant=${bakery.public_key}`, { waitUntil: 'commit' })
  const image = shop.getByRole('img', { name: NAME })
  const before = await image.boundingBox()
  await expect.poll(() => pixels(image)).toBe(960)
  assert.deepEqual(await image.boundingBox(), before)
  assert.ok(before!.height > 100)
  await expect(shop.getByRole('img')).toHaveCount(1)
  // Cards without a picture keep the same space beside it.
  await shop.setViewportSize({ width: 1200, height: 800 })
  const headings = shop.getByRole('heading', { level: 2 })
  const tops = await headings.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  assert.ok(tops.length > 2 && Math.max(...tops) - Math.min(...tops) < 2, tops.join())
  assert.deepEqual(await violations(shop), [])
  assert.deepEqual(refusals, [])
  await shop.close()
})

test('the picture of an inactive product is shown to its creator', async () => {
  await row.locator('label').click()
  await expect(row.getByRole('switch')).not.toBeChecked()
  await page.goto(products())
  await expect.poll(() => pixels(row.locator('img'))).toBe(960)
  assert.match((await row.locator('img').getAttribute('src'))!, /^data:image\/webp/)
  await row.locator('label').click()
  await expect(row.getByRole('switch')).toBeChecked()
})

test('a file that is no picture is refused with a message, and the picture stays', async () => {
  await open()
  await expect.poll(() => pixels(card)).toBe(960)
  for (const [name, mimeType, text] of [
    ['a.png', 'image/png', '<!doctype html><script>alert(1)</script>'],
    ['a.txt', 'text/plain', 'Hello'],
  ] as const) {
    await edit.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(text) })
    await expect(edit.getByRole('alert')).toHaveText(
      'This file is not a picture. Choose a JPEG, PNG or WebP file.',
    )
  }
  await expect(card).toBeVisible()
})

test('a picture can be dropped and removed', async () => {
  const zone = edit.getByRole('group', { name: 'Picture' })
  await zone.getByRole('button', { name: 'Remove' }).click()
  await expect(card).toHaveCount(0)
  const dropped = await page.evaluateHandle(async (base64) => {
    const transfer = new DataTransfer()
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    transfer.items.add(new File([bytes], 'a.jpg', { type: 'image/jpeg' }))
    return transfer
  }, photo.toString('base64'))
  await zone.dispatchEvent('dragover', { dataTransfer: dropped })
  await zone.dispatchEvent('drop', { dataTransfer: dropped })
  await expect(card).toBeVisible()
  await zone.getByRole('button', { name: 'Remove' }).click()
  await expect(card).toHaveCount(0)
  await save.click()
  await says(page, 'Product updated successfully!')
  await expect(row.locator('img')).toHaveCount(0)
  const { data } = await mara.client.from('item_pictures').select('item_id')
  assert.deepEqual(data, [])
})

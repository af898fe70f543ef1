// The statistics of the dashboard and the staff's panel, read on screen and navigated by keyboard.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import sharp from 'sharp'
import { expect, launchBrowser } from '#testing/browser.ts'
import { testInstance } from '#testing/test-instance.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, makeTenant, operatorOf, studioContext } from './api.ts'
import { chunkWith } from './chunks.ts'
import { PASSWORD } from './creator.ts'
import { MOST_SHIFT, shiftsOf, watchShifts } from './screens/shifts.ts'
import { fitsItsWidth } from './sideways.ts'
import { escape } from './windows.ts'

const instance = await testInstance({ STATS_EMAILS: 'mara@hearthandrye.test' })
const keys = keysOf(instance)
const operator = operatorOf(keys)
const mara = await makeCreator(keys, { email: 'mara@hearthandrye.test', password: PASSWORD })
const nils = await makeCreator(keys, { email: 'nils@cornermill.test', password: PASSWORD })
const bakery = await makeTenant(mara, 'Hearth & Rye')
const mill = await makeTenant(nils, 'Corner Mill')

const DAY_MS = 86_400_000
const hash = () => `\\x${randomBytes(32).toString('hex')}`

/** An order that was paid this many days before now. */
const orderPaid = (daysAgo: number, amount_total: number, more: object = {}) => ({
  tenant_id: bakery.id,
  mode: 'test',
  status: 'paid',
  seller: 'pay',
  source_id: randomUUID(),
  name: 'Rye loaf',
  amount_total,
  amount_refunded: 0,
  currency: 'eur',
  stripe_account_id: 'acct_1',
  state_hash: hash(),
  receipt_hash: hash(),
  paid_at: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
  ...more,
})
const insertOrders = async (rows: object[]) =>
  assert.ifError((await operator.from('orders').insert(rows)).error)

// A first takes half of the space of the events; its own tests use another tenant.
const dismissed = [bakery, mill].flatMap(({ id }) =>
  ['live-sale', 'test-order', 'sign-up'].map((kind) => ({ tenant_id: id, kind })),
)
assert.ifError((await operator.from('dismissed_moments').insert(dismissed)).error)

const browser = await launchBrowser()
const context = await studioContext(browser, instance.url, mara.session)
const page = await context.newPage()
const numbers = page.getByRole('region', { name: 'Statistics for Hearth & Rye' })
const tab = (name: string) => numbers.getByRole('tab', { name: new RegExp(`^${name}`) })
const chart = numbers.getByRole('slider')
const activity = page.getByRole('region', { name: 'Activity' })

test('before the first sale the line is at zero and the chart says how to start', async () => {
  await page.goto(`${instance.url}/studio`)
  await expect(tab('Sales')).toContainText('€0.00')
  await expect(numbers.getByText('No sales in the last 30 days.')).toBeVisible()
  await expect(activity.getByText('Nothing has happened yet')).toBeVisible()
  await expect(numbers.getByText('Test mode')).toBeVisible()
  assert.deepEqual(await violations(page), [])
  await numbers.getByRole('button', { name: 'Get the embed code' }).click()
  await escape(page.getByRole('dialog', { name: 'Embed Code' }))
})

for (const [delayedPart, pattern] of [
  ['code', chunkWith('Statistics for')],
  ['response', /\/functions\/v1\/tenant-stats/],
] as const)
  test(`the content below the statistics does not move while their ${delayedPart} loads`, async () => {
    for (const width of [1440, 900, 390]) {
      const delayedContext = await studioContext(browser, instance.url, mara.session)
      await watchShifts(delayedContext)
      const screen = await delayedContext.newPage()
      await screen.setViewportSize({ width, height: 844 })
      const free = Promise.withResolvers<void>()
      await screen.route(pattern, async (route) => {
        await free.promise
        await route.continue()
      })
      await screen.goto(`${instance.url}/studio`)
      await expect(screen.getByRole('heading', { name: 'Tenants' })).toBeVisible()
      // The statistics' own elements appear when their code has loaded.
      await expect(screen.getByRole('tab', { name: 'Sales' })).toBeVisible({
        visible: delayedPart === 'response',
      })
      const before = await shiftsOf(screen)
      free.resolve()
      await expect(screen.getByText('No sales in the last 30 days.')).toBeVisible()
      const { shifts } = await shiftsOf(screen)
      assert.deepEqual(shifts.slice(before.shifts.length), [], `${width} px`)
      await delayedContext.close()
    }
  })

test('the tabs show totals, their change and today’s part; each has its own chart and address', async () => {
  await insertOrders([
    orderPaid(0, 1250),
    orderPaid(3, 18600),
    orderPaid(3, 400, { amount_refunded: 250 }),
    orderPaid(33, 10000),
    orderPaid(5, 7700, { mode: 'live' }),
  ])
  await page.reload()
  await expect(tab('Sales')).toContainText('€200.00')
  await expect(tab('Sales')).toContainText('+100% vs. the previous 30 days')
  await expect(tab('Sales')).toContainText('€12.50 today')
  await expect(tab('Orders')).toContainText('3+200%')
  await expect(tab('Orders')).toContainText('1 today')
  await expect(tab('Sign-ups')).toContainText('0')
  await tab('Orders').click()
  await expect(page).toHaveURL(/numbers=orders/)
  await numbers.getByRole('combobox', { name: 'Period' }).selectOption('Last 7 days')
  await expect(page).toHaveURL(/days=7/)
  await page.reload()
  await expect(tab('Orders')).toHaveAttribute('aria-selected', 'true')
  await expect(chart).toHaveAccessibleName('Orders by day, last 7 days')
  // Today, three days ago, and nothing on the other days.
  await expect(numbers.locator('.bb-chart-bar')).toHaveCount(2)
  assert.deepEqual(await violations(page), [])
})

test('arrow keys move through the days and announce each; the pointer shows the same', async () => {
  await page.goto(`${instance.url}/studio`)
  await chart.focus()
  await expect(chart).toHaveAttribute(
    'aria-valuetext',
    /, so far: Sales so far €200\.00, Previous 30 days €100\.00, On this day €12\.50$/,
  )
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft')
  await expect(chart).toHaveAttribute(
    'aria-valuetext',
    /^\w{3}, \d+ \w{3} \d{4}: Sales so far €187\.50, Previous 30 days €100\.00, On this day €0\.00$/,
  )
  await expect(chart.getByText('€187.50')).toBeVisible()
  assert.deepEqual(await violations(page), [])
  await page.keyboard.press('Escape')
  await expect(chart.getByText('€187.50')).toBeHidden()
  await chart.hover({ position: { x: 5, y: 60 } })
  await expect(chart.locator('.bb-chart-tooltip')).toBeVisible()
})

test('the same numbers are available as a table with one click', async () => {
  await numbers.getByRole('button', { name: 'Show as a table' }).press('Enter')
  const table = numbers.getByRole('table', { name: 'Sales by day, last 30 days' })
  await expect(table.getByRole('row')).toHaveCount(31)
  await expect(table.getByRole('row').nth(1)).toContainText('so far€12.50€0.00')
  assert.deepEqual(await violations(page), [])
})

test('two currencies are kept apart, and one is selected', async () => {
  await insertOrders([orderPaid(1, 5000, { currency: 'usd' })])
  await page.goto(`${instance.url}/studio`)
  await expect(tab('Sales')).toContainText('€200.00')
  await numbers.getByRole('combobox', { name: 'Currency' }).selectOption('USD')
  await expect(tab('Sales')).toContainText('$50.00')
  await expect(tab('Orders')).toContainText('4')
  await page.reload()
  await expect(tab('Sales')).toContainText('$50.00')
})

test('days follow the viewer’s time zone: the same order is on another day across the date line', async () => {
  const days: string[] = []
  for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const there = await (await studioContext(browser, instance.url, mara.session, { timezoneId })).newPage()
    await there.goto(`${instance.url}/studio?days=7&currency=usd`)
    await there.getByRole('button', { name: 'Show as a table' }).press('Enter')
    days.push(
      await there.getByRole('row').filter({ hasText: '$50.00' }).getByRole('cell').first().innerText(),
    )
    await there.context().close()
  }
  assert.notEqual(days[0], days[1])
})

test('on a phone the tabs are side by side with the number below; nothing is wider than 360 pixels', async () => {
  const phone = await studioContext(browser, instance.url, mara.session, {
    viewport: { width: 360, height: 780 },
    colorScheme: 'dark',
  })
  const small = await phone.newPage()
  await small.goto(`${instance.url}/studio?numbers=orders`)
  const there = small.getByRole('region', { name: 'Statistics for Hearth & Rye' })
  await expect(there.getByRole('tabpanel').getByText('+300% vs. the previous 30 days')).toBeVisible()
  await expect(there.getByRole('tab', { name: 'Orders', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await there.getByRole('combobox', { name: 'Period' }).selectOption('Last 90 days')
  await expect(there.getByRole('slider')).toHaveAccessibleName('Orders by day, last 90 days')
  await fitsItsWidth(small)
  await there.getByRole('button', { name: 'Show as a table' }).press('Enter')
  await expect(there.getByRole('table')).toBeVisible()
  await fitsItsWidth(small)
  assert.deepEqual(await violations(small), [])
  await phone.close()
})

test('a card’s name shows its tenant: its card comes first, with figures of its own', async () => {
  await makeTenant(mara, 'Second Shop')
  await page.goto(`${instance.url}/studio`)
  const cards = page.getByRole('list').filter({ has: page.getByRole('listitem', { name: 'Second Shop' }) })
  const first = cards.getByRole('listitem').first()
  await page.evaluate((id) => sessionStorage.setItem('bb:tenant', id), bakery.id)
  await page.reload()
  await expect(first).toHaveAccessibleName('Hearth & Rye')
  await expect(first).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Second Shop', exact: true }).click()
  await expect(first).toHaveAccessibleName('Second Shop')
  await expect(page.getByRole('region', { name: 'Statistics for Second Shop' })).toBeVisible()
  await page.getByRole('button', { name: 'Hearth & Rye', exact: true }).click()
  await expect(first).toHaveAccessibleName('Hearth & Rye')
})

test('an order appears in the activity as it is paid, another tenant’s never does; reduced motion gets a button', async () => {
  const frames: string[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))))
  await page.reload()
  const rows = activity.getByRole('listitem')
  await expect(rows.first()).toContainText('Rye loaf')
  const before = await rows.count()
  await expect.poll(() => frames.join()).toContain('Subscribed to PostgreSQL')
  await insertOrders([
    orderPaid(0, 3300, { name: 'Neighbor cake', tenant_id: mill.id }),
    orderPaid(0, 2400, { name: 'Plum cake' }),
  ])
  const button = activity.getByRole('button', { name: 'Show 1 new' })
  // Sooner than the next poll, so it came through the socket.
  await expect(button).toBeVisible({ timeout: 15_000 })
  await expect(rows).toHaveCount(before)
  await expect(tab('Sales')).toContainText('€224.00')
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(rows.first()).toContainText('Plum cake')
  await expect(activity.getByRole('list')).toBeFocused()
  await expect(rows.first()).toContainText('€24.00')
  await expect(activity.getByText('Neighbor cake')).toHaveCount(0)
  assert.deepEqual(await violations(page), [])
  await rows.first().getByRole('button').click()
  await escape(page.getByRole('dialog', { name: /Plum cake|Order/ }))
})

test('with motion allowed new rows come in unasked, and nothing else moves', async () => {
  const moving = await studioContext(browser, instance.url, mara.session, { reducedMotion: 'no-preference' })
  await watchShifts(moving)
  const screen = await moving.newPage()
  await screen.addInitScript((id) => sessionStorage.setItem('bb:tenant', id), bakery.id)
  await screen.goto(`${instance.url}/studio`)
  const rows = screen.getByRole('region', { name: 'Activity' }).getByRole('listitem')
  await expect(rows.first()).toContainText('Plum cake')
  await insertOrders([orderPaid(0, 900, { name: 'Apple cake' })])
  await expect(rows.first()).toContainText('Apple cake')
  assert.ok((await shiftsOf(screen)).sum <= MOST_SHIFT)
  await moving.close()
})

test('a first that loads late moves nothing: above the events beside the figures, named in their row on narrow screens', async () => {
  const shop = await makeTenant(mara, 'Third Shop')
  const first = { mode: 'live', name: 'Weekly bread box', email: 'ines@posteo.test', tenant_id: shop.id }
  await insertOrders([orderPaid(0, 2400, first)])
  for (const width of [1440, 900, 390]) {
    const late = await studioContext(browser, instance.url, mara.session)
    await watchShifts(late)
    const screen = await late.newPage()
    await screen.setViewportSize({ width, height: 844 })
    const free = Promise.withResolvers<void>()
    await screen.route('**/tenant-activity/*', async (route) => {
      await free.promise
      await route.continue()
    })
    await screen.goto(`${instance.url}/studio`)
    const figures = screen.getByRole('region', { name: 'Statistics for Third Shop' })
    await expect(figures.getByText('No sales in the last 30 days.')).toBeVisible()
    const before = await shiftsOf(screen)
    assert.ok(before.sum <= MOST_SHIFT, `${width} px: ${JSON.stringify(before)}`)
    free.resolve()
    const there = screen.getByRole('region', { name: 'Activity' })
    await expect(
      width === 1440
        ? there.getByRole('heading', { name: 'Your first live sale' })
        : there.getByRole('button', { name: 'Activity First live sale · €24.00' }),
    ).toBeVisible()
    await expect(figures.getByText('No sales in the last 30 days.')).toBeVisible()
    const { shifts } = await shiftsOf(screen)
    assert.deepEqual(shifts.slice(before.shifts.length), [], `${width} px`)
    if (width < 1440) {
      await there.getByRole('button', { name: /^Activity/ }).click()
      const list = there.locator('.bb-card')
      assert.ok(await list.evaluate((card) => card.scrollHeight <= card.clientHeight), 'nothing is cut off')
    }
    await late.close()
  }
})

test('the first live sale has a picture to share, until it is dismissed on any device', async () => {
  const shop = (await mara.client.from('tenants').select('id').eq('name', 'Third Shop').single()).data!
  await page.evaluate((id) => sessionStorage.setItem('bb:tenant', id), shop.id)
  await page.reload()
  const moment = page.getByRole('region', { name: 'Your first live sale' })
  await expect(moment).toContainText('€24.00')
  await expect(moment).toContainText(/Weekly bread box · \d+ \w{3} \d{4}, \d\d:\d\d/)
  await expect(moment).not.toContainText('ines')
  assert.deepEqual(await violations(page), [])
  await moment.getByRole('button', { name: 'Share picture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your first live sale' })
  await expect(dialog.getByRole('img', { name: /Third Shop, First live sale, €24.00/ })).toBeVisible()
  assert.deepEqual(await violations(page), [])
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download picture' }).click()
  const file = await (await download).path()
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  assert.deepEqual([info.width, info.height], [1200, 630])
  assert.ok(new Set(data.subarray(0, 1200 * 3 * 400)).size > 20, 'something is drawn on it')
  await dialog.getByRole('button', { name: 'Copy picture' }).click()
  await expect(page.getByText('Picture copied')).toBeVisible()
  const types = await page.evaluate(async () =>
    (await navigator.clipboard.read()).flatMap((item) => item.types),
  )
  assert.deepEqual(types, ['image/png'])
  await escape(dialog)
  await moment.getByRole('button', { name: 'Dismiss' }).click()
  await expect(moment).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Statistics for Third Shop' })).toBeVisible()
  const second = await studioContext(browser, instance.url, mara.session)
  const device = await second.newPage()
  await device.addInitScript((id) => sessionStorage.setItem('bb:tenant', id), shop.id)
  await device.goto(`${instance.url}/studio`)
  await expect(device.getByRole('region', { name: 'Activity' })).toBeVisible()
  await expect(device.getByRole('region', { name: 'Your first live sale' })).toHaveCount(0)
  await second.close()
  await page.evaluate((id) => sessionStorage.setItem('bb:tenant', id), bakery.id)
})

test('statistics that fail to load say so, and load on a retry', async () => {
  await page.route('**/tenant-stats/*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`${instance.url}/studio`)
  await expect(page.getByText('The statistics could not be loaded.')).toBeVisible()
  await page.unroute('**/tenant-stats/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(tab('Sales')).toContainText('€233.00')
})

test('[S6-018] [S6-019] listed staff see the runs and day passes of all creators in a panel, other creators do not', async () => {
  const figures = (of: typeof page) => of.getByRole('complementary', { name: 'Staff figures' })
  await expect(figures(page)).toContainText('runs4day passes10')
  assert.deepEqual(await violations(page), [])
  const plain = await (await studioContext(browser, instance.url, nils.session)).newPage()
  const requests: string[] = []
  plain.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const answered = plain.waitForResponse('**/functions/v1/access')
  await plain.goto(`${instance.url}/studio`)
  await answered
  await expect(plain.getByRole('region', { name: 'Statistics for Corner Mill' })).toContainText('€33.00')
  await expect(figures(plain)).toHaveCount(0)
  assert.ok(!requests.includes('/functions/v1/staff-stats'))
})

test('back on the dashboard, the activity is watched again', async () => {
  await page.goto(`${instance.url}/studio`)
  await page.evaluate((id) => sessionStorage.setItem('bb:tenant', id), bakery.id)
  const frames: string[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))))
  await page.reload()
  await expect.poll(() => frames.join()).toContain('Subscribed to PostgreSQL')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('link', { name: 'Security' }).click()
  await expect(activity).toHaveCount(0)
  frames.length = 0
  await navigation.getByRole('link', { name: 'Tenants' }).click()
  await expect.poll(() => frames.join()).toContain('Subscribed to PostgreSQL')
  await insertOrders([orderPaid(0, 100, { name: 'Pear cake' })])
  await expect(activity.getByRole('button', { name: 'Show 1 new' })).toBeVisible({ timeout: 15_000 })
})

// Events on a third-party site: a guest buys on a phone and sees the tickets; states, free tickets, waiting list and calendar.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { FrameLocator, Page } from 'playwright-core'
import { block as ticketsBlock } from '#blocks/tickets/block.ts'
import { PATIENCE, expect, launchBrowser, strictPage } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { must } from '../scripts/demo/fill.ts'
import { violations } from './accessibility.ts'
import { keysOf, operatorOf, studioContext } from './api.ts'
import { makeBakery } from './bakery.ts'
import { fitsItsWidth } from './sideways.ts'
import { CARDS, block, fillCard, signUpVisitor } from './visitor.ts'

const DAY = 86_400_000
/** As printed tags reserve it. */
const { height } = ticketsBlock.embed
const instance = await sharedInstance()
/** The tag of the page by its path. */
const tags = new Map<string, string>()
const tagOf = (name: string) =>
  `<script async src="${instance.url}/v1/bb.js" data-tenant="${mara.tenant.public_key}" data-block="${name}"></script>`
const server = createServer((request, response) => {
  const tag = tags.get(request.url ?? '') ?? ''
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Mill</title><body><main><h1>Mill</h1><script async src="${instance.url}/v1/bb.js" data-tenant="${mara.tenant.public_key}" data-block="tickets" style="display:block;min-height:${height}px;margin:16px 0" ${tag}></script>${request.url === '/own' ? tagOf('profile') + tagOf('auth') : ''}<p>Below</p></main></body></html>`,
    )
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => {
  server.closeAllConnections()
  server.close()
})
const site = `http://tickets.localhost:${(server.address() as AddressInfo).port}`
const mara = await makeBakery(keysOf(instance), site)
const tenant_id = mara.tenant.id
const operator = operatorOf(keysOf(instance))
const browser = await launchBrowser()

const insert = async (table: string, row: object) =>
  (await must(
    mara.client
      .from(table)
      .insert({ tenant_id, ...row })
      .select(),
  )) as { id: string }[]

/** A published event in a month, with one type of ticket for each row. */
async function makeEvent(
  path: string,
  event: object,
  types: { capacity?: number; [column: string]: unknown }[],
) {
  const [made] = await insert('ticket_events', {
    title: 'Harvest supper',
    place: 'Old barn',
    zone: 'Europe/Berlin',
    starts_at: new Date(Date.now() + 30 * DAY),
    ends_at: new Date(Date.now() + 30.2 * DAY),
    state: 'published',
    ...event,
  })
  const ids: string[] = []
  for (const [position, { capacity = 20, ...type }] of types.entries()) {
    const [quota] = await insert('ticket_quotas', { event_id: made!.id, name: 'Seats', capacity })
    const [own] = await insert('ticket_types', {
      event_id: made!.id,
      name: 'Seat',
      price_cents: 2000,
      position,
      ...type,
    })
    await must(
      mara.client
        .from('ticket_type_quotas')
        .insert({ tenant_id, event_id: made!.id, type_id: own!.id, quota_id: quota!.id })
        .select('type_id'),
    )
    ids.push(own!.id)
  }
  tags.set(path, `data-event="${made!.id}"`)
  return { id: made!.id, types: ids }
}

/** A visitor's page, which records how much its content is shifted. */
async function visit(path: string, width = 390): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, hasTouch: width < 500 })
  context.setDefaultTimeout(PATIENCE)
  after(() => context.close())
  await context.addInitScript(() => {
    if (parent !== window) return
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) (window as unknown as { shifted: number }).shifted += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const page = await strictPage(context)
  await page.goto(site + path)
  return page
}
const shift = (page: Page) => page.evaluate(() => (window as unknown as { shifted: number }).shifted)
const tickets = (page: Page): FrameLocator => block(page, 'tickets')
const checkout = (page: Page) =>
  tickets(page).frameLocator('iframe[src*="/embed/checkout-frame"]').frameLocator('iframe')

test('[peers T4] a guest on a phone reserves two seats, pays in the block, and sees the tickets, also after a reload', async () => {
  const event = await makeEvent('/buy', { summary: 'Five courses from the field.' }, [
    {
      name: 'Seat',
      capacity: 8,
      questions: [{ id: 'diet', label: 'What do you eat?', kind: 'text', required: true }],
    },
    { name: 'Table', price_cents: 9000, capacity: 0 },
  ])
  const page = await visit('/buy')
  const own = tickets(page)
  await expect(own.getByRole('heading', { name: 'Harvest supper' })).toBeVisible()
  await expect(own.getByText('Sold out')).toBeVisible()
  await fitsItsWidth(page)
  assert.deepEqual(await violations(page, true), [])
  assert.ok((await shift(page)) <= 0.02, `shifted by ${await shift(page)}`)

  // One type is for sale: a single ticket is chosen already. The keyboard adds another one.
  await own.getByRole('button', { name: 'One more' }).focus()
  await page.keyboard.press('Enter')
  await expect(own.getByText('€40.00')).toBeVisible()
  await own.getByRole('button', { name: 'Reserve tickets' }).press('Enter')
  await expect(own.getByRole('heading', { name: 'Your details' })).toBeFocused()
  await expect(own.getByText(/^Time left 1[45]:\d\d$/)).toBeVisible()
  await expect(own.getByRole('status').filter({ hasText: 'Reserved for 15 more minutes.' })).toHaveCount(1)
  assert.deepEqual(await violations(page, true), [])
  await fitsItsWidth(page)

  await own.getByLabel('Email').fill('ines@tickets.test')
  await own.getByRole('group', { name: 'Seat, 1 of 2' }).getByLabel('Name of the guest').fill('Ines Almeida')
  await own.getByRole('button', { name: 'Pay €40.00' }).click()
  await expect(own.getByText('Please answer this question.')).toHaveCount(2)
  await expect(own.getByLabel('What do you eat?').first()).toBeFocused()
  await own.getByLabel('What do you eat?').first().fill('Anything')
  await own.getByLabel('What do you eat?').last().fill('No nuts')
  await own.getByRole('button', { name: 'Pay €40.00' }).click()
  await expect(own.getByRole('heading', { name: 'Checkout: Harvest supper' })).toBeVisible()
  await expect(checkout(page).getByText('€40.00').first()).toBeVisible()

  // Closing the checkout loses nothing: the same seats are paid by another press.
  await own.getByRole('button', { name: 'Close' }).click()
  await expect(own.getByText(/Your payment was canceled/)).toBeVisible()
  await own.getByRole('button', { name: 'Pay €40.00' }).click()
  await fillCard(checkout(page), CARDS.good, 'ines@tickets.test')
  await expect(own.getByRole('heading', { name: 'Here are your 2 tickets' })).toBeVisible()
  await expect(own.getByRole('img', { name: 'QR code: Ines Almeida' })).toBeVisible()
  await expect(own.getByRole('img', { name: 'QR code: Seat' })).toBeVisible()
  assert.deepEqual(await violations(page, true), [])
  await fitsItsWidth(page)
  const { data } = await operator.from('tickets').select('state, owner_email').eq('event_id', event.id)
  assert.deepEqual(
    data?.filter(({ state }) => state === 'valid'),
    [
      { state: 'valid', owner_email: 'ines@tickets.test' },
      { state: 'valid', owner_email: 'ines@tickets.test' },
    ],
  )

  await page.reload()
  await expect(own.getByRole('heading', { name: 'Here are your 2 tickets' })).toBeVisible()
  const second = own.getByRole('listitem').filter({ hasText: 'No name' })
  await second.getByRole('button', { name: 'Change name' }).click()
  await second.getByLabel('Name of the guest').fill('Rui Almeida')
  await second.getByRole('button', { name: 'Save' }).click()
  await expect(own.getByRole('img', { name: 'QR code: Rui Almeida' })).toBeVisible()
})

test('[peers T8] [peers T11] [peers T12] a guest on a phone buys, proves the address, and has the tickets in the profile: named, saved, given away, canceled with the refund', async () => {
  const [members] = await insert('audiences', {
    name: 'Club',
    rule: { any: [{ kind: 'role', role: 'Club' }] },
  })
  const { id, types } = await makeEvent(
    '/own',
    { title: 'Cider night', cancel_until: new Date(Date.now() + 7 * DAY), refund_percent: 50 },
    [{ name: 'Bench' }, { name: 'Club bench', price_cents: 1200, audience_id: members!.id }],
  )
  const email = 'nora@tickets.test'
  const page = await visit('/own')
  const own = tickets(page)
  // The members' price is shown and refused, by the block and by the server behind it.
  const club = own.getByRole('listitem').filter({ hasText: 'Club bench' })
  await expect(club.getByText('For members only')).toBeVisible()
  await expect(club.getByRole('button', { name: 'One more' })).toHaveCount(0)
  const refused = await fetch(`${instance.url}/functions/v1/ticket-events/${id}/hold`, {
    method: 'POST',
    headers: { apikey: mara.tenant.public_key, 'content-type': 'application/json' },
    body: JSON.stringify({ lines: [{ type: types[1], quantity: 1 }] }),
  })
  assert.deepEqual([refused.status, ((await refused.json()) as { code: string }).code], [403, 'members_only'])

  const bench = own.getByRole('listitem').filter({ hasText: 'Bench' }).first()
  // The only type for everyone: one is chosen already.
  for (const price of ['€40.00', '€60.00']) {
    await bench.getByRole('button', { name: 'One more' }).click()
    await expect(own.getByText(price).last()).toBeVisible()
  }
  await own.getByRole('button', { name: 'Reserve tickets' }).click()
  await own.getByLabel('Email').fill(email)
  await own.getByRole('button', { name: 'Pay €60.00' }).click()
  await fillCard(checkout(page), CARDS.good, email)
  await expect(own.getByRole('heading', { name: 'Here are your 3 tickets' })).toBeVisible()
  await instance.mailTo(email)

  await signUpVisitor(page, instance, site, email, 'cider in the old barn', 1)
  await page.goto(`${site}/own`)
  const profile = block(page, 'profile')
  await expect(profile.getByText('Verified', { exact: true })).toBeVisible()
  assert.deepEqual(await violations(page, true), [])
  await profile.getByRole('button', { name: 'Tickets', exact: true }).click()
  await expect(profile.getByRole('heading', { name: 'Your tickets' })).toBeFocused()
  await expect(profile.getByRole('heading', { name: 'Cider night' })).toBeVisible()
  await expect(profile.getByText('Old barn')).toBeVisible()
  await expect(profile.getByRole('img', { name: 'QR code: Bench' })).toHaveCount(3)
  await fitsItsWidth(page)
  assert.deepEqual(await violations(page, true), [])

  for (const [button, file, begin] of [
    ['Download PDF', 'tickets.pdf', '%PDF-'],
    ['Add to calendar', 'event.ics', 'BEGIN:VCALENDAR'],
  ] as const) {
    const saved = page.waitForEvent('download')
    await profile.getByRole('button', { name: button }).click()
    const download = await saved
    assert.equal(download.suggestedFilename(), file)
    const content = await readFile(await download.path(), 'latin1')
    assert.ok(content.startsWith(begin), content.slice(0, 40))
  }

  const items = profile.getByRole('listitem')
  await items.first().getByRole('button', { name: 'Change name' }).click()
  await items.first().getByLabel('Name of the guest').fill('Nora Lind')
  await items.first().getByRole('button', { name: 'Save' }).click()
  await expect(profile.getByText('The name is saved.')).toBeVisible()
  const named = items.filter({ hasText: 'Nora Lind' })
  await expect(named).toHaveCount(1)

  const given = items.filter({ hasText: 'No name' }).first()
  await given.getByRole('button', { name: 'Give to someone else' }).click()
  await given.getByLabel('Email of the new holder').fill('olaf@tickets.test')
  await given.locator('form').getByRole('button', { name: 'Give to someone else' }).click()
  await expect(profile.getByText(/^The ticket now belongs to .?olaf@tickets\.test/)).toBeVisible()
  await expect(items).toHaveCount(2)

  await named.getByRole('button', { name: 'Cancel ticket' }).click()
  await expect(named.getByText('You get €10.00 back. This cannot be undone.')).toBeVisible()
  await named.getByRole('button', { name: 'Cancel ticket' }).last().click()
  await expect(profile.getByText('The ticket is canceled.')).toBeVisible()
  await expect(named.getByRole('img')).toHaveCount(0)
  await expect
    .poll(
      async () =>
        (await operator.from('order_refunds').select('amount, status').eq('tenant_id', tenant_id)).data,
    )
    .toEqual([{ amount: 1000, status: 'succeeded' }])
  const { data } = await operator
    .from('tickets')
    .select('owner_email, state')
    .eq('event_id', id)
    .order('owner_email')
  assert.deepEqual(data?.map(({ owner_email, state }) => `${owner_email} ${state}`).toSorted(), [
    'nora@tickets.test canceled',
    'nora@tickets.test valid',
    'olaf@tickets.test valid',
  ])
  await profile.getByRole('button', { name: 'Back to profile' }).click()
  await expect(profile.getByRole('heading', { name: email })).toBeFocused()
})

test('[peers T2] free tickets need no checkout, a code lowers a price, and a sold-out type has its waiting list', async () => {
  const { id, types } = await makeEvent('/free', {}, [
    { name: 'Guest', price_cents: 0 },
    { name: 'Patron', price_cents: 5000 },
    { name: 'Balcony', capacity: 0, has_waiting_list: true },
  ])
  await insert('ticket_codes', {
    event_id: id,
    code: 'FRIENDS',
    kind: 'percent',
    value: 20,
    type_ids: [types[1]],
  })
  const page = await visit('/free', 900)
  const own = tickets(page)
  await expect(own.getByText('Choose your tickets first.')).toBeVisible()
  await own.getByRole('button', { name: 'I have a code' }).click()
  await expect(own.getByLabel('Code')).toBeFocused()
  await page.keyboard.type('nothing')
  await page.keyboard.press('Enter')
  await expect(own.getByText('This code is not valid.')).toBeVisible()
  await own.getByLabel('Code').fill('friends')
  await page.keyboard.press('Enter')
  await expect(own.getByText('instead of €50.00')).toBeVisible()

  const balcony = own.getByRole('listitem').filter({ hasText: 'Balcony' })
  const waiting = balcony.getByRole('button', { name: 'Join the waiting list: Balcony' })
  await waiting.click()
  await expect(balcony.getByLabel('Email')).toBeFocused()
  await expect(waiting).toHaveCount(0)
  await balcony.getByRole('button', { name: 'Close' }).click()
  await expect(waiting).toBeFocused()
  await waiting.press('Enter')
  await balcony.getByLabel('Email').fill('rui@tickets.test')
  assert.deepEqual(await violations(page, true), [])
  await balcony.getByRole('button', { name: 'Join the waiting list', exact: true }).click()
  await expect(balcony.getByText(/You are on the waiting list/)).toBeVisible()

  const guest = own.getByRole('listitem').filter({ hasText: 'Guest' })
  const more = guest.getByRole('button', { name: 'One more' })
  await more.click()
  await expect(guest.getByRole('status')).toHaveText('1')
  // The open field for a code leaves the focus where the visitor is.
  await expect(more).toBeFocused()
  await own.getByRole('button', { name: 'Reserve tickets' }).click()
  await own.getByRole('button', { name: 'Change tickets' }).click()
  await own.getByRole('button', { name: 'Reserve tickets' }).click()
  await own.getByLabel('Email').fill('rui@tickets.test')
  await own.getByRole('button', { name: 'Get tickets' }).click()
  await expect(own.getByRole('heading', { name: 'Here is your ticket' })).toBeVisible()
  await expect(own.getByRole('img', { name: 'QR code: Guest' })).toBeVisible()

  // As from a letter: the page of the event opens what is held for the reader, and its address keeps no secret.
  const { public_key } = mara.tenant
  const held = await fetch(`${instance.url}/functions/v1/ticket-events/${id}/hold`, {
    method: 'POST',
    headers: { apikey: public_key, 'content-type': 'application/json' },
    body: JSON.stringify({ lines: [{ type: types[0], quantity: 2 }] }),
  })
  const { cart } = (await held.json()) as { cart: string }
  const address = `${instance.url}/embed/tickets?${new URLSearchParams({ tenant: public_key, event: id })}`
  const letter = await browser.newPage()
  await letter.goto(`${address}#cart=${cart}`)
  await expect(letter.getByRole('button', { name: 'Get tickets' })).toBeVisible()
  await expect(letter).toHaveURL(address)
  // The sender of the link knows its token, and does not read what the reader gets.
  await letter.getByLabel('Email').fill('reader@tickets.test')
  await letter.getByRole('button', { name: 'Get tickets' }).click()
  await expect(letter.getByRole('heading', { name: 'Here are your 2 tickets' })).toBeVisible()
  const spied = await fetch(`${instance.url}/functions/v1/my-tickets`, {
    method: 'POST',
    headers: { apikey: public_key, 'content-type': 'application/json' },
    body: JSON.stringify({ cart }),
  })
  assert.deepEqual(await spied.json(), { tickets: [] })
})

test('[peers T1] a sale opens by the server’s time; a list and a calendar lead to an event and back', async () => {
  const opens = Date.now() + 4000
  await makeEvent('/later', { title: 'Night of the ovens' }, [{ sale_from: new Date(opens) }])
  tags.set('/list', '')
  tags.set('/calendar', 'data-layout="calendar"')
  const page = await visit('/later', 900)
  // A clock that is hours behind changes nothing.
  await page.clock.setSystemTime(Date.now() - 5 * 3_600_000)
  await tickets(page).getByRole('heading', { name: 'Night of the ovens' }).hover()
  await expect(tickets(page).getByRole('button', { name: 'Reserve tickets' })).toBeVisible()

  const list = await visit('/list', 900)
  const row = tickets(list).getByRole('button', { name: 'Night of the ovens' })
  await expect(row).toBeVisible()
  assert.deepEqual(await violations(list, true), [])
  assert.ok((await shift(list)) <= 0.02, `shifted by ${await shift(list)}`)
  await row.press('Enter')
  await expect(tickets(list).getByRole('heading', { level: 1, name: 'Night of the ovens' })).toBeFocused()
  await tickets(list).getByRole('button', { name: 'All events' }).press('Enter')
  await expect(row).toBeFocused()

  const month = await visit('/calendar')
  const day = tickets(month)
    .getByRole('button', { name: /: \d events?$/ })
    .first()
  await expect(day).toBeVisible()
  await fitsItsWidth(month)
  assert.deepEqual(await violations(month, true), [])
  await day.press('Enter')
  await expect(day).toHaveAttribute('aria-pressed', 'true')
  await tickets(month).getByRole('button', { name: 'Next month' }).click()
  await tickets(month).getByRole('button', { name: 'Next month' }).click()
  await expect(tickets(month).getByText('No events this month.')).toBeVisible()
})

test('[peers T5] [peers T13] [peers T14] the owner makes an event beside its preview with a price behind codes, repeats it, gives tickets, writes to their holders, and cancels it all', async () => {
  const context = await studioContext(browser, instance.url, mara.session)
  after(() => context.close())
  const studio = await strictPage(context)
  await studio.goto(`${instance.url}/bolt/tickets?tenant=${tenant_id}`)
  await studio.getByRole('button', { name: 'New event' }).click()
  const preview = studio.getByRole('region', { name: 'Preview' })
  await studio.getByLabel('Title').fill('Winter fair')
  await expect(preview.getByRole('heading', { name: 'Winter fair' })).toBeVisible()
  await studio.getByRole('button', { name: 'Save as draft' }).click()
  await expect(studio.getByText('Enter a place, or choose Online.')).toBeVisible()
  await expect(studio.getByLabel('Place', { exact: true })).toBeFocused()
  await studio.getByLabel('Place', { exact: true }).fill('Mill yard')
  await studio.getByLabel('Price', { exact: true }).fill('12.50')
  await studio.getByLabel('Seats', { exact: true }).fill('30')
  await expect(preview.getByText('€12.50').first()).toBeVisible()
  assert.deepEqual(await violations(studio), [])
  await studio.getByRole('button', { name: 'Save as draft' }).click()
  await expect(studio.getByRole('heading', { name: 'Winter fair' }).first()).toBeVisible()
  await expect(studio.getByText('of 30 sold').first()).toBeVisible()
  await studio.getByRole('button', { name: 'Publish' }).click()
  await expect(studio.getByText('Published', { exact: true }).first()).toBeVisible()

  // A ticket for those with a code, at the same seats, with a question; the second price has no end, which is refused before anything is sent.
  const seat = studio.getByRole('group', { name: 'Ticket: Ticket', exact: true })
  await seat.getByRole('button', { name: 'Add a members’ price for Ticket' }).click()
  const members = studio.getByRole('group', { name: 'Ticket: Ticket, members' })
  await members.getByLabel('Price', { exact: true }).fill('8')
  await members.getByRole('button', { name: 'Sale, limits, prices, questions' }).click()
  await members.getByText('Hidden until a visitor enters a code').click()
  await members.getByRole('button', { name: 'Add a question' }).click()
  await members.getByRole('textbox', { name: 'Question 1' }).fill('Which club?')
  await members.getByRole('button', { name: 'Price until a date or a number' }).click()
  await members.getByLabel('First price').fill('5')
  await studio.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(members.getByText('Enter until when, or how many.')).toBeVisible()
  await expect(members.getByLabel('First price')).toBeFocused()
  await members.getByLabel('Or sold').fill('10')
  assert.deepEqual(await violations(studio), [])
  await studio.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(studio.getByText('Event saved').first()).toBeVisible()
  await expect(members.getByText('1 price phase')).toBeVisible()
  const { data: stored } = await operator
    .from('ticket_events')
    .select('id, ticket_types(name, is_hidden), ticket_quotas(capacity)')
    .eq('tenant_id', tenant_id)
    .eq('title', 'Winter fair')
    .single()
  const fair = stored as { id: string; ticket_types: object[]; ticket_quotas: object[] }
  assert.deepEqual([fair.ticket_types.length, fair.ticket_quotas], [2, [{ capacity: 30 }]])
  // Someone else changes it meanwhile: nothing is overwritten.
  await studio.getByLabel('Title').fill('Summer fair')
  await must(
    mara.client.from('ticket_events').update({ summary: 'With goats' }).eq('id', fair.id).select('id'),
  )
  await studio.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(studio.getByText(/Someone else changed this event/).first()).toBeVisible()
  await studio.getByLabel('Title').fill('Winter fair')
  await studio.setViewportSize({ width: 390, height: 800 })
  await fitsItsWidth(studio)
  await studio.setViewportSize({ width: 1280, height: 800 })

  await studio.getByRole('link', { name: 'Codes' }).click()
  await studio.getByRole('button', { name: 'New code' }).click()
  const code = studio.getByRole('dialog', { name: 'New code' })
  await code.getByLabel('How many').fill('3')
  await code.getByLabel('Prefix').fill('club-')
  await code.getByRole('radio', { name: 'Show hidden tickets' }).check()
  await code.getByLabel('Tickets for each code').fill('1')
  await code.getByRole('button', { name: 'Create 3 codes' }).click()
  await studio.getByRole('button', { name: 'Done' }).click()
  await expect(studio.getByText('3 codes, used for 0 tickets')).toBeVisible()
  await expect(studio.getByText('Shows Ticket, members').first()).toBeVisible()
  assert.deepEqual(await violations(studio), [])

  await studio.getByRole('link', { name: 'Dates' }).click()
  await studio.getByRole('button', { name: 'Repeat' }).click()
  await studio.getByRole('dialog').getByLabel('Times').fill('2')
  await studio.getByRole('button', { name: 'Create 2 drafts' }).click()
  await expect(studio.getByText('3 dates in this series')).toBeVisible()
  await studio.getByRole('button', { name: 'Publish 2 drafts' }).click()
  await expect(studio.getByText('2 dates published').first()).toBeVisible()
  await expect(studio.getByRole('table', { name: 'Dates' }).getByText('Published')).toHaveCount(3)
  assert.deepEqual(await violations(studio), [])

  await studio.getByRole('link', { name: 'Attendees' }).last().click()
  await expect(studio.getByText('No attendee matches.')).toBeVisible()
  await studio.getByRole('button', { name: 'Give tickets' }).click()
  const dialog = studio.getByRole('dialog', { name: 'Give tickets' })
  await dialog.getByLabel('Guests').fill(`Ada Oak, ada@tickets.test\n${mara.email}`)
  await dialog.getByRole('button', { name: 'Give 2 tickets' }).click()
  await expect(studio.getByRole('table', { name: 'Attendees' }).getByText('Ada Oak')).toBeVisible()
  await studio.getByLabel('Search attendees').fill(mara.email)
  await expect(studio.getByText('Ada Oak')).toHaveCount(0)
  await expect(studio.getByRole('cell', { name: mara.email, exact: true })).toBeVisible()
  assert.deepEqual(await violations(studio), [])

  await studio.goto(`${instance.url}/bolt/tickets/messages?tenant=${tenant_id}&of=${fair.id}`)
  await studio.getByRole('button', { name: 'New message' }).click()
  const letter = studio.getByRole('dialog', { name: 'Write to holders' })
  await letter.getByLabel('Subject').fill('<b>Parking</b>')
  await letter.getByLabel('Message', { exact: true }).fill('Behind the mill.')
  await expect(
    letter.getByRole('region', { name: 'Preview' }).getByText('[Test] <b>Parking</b>'),
  ).toBeVisible()
  assert.deepEqual(await violations(studio), [])
  // In test mode, the sender alone.
  await letter.getByRole('button', { name: 'Send to 1 holder...' }).click()
  await studio.getByRole('alertdialog').getByRole('button', { name: 'Send message' }).click()
  await expect(studio.getByRole('table', { name: 'Messages' }).getByText('<b>Parking</b>')).toBeVisible()
  const { data: sent } = await operator.from('ticket_messages').select('recipients').eq('event_id', fair.id)
  assert.deepEqual(sent, [{ recipients: 1 }])
  assert.deepEqual(await violations(studio), [])

  await studio.goto(`${instance.url}/bolt/tickets?tenant=${tenant_id}&event=${fair.id}&part=sales`)
  await expect(studio.getByRole('table', { name: 'Seats by ticket' }).getByText('28').first()).toBeVisible()
  await expect(studio.getByText(/No ticket was paid yet/)).toBeVisible()
  assert.deepEqual(await violations(studio), [])
  await expect(studio.getByText('of 30 sold').first()).toBeVisible()
  await studio.getByRole('button', { name: 'More for Winter fair' }).click()
  await studio.getByRole('menuitem', { name: 'Cancel event' }).click()
  await studio.getByRole('button', { name: 'Cancel event and refund' }).click()
  await expect(studio.getByText('The event is canceled. No order was paid.')).toBeVisible()
  const { data } = await operator
    .from('ticket_events')
    .select('state')
    .eq('tenant_id', tenant_id)
    .eq('id', fair.id)
  assert.deepEqual(data, [{ state: 'canceled' }])
})

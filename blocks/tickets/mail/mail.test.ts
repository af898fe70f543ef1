import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { encode } from 'uqr'
import { LANGUAGES } from '#kernel/browser/languages.ts'
import { givePlan, makeTenant } from '#testing/factories.ts'
import { eventually } from '#testing/eventually.ts'
import { functionCall } from '#testing/function-call.ts'
import { testApp } from '#testing/test-app.ts'
import { emailsTo, signUp } from '#testing/test-users.ts'
import { ticketShop } from '#testing/ticket-shop.ts'
import { sweepCarts } from '../sweep.ts'
import { calendarFile } from './calendar-file.ts'
import { qrPicture } from './qr-picture.ts'
import { offerTickets, queueTicketMail } from './send-due.ts'
import { ticketWords } from './texts/all.ts'
import { letters } from './write-letters.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' }, worker: true })
const ada = await signUp(app, app.anonKey)
const tenant = await makeTenant(app.database, { owner: ada.user.id, name: 'Old barn' })
await givePlan(app.database, ada.user.id, 'business')
const visitor = functionCall(app, tenant.public_key)
const creator = functionCall(app, app.anonKey, ada.access_token)
const shop = ticketShop(app, { tenant, visitor, account: '' })
const { makeEvent, makeType, held, opened, endCarts } = shop

/** Emails to an address so far, once there are as many. */
async function mailsTo(address: string, count: number) {
  const own = await eventually(`${count} emails to ${address}`, async () => {
    const found = emailsTo(app, address)
    return found.length >= count && found
  })
  assert.equal(own.length, count)
  return own
}

/** Several servers look for what is due at once. */
const queueAll = () => Promise.all([1, 2, 3].map(() => queueTicketMail(app.kernel)))

const due = (event: string) =>
  app.owner.query("update app.ticket_notices set due_at = now() - interval '1 second' where event_id = $1", [
    event,
  ])

async function bought(event: string, email: string, more: object = {}, quantity = 1) {
  const type = await makeType(event, { price_cents: 0 })
  const { cart } = await held(event, [{ type, quantity }])
  await opened(cart, { email, ...more })
  return cart
}

test('the tickets of one order are one email, however many servers look for them', async () => {
  const event = await makeEvent()
  for (const number of [1, 2, 3, 4]) {
    const email = `many-${number}@example.test`
    await bought(event, email, {}, 10)
    await Promise.all(Array.from({ length: 8 }, () => queueTicketMail(app.kernel)))
    await mailsTo(email, 1)
  }
})

test('[peers T14] a buyer gets one email with all tickets as pictures of their codes and a calendar file, in their language', async () => {
  const event = await makeEvent({ title: 'Harvest, supper', place: 'Old barn; left door' })
  const cart = await bought(event, 'bo@example.test', { locale: 'de-AT' }, 2)
  await queueAll()
  const [mail] = await mailsTo('bo@example.test', 1)
  assert.equal(mail!.subject, '[Test] Ihre 2 Tickets für Harvest, supper')
  assert.match(mail!.text, /Wann: /)
  assert.match(mail!.html, /lang="de"/)
  const { body } = await visitor('POST', '/my-tickets', { cart })
  const codes = body.tickets.map(({ code }: { code: string }) => code).toSorted()
  const pictures = mail!.attachments!.filter(({ type }) => type === 'image/png')
  assert.equal(pictures.length, 2)
  for (const { id, content } of pictures) {
    assert.ok(mail!.html.includes(`src="cid:${id}"`))
    assert.ok(codes.some((code: string) => qrPicture(code).equals(content)))
  }
  for (const code of codes) assert.ok(mail!.text.replaceAll('-', '').includes(code), 'the code can be typed')
  const [pdf] = mail!.attachments!.filter(({ name }) => name === 'tickets.pdf')
  const pages = pdf!.content.toString('latin1').match(/\/Type \/Page\b/g)
  assert.deepEqual([pdf!.type, pages?.length], ['application/pdf', 2])
  const [calendar] = mail!.attachments!.filter(({ name }) => name === 'event.ics')
  assert.match(
    calendar!.content.toString(),
    /SUMMARY:Harvest\\, supper\r\nLOCATION:Old barn\\; left door\r\nSTATUS:CONFIRMED/,
  )
  assert.match(
    mail!.text,
    new RegExp(`/embed/tickets\\?tenant=${tenant.public_key}&event=${event}&locale=de`),
  )
})

test('who is given a ticket gets it by email with its new code, and nothing that the giver wrote', async () => {
  const event = await makeEvent({ title: 'Recital' })
  const cart = await bought(event, 'giver@example.test')
  await queueAll()
  await mailsTo('giver@example.test', 1)
  const [ticket] = (await visitor('POST', '/my-tickets', { cart })).body.tickets
  const { status } = await visitor('POST', `/my-tickets/${ticket.id}/transfer`, {
    cart,
    email: 'given@example.test',
    name: 'Win at evil.example',
  })
  assert.equal(status, 200)
  await queueAll()
  const [mail] = await mailsTo('given@example.test', 1)
  assert.equal(mail!.subject, '[Test] A ticket for Recital is yours')
  assert.ok(!mail!.text.includes('evil') && !mail!.text.replaceAll('-', '').includes(ticket.code))
  assert.match(mail!.text, /Sign up there/)
  await mailsTo('giver@example.test', 1)
})

test('holders hear once of a change, of what is tomorrow and of a cancellation; those who left do not', async () => {
  const event = await makeEvent({ title: 'Fair' })
  await bought(event, 'two@example.test')
  // The same mailbox.
  await bought(event, 'Two@example.test')
  const left = await bought(event, 'left@example.test')
  await queueAll()
  await mailsTo('left@example.test', 1)
  const [gone] = (await visitor('POST', '/my-tickets', { cart: left })).body.tickets
  await creator('POST', `/tickets/${tenant.id}/tickets/${gone.id}/cancel`, {})
  const [owner, same] = ['two@example.test', 'Two@example.test'] as const
  const toOwner = () => [...emailsTo(app, owner), ...emailsTo(app, same)]
  await eventually('the tickets', async () => toOwner().length === 1)
  const news = () =>
    toOwner()
      .slice(1)
      .map(({ subject }) => subject.replace('[Test] ', ''))

  await app.owner.query("update public.ticket_events set place = 'New barn' where id = $1", [event])
  await app.owner.query(
    "update public.ticket_events set starts_at = starts_at + interval '1 minute' where id = $1",
    [event],
  )
  await queueAll()
  assert.deepEqual(news(), [], 'not while it may change again')
  await due(event)
  await queueAll()
  await eventually('a change and a reminder', async () => news().length === 2)
  assert.deepEqual(new Set(news()), new Set(['Changed: Fair', 'Soon: Fair']))
  assert.equal((await creator('POST', `/tickets/${tenant.id}/events/${event}/cancel`, {})).status, 200)
  await queueAll()
  await eventually('the cancellation', async () => news().length === 3)
  assert.equal(news()[2], 'Canceled: Fair')
  const { attachments } = toOwner().at(-1)!
  assert.deepEqual(
    attachments!.map(({ name }) => name),
    ['event.ics'],
  )
  assert.match(attachments![0]!.content.toString(), /STATUS:CANCELLED/)
  await queueAll()
  const { rows } = await app.owner.query('select from app.ticket_notices where event_id = $1', [event])
  assert.equal(rows.length, 0)
  assert.equal(news().length, 3)
  await mailsTo('left@example.test', 1)
})

test('[peers T10] who waits is offered seats in order, by a link that holds them; when it ends the next one is', async () => {
  const event = await makeEvent({ title: 'Supper' })
  const type = await makeType(event, { capacity: 1, price_cents: 0, has_waiting_list: true })
  const { cart } = await held(event, [{ type, quantity: 1 }])
  for (const email of ['first@example.test', 'second@example.test'])
    assert.equal((await visitor('POST', '/ticket-waits', { type, email, locale: 'fr' })).status, 200)
  await offerTickets(app.kernel)
  await visitor('POST', '/ticket-cart/release', { cart })
  await Promise.all([1, 2, 3].map(() => offerTickets(app.kernel)))
  const [first] = await mailsTo('first@example.test', 1)
  assert.match(first!.subject, /^\[Test\] Des billets pour Supper/)
  const tokenIn = (text: string) => /#cart=([\w-]{43})/.exec(text)![1]!
  const offered = await visitor('POST', '/ticket-cart', { cart: tokenIn(first!.text) })
  assert.equal(offered.body.state, 'held')
  assert.ok(offered.body.seconds_left > 80_000, 'about a day')

  await endCarts(event)
  await sweepCarts(app.kernel)
  await offerTickets(app.kernel)
  const [second] = await mailsTo('second@example.test', 1)
  assert.equal((await visitor('POST', '/ticket-cart', { cart: tokenIn(first!.text) })).body.state, 'ended')
  assert.equal((await opened(tokenIn(second!.text), { email: 'second@example.test' })).state, 'done')
  await mailsTo('first@example.test', 1)
})

const messages = (event: string) => `/tickets/${tenant.id}/events/${event}/messages`
const typed = (more: object = {}) => ({
  subject: 'Bring boots',
  body: 'The yard is wet.\n\nSee you!',
  types: [],
  ...more,
})

/** In test mode messages go to their sender only. */
async function inLiveMode(t: TestContext) {
  const set = (mode: string) =>
    app.owner.query('update public.tenants set stripe_mode = $2 where id = $1', [tenant.id, mode])
  await set('live')
  t.after(() => set('test'))
}
/** Waits until no email is queued or on its way. */
const allSent = () =>
  eventually('all emails are sent', async () => {
    const { rows } = await app.owner.query(
      "select from pgboss.job where name = 'mail' and state in ('created', 'retry', 'active')",
    )
    return rows.length === 0
  })

test('[peers T14] the staff write to all holders or those of a type: one email for each address, however often it is sent', async (t) => {
  await inLiveMode(t)
  const event = await makeEvent({ title: 'Market' })
  await bought(event, 'one@messages.test', { locale: 'de' }, 3)
  await bought(event, 'One@messages.test')
  const cart = await bought(event, 'two@messages.test')
  await bought(await makeEvent(), 'other@messages.test')
  const left = await bought(event, 'left@messages.test')
  const [ended] = (await visitor('POST', '/my-tickets', { cart: left })).body.tickets
  await creator('POST', `/tickets/${tenant.id}/tickets/${ended.id}/cancel`, {})
  await queueAll()
  await mailsTo('two@messages.test', 1)

  const preview = await creator('POST', `${messages(event)}/preview`, typed())
  assert.equal(preview.status, 200, JSON.stringify(preview.body))
  assert.equal(preview.body.recipients, 2, 'the same mailbox in two notations is one')
  assert.deepEqual(preview.body.letter.lines.slice(0, 3), ['The yard is wet.', 'See you!', 'Market'])
  const [id, again] = [randomUUID(), randomUUID()]
  const send = (more: object) => creator('POST', messages(event), { id, recipients: 2, ...typed(), ...more })
  const wrong = await send({ recipients: 3 })
  assert.deepEqual([wrong.status, wrong.body.code, wrong.body.details.limit], [409, 'holders_changed', 2])
  const sent = await Promise.all([send({}), send({}), send({})])
  assert.deepEqual(
    sent.map(({ status, body }) => [status, body.recipients]),
    Array.from({ length: 3 }, () => [200, 2]),
  )
  await queueAll()
  const [, mail] = await mailsTo('two@messages.test', 2)
  assert.equal(mail!.subject, 'Bring boots')
  assert.match(mail!.text, /^The yard is wet\.\n\nSee you!\n\nMarket\n\nWhen: /)
  assert.match(mail!.text, /because you have a ticket for Market by Old barn/)
  const toOne = () =>
    [...emailsTo(app, 'one@messages.test'), ...emailsTo(app, 'One@messages.test')].filter(({ subject }) =>
      subject.includes('boots'),
    )
  await queueAll()
  await allSent()
  assert.equal(toOne().length, 1)
  assert.match(toOne()[0]!.text, /Wann: /)
  const others = [...emailsTo(app, 'left@messages.test'), ...emailsTo(app, 'other@messages.test')]
  assert.ok(!others.some(({ subject }) => subject.includes('boots')))

  const [two] = (await visitor('POST', '/my-tickets', { cart })).body.tickets
  const ofType = await send({ id: again, types: [two.type_id], recipients: 1, subject: 'Only you' })
  assert.deepEqual([ofType.status, ofType.body], [200, { recipients: 1 }])
  await queueAll()
  await mailsTo('two@messages.test', 3)
  const { rows } = await app.owner.query(
    'select subject, recipients, queued from public.ticket_messages where event_id = $1 order by created_at',
    [event],
  )
  assert.deepEqual(rows, [
    { subject: 'Bring boots', recipients: 2, queued: 2 },
    { subject: 'Only you', recipients: 1, queued: 1 },
  ])
  const { rows: log } = await app.owner.query(
    "select row_name as name, after::text as changes from public.audit_log where tenant_id = $1 and act = 'ticket_message.sent' order by row_name",
    [tenant.id],
  )
  assert.deepEqual(
    log.map(({ name }) => name),
    ['Bring boots', 'Only you'],
  )
  assert.ok(
    log.every(({ changes }) => !changes.includes('yard')),
    'not the text',
  )
  const { rows: jobs } = await app.owner.query(
    "select distinct data->>'letter' as letter, priority from pgboss.job where name = 'mail' and data->>'letter' in ('tickets-message', 'tickets-issued') order by letter",
  )
  assert.deepEqual(
    jobs,
    [
      { letter: 'tickets-issued', priority: 0 },
      { letter: 'tickets-message', priority: -1 },
    ],
    'others do not wait for a message to thousands',
  )
})

test('a message is text: markup, line breaks in the subject and signs that turn text do nothing in the email', async (t) => {
  await inLiveMode(t)
  const event = await makeEvent({ title: 'Play' })
  await bought(event, 'text@messages.test')
  const body = '<img src=x onerror=alert(1)> <b>bold</b>\nhttps://evil.example/?a=1&b=2'
  const send = (more: object) =>
    creator('POST', messages(event), { id: randomUUID(), recipients: 1, ...typed({ body }), ...more })
  for (const more of [
    { subject: 'Hi\r\nBcc: x@y.z' },
    { subject: '' },
    { body: 'a\u202eb' },
    { body: '\u0000' },
    { body: ' ' },
    { body: 'x'.repeat(5001) },
  ])
    assert.equal((await send(more)).status, 400, JSON.stringify(more))
  assert.equal((await send({ subject: '<script>1</script>' })).status, 200)
  await queueAll()
  const mail = await eventually('the message', async () =>
    emailsTo(app, 'text@messages.test').find(({ subject }) => subject.includes('script')),
  )
  assert.equal(mail.subject, '<script>1</script>')
  assert.ok(
    mail.text.startsWith('<img src=x onerror=alert(1)> <b>bold</b>\n\nhttps://evil.example/?a=1&b=2\n'),
  )
  assert.ok(!/<img|<b>|<script/.test(mail.html), mail.html)
})

test('who was given the ticket meanwhile gets no message to its former holder, and no one else does', async (t) => {
  await inLiveMode(t)
  const event = await makeEvent({ title: 'Talk' })
  const cart = await bought(event, 'from@messages.test')
  const send = (more: object = {}) =>
    creator('POST', messages(event), { id: randomUUID(), recipients: 1, ...typed(more) })
  assert.equal(
    (await creator('POST', messages(await makeEvent()), { id: randomUUID(), recipients: 1, ...typed() })).body
      .code,
    'no_holders',
  )
  assert.equal((await send()).status, 200)
  const [ticket] = (await visitor('POST', '/my-tickets', { cart })).body.tickets
  await visitor('POST', `/my-tickets/${ticket.id}/transfer`, { cart, email: 'to@messages.test' })
  await queueAll()
  await mailsTo('to@messages.test', 1)
  await allSent()
  assert.ok(!emailsTo(app, 'from@messages.test').some(({ subject }) => subject.includes('boots')))
  assert.ok(!emailsTo(app, 'to@messages.test').some(({ subject }) => subject.includes('boots')))
})

test('in test mode emails are counted by mailbox in all spellings of its address, by tenant and over all tenants, but for staff', async () => {
  const taken: unknown[] = []
  const limits = {
    ...app.kernel.limits,
    take: async (bucket: string, key: string, { points }: { points: number }) => {
      taken.push([bucket, key, points])
    },
  }
  const kernel = Object.create(app.kernel, { limits: { value: limits } }) as typeof app.kernel
  const ticketOf = async (event: string) =>
    (await app.owner.query('select id from public.tickets where event_id = $1', [event])).rows[0].id as string
  const event = await makeEvent()
  await bought(event, 'Ann.Lee+1@googlemail.com')
  assert.ok(
    await letters['tickets-issued']!(kernel, { tenant: tenant.id, ticket: await ticketOf(event) } as never),
  )
  const own = await makeEvent()
  const address = ada.user.email!
  await bought(own, address)
  const id = randomUUID()
  assert.equal((await creator('POST', messages(own), { id, recipients: 1, ...typed() })).status, 200)
  const ids = { tenant: tenant.id, ticket: await ticketOf(own), message: id, transfers: '0' }
  assert.ok(await letters['tickets-message']!(kernel, ids as never))
  assert.deepEqual(taken, [
    ['tickets.test-mailbox', `${tenant.id} annlee@gmail.com`, 5],
    ['tickets.test-mailbox-in-all', 'annlee@gmail.com', 20],
    ['tickets.test-letter', tenant.id, 100],
    // Her own shop: no other tenant can use up what she gets.
    ['tickets.test-mailbox', `${tenant.id} ${address}`, 5],
    ['tickets.test-letter', tenant.id, 100],
  ])
})

test('each language has every email, with the event and the count in it', () => {
  assert.deepEqual(Object.keys(ticketWords), [...LANGUAGES])
  const facts = { site: 'Old barn', event: 'Harvest supper', count: 3, until: 'noon' }
  for (const language of LANGUAGES) {
    const { letters, ...labels } = ticketWords[language]
    for (const write of Object.values(letters)) {
      const { subject, lines } = write(facts)
      assert.ok(subject.includes('Harvest supper') && lines.length > 0, language)
    }
    assert.match(letters.issued(facts).subject, /3/)
    assert.match(letters.offer(facts).lines.join(), /noon/)
    assert.ok(Object.values(labels).every(Boolean))
    assert.match(labels.because(facts), /Harvest supper/)
    if (language !== 'en') assert.notDeepEqual(labels, { ...ticketWords.en, letters: undefined })
  }
})

test('a calendar file folds long lines between characters, and the picture is the code', () => {
  const file = calendarFile(
    {
      id: '1',
      title: 'ä'.repeat(100),
      place: 'a\r\nb',
      starts_at: new Date('2027-03-20T18:30:00Z'),
      ends_at: new Date('2027-03-20T20:00:00Z'),
      updated_at: new Date('2027-01-01T00:00:00Z'),
      isCanceled: false,
    },
    'blocks.example',
  )
  for (const line of file.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
  assert.ok(file.replaceAll('\r\n ', '').includes(`SUMMARY:${'ä'.repeat(100)}`))
  assert.match(file, /LOCATION:a\\nb\r\n/)
  assert.match(file, /DTSTART:20270320T183000Z\r\nDTEND:20270320T200000Z/)

  const picture = qrPicture('ABC123')
  const { size, data } = encode('ABC123', { ecc: 'M', border: 4 })
  const side = picture.readUInt32BE(16)
  const begin = picture.indexOf('IDAT') + 4
  const pixels = inflateSync(picture.subarray(begin, begin + picture.readUInt32BE(begin - 8)))
  const row = 1 + Math.ceil(side / 8)
  const scale = side / size
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const isWhite = (pixels[y * row + 1 + (x >> 3)]! & (0x80 >> (x & 7))) > 0
      assert.equal(isWhite, !data[Math.floor(y / scale)]![Math.floor(x / scale)])
    }
})

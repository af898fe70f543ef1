import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { buy, openShop } from '#testing/shop.ts'
import { testApp } from '#testing/test-app.ts'
import { testSandbox } from '#testing/test-sandbox.ts'
import { LANGUAGES } from '#kernel/browser/languages.ts'
import { sendLetter } from '#kernel/mail/letter-jobs.ts'
import { fulfil } from './fulfil.ts'
import { lettersFor } from './letters.ts'
import type { ReportedState } from './letters.ts'
import { letterLanguage } from './letter-language.ts'
import { buyerWords } from './texts/letters/all.ts'
import type { LetterFacts } from './texts/letters/words.ts'
import { letters } from './write-letters.ts'

const sandbox = await testSandbox()
const app = await testApp({ sandbox: sandbox.ready, worker: true })
const shop = await openShop(app, sandbox)
const owner = (await app.owner.query('select email from auth.users where id = $1', [shop.tenant.owner]))
  .rows[0].email as string

const nothing: ReportedState = {
  status: 'pending',
  amount_refunded: 0,
  refund_failed: false,
  dispute_status: null,
  subscription_status: null,
}
const paid = { ...nothing, status: 'paid' }

test('each change queues exactly its own emails', () => {
  const cases: [Partial<ReportedState>, Partial<ReportedState>, string[]][] = [
    [{}, paid, ['order-paid-buyer', 'order-paid-seller']],
    [paid, paid, []],
    [{}, { status: 'expired' }, []],
    [paid, { ...paid, amount_refunded: 5 }, ['order-refunded-buyer']],
    [
      { status: 'refunded', amount_refunded: 5 },
      { ...paid, refund_failed: true },
      ['order-refund-failed-seller'],
    ],
    [paid, { ...paid, dispute_status: 'needs_response' }, ['order-disputed-seller']],
    [{ ...paid, dispute_status: 'needs_response' }, { ...paid, dispute_status: 'lost' }, []],
    [
      { ...paid, subscription_status: 'active' },
      { ...paid, subscription_status: 'past_due' },
      ['order-payment-failed-buyer'],
    ],
    [
      { ...paid, subscription_status: 'past_due' },
      { ...paid, subscription_status: 'canceled' },
      ['order-ended-buyer'],
    ],
    [{ ...paid, subscription_status: 'past_due' }, { ...paid, subscription_status: 'active' }, []],
  ]
  for (const [before, after, expected] of cases)
    assert.deepEqual(
      lettersFor({ ...nothing, ...before }, { ...nothing, ...after }),
      expected,
      JSON.stringify([before, after]),
    )
})

test('buyer and owner get one email about a paid order, no matter how often it is settled; values are escaped', async () => {
  await app.owner.query('update public.items set name = $2 where id = $1', [shop.itemId, '<b>Loaf</b> & Co'])
  const { url, session } = await buy(shop)
  await sandbox.pay(url)
  const settle = () => fulfil(app.kernel, { sessionId: session, account: shop.account, mode: 'test' })
  await Promise.all([settle(), settle(), settle()])
  await settle()
  const to = (address: string) => app.mails.filter((mail) => mail.to === address)
  await eventually('both emails', async () => to('buyer@example.test').length > 0 && to(owner).length > 1)
  const { rows } = await app.owner.query("select data from pgboss.job where name = 'mail'")
  assert.equal(rows.length, 2, 'one job each')
  for (const { data } of rows) assert.deepEqual(Object.keys(data).sort(), ['letter', 'order', 'tenant'])
  const [mail] = to('buyer@example.test')
  assert.match(mail!.subject, /^\[Test\] Your order from /)
  assert.match(mail!.text, /<b>Loaf<\/b> & Co/)
  assert.match(mail!.text, /Amount: €12\.50/)
  assert.match(mail!.text, /Sign up there with this email address/)
  assert.ok(mail!.text.includes('http://shop.localhost:4800/bread?from=mail#top'))
  assert.doesNotMatch(mail!.html, /<b>Loaf/)
  const seller = to(owner).at(-1)!
  assert.match(seller.subject, /^\[Test\] New order/)
  assert.match(seller.text, /buyer@example\.test paid €12\.50/)

  const sent = async () => (await app.owner.query('select letter from app.order_letters')).rows
  // Recorded after the email was sent.
  await eventually('the record', async () => (await sent()).length > 0)
  assert.deepEqual(await sent(), [{ letter: 'order-paid-buyer' }], 'recorded once, and only the buyer’s')
})

test('an email that the server refuses is not recorded; a failed record does not send it twice', async () => {
  const email = { to: 'one@record.example', subject: 'x', text: 'x', html: 'x' }
  let recorded = 0
  const kinds = {
    refused: async () => ({ ...email, to: '', onSent: async () => void recorded++ }),
    unrecorded: async () => ({ ...email, onSent: () => Promise.reject(new Error('no database')) }),
  }
  const down = {
    ...app.kernel,
    mail: { send: () => Promise.reject(new Error('down')), close: async () => {} },
  }
  await assert.rejects(sendLetter(down, kinds, { letter: 'refused' }), /down/)
  assert.equal(recorded, 0)
  await sendLetter(app.kernel, kinds, { letter: 'unrecorded' })
  const sent = app.mails.filter(({ to }) => to === email.to)
  assert.equal(sent.length, 1)
  assert.ok(!('onSent' in sent[0]!))
})

test('an email about a deleted order, or without a recipient, is not sent', async () => {
  const ids = { tenant: shop.tenant.id, order: shop.tenant.id } as never
  for (const write of Object.values(letters)) assert.equal(await write(app.kernel, ids), undefined)
  await buy(shop)
  const { rows } = await app.owner.query("select id from public.orders where status = 'pending' limit 1")
  const open = { tenant: shop.tenant.id, order: rows[0].id } as never
  assert.equal(await letters['order-paid-buyer']!(app.kernel, open), undefined, 'no address yet')
})

test('an email links to sites that the tenant currently lists, never to a preview host that anyone can use', async () => {
  const { rows } = await app.owner.query("select id from public.orders where status = 'paid' limit 1")
  const written = async (page: string) => {
    await app.owner.query('update public.orders set page_url = $2 where id = $1', [rows[0].id, page])
    const ids = { tenant: shop.tenant.id, order: rows[0].id } as never
    return (await letters['order-paid-buyer']!(app.kernel, ids))!.text
  }
  const list = (...origins: string[]) =>
    app.owner.query('update public.tenants set allowed_origins = $2 where id = $1', [shop.tenant.id, origins])
  assert.doesNotMatch(await written('https://canary.vercel.app/login'), /canary/)
  assert.doesNotMatch(await written('https://canary.example/'), /canary/)
  await list('https://canary.example')
  assert.match(await written('https://canary.example/x'), /https:\/\/canary\.example\/x/)
  await list()
  assert.doesNotMatch(await written('https://canary.example/x'), /canary/, 'no longer listed')
})

test('emails about test payments are limited per mailbox, in any spelling of its address, and per tenant', async () => {
  const before = app.mails.length
  for (let n = 0; n < 35; n++) {
    const to = `${n % 2 ? 'Target' : 'target'}+${n}@victim.example`
    const flood = { flood: async () => ({ to, subject: 'x', text: 'x', html: 'x', from: 'x' }) }
    await sendLetter(app.kernel, flood, { letter: 'flood' })
  }
  assert.equal(app.mails.length - before, 30)

  const { rows } = await app.owner.query("select id from public.orders where status = 'paid' limit 1")
  const ids = { tenant: shop.tenant.id, order: rows[0].id } as never
  const write = async () => letters['order-paid-buyer']!(app.kernel, ids)
  await assert.rejects(
    async () => {
      for (let n = 0; n <= 100; n++) await write()
    },
    { status: 429 },
  )
  await sendLetter(app.kernel, { capped: write }, { letter: 'capped' })
  assert.equal(app.mails.length - before, 30, 'dropped, not retried')
  await app.owner.query("update public.orders set mode = 'live' where id = $1", [rows[0].id])
  assert.ok(await write(), 'live buyers still get emails')
})

test('emails use the language of the buyer’s shop page, otherwise that of their browser', () => {
  for (const [requested, accepted, expected] of [
    ['de', 'fr', 'de'],
    ['pt-BR', null, 'pt'],
    ['AR', undefined, 'ar'],
    ['tlh', 'sv;q=0.9, it-IT;q=0.8, en;q=0.5', 'it'],
    [undefined, 'ja', 'ja'],
    [undefined, '*', null],
    ['', '', null],
    ["de'; drop", null, null],
  ] as const)
    assert.equal(letterLanguage(requested, accepted), expected, `${requested} ${accepted}`)
})

test('a buyer’s email uses their language and its money format; the owner’s is English', async () => {
  const bought = await shop.visitor('POST', '/purchase', {
    item_id: shop.itemId,
    page_url: 'http://shop.localhost:4800/',
    locale: 'de-AT',
  })
  const { rows } = await app.owner.query(
    'select id, locale from public.orders where tenant_id = $1 order by created_at desc limit 1',
    [shop.tenant.id],
  )
  assert.equal(bought.status, 200)
  assert.equal(rows[0].locale, 'de')
  const session = await sandbox.stripe.test.checkout.sessions.retrieve(
    /cs_\w+/.exec(bought.body.url)![0],
    {},
    { stripeAccount: shop.account },
  )
  assert.equal(session.locale, 'de', 'the checkout too')
  const ids = { tenant: shop.tenant.id, order: rows[0].id } as never
  await app.owner.query("update public.orders set email = 'ines@example.test', mode = 'live' where id = $1", [
    rows[0].id,
  ])
  const mail = (await letters['order-paid-buyer']!(app.kernel, ids))!
  assert.match(mail.subject, /^Ihre Bestellung bei /)
  assert.match(mail.text, /Betrag: 12,50\s€/)
  assert.match(mail.html, /<html lang="de" dir="ltr">/)
  const seller = (await letters['order-paid-seller']!(app.kernel, ids))!
  assert.match(seller.text, /ines@example\.test paid €12\.50/)
  await app.owner.query("update public.orders set locale = 'ar' where id = $1", [rows[0].id])
  assert.match((await letters['order-paid-buyer']!(app.kernel, ids))!.html, /<html lang="ar" dir="rtl">/)
})

test('every email in every language has all its values and no English text', () => {
  const facts: LetterFacts = {
    shop: '§shop',
    product: '§product',
    amount: '§amount',
    refunded: '§refunded',
    buyer: '§buyer',
    guest: true,
    renewal: false,
    manage: true,
    interval: null,
  }
  const english = new Set<string>()
  for (const language of LANGUAGES)
    for (const [kind, write] of Object.entries(buyerWords[language])) {
      for (const variant of [
        {},
        { manage: false },
        { renewal: true },
        { interval: 'week' },
        { interval: 'month' },
        { interval: 'year' },
      ]) {
        const email = write({ ...facts, ...variant } as LetterFacts)
        const parts = [
          email.subject,
          ...email.lines,
          email.button ?? '',
          email.manage ?? '',
          ...email.closing,
        ]
        const here = `${language} ${kind} ${JSON.stringify(variant)}`
        const original = buyerWords.en[kind as keyof typeof buyerWords.en]({
          ...facts,
          ...variant,
        } as LetterFacts)
        assert.deepEqual(
          [email.lines.length, email.closing.length],
          [original.lines.length, original.closing.length],
          here,
        )
        const valuesIn = (lines: string[]) => [...new Set(lines.join(' ').match(/§\w+/g))].toSorted()
        assert.deepEqual(
          valuesIn(parts),
          valuesIn([original.subject, ...original.lines, original.button ?? '', ...original.closing]),
          here,
        )
        for (const part of parts)
          if (language === 'en') english.add(part)
          else assert.ok(!english.has(part) || !/\p{L}/u.test(part.replace(/§\w+/g, '')), `${here}: ${part}`)
      }
    }
})

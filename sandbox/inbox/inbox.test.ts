import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createTransport } from 'nodemailer'
import type { Transporter } from 'nodemailer'
import { openDatabase } from '../database.ts'
import { openSandbox } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { Mailbox } from './mailbox.ts'
import type { Mail } from './mailbox.ts'

describe('the inbox', () => {
  let sandbox: Sandbox
  let mailer: Transporter
  before(async () => {
    sandbox = await openSandbox({ port: 0, smtpPort: 0, data: ':memory:' })
    mailer = createTransport(sandbox.smtpUrl)
  })
  beforeEach(() => fetch(`${sandbox.url}/inbox.json`, { method: 'DELETE' }))
  after(async () => {
    mailer.close()
    await sandbox.close()
  })

  const inbox = async (query = ''): Promise<Mail[]> =>
    (await fetch(`${sandbox.url}/inbox.json${query}`).then((answer) => answer.json())) as Mail[]
  const confirm = {
    from: 'Bolt Blocks <hello@bolt.test>',
    to: 'Ada@Example.test',
    subject: 'Confirm your e-mail — grüße',
    text: 'Open http://localhost:3000/confirm?token=a&type=signup.\nBye',
    html: '<p>Hi</p><a href="http://localhost:3000/confirm?token=a&amp;type=signup">Confirm</a><script>alert(1)</script>',
  }

  test('stores an email decoded, with its links', async () => {
    await mailer.sendMail(confirm)
    const [mail] = await inbox()
    assert.deepEqual(
      [mail?.subject, mail?.from, mail?.to],
      [confirm.subject, confirm.from, ['Ada@example.test']],
    )
    assert.equal(mail?.text, confirm.text)
    assert.match(mail?.html ?? '', /<p>Hi<\/p>/)
    assert.deepEqual(mail?.links, ['http://localhost:3000/confirm?token=a&type=signup'])
    assert.ok(Date.now() - Date.parse(mail?.date ?? '') < 60_000)
  })

  test('text messages are listed among the emails; invalid ones are refused', async () => {
    const post = (body: unknown) =>
      fetch(`${sandbox.url}/sms`, { method: 'POST', body: JSON.stringify(body) })
    await mailer.sendMail(confirm)
    assert.equal((await post({ to: '+4915112345678', text: 'Your code is <b>123456</b>' })).status, 202)
    const [first, second] = await inbox()
    assert.deepEqual(
      [first?.kind, first?.to, first?.text, second?.kind],
      ['sms', ['+4915112345678'], 'Your code is <b>123456</b>', undefined],
    )
    assert.equal((await inbox('?to=%2B4915112345678')).length, 1)
    const page = await (await fetch(`${sandbox.url}/inbox/${first!.id}`)).text()
    assert.match(page, /Text message/)
    assert.match(page, /Your code is &lt;b&gt;123456/)
    for (const body of [{ to: '4915112345678', text: 'x' }, { to: '+4915112345678' }, {}, 'x'])
      assert.equal((await post(body)).status, 400, JSON.stringify(body))
    assert.equal((await inbox()).length, 2)
  })

  test('lists the newest first, filters by recipient (also bcc), and can be emptied', async () => {
    await mailer.sendMail({ ...confirm, subject: 'one' })
    await mailer.sendMail({ ...confirm, subject: 'two', to: 'bob@example.test', bcc: 'hidden@example.test' })
    assert.deepEqual(
      (await inbox()).map((one) => one.subject),
      ['two', 'one'],
    )
    assert.deepEqual(
      (await inbox('?to=ADA@example.test')).map((one) => one.subject),
      ['one'],
    )
    assert.deepEqual(
      (await inbox('?to=hidden@example.test')).map((one) => one.subject),
      ['two'],
    )
    assert.deepEqual(await inbox('?to=example.test'), [])
    await fetch(`${sandbox.url}/inbox.json`, { method: 'DELETE' })
    assert.deepEqual(await inbox(), [])
  })

  test('shows emails as pages; their HTML can neither run scripts nor load anything', async () => {
    await mailer.sendMail({ ...confirm, subject: '<script>alert(2)</script>' })
    const [mail] = await inbox()
    const list = await fetch(`${sandbox.url}/inbox`).then((answer) => answer.text())
    assert.ok(list.includes(`href="/inbox/${mail!.id}"`))
    assert.ok(!list.includes('<script>'))
    const page = await fetch(`${sandbox.url}/inbox/${mail!.id}`).then((answer) => answer.text())
    assert.ok(!page.includes('<script>'))
    assert.match(page, /<a href="http:\/\/localhost:3000\/confirm\?token=a&amp;type=signup"/)
    assert.match(page, /<iframe[^>]+sandbox="allow-popups allow-popups-to-escape-sandbox"/)
    const body = await fetch(`${sandbox.url}/inbox/${mail!.id}/body`)
    const policy = body.headers.get('content-security-policy') ?? ''
    assert.match(policy, /sandbox allow-popups/)
    assert.ok(!policy.includes('allow-scripts') && policy.includes("default-src 'none'"))
    assert.equal((await fetch(`${sandbox.url}/inbox/none`)).status, 404)
  })

  test('stores the last 500', async () => {
    const mailbox = new Mailbox(openDatabase(':memory:'))
    const envelope = { from: 'a@b.test', recipients: ['c@d.test'] }
    for (let at = 1; at <= 505; at += 1)
      await mailbox.receive(Buffer.from(`Subject: ${at}\r\n\r\nx`), envelope)
    const subjects = mailbox.list().map((one) => one.subject)
    assert.deepEqual([subjects.length, subjects[0], subjects.at(-1)], [500, '505', '6'])
  })

  test('another site cannot empty it or drive the control API through a browser', async () => {
    await mailer.sendMail(confirm)
    const evil = { origin: 'http://evil.test' }
    assert.equal((await fetch(`${sandbox.url}/inbox.json`, { method: 'DELETE', headers: evil })).status, 403)
    assert.equal(
      (await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST', headers: evil })).status,
      403,
    )
    assert.equal((await inbox()).length, 1)
  })
})

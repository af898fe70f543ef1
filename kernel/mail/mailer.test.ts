import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { createLogger } from '../log.ts'
import { openMailer } from './mailer.ts'

interface Delivered {
  to: string[]
  raw: string
}
const delivered: Delivered[] = []
let slow: Promise<void> | undefined
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) =>
    done(address.startsWith('full') ? new Error('mailbox full') : null),
  onData(stream, session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', async () => {
      await slow
      delivered.push({
        to: session.envelope.rcptTo.map(({ address }) => address),
        raw: Buffer.concat(chunks).toString(),
      })
      done()
    })
  },
})
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))

const log = createLogger('silent')
const smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
const mail = { to: 'ada@example.test', subject: 'Hello', text: 'text part', html: '<p>html part</p>' }
const mailer = openMailer({ smtpUrl, from: 'Bolt Blocks <no-reply@app.example>' }, log)
after(async () => {
  await mailer.close()
  await new Promise<void>((resolve) => server.close(resolve))
})

test('an email arrives with both parts, from the configured address with the given name', async () => {
  await mailer.send({ ...mail, from: 'Hearth & "Rye" <evil@example.test>', subject: 'Žluťoučký kůň' })
  const { raw, to } = delivered.at(-1)!
  const read = await PostalMime.parse(raw)
  assert.deepEqual(to, ['ada@example.test'])
  assert.equal(read.from?.address, 'no-reply@app.example')
  assert.equal(read.from?.name, 'Hearth & "Rye" <evil@example.test>')
  assert.equal(read.subject, 'Žluťoučký kůň')
  assert.equal(read.text?.trim(), 'text part')
  assert.equal(read.html?.trim(), '<p>html part</p>')
  assert.ok(read.headers.some(({ key, value }) => key === 'auto-submitted' && value === 'auto-generated'))

  await mailer.send(mail)
  assert.equal((await PostalMime.parse(delivered.at(-1)!.raw)).from?.name, 'Bolt Blocks')
})

test('attachments arrive with their names and types, and a picture with the id that the HTML names', async () => {
  await mailer.send({
    ...mail,
    html: '<img src="cid:code@app.example" alt="">',
    attachments: [
      { name: 'code.png', type: 'image/png', content: Buffer.from([1, 2, 3]), id: 'code@app.example' },
      {
        name: 'event.ics',
        type: 'text/calendar; charset=utf-8; method=PUBLISH',
        content: Buffer.from('BEGIN'),
      },
    ],
  })
  const { attachments } = await PostalMime.parse(delivered.at(-1)!.raw)
  assert.deepEqual(
    attachments.map(({ filename, mimeType, contentId, content }) => [
      filename,
      mimeType,
      contentId,
      Buffer.from(content as ArrayBuffer)
        .toString('latin1')
        .trim(),
    ]),
    [
      ['code.png', 'image/png', '<code@app.example>', '\u0001\u0002\u0003'],
      ['event.ics', 'text/calendar', undefined, 'BEGIN'],
    ],
  )
})

test('an address is one address, and a subject is one line', async () => {
  const before = delivered.length
  await mailer.send({ ...mail, to: 'ada@example.test, eve@example.test' }).catch(() => undefined)
  await mailer.send({ ...mail, subject: 'Hi\r\nBcc: eve@example.test' })
  for (const { to, raw } of delivered.slice(before)) {
    assert.equal(to.includes('eve@example.test'), false)
    assert.doesNotMatch(raw, /^Bcc:/im)
  }
})

test('a rejection by the email server, and a missing server, are errors', async () => {
  await assert.rejects(mailer.send({ ...mail, to: 'full@example.test' }), /mailbox full/)
  const unset = openMailer({ from: 'no-reply@app.example' }, log)
  await assert.rejects(unset.send(mail), /SMTP_URL is not set/)
  const away = openMailer({ smtpUrl: 'smtp://127.0.0.1:9', from: 'no-reply@app.example' }, log)
  await assert.rejects(away.send(mail), /ECONNREFUSED/)
})

test('closing waits for an email in transit', async () => {
  let arrive = () => {}
  slow = new Promise((resolve) => (arrive = resolve))
  const own = openMailer({ smtpUrl, from: 'Bolt Blocks <no-reply@app.example>' }, log)
  const count = delivered.length
  const sent = own.send(mail)
  const closed = own.close().then(() => delivered.length)
  arrive()
  slow = undefined
  await sent
  assert.equal(await closed, count + 1)
})

test('a sender that is not an address prevents the start', () => {
  for (const from of ['', 'nobody', 'a@b.example, c@d.example', 'Name <a@b.example> x'])
    assert.throws(() => openMailer({ smtpUrl, from }, log), /MAIL_FROM/)
})

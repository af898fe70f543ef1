import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { eventually } from '#testing/eventually.ts'
import { testApp } from '#testing/test-app.ts'
import { freePorts } from '#testing/test-instance.ts'
import { createLogger } from '../log.ts'
import { openMailer } from './mailer.ts'
import { sendLetter } from './letter-jobs.ts'
import { sendOrQueue, unsentMail } from './unsent-mail.ts'

const [port] = await freePorts(1)
const app = await testApp({ worker: true })
const mailer = openMailer(
  { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'no-reply@app.example' },
  createLogger('silent'),
)
after(() => mailer.close())
app.kernel.mail = mailer
const mailTo = (to: string) => ({ to, subject: 'Your code', text: '123456', html: '<p>123456</p>' })
const queued = async () => {
  const { rows } = await app.owner.query<{ data: { letter: string; sealed: string; until: string } }>(
    `select data from pgboss.job where name = 'mail' order by created_on`,
  )
  return rows.map(({ data }) => data)
}

test('while the email server is down, an email is stored sealed; on reconnect the worker sends it', async () => {
  await sendOrQueue(app.kernel, mailTo('ada@example.test'))
  const [job] = await queued()
  assert.equal(job?.letter, 'unsent-mail')
  assert.ok(!/ada@|123456/.test(JSON.stringify(job)), 'neither mailbox nor code can be read in the queue')

  const delivered: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const responseCode = address.startsWith('nobody') ? 550 : address.startsWith('grey') ? 450 : undefined
      done(responseCode ? Object.assign(new Error('refused'), { responseCode }) : null)
    },
    onData(stream, session, done) {
      stream.resume().on('end', () => {
        delivered.push(...session.envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  after(() => new Promise<void>((resolve) => server.close(() => resolve())))
  await eventually('the worker tries again', async () => delivered.includes('ada@example.test'), 60)

  const before = (await queued()).length
  await sendOrQueue(app.kernel, mailTo('nobody@example.test'))
  assert.equal((await queued()).length, before, 'a mailbox that does not exist is not tried again')
  await sendOrQueue(app.kernel, mailTo('grey@example.test'))
  assert.equal((await queued()).length, before + 1, 'a mailbox that is refused for now is tried again')
})

test('an email with an expired code is not sent', async () => {
  const { sealed } = (await queued())[0]!
  const sent: string[] = []
  const kernel = {
    ...app.kernel,
    mail: { ...mailer, send: async ({ to }: { to: string }) => void sent.push(to) },
  }
  const at = (moved: number) => new Date(Date.now() + moved).toISOString()
  await sendLetter(kernel, unsentMail, { letter: 'unsent-mail', sealed, until: at(-1000) })
  assert.deepEqual(sent, [])
  await sendLetter(kernel, unsentMail, { letter: 'unsent-mail', sealed, until: at(60_000) })
  assert.deepEqual(sent, ['ada@example.test'])
})

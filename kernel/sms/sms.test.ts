import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLogger } from '../log.ts'
import { openSms } from './sms.ts'
import { smsConfig, smsFaults } from './sms-settings.ts'

const log = createLogger('silent')
const message = { to: '+4915112345678', text: 'Your code is 123456' }
const TWILIO = {
  SMS_TWILIO_ACCOUNT_SID: `AC${'0a'.repeat(16)}`,
  SMS_TWILIO_AUTH_TOKEN: 'canary-token',
  SMS_TWILIO_FROM: '+15005550006',
}

/** A provider that responds with a status and records requests. */
function provider(status: number) {
  const calls: { url: string; init: RequestInit }[] = []
  const fetcher = async (url: string, init: RequestInit) => {
    calls.push({ url, init })
    return new Response('+4915112345678 is not reachable', { status })
  }
  return { calls, fetcher }
}

test('a webhook gets the message as JSON, with its bearer token; redirects are not followed', async () => {
  const { calls, fetcher } = provider(202)
  const config = smsConfig({ SMS_URL: 'https://sms.example/send', SMS_TOKEN: 'canary-token' }, undefined)
  const sms = openSms(config, log, fetcher)
  assert.equal(sms.provider, 'webhook')
  await sms.send(message)
  const [{ url, init }] = calls as [(typeof calls)[0]]
  assert.equal(url, 'https://sms.example/send')
  assert.deepEqual(JSON.parse(init.body as string), message)
  assert.equal(new Headers(init.headers).get('authorization'), 'Bearer canary-token')
  assert.equal(init.redirect, 'error')
})

test('Twilio gets a form; a sender that starts with MG is a messaging service', async () => {
  const { calls, fetcher } = provider(201)
  await openSms(smsConfig(TWILIO, 'http://localhost:3001'), log, fetcher).send(message)
  const service = `MG${'0b'.repeat(16)}`
  await openSms(smsConfig({ ...TWILIO, SMS_TWILIO_FROM: service }, undefined), log, fetcher).send(message)
  const [first, second] = calls.map(({ init }) =>
    Object.fromEntries(new URLSearchParams(init.body as string)),
  )
  assert.deepEqual(first, { To: message.to, Body: message.text, From: '+15005550006' })
  assert.deepEqual(second, { To: message.to, Body: message.text, MessagingServiceSid: service })
  assert.match(
    calls[0]!.url,
    /^https:\/\/api\.twilio\.com\/2010-04-01\/Accounts\/AC[0-9a-f]{32}\/Messages\.json$/,
  )
  const basic = Buffer.from(`${TWILIO.SMS_TWILIO_ACCOUNT_SID}:canary-token`).toString('base64')
  assert.equal(new Headers(calls[0]!.init.headers).get('authorization'), `Basic ${basic}`)
})

test('a refusal is an error with the status, without the provider’s text about the number', async () => {
  const { fetcher } = provider(400)
  const sms = openSms({ provider: 'webhook', url: 'https://sms.example' }, log, fetcher)
  await assert.rejects(sms.send(message), { message: 'The SMS provider answered 400' })
  await assert.rejects(openSms(undefined, log).send(message), /No SMS provider is set/)
  assert.equal(openSms(undefined, log).provider, '')
})

test('without a provider the sandbox receives the messages; incomplete settings are reported with the remedy', () => {
  assert.deepEqual(smsConfig({}, 'http://localhost:3001'), {
    provider: 'sandbox',
    url: 'http://localhost:3001/sms',
  })
  assert.equal(smsConfig({}, undefined), undefined)
  assert.deepEqual(smsFaults({}), [])
  assert.deepEqual(smsFaults(TWILIO), [])
  const { SMS_TWILIO_FROM: _, ...halfway } = TWILIO
  assert.match(smsFaults(halfway).join(), /SMS_TWILIO_FROM is missing/)
  assert.match(smsFaults({ SMS_URL: 'https://sms.example' }).join(), /SMS_TOKEN is missing/)
  assert.match(smsFaults({ ...TWILIO, SMS_URL: 'https://a.example', SMS_TOKEN: 'x' }).join(), /choose one/)
})

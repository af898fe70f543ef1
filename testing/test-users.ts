import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Session } from '@supabase/supabase-js'
import type { TestApp } from './test-app.ts'

/** A strong password shared by all test users, because no test depends on its value. */
export const PASSWORD = 'zebra-lantern-42-mop'

/** Returns an unused email address. */
export const newEmail = (name = 'visitor') => `${name}-${randomBytes(5).toString('hex')}@example.test`

/** Returns the emails to an address, oldest first. */
export const emailsTo = ({ mails }: Pick<TestApp, 'mails'>, email: string) =>
  mails.filter(({ to }) => to === email)

/** Returns the newest email to an address, with its link and code. */
export function latestEmailTo(app: Parameters<typeof emailsTo>[0], email: string) {
  const message = emailsTo(app, email).at(-1)
  assert.ok(message, `an email to ${email}`)
  const link = /https?:\/\/\S+/.exec(message.text)?.[0] ?? ''
  return {
    ...message,
    link,
    tokenHash: new URL(link || 'http://none').searchParams.get('token_hash') ?? '',
    code: /^(\d{6})$/m.exec(message.text)?.[1] ?? '',
  }
}

let numbers = 0

/** Returns an unused phone number; +1 … 555 numbers have no real subscribers. */
export const newPhone = () =>
  `1${(Date.now() % 1_000_000).toString().padStart(6, '0')}555${String(++numbers).padStart(3, '0')}`

/** Returns the code in the newest text message to a number (E.164 without the plus). */
export function latestCodeTo(app: Pick<TestApp, 'texts'>, phone: string): string {
  const text = app.texts.findLast(({ to }) => to === `+${phone}`)
  assert.ok(text, `a text message to ${phone}`)
  return /\b(\d{6})\b/.exec(text.text)?.[1] ?? ''
}

/**
 * Signs up a new user and confirms the address with the link in the email, as real users do.
 * @param key the platform's anon key (a creator), or a tenant's public key (an end user)
 */
export async function signUp(
  app: Pick<TestApp, 'client' | 'mails'>,
  key: string,
  email: string = newEmail(),
): Promise<Session> {
  const client = app.client(key)
  const { error } = await client.auth.signUp({ email, password: PASSWORD })
  assert.equal(error, null)
  const { data, error: refused } = await client.auth.verifyOtp({
    type: 'signup',
    token_hash: latestEmailTo(app, email).tokenHash,
  })
  assert.equal(refused, null)
  return data.session!
}

/** Returns a function that calls the auth service like the official client. */
export function authCall(app: Pick<TestApp, 'request'>, key: string) {
  return async (
    method: string,
    path: string,
    options: { body?: unknown; token?: string; headers?: Record<string, string> } = {},
  ) => {
    const response = await app.request(`/auth/v1${path}`, {
      method,
      redirect: 'manual',
      headers: {
        apikey: key,
        authorization: `Bearer ${options.token ?? key}`,
        'content-type': 'application/json;charset=UTF-8',
        'x-supabase-api-version': '2024-01-01',
        ...options.headers,
      },
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
  }
}

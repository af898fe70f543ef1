import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallError } from '#kernel/browser/call.ts'
import { errorMessage, isAboutPassword } from './error-message.ts'
import { withSession } from './with-session.ts'
import { language } from './texts/spoken.ts'

const cases: [code: string, message: string, words: string][] = [
  [
    'invalid_credentials',
    'Invalid login credentials',
    'Invalid email or password. If you just signed up, please check your email for a confirmation link first.',
  ],
  [
    'user_already_exists',
    'User already registered',
    'This email is already registered. Try signing in instead, or check your email for a confirmation link.',
  ],
  [
    'email_not_confirmed',
    'Email not confirmed',
    'Please check your email and click the confirmation link before signing in.',
  ],
]

for (const [code, message, words] of cases)
  test(`"${message}" is shown in our own copy, by its code and by its text`, () => {
    assert.equal(errorMessage(new CallError(400, code, 'x')), words)
    assert.equal(errorMessage(new CallError(400, '', message)), words)
  })

test('other errors show their own message, unexpected ones a generic message', () => {
  assert.equal(
    errorMessage(new CallError(422, 'weak_password', 'Password is too short')),
    'Password is too short',
  )
  assert.equal(
    errorMessage(new TypeError('undefined is not a function')),
    'Something went wrong. Please try again.',
  )
})

test('reasons against a password are shown in the page’s language, at the field', async () => {
  const why = new CallError(422, 'weak_password', 'weak', 'weak', { reasons: ['length', 'characters'] })
  assert.equal(
    errorMessage(why),
    'This password is too short. This password is easy to guess. Use several unrelated words.',
  )
  assert.equal(isAboutPassword(why), true)
  await language.load('de')
  language.speak('de')
  assert.match(errorMessage(why), /^Dieses Passwort ist zu kurz\./)
  language.speak('en')
  assert.equal(isAboutPassword(new CallError(400, 'invalid_credentials', 'x')), false)
})

test('a conflict is reported in the page’s language', async () => {
  const why = new CallError(409, 'conflict', 'The server’s own message')
  assert.equal(errorMessage(why), 'Someone else changed this at the same time. Please try again.')
  await language.load('de')
  language.speak('de')
  assert.match(errorMessage(why), /versuchen Sie es noch einmal/)
  language.speak('en')
})

test('a session is handed over in the fragment, after what the address already has there', () => {
  assert.equal(
    withSession('https://shop.example/p?x=1', 'c+1'),
    'https://shop.example/p?x=1#bb_session=c%2B1',
  )
  assert.equal(withSession('https://shop.example/#top', 'c1'), 'https://shop.example/#top&bb_session=c1')
  assert.equal(withSession('https://shop.example/', ''), 'https://shop.example/')
})

import assert from 'node:assert/strict'
import { createCipheriv, pbkdf2Sync, randomBytes, scryptSync } from 'node:crypto'
import { test } from 'node:test'
import { hash } from '@node-rs/argon2'
import { hashSync } from 'bcryptjs'
import { importedCheck, inStoredForm } from './imported-hash.ts'
import { isImportable, isWeaker, verifyPassword } from './password-hash.ts'

const PASSWORD = 'Grüße 42 – zebra'
const salt = randomBytes(16)
const b64 = (bytes: Buffer) => bytes.toString('base64')
const bare = (bytes: Buffer) => b64(bytes).replaceAll('=', '')

function firebase(): string {
  const [separator, signer] = [randomBytes(1), randomBytes(64)]
  const key = scryptSync(PASSWORD, Buffer.concat([salt, separator]), 32, { N: 2 ** 14, r: 8, p: 1 })
  const sealed = createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(signer)
  return `$fbscrypt$v=1,n=14,r=8,p=1,ss=${b64(separator)},sk=${b64(signer)}$${b64(salt)}$${b64(sealed)}`
}

const ofMakers: Record<string, string> = {
  bcrypt: hashSync(PASSWORD, 5),
  'bcrypt of PHP': hashSync(PASSWORD, 5).replace('$2b$', '$2y$'),
  scrypt: `$scrypt$ln=12,r=8,p=1$${bare(salt)}$${bare(scryptSync(PASSWORD, salt, 32, { N: 4096 }))}`,
  "Firebase's scrypt": firebase(),
  'pbkdf2 of passlib': `$pbkdf2-sha256$29000$${bare(salt).replaceAll('+', '.')}$${bare(pbkdf2Sync(PASSWORD, salt, 29_000, 32, 'sha256')).replaceAll('+', '.')}`,
  'pbkdf2 as PHC': `$pbkdf2-sha256$i=5000,l=32$${bare(salt)}$${bare(pbkdf2Sync(PASSWORD, salt, 5000, 32, 'sha256'))}`,
  'pbkdf2-sha512': `$pbkdf2-sha512$i=5000$${bare(salt)}$${bare(pbkdf2Sync(PASSWORD, salt, 5000, 64, 'sha512'))}`,
  'pbkdf2 of Django': inStoredForm(
    `pbkdf2_sha256$6000$seasalt$${b64(pbkdf2Sync(PASSWORD, 'seasalt', 6000, 32, 'sha256'))}`,
  ),
  argon2i: await hash(PASSWORD, { algorithm: 1, memoryCost: 4096, timeCost: 3, parallelism: 1 }),
}

for (const [maker, stored] of Object.entries(ofMakers))
  test(`a hash of ${maker} verifies its own password only, and counts as weaker`, async () => {
    assert.ok(isImportable(stored), stored)
    assert.equal(isWeaker(stored), true)
    assert.equal(await verifyPassword(stored, PASSWORD), true)
    for (const wrong of [`${PASSWORD} `, PASSWORD.toLowerCase(), '', 'x'.repeat(1024)])
      assert.equal(await verifyPassword(stored, wrong), false, wrong)
  })

// Project parameters and user from Firebase's documentation of its scrypt (github.com/firebase/scrypt).
test("the example of Firebase's documentation is verified", async () => {
  const signer = 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=='
  const stored = `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=${signer}$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==`
  assert.equal(await verifyPassword(stored, 'user1password'), true)
  assert.equal(await verifyPassword(stored, 'user2password'), false)
})

test('a hash that is malformed or too expensive is refused', () => {
  const [s, h] = ['c2FsdHNhbHRzYWx0', bare(randomBytes(32))]
  const refused = [
    hashSync('x', 4).replace('$04$', '$14$'),
    hashSync('x', 4).replace('$04$', '$31$'),
    hashSync('x', 4).replace('$04$', '$03$'),
    '$2b$10$abcdefghijklmnopqrstuv',
    `$scrypt$ln=20,r=8,p=1$${s}$${h}`,
    `$scrypt$ln=14,r=99,p=99$${s}$${h}`,
    `$scrypt$ln=0,r=8,p=1$${s}$${h}`,
    `$scrypt$ln=14,r=0,p=1$${s}$${h}`,
    `$fbscrypt$v=1,n=25,r=8,p=1,ss=Bw==,sk=${h}$${s}$${h}`,
    `$fbscrypt$v=2,n=14,r=8,p=1,ss=Bw==,sk=${h}$${s}$${h}`,
    `$pbkdf2-sha256$i=90000000$${s}$${h}`,
    `$pbkdf2-sha256$i=0$${s}$${h}`,
    `$pbkdf2-sha256$i=1900000$${s}$${bare(randomBytes(128))}`,
    `$pbkdf2-sha1$i=1000$${s}$${h}`,
    `$pbkdf2-sha256$i=1000$${s}$${bare(randomBytes(4))}`,
    '$argon2id$v=19$m=4194304,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNo',
    `$1$${s}$${h}`,
    'plain password',
    '',
    `$scrypt$ln=14,r=8,p=1$${s}$${'A'.repeat(600)}`,
  ]
  for (const stored of refused) assert.equal(isImportable(stored), false, stored)
  assert.equal(importedCheck('x'), undefined)
})

test('other requests continue while an expensive bcrypt hash is verified', async () => {
  const dear = hashSync(PASSWORD, 12)
  const from = performance.now()
  let longest = 0
  let before = from
  const ticks = setInterval(() => {
    longest = Math.max(longest, performance.now() - before)
    before = performance.now()
  }, 5)
  const right = await Promise.all([verifyPassword(dear, PASSWORD), verifyPassword(dear, 'no')])
  const whole = performance.now() - from
  clearInterval(ticks)
  assert.deepEqual(right, [true, false])
  assert.ok(longest < whole / 2, `the event loop was blocked for ${longest} of ${whole} ms`)
})

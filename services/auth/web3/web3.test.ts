import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { makeTenant } from '#testing/factories.ts'
import { authCall } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { toBase58 } from './base58.ts'
import { addressOf, personalHash } from './ethereum.ts'
import { offChainMessage } from './solana.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const operator = authCall(app, app.serviceKey)
const PAGE = 'http://localhost:3000/studio'
const SITE = 'https://bakery.example'
const tenant = await makeTenant(app.database)
const other = await makeTenant(app.database)
await app.owner.query('update public.tenants set allowed_origins = $1 where id = any($2)', [
  [SITE],
  [tenant.id, other.id],
])
const switchOn = (settings: object, pool?: string) =>
  operator('PATCH', '/admin/settings', { body: settings, headers: pool ? { 'x-bb-pool': pool } : {} })

interface Fields {
  domain?: string
  uri?: string
  statement?: string
  version?: string
  chainId?: string | null
  nonce?: string
  issuedAt?: string | null
  more?: string[]
}
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

function ethereumWallet() {
  const secret = secp256k1.utils.randomSecretKey()
  const address = addressOf(secp256k1.getPublicKey(secret, false))
  const sign = (message: string) => {
    const [recovery, ...rs] = secp256k1.sign(personalHash(message), secret, {
      prehash: false,
      format: 'recovered',
    })
    return `0x${Buffer.from([...rs, recovery! + 27]).toString('hex')}`
  }
  const write = (fields: Fields = {}, shown = address) =>
    [
      `${fields.domain ?? 'localhost:3000'} wants you to sign in with your Ethereum account:`,
      shown,
      '',
      ...(fields.statement ? [fields.statement, ''] : ['']),
      `URI: ${fields.uri ?? PAGE}`,
      `Version: ${fields.version ?? '1'}`,
      ...(fields.chainId === null ? [] : [`Chain ID: ${fields.chainId ?? 1}`]),
      ...(fields.nonce ? [`Nonce: ${fields.nonce}`] : []),
      ...(fields.issuedAt === null ? [] : [`Issued At: ${fields.issuedAt ?? ago(0)}`]),
      ...(fields.more ?? []),
    ].join('\n')
  const wallet = {
    async request({ method, params }: { method: string; params?: unknown[] }) {
      if (method === 'eth_requestAccounts') return [address]
      if (method === 'eth_chainId') return '0x1'
      if (method === 'personal_sign') return sign(Buffer.from(String(params![0]).slice(2), 'hex').toString())
      throw new Error(method)
    },
    on: () => undefined,
    removeListener: () => undefined,
  }
  return { address, sign, write, wallet }
}

function solanaWallet() {
  const secret = ed25519.utils.randomSecretKey()
  const key = ed25519.getPublicKey(secret)
  const address = toBase58(key)
  const sign = (bytes: Uint8Array) => ed25519.sign(bytes, secret)
  return { key, address, sign, publicKey: { toBase58: () => address } }
}

const grant = (body: object, key: string = app.anonKey) =>
  authCall(app, key)('POST', '/token?grant_type=web3', { body })
const signIn = (message: string, signature: string, key?: string) =>
  grant({ chain: 'ethereum', message, signature }, key)

test('wallets are off until a pool enables them, each chain separately', async () => {
  const ann = ethereumWallet()
  const message = ann.write()
  const off = await signIn(message, ann.sign(message))
  assert.deepEqual([off.status, off.body.code], [422, 'web3_provider_disabled'])
  await switchOn({ web3_ethereum: true })
  const solana = await grant({ chain: 'solana', message, signature: 'x' })
  assert.deepEqual([solana.status, solana.body.code], [422, 'web3_provider_disabled'])
  for (const chain of ['bitcoin', '', '__proto__', null]) {
    const unknown = await grant({ chain, message, signature: 'x' })
    assert.deepEqual([unknown.status, unknown.body.code], [400, 'web3_unsupported_chain'])
  }
  await switchOn({ web3_solana: true })
  assert.equal((await signIn(message, ann.sign(message))).status, 200)
})

test('[S7-091] signInWithWeb3 of the official client, with an Ethereum wallet: one account, however often the user returns', async () => {
  const ann = ethereumWallet()
  const client = app.client()
  const { data, error } = await client.auth.signInWithWeb3({
    chain: 'ethereum',
    wallet: ann.wallet as never,
    statement: 'I accept the terms of service',
    options: { url: PAGE },
  })
  assert.equal(error, null)
  assert.equal(data.user?.identities?.[0]?.provider, 'web3')
  assert.equal(data.user?.identities?.[0]?.id, `web3:ethereum:${ann.address}`)
  assert.deepEqual(data.user?.app_metadata, { provider: 'web3', providers: ['web3'] })
  const { data: claims } = await client.auth.getClaims()
  assert.deepEqual(
    claims?.claims.amr?.map((proof) => (typeof proof === 'string' ? proof : proof.method)),
    ['web3'],
  )
  // Capital letters are a checksum, not another account.
  const message = ann.write({}, `0x${ann.address.slice(2).toUpperCase()}`)
  const again = await client.auth.signInWithWeb3({
    chain: 'ethereum',
    message,
    signature: ann.sign(message) as `0x${string}`,
  })
  assert.equal(again.error, null)
  assert.equal(again.data.user?.id, data.user?.id)
})

test('signInWithWeb3 of the official client, with Solana wallets that sign in, and that sign messages', async () => {
  const sol = solanaWallet()
  const client = app.client()
  const signing = { publicKey: sol.publicKey, signMessage: async (bytes: Uint8Array) => sol.sign(bytes) }
  const { data, error } = await client.auth.signInWithWeb3({
    chain: 'solana',
    wallet: signing,
    statement: 'Sign in to the bakery',
    options: {
      url: PAGE,
      signInWithSolana: { chainId: 'solana:mainnet', nonce: 'abcdefgh', resources: [PAGE] },
    },
  })
  assert.equal(error, null)
  assert.equal(data.user?.identities?.[0]?.id, `web3:solana:${sol.address}`)
  const signingIn = {
    publicKey: sol.publicKey,
    async signIn(input: { domain: string; uri: string; issuedAt: string; version: string }) {
      const text = [
        `${input.domain} wants you to sign in with your Solana account:`,
        sol.address,
        '',
        `URI: ${input.uri}`,
        `Version: ${input.version}`,
        `Issued At: ${input.issuedAt}`,
      ].join('\n')
      return { signedMessage: Buffer.from(text), signature: sol.sign(Buffer.from(text)) }
    },
  }
  const again = await client.auth.signInWithWeb3({
    chain: 'solana',
    wallet: signingIn as never,
    options: { url: PAGE },
  })
  assert.equal(again.error, null)
  assert.equal(again.data.user?.id, data.user?.id)
})

test('a hardware wallet signs the wrapped message; another key, another message and an invalid point are refused', async () => {
  const sol = solanaWallet()
  const text = (address = sol.address) =>
    [
      'localhost:3000 wants you to sign in with your Solana account:',
      address,
      '',
      'Version: 1',
      `URI: ${PAGE}`,
      `Issued At: ${ago(0)}`,
    ].join('\n')
  const send = (message: string, signature: Uint8Array) =>
    grant({ chain: 'solana', message, signature: Buffer.from(signature).toString('base64url') })
  const message = text()
  const wrapped = offChainMessage({ raw: message, domain: 'localhost:3000' }, sol.key)
  assert.equal((await send(message, sol.sign(wrapped))).status, 200)
  const wrong = [
    [message, solanaWallet().sign(Buffer.from(message))],
    [message, sol.sign(Buffer.from(`${message}\n`))],
    [text('1'.repeat(32)), Buffer.alloc(64)],
    [text('z'.repeat(44)), Buffer.alloc(64)],
  ] as const
  for (const [signed, signature] of wrong) {
    const { status, body } = await send(signed, signature)
    assert.deepEqual(
      [status, body],
      [400, { error: 'invalid_grant', error_description: 'Signature does not match address in message' }],
    )
  }
  for (const signature of ['', 'A'.repeat(85), '*'.repeat(86), 'A'.repeat(88)]) {
    const { status, body } = await grant({ chain: 'solana', message, signature })
    assert.deepEqual([status, body.code], [400, 'validation_failed'], signature)
  }
})

test('an Ethereum signature is valid only for its address and its text', async () => {
  const [ann, bob] = [ethereumWallet(), ethereumWallet()]
  const message = ann.write()
  const signature = ann.sign(message)
  const foreign = [
    bob.sign(message),
    ann.sign(`${message} `),
    `0x${'00'.repeat(65)}`,
    `0x${'ff'.repeat(65)}`,
    `${signature.slice(0, -2)}1d`,
  ]
  for (const one of foreign) {
    const { status, body } = await signIn(message, one)
    assert.deepEqual([status, body.error], [400, 'invalid_grant'], one)
  }
  for (const malformed of ['', '0x', signature.slice(0, -2), `${signature}00`, `0x${'zz'.repeat(65)}`]) {
    const { status, body } = await signIn(message, malformed)
    assert.deepEqual([status, body.code], [400, 'validation_failed'], malformed)
  }
  // Some wallets write the last byte without the 27, or omit the 0x.
  const bare = signature.slice(2, -2) + (signature.endsWith('1b') ? '00' : '01')
  assert.equal((await signIn(message, bare)).status, 200)
})

test('exactly one of 30 parallel sign-ins with one message succeeds, and no other signature of that message works later', async () => {
  const ann = ethereumWallet()
  const message = ann.write({ nonce: 'k3Jd92mLq0' })
  const signature = ann.sign(message)
  const answers = await Promise.all(Array.from({ length: 30 }, () => signIn(message, signature)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.ok(
    answers.every(
      ({ status, body }) => status === 200 || body.error_description === 'Ethereum message was already used',
    ),
  )
  // The second signature of the same text: s mirrored on the curve's order, and the last byte flipped.
  const s = BigInt(`0x${signature.slice(66, 130)}`)
  const mirrored = (secp256k1.Point.Fn.ORDER - s).toString(16).padStart(64, '0')
  const turned = signature.endsWith('1b') ? '1c' : '1b'
  const second = await signIn(message, signature.slice(0, 66) + mirrored + turned)
  assert.deepEqual([second.status, second.body.error], [400, 'invalid_grant'])
  const { rows } = await app.owner.query(
    "select count(*)::int as n from auth.identities where provider_id = 'web3:ethereum:' || $1",
    [ann.address],
  )
  assert.equal(rows[0].n, 1)
})

test('messages that no wallet writes are refused with a reason', async () => {
  const ann = ethereumWallet()
  const faults: [string, RegExp][] = [
    ['short', /too short/],
    [ann.write({ statement: 'x'.repeat(20_000) }), /20KB/],
    [ann.write().replace('Ethereum', 'Solana'), /must start with/],
    [ann.write({ domain: 'user@localhost:3000' }), /must start with/],
    [ann.write({}, '0x123'), /not a valid Ethereum address/],
    [ann.write().replace('\n\n', '\nx\n'), /third line/],
    [ann.write({ version: '2' }), /version 1/],
    [ann.write({ chainId: null }), /Chain ID/],
    [ann.write({ chainId: '-1' }), /Chain ID/],
    [ann.write({ uri: 'javascript:alert(1)' }), /URI/],
    [ann.write({ uri: '/studio' }), /URI/],
    [ann.write({ uri: 'http://a@localhost:3000/' }), /URI/],
    [ann.write({ domain: 'https://localhost:3000' }), /different schemes/],
    [ann.write({ issuedAt: null }), /Issued At is not specified/],
    [ann.write({ issuedAt: 'yesterday' }), /Issued At is not a valid/],
    [ann.write({ more: ['Expiration Time: 2026-13-45T99:00:00Z'] }), /Expiration Time is not/],
    [ann.write({ more: [`URI: ${PAGE}`] }), /URI is repeated/],
    [ann.write({ more: ['Role: admin'] }), /has an unknown line/],
    [ann.write({ more: ['Resources:', '- no uri'] }), /resource/],
  ]
  for (const [message, words] of faults) {
    const { status, body } = await signIn(message, ann.sign(message))
    assert.deepEqual([status, body.code], [400, 'validation_failed'], message)
    assert.match(body.message, words)
  }
})

test('a message is valid in its time only, and only for the page it names', async () => {
  const ann = ethereumWallet()
  const refused: [Fields, RegExp][] = [
    [{ issuedAt: ago(601) }, /too long ago/],
    [{ issuedAt: ago(-660) }, /too far in the future/],
    [{ more: [`Expiration Time: ${ago(1)}`] }, /is expired/],
    [{ more: [`Not Before: ${ago(-30)}`] }, /valid in the future/],
    [{ domain: 'evil.example' }, /does not match/],
    [{ domain: 'evil.example', uri: 'https://evil.example/' }, /another app/],
    [{ domain: 'localhost:4000', uri: 'http://localhost:4000/' }, /another app/],
    [{ domain: 'bakery.example', uri: `${SITE}/shop` }, /another app/],
    [{ uri: `http://localhost:3000/embed/auth?tenant=${tenant.public_key}` }, /another app/],
  ]
  for (const [fields, words] of refused) {
    const message = ann.write(fields)
    const { status, body } = await signIn(message, ann.sign(message))
    assert.deepEqual([status, body.error], [400, 'invalid_grant'], message)
    assert.match(body.error_description, words)
  }
  const message = ann.write({ more: [`Not Before: ${ago(5)}`, `Expiration Time: ${ago(-60)}`] })
  assert.equal((await signIn(message, ann.sign(message))).status, 200)
})

test('a tenant accepts messages of its listed sites and its own embedded pages, never of another tenant', async () => {
  await Promise.all([tenant, other].map(({ id }) => switchOn({ web3_ethereum: true }, id)))
  const ann = ethereumWallet()
  const embedded = ann.write({ uri: `http://localhost:3000/embed/auth?tenant=${tenant.public_key}` })
  assert.equal((await signIn(embedded, ann.sign(embedded), other.public_key)).body.error, 'invalid_grant')
  const first = await signIn(embedded, ann.sign(embedded), tenant.public_key)
  assert.equal(first.status, 200)
  const site = ann.write({ domain: 'bakery.example', uri: `${SITE}/account` })
  const second = await signIn(site, ann.sign(site), tenant.public_key)
  assert.equal(second.body.user.id, first.body.user.id)
  for (const uri of [PAGE, 'https://someone.vercel.app/', 'http://shop.localhost:4000/']) {
    const message = ann.write({ uri, domain: new URL(uri).host })
    assert.equal(
      (await signIn(message, ann.sign(message), tenant.public_key)).body.error,
      'invalid_grant',
      uri,
    )
  }
  // The same wallet has a separate account in each pool.
  const elsewhere = ann.write({ domain: 'bakery.example', uri: `${SITE}/account` })
  const third = await signIn(elsewhere, ann.sign(elsewhere), other.public_key)
  assert.notEqual(third.body.user.id, first.body.user.id)
})

test('a pool with sign-up disabled accepts no new wallet, and existing users can still sign in', async () => {
  const { id, public_key: key } = await makeTenant(app.database)
  await app.owner.query('update public.tenants set allowed_origins = $1 where id = $2', [[SITE], id])
  await switchOn({ web3_ethereum: true }, id)
  const [ann, bob] = [ethereumWallet(), ethereumWallet()]
  const send = (who: typeof ann) => {
    const message = who.write({ domain: 'bakery.example', uri: `${SITE}/` })
    return signIn(message, who.sign(message), key)
  }
  const { body: first } = await send(ann)
  await switchOn({ disable_signup: true }, id)
  const refused = await send(bob)
  assert.deepEqual([refused.status, refused.body.code], [422, 'signup_disabled'])
  assert.equal((await send(ann)).body.user.id, first.user.id)
  await app.owner.query("update auth.users set banned_until = now() + interval '1 hour' where id = $1", [
    first.user.id,
  ])
  assert.equal((await send(ann)).body.code, 'user_banned')
})

// Wallet passes, read by foreign programs: unzip and openssl.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { type Language, LANGUAGES } from '#kernel/browser/languages.ts'
import { walletConfig, walletFaults } from '#kernel/wallet-config.ts'
import { ticketWords } from '../mail/texts/all.ts'
import { newTicketCode } from '../ticket-codes.ts'
import type { PassTicket } from './pass-fields.ts'
import { passSigner, ticketPassInTurn } from './pass-turns.ts'
import { TEST_PASS_TYPE, TEST_TEAM, testSigner } from './test-signer.ts'

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'ticket-pass-'))
after(() => rm(folder, { recursive: true }))

const signer = testSigner()
const settings = {
  APPLE_WALLET_CERTIFICATE: signer.certificate,
  APPLE_WALLET_KEY: signer.key,
  APPLE_WALLET_WWDR: signer.wwdr,
}
const config = walletConfig(settings)!

const event = {
  title: 'Harvest supper',
  place: 'Old barn, Mill Lane 4',
  zone: 'Pacific/Auckland',
  starts_at: new Date('2027-03-20T06:30:00Z'),
  ends_at: new Date('2027-03-20T09:00:00Z'),
  site: 'Hearth & Rye',
}
const ticket = (more: Partial<PassTicket> = {}): PassTicket => ({
  id: '0190d2a0-0000-7000-8000-000000000301',
  code: newTicketCode(),
  type: 'Seat at the table',
  holder: 'Ines Almeida',
  order: '0190d2a0-0000-7000-8000-000000000201',
  isTest: false,
  ...more,
})
const made = (more: Partial<PassTicket> = {}, of = event, language: Language = 'en') =>
  ticketPassInTurn([of, ticket(more), config, language])

interface Field {
  key: string
  label?: string
  value: string
}

/** Opens a pass as a phone does: every file is in the list, with its hash, and the list is signed up to the root. */
async function opened(pass: Buffer) {
  const inside = await mkdtemp(join(folder, 'pass-'))
  const at = (name: string) => join(inside, name)
  await writeFile(at('ticket.pkpass'), pass)
  await run('unzip', ['-tq', at('ticket.pkpass')])
  await run('unzip', ['-q', at('ticket.pkpass'), '-d', at('files')])
  const files = await readdir(at('files'), { recursive: true })
  const manifest = JSON.parse(await readFile(at('files/manifest.json'), 'utf8')) as Record<string, string>
  assert.deepEqual(
    files.filter((name) => name !== 'manifest.json' && name !== 'signature').toSorted(),
    Object.keys(manifest).toSorted(),
  )
  for (const [name, hash] of Object.entries(manifest))
    assert.equal(createHash('sha1').update(await readFile(at(`files/${name}`))).digest('hex'), hash, name) // prettier-ignore
  await writeFile(at('root.pem'), signer.root)
  const checked = ['-verify', '-binary', '-inform', 'DER', '-in', at('files/signature'), '-content', at('files/manifest.json'), '-CAfile', at('root.pem'), '-purpose', 'any', '-out', '/dev/null'] // prettier-ignore
  for (const tool of ['cms', 'smime']) await run('openssl', [tool, ...checked])
  return { at, json: JSON.parse(await readFile(at('files/pass.json'), 'utf8')) }
}

test('[peers T8] a pass is signed by its pass type, and shows event, time and place there, type, holder and code', async () => {
  const code = newTicketCode()
  const { json, at } = await opened(await made({ code }))
  assert.deepEqual(
    [
      json.formatVersion,
      json.passTypeIdentifier,
      json.teamIdentifier,
      json.serialNumber,
      json.organizationName,
    ],
    [1, TEST_PASS_TYPE, TEST_TEAM, ticket().id, 'Hearth & Rye'],
  )
  const moment = (iso: string) => new Date(iso).getTime()
  assert.deepEqual(
    [
      json.relevantDate,
      json.relevantDates[0].startDate,
      json.expirationDate,
      json.relevantDates[0].endDate,
    ].map(moment),
    [event.starts_at, event.starts_at, event.ends_at, event.ends_at].map(Number),
  )
  assert.deepEqual(json.barcodes, [
    {
      format: 'PKBarcodeFormatQR',
      message: code,
      messageEncoding: 'iso-8859-1',
      altText: code.match(/.{1,4}/g)!.join(' '),
    },
  ])
  const shown = Object.values(json.eventTicket as Record<string, Field[]>).flatMap((fields) =>
    fields.map(({ key, label, value }) => [key, label, value]),
  )
  const { when, where, pass, pdf, show } = ticketWords.en
  assert.deepEqual(shown, [
    ['event', undefined, 'Harvest supper'],
    // Summer time there, 13 hours ahead.
    ['starts', when, '2027-03-20T19:30:00+13:00'],
    ['place', where, 'Old barn, Mill Lane 4'],
    ['holder', pass.holder, 'Ines Almeida'],
    ['type', pass.type, 'Seat at the table'],
    ['show', undefined, show],
    ['order', pdf.order, ticket().order],
  ])
  const { stdout } = await run('openssl', ['pkcs7', '-inform', 'DER', '-in', at('files/signature'), '-print_certs', '-noout']) // prettier-ignore
  assert.match(stdout, /UID\s*=\s*pass\.example\.tickets/)
  assert.match(stdout, /Worldwide Developer Relations/, 'phones do not have the intermediate certificate')
})

/** Of https://developer.apple.com/documentation/walletpasses/pass and …/passfieldcontent: what each key may hold. */
const W3C = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(Z|[+-]\d\d:\d\d)$/
const COLOR = /^rgb\(\d{1,3}, \d{1,3}, \d{1,3}\)$/
const PASS_KEYS: Record<string, (value: unknown) => boolean> = {
  formatVersion: (value) => value === 1,
  passTypeIdentifier: (value) => /^pass\.[\w.-]+$/.test(String(value)),
  teamIdentifier: (value) => /^[A-Z0-9]{10}$/.test(String(value)),
  serialNumber: isText,
  organizationName: isText,
  description: isText,
  logoText: isText,
  foregroundColor: (value) => COLOR.test(String(value)),
  labelColor: (value) => COLOR.test(String(value)),
  backgroundColor: (value) => COLOR.test(String(value)),
  relevantDate: (value) => W3C.test(String(value)),
  relevantDates: Array.isArray,
  expirationDate: (value) => W3C.test(String(value)),
  barcodes: Array.isArray,
  barcode: (value) => typeof value === 'object',
  semantics: (value) => typeof value === 'object',
  eventTicket: (value) => typeof value === 'object',
}
const REQUIRED = ['formatVersion', 'passTypeIdentifier', 'teamIdentifier', 'serialNumber', 'organizationName', 'description'] // prettier-ignore
const FIELD_KEYS = ['key', 'label', 'value', 'dateStyle', 'timeStyle', 'ignoresTimeZone']
const STYLES = ['PKDateStyleNone', 'PKDateStyleShort', 'PKDateStyleMedium', 'PKDateStyleLong', 'PKDateStyleFull'] // prettier-ignore

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.isWellFormed()
}

function assertFollowsRules(json: Record<string, unknown>): void {
  for (const key of REQUIRED) assert.ok(key in json, key)
  for (const [key, value] of Object.entries(json))
    assert.ok(PASS_KEYS[key]?.(value), `${key}: ${String(value)}`)
  const groups = json['eventTicket'] as Record<string, Record<string, unknown>[]>
  const keys = Object.values(groups).flatMap((fields) => fields.map(({ key }) => key))
  assert.equal(new Set(keys).size, keys.length, 'each key is unique in the pass')
  assert.ok(groups['primaryFields']!.length <= 1 && groups['headerFields']!.length <= 3)
  assert.ok(groups['secondaryFields']!.length <= 4 && groups['auxiliaryFields']!.length <= 4)
  for (const field of Object.values(groups).flat()) {
    assert.deepEqual(Object.keys(field).filter((key) => !FIELD_KEYS.includes(key)), []) // prettier-ignore
    assert.ok(isText(field['key']) && isText(field['value']), JSON.stringify(field))
    if ('dateStyle' in field) {
      assert.match(String(field['value']), W3C)
      assert.ok(STYLES.includes(String(field['dateStyle'])) && STYLES.includes(String(field['timeStyle'])))
    }
  }
}

test('a pass follows the published rules in ten languages, with and without what is optional', async () => {
  for (const language of LANGUAGES) {
    const online = { ...event, place: null as unknown as string }
    const { json } = await opened(await made({ holder: null, order: null, isTest: true }, online, language))
    assertFollowsRules(json)
    const { when, pdf, pass } = ticketWords[language]
    const text = JSON.stringify(json)
    for (const word of [when, pdf.online, pdf.test, pass.type])
      assert.ok(text.includes(word), `${language}: ${word}`)
    assert.ok(!text.includes(pass.holder))
  }
})

test('hostile names stay text: quotes, controls, half characters, marks of direction, names of files', async () => {
  const hostile = '","voided":true,"x":"\u0000\n\u202eevil\u2066 \ud800 ../../icon.png %s {{}} <b> 名前 👩‍🍳'
  const { json } = await opened(
    await made(
      { holder: hostile, type: hostile },
      { ...event, title: hostile, place: hostile, site: hostile },
    ),
  )
  assertFollowsRules(json)
  assert.equal(json.voided, undefined)
  assert.equal(json.organizationName, '","voided":true,"x":" evil \ufffd ../../icon.png %s {{}} <b> 名前 👩‍🍳')
})

test('passes leave turns for other requests, at least one before each', async () => {
  await made()
  let turns = 0
  let isDone = false
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await Promise.all(Array.from({ length: 5 }, () => made()))
  isDone = true
  assert.ok(turns >= 5, `${turns} turns`)
})

test('settings: all three or none; a key, a team and an issuer that do not fit are refused by name', () => {
  const other = testSigner()
  assert.equal(walletConfig({}), undefined)
  assert.deepEqual([walletFaults({}), walletFaults(settings)], [[], []])
  const faults = (change: Partial<Record<keyof typeof settings, string>>) =>
    walletFaults({ ...settings, ...change }).map((text) => text.split(' ')[0])
  assert.deepEqual(faults({ APPLE_WALLET_KEY: '' }), ['APPLE_WALLET_KEY'])
  assert.deepEqual(faults({ APPLE_WALLET_KEY: other.key }), ['APPLE_WALLET_KEY'])
  assert.deepEqual(faults({ APPLE_WALLET_KEY: 'no key', APPLE_WALLET_WWDR: 'none' }), ['APPLE_WALLET_WWDR', 'APPLE_WALLET_KEY']) // prettier-ignore
  // The same name, another key.
  assert.deepEqual(faults({ APPLE_WALLET_WWDR: other.wwdr }), ['APPLE_WALLET_WWDR'])
  assert.deepEqual(faults({ APPLE_WALLET_CERTIFICATE: signer.root }), ['APPLE_WALLET_CERTIFICATE', 'APPLE_WALLET_KEY', 'APPLE_WALLET_WWDR']) // prettier-ignore
  assert.ok(!JSON.stringify(walletFaults({ ...settings, APPLE_WALLET_KEY: other.key })).includes('PRIVATE'))
})

test('passes are offered until the certificate expires', () => {
  const days = (count: number) => Date.now() + count * 86_400_000
  assert.equal(passSigner({ wallet: config }, days(364)), config)
  assert.equal(passSigner({ wallet: config }, days(366)), undefined)
  assert.equal(passSigner({}), undefined)
})

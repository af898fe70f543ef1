// docs/webhooks.md: its receiver runs unchanged, and its lists and its sample match what is sent.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { EVENT_TYPES } from '#features/webhooks/contract.ts'
import { DELAYS } from '#features/webhooks/verdict.ts'
import { eventually } from '#testing/eventually.ts'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { endWithThisProcess } from '#testing/guardian/guard.ts'
import { ensureTemporaryFolder } from '#testing/temporary-folder.ts'
import { testApp } from '#testing/test-app.ts'
import { freePorts } from '#testing/test-instance.ts'
import { signUp } from '#testing/test-users.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/webhooks.md'), 'utf8')
const blockOf = (language: string) =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(page)![1]!

const [port] = await freePorts(1)
const url = `http://127.0.0.1:${port}`
const app = await testApp({
  worker: true,
  env: { OUTBOUND_ALLOW: url, PUBLIC_URL: 'https://blocks.example' },
})
const ada = await signUp(app, app.anonKey)
const creator = functionCall(app, app.anonKey, ada.access_token)
const tenant = await makeTenant(app.database, { owner: ada.user.id })
const { body: made } = await creator('POST', '/webhook-endpoints', {
  tenant_id: tenant.id,
  mode: 'test',
  url: `${url}/hooks`,
  events: ['order.paid'],
})
const { endpoint, secret } = made as { endpoint: { id: string }; secret: string }

/** Starts the page's receiver. @returns what it printed so far */
async function startReceiver(): Promise<() => string> {
  ensureTemporaryFolder()
  const folder = mkdtempSync(join(tmpdir(), 'webhooks-'))
  endWithThisProcess({ folder })
  const file = join(folder, 'webhooks.mjs')
  writeFileSync(file, blockOf('js'))
  const child = spawn(process.execPath, [file], {
    env: { WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endWithThisProcess({ process: child.pid! })
  after(() => {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  let printed = ''
  child.stdout.on('data', (part) => (printed += String(part)))
  await eventually('the receiver listens', () => fetch(url, { method: 'POST' }).catch(() => undefined))
  return () => printed
}

const post = (headers: Record<string, string>, body: string) =>
  fetch(url, { method: 'POST', headers, body }).then(({ status }) => status)

test('[S2-193] the receiver of the page accepts a real event once, and refuses forged ones', async () => {
  const printed = await startReceiver()
  await app.owner.query(
    `insert into public.orders (tenant_id, mode, seller, source_id, name, quantity, amount_total, currency, email,
       stripe_account_id, state_hash, receipt_hash)
     values ($1, 'test', 'pay', app.uuidv7(), 'Rye loaf', 2, 1250, 'eur', 'ines@example.com', 'acct_1',
       uuid_send(gen_random_uuid()), uuid_send(gen_random_uuid()))`,
    [tenant.id],
  )
  await app.owner.query(`update public.orders set status = 'paid', paid_at = now() where tenant_id = $1`, [
    tenant.id,
  ])
  const query = `tenant_id=${tenant.id}&id=${endpoint.id}`
  const delivery = await eventually('delivered', async () => {
    const { body } = await creator('GET', `/webhook-deliveries?${query}`)
    return body.deliveries.find(({ state }: { state: string }) => state === 'delivered')
  })
  assert.equal(printed(), 'Ship 2 × Rye loaf to ines@example.com\n')

  const { body: sent } = await creator('GET', `/webhook-delivery?${query}&message_id=${delivery.message_id}`)
  const id = `msg_${delivery.message_id}`
  const signed = (seconds: number, body: string, key = secret) => {
    const mac = createHmac('sha256', Buffer.from(key.replace('whsec_', ''), 'base64'))
    const value = mac.update(`${id}.${seconds}.${body}`).digest('base64')
    return {
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,AAAA v1,${value}`,
    }
  }
  const now = Math.floor(Date.now() / 1000)
  assert.equal(await post(signed(now, sent.body), sent.body), 204, 'sent again')
  assert.equal(printed().match(/Ship/g)?.length, 1)
  assert.equal(await post(signed(now, sent.body), sent.body.replace('1250', '1251')), 400)
  assert.equal(await post(signed(now - 301, sent.body), sent.body), 400)
  assert.equal(await post(signed(now, sent.body, `whsec_${'A'.repeat(43)}=`), sent.body), 400)
  assert.equal(await post({}, sent.body), 400)

  const [sample, real] = [JSON.parse(blockOf('json')), JSON.parse(sent.body)]
  assert.deepEqual(Object.keys(sample), Object.keys(real))
  assert.deepEqual(Object.keys(sample.data).toSorted(), Object.keys(real.data).toSorted())
})

test('the page lists every event and every delay', () => {
  const listed = [...page.matchAll(/^\| `(\w+\.\w+)` \|/gm)].map(([, name]) => name)
  assert.deepEqual(listed, [...EVENT_TYPES])
  const [, seconds, five, thirty, hours, last] =
    /sent again after (\d+) seconds, (\d+) minutes, (\d+) minutes, then ([\d, ]+) and (\d+) hours/.exec(page)!
  const inSeconds = [
    Number(seconds),
    ...[five, thirty].map((minutes) => Number(minutes) * 60),
    ...[...hours!.split(', '), last].map((count) => Number(count) * 3600),
  ]
  assert.deepEqual(inSeconds, DELAYS)
})

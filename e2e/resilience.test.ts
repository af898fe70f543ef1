// What a crash must not lose: an order between checkout and webhook, and acknowledged rows of the database.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import { testInstance } from '#testing/test-instance.ts'
import type { TestInstance } from '#testing/test-instance.ts'
import { DEMO_CREATOR, fillInstance } from '../scripts/demo/fill.ts'
import { keysOf } from './api.ts'

const SITE = 'http://shop.localhost:4999'

const foreign = process.env.BB_E2E_DATABASE_URL ? 'kills its own embedded PostgreSQL' : false
const instance = await testInstance()
const keys = keysOf(instance)
const publicKey = await fillInstance(keys, SITE)
const creator = createClient(instance.url, keys.anonKey, { auth: { persistSession: false } })
const shop = createClient(instance.url, publicKey, { auth: { persistSession: false } })
assert.ifError((await creator.auth.signInWithPassword(DEMO_CREATOR)).error)
const item = (
  (await shop.from('items').select('id').eq('name', 'Rye starter kit').single()).data as { id: string }
).id

test('killing the server (-9) between checkout and webhook loses nothing', async () => {
  await control(instance, 'POST', '/deliveries/pause')
  const { data, error } = await shop.functions.invoke<{ url: string; receipt: string }>('purchase', {
    body: { item_id: item, page_url: `${SITE}/` },
  })
  assert.ifError(error)
  // The order is paid at the provider, the buyer's browser never returns, and no webhook has been delivered.
  await payAt(data!.url)
  await instance.kill()
  await instance.start()
  await control(instance, 'POST', '/deliveries/resume')
  assert.equal(await settled(() => status(data!.receipt)), 'paid')
  const { data: orders } = await creator.from('orders').select('status, amount_total').eq('status', 'paid')
  assert.deepEqual(orders, [{ status: 'paid', amount_total: 1850 }])
})

test('killing PostgreSQL (-9) and starting again loses no acknowledged row', { skip: foreign }, async () => {
  const names = Array.from({ length: 20 }, (_, i) => `Kept ${i}`)
  for (const name of names)
    assert.ifError((await creator.rpc('create_tenant_autoprovision', { p_name: name })).error)
  process.kill(postmaster(instance), 'SIGKILL')

  // While the database is down the server responds only with 503; then it restarts the database
  // automatically.
  const statuses: number[] = []
  await settled(async () => {
    const response = await fetch(`${instance.url}/rest/v1/bolt_plans?select=id`, {
      headers: { apikey: publicKey },
    })
    statuses.push(response.status)
    return response.status === 200 && statuses.includes(503) ? 'back' : 'pending'
  })
  assert.deepEqual(
    [...new Set(statuses)].toSorted((a, b) => a - b),
    [200, 503],
  )
  assert.equal(statuses.at(-1), 200)
  const rowCount = async () =>
    (await creator.from('tenants').select('name').like('name', 'Kept %')).data?.length
  assert.equal(await rowCount(), names.length)
  // The rows are still there after a restart.
  await instance.kill()
  await instance.start()
  assert.equal(await rowCount(), names.length)
})

async function status(receipt: string): Promise<string> {
  const { data } = await shop.functions.invoke<{ status: string }>('order-status', { body: { receipt } })
  return data?.status ?? 'unknown'
}

/** Pays on the hosted page with a valid card, without following the redirect back. */
async function payAt(url: string): Promise<void> {
  const fields = {
    email: 'ines@posteo.test',
    number: '4242424242424242',
    expiry: '12/34',
    cvc: '123',
    name: 'Ines',
  }
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  assert.equal(response.status, 303, await response.text())
}

async function control(instance: TestInstance, method: string, path: string): Promise<void> {
  const response = await fetch(`${instance.sandboxUrl}/_sandbox${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  assert.equal(response.status, 200)
}

/** Polls for at most a minute, until the status is no longer `pending`. */
async function settled(read: () => Promise<string>): Promise<string> {
  for (const end = Date.now() + 60_000; ;) {
    const now = await read()
    if ((now !== 'pending' && now !== 'unknown') || Date.now() > end) return now
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const postmaster = (instance: TestInstance) =>
  Number(readFileSync(join(instance.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

// The demo's bakery for one test file: files share an instance, so each has an owner of its own.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { fillInstance } from '../scripts/demo/fill.ts'
import { type Creator, type Keys, makeCreator } from './api.ts'
import { PASSWORD } from './creator.ts'

export interface Bakery extends Creator {
  email: string
  /** The bakery's tenant, "Hearth & Rye". */
  tenant: { id: string; public_key: string }
}

/** An email address that no other test file uses. */
export const ownAddress = (name: string, domain = 'hearthandrye.test'): string =>
  `${name}@${randomUUID().slice(0, 8)}.${domain}`

/**
 * Creates a creator with the demo's bakery: connected in test mode, with three products.
 * @param site the origin of the bakery's site
 */
export async function makeBakery(keys: Keys, site = 'http://shop.localhost:4999'): Promise<Bakery> {
  const email = ownAddress('mara')
  const creator = await makeCreator(keys, { email, password: PASSWORD })
  const public_key = await fillInstance(keys, site, creator.client)
  const { data, error } = await creator.client.from('tenants').select('id').eq('public_key', public_key)
  assert.ifError(error)
  return { ...creator, email, tenant: { id: (data as { id: string }[])[0]!.id, public_key } }
}

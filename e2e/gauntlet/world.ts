// The setup of the gauntlet: a real instance behind a proxy with changing network conditions, two tenants
// with members, products and a custom block, and a server for the host pages.
import assert from 'node:assert/strict'
import { heightOf } from '#features/my-blocks/kinds/height.ts'
import { TEMPLATES } from '#features/my-blocks/kinds/templates.ts'
import { type TestInstance, testInstance } from '#testing/test-instance.ts'
import { DEMO_CREATOR, connectPayments, fillInstance } from '../../scripts/demo/fill.ts'
import { keysOf, makeMember, makeTenant, operatorOf, signInCreator } from '../api.ts'
import { type Guestbook, makeGuestbook } from './guestbook.ts'
import type { HostPage } from './host-page.ts'
import { type HostSite, openHostSite } from './host-site.ts'
import { type Way, openWay } from './weather.ts'

export const MEMBER = { email: 'ines@posteo.test', password: 'crusty loaf on saturday' }

export interface World {
  instance: TestInstance
  proxy: Way
  site: HostSite
  /** Public keys of two tenants: a bakery that sells, and a mill. */
  keys: { bakery: string; mill: string }
  blockId: string
  blockHeight: number
  /** The bakery's. */
  guests: Guestbook
}

/** Starts the world. Call it at the top of a test file. */
export async function openWorld(pages: HostPage[], watched: boolean): Promise<World> {
  const proxy = await openWay(watched)
  const instance = await testInstance({
    PUBLIC_URL: proxy.origin,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
  })
  proxy.forwardTo(instance.url)
  const site = await openHostSite(pages)
  const listed = pages.filter((page) => page.listed).map(({ name }) => site.originOf(name))

  const keys = { ...keysOf(instance), url: instance.url }
  const operator = operatorOf(keys)
  const bakeryKey = await fillInstance(keys, listed[0] ?? site.originOf('shop'))
  const mara = await signInCreator(keys, DEMO_CREATOR)
  const mill = await makeTenant(mara, 'Mill')
  await connectPayments(mara.client, mill.id, 'test')
  const bakery = await operator.from('tenants').select('id').eq('public_key', bakeryKey).single()
  assert.ifError(bakery.error)
  const ids = [bakery.data.id as string, mill.id]
  assert.ifError((await operator.from('tenants').update({ allowed_origins: listed }).in('id', ids)).error)
  for (const id of ids) await makeMember(keys, id, MEMBER)

  const { data } = TEMPLATES.find(({ id }) => id === 'text')!
  const made = await operator
    .from('bolt_blocks')
    .insert({ user_id: mara.session.user.id, title: 'Opening hours', data })
    .select('id')
    .single()
  assert.ifError(made.error)
  const [bakeryId] = ids as [string]
  const world: World = {
    instance,
    proxy,
    site,
    keys: { bakery: bakeryKey, mill: mill.public_key },
    blockId: made.data.id as string,
    blockHeight: heightOf({ ...data }),
    guests: await makeGuestbook(keys, mara.session, { id: bakeryId, publicKey: bakeryKey }),
  }
  site.serve(world)
  return world
}

// The setup of the gauntlet: a real instance behind a proxy with changing network conditions, three tenants
// with members, products and a custom block, and a server for the host pages.
import assert from 'node:assert/strict'
import { guestbook } from '#blocks/database/studio/templates/guestbook.ts'
import { makeTemplate } from '#blocks/database/studio/templates/make-template.ts'
import { heightOf } from '#features/my-blocks/kinds/height.ts'
import { TEMPLATES } from '#features/my-blocks/kinds/templates.ts'
import { createCaller } from '#kernel/browser/call.ts'
import { type TestInstance, testInstance } from '#testing/test-instance.ts'
import { DEMO_CREATOR, connectPayments, fillInstance } from '../../scripts/demo/fill.ts'
import { type Keys, keysOf, makeCreator, makeMember, makeTenant, operatorOf, signInCreator } from '../api.ts'
import type { Mill } from './guestbook.ts'
import type { HostPage } from './host-page.ts'
import { type HostSite, openHostSite } from './host-site.ts'
import { type Way, openWay } from './weather.ts'

export const MEMBER = { email: 'ines@posteo.test', password: 'crusty loaf on saturday' }
export const OTHER_MEMBER = { email: 'olaf@posteo.test', password: 'no crumbs on the sofa' }
const MILLER = { email: 'nils@oldmill.test', password: 'the wheel turns at dawn' }

export interface World {
  instance: TestInstance
  proxy: Way
  site: HostSite
  anonKey: string
  /** Public keys of three tenants: a bakery that sells, a mill, and an old mill of another owner without anything. */
  keys: { bakery: string; mill: string; oldMill: string }
  blockId: string
  blockHeight: number
  /** Ids of the bakery's guestbook: its form and its list. */
  guests: { form: string; view: string }
  /** The bakery, whose owner sells and checks tickets. */
  bakery: Mill
  /** The old mill. */
  mill: Mill
  /** Tags that its owner copied from the Studio. */
  pasted: string
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
  const miller = await makeCreator(keys, MILLER)
  const oldMill = await makeTenant(miller, 'Old Mill')
  const ids = [bakery.data.id as string, mill.id, oldMill.id]
  assert.ifError((await operator.from('tenants').update({ allowed_origins: listed }).in('id', ids)).error)
  for (const id of ids) await makeMember(keys, id, MEMBER)
  await makeMember(keys, oldMill.id, OTHER_MEMBER)

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
    anonKey: keys.anonKey,
    keys: { bakery: bakeryKey, mill: mill.public_key, oldMill: oldMill.public_key },
    blockId: made.data.id as string,
    blockHeight: heightOf({ ...data }),
    guests: await makeGuestbook(keys, mara.session.access_token, bakeryId),
    bakery: { id: bakeryId, publicKey: bakeryKey, session: mara.session },
    mill: { id: oldMill.id, publicKey: oldMill.public_key, session: miller.session },
    pasted: '',
  }
  site.serve(world)
  return world
}

/** Makes the guestbook of a tenant from the template, with the calls of the Studio. */
async function makeGuestbook(
  { url, anonKey }: Keys,
  token: string,
  tenantId: string,
): Promise<World['guests']> {
  const call = createCaller({
    url: `${url}/functions/v1`,
    apiKey: anonKey,
    accessToken: async () => token,
  })
  const { form, view, error } = await makeTemplate(call, tenantId, guestbook)
  assert.ifError(error)
  return { form: form!.id, view: view!.id }
}

// An article of the bakery that a product opens, made with the calls of its owner.
import assert from 'node:assert/strict'
import { createClient } from '@supabase/supabase-js'
import type { World } from './world.ts'

export const GATED = {
  slug: 'cold-rest',
  teaser: 'How cold, and how long?',
  body: 'Rest the dough at eight degrees for a night.',
  price: '€7.00',
}

const made = new WeakMap<World, Promise<void>>()

/** Makes the product and the article, once for each world: a visit may be repeated. */
export function makeGatedItem(world: World): Promise<void> {
  const known = made.get(world) ?? make(world)
  made.set(world, known)
  return known
}

async function make({ instance, anonKey, bakery }: World): Promise<void> {
  const client = createClient(instance.url, anonKey, {
    auth: { persistSession: false },
    global: { headers: { authorization: `Bearer ${bakery.session.access_token}` } },
  })
  const product = await client
    .from('items')
    .insert({ tenant_id: bakery.id, name: 'Bakers’ notes', price_cents: 700, currency: 'eur' })
    .select('id')
    .single()
  assert.ifError(product.error)
  const text = { type: 'text', text: GATED.body }
  const article = await client.functions.invoke(`library/${bakery.id}/items`, {
    method: 'POST',
    body: {
      kind: 'article',
      slug: GATED.slug,
      item: {
        title: 'A cold rest',
        summary: null,
        teaser: GATED.teaser,
        cover: null,
        tags: [],
        published_at: 'now',
        audience: { any: [{ kind: 'bought', source: product.data.id as string }] },
        is_teaser: true,
        is_listed: true,
        counts_from: 'start',
        body: { doc: { type: 'doc', content: [{ type: 'paragraph', content: [text] }] } },
      },
    },
  })
  assert.ifError(article.error)
}

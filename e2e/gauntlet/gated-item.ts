// An article of the bakery that a product opens, made with the calls of its owner.
import assert from 'node:assert/strict'
import { createClient } from '@supabase/supabase-js'
import type { World } from './world.ts'

export const GATED = {
  slug: 'cold-rest',
  teaser: 'How cold, and how long?',
  body: 'Rest the dough at eight degrees for a night.',
}

const made = new WeakMap<World, Promise<string>>()

/** Makes the article, once for each world: a visit may be repeated. @returns the price of the product that opens it */
export function makeGatedItem(world: World): Promise<string> {
  const known = made.get(world) ?? make(world)
  made.set(world, known)
  return known
}

async function make({ instance, anonKey, bakery }: World): Promise<string> {
  const client = createClient(instance.url, anonKey, {
    auth: { persistSession: false },
    global: { headers: { authorization: `Bearer ${bakery.session.access_token}` } },
  })
  // One of its products, because the blocks of other pages have the height of those that there are.
  const product = await client
    .from('items')
    .select('id, price_cents')
    .eq('tenant_id', bakery.id)
    .is('interval', null)
    .is('stock', null)
    .gt('price_cents', 0)
    .eq('currency', 'eur')
    .limit(1)
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
  return `€${(Number(product.data.price_cents) / 100).toFixed(2)}`
}

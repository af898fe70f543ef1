import { type SupabaseClient, createClient } from '@supabase/supabase-js'
import { type NamedBlock } from '#kernel/browser/snippet.ts'
import { listForms, listViews } from '#blocks/database/endpoints-studio.ts'
import { tagsOf } from '#blocks/database/studio/tags.ts'
import { inOrder } from '#blocks/database/studio/templates/example-rows.ts'
import { contactForm } from '#blocks/database/studio/templates/contact-form.ts'
import { guestbook } from '#blocks/database/studio/templates/guestbook.ts'
import { makeTemplate } from '#blocks/database/studio/templates/make-template.ts'
import type { TableTemplate } from '#blocks/database/studio/templates/template.ts'
import { listTables } from '#features/tables/endpoints.ts'
import { createCaller } from '#kernel/browser/call.ts'
import { type Instance, must } from './fill.ts'
import { GUESTS, MESSAGES } from './guests.ts'

const TABLES: readonly [TableTemplate, readonly Readonly<Record<string, unknown>>[]][] = [
  [guestbook, GUESTS],
  [contactForm, MESSAGES],
]

/**
 * Gives the demo shop a guestbook, some of whose entries wait for approval, and a contact form with messages. The creator gets Pro:
 * Free includes one table. Existing tables are not changed.
 * @returns the blocks to embed: the guestbook's form and list, and the contact form
 */
export async function fillTables(
  instance: Instance,
  client: SupabaseClient,
  publicKey: string,
): Promise<NamedBlock[]> {
  await givePro(instance, client)
  const tenants = await must(client.from('tenants').select('id').eq('public_key', publicKey))
  const { id: tenantId } = tenants![0] as { id: string }
  const call = createCaller({
    url: `${instance.url}/functions/v1`,
    apiKey: instance.anonKey,
    accessToken: async () => (await client.auth.getSession()).data.session?.access_token,
  })
  const known = new Set((await call(listTables, { tenantId })).tables.map(({ title }) => title))
  for (const [template, rows] of TABLES) {
    if (known.has(template.title)) continue
    const { error } = await makeTemplate(call, tenantId, template, {
      async addRows({ name }) {
        const query = client.from(name).insert(inOrder(rows), { defaultToNull: false })
        await must(query.setHeader('x-tenant', tenantId))
      },
    })
    if (error) throw error
  }
  const shown = new Set(
    (await call(listTables, { tenantId })).tables.flatMap((table) => (table.deleted_at ? [] : table.id)),
  )
  const isShown = ({ table_id }: { table_id: string }) => shown.has(table_id)
  const { forms } = await call(listForms, { tenantId })
  return tagsOf(forms.filter(isShown), (await call(listViews, { tenantId })).filter(isShown))
}

async function givePro({ url, serviceRoleKey }: Instance, client: SupabaseClient): Promise<void> {
  const plans = (await must(client.from('bolt_subscriptions').select('plan_id'))) as { plan_id: string }[]
  if (plans.some(({ plan_id }) => plan_id !== 'free')) return
  const { data } = await client.auth.getUser()
  const operator = createClient(url, serviceRoleKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const plan = { user_id: data.user!.id, plan_id: 'pro', status: 'active' }
  await must(operator.from('bolt_subscriptions').upsert(plan).select('plan_id'))
}

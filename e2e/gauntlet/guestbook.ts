// A tenant's guestbook as its owner makes it from the template, and what the owner does in its grid.
import assert from 'node:assert/strict'
import type { Session } from '@supabase/supabase-js'
import { guestbook } from '#blocks/database/studio/templates/guestbook.ts'
import { makeTemplate } from '#blocks/database/studio/templates/make-template.ts'
import { createCaller } from '#kernel/browser/call.ts'

export interface Entry {
  id: string
  message: string
  approved: boolean
}

export interface Guestbook {
  /** Ids of its form and list. */
  form: string
  view: string
  /** Ids of its fields, which are the names of the controls. */
  fields: { name: string; message: string }
  /** Entries with this text, as the owner's grid reads them. */
  read(message: string): Promise<Entry[]>
  /** As the owner does in the grid. */
  approve(id: string): Promise<void>
  /** Entries that the list shows to a visitor without a session. */
  readAsStranger(): Promise<string>
  /** What a visitor without a session gets who tries to delete an entry. */
  deleteAsStranger(id: string): Promise<number>
}

/** Makes the guestbook of a tenant from the template, as the Studio does. */
export async function makeGuestbook(
  { url, anonKey }: { url: string; anonKey: string },
  { access_token }: Session,
  tenant: { id: string; publicKey: string },
): Promise<Guestbook> {
  const call = createCaller({
    url: `${url}/functions/v1`,
    apiKey: anonKey,
    accessToken: async () => access_token,
  })
  const { table, form, view, error } = await makeTemplate(call, tenant.id, guestbook)
  assert.ifError(error)
  const fieldOf = (name: string) => table.fields.find((field) => field.name === name)!.id

  async function rest(query: string, init: RequestInit = {}): Promise<Entry[]> {
    const response = await fetch(`${url}/rest/v1/${table.name}?${query}`, {
      ...init,
      headers: {
        apikey: anonKey,
        authorization: `Bearer ${access_token}`,
        'x-tenant': tenant.id,
        'content-type': 'application/json',
        prefer: 'return=representation',
      },
    })
    assert.ok(response.ok, `${query} ${response.status}`)
    return (await response.json()) as Entry[]
  }
  const asStranger = (path: string, method: string) =>
    fetch(`${url}/functions/v1/lists/${view!.id}/rows${path}`, {
      method,
      headers: { apikey: tenant.publicKey, authorization: `Bearer ${tenant.publicKey}` },
    })

  return {
    form: form!.id,
    view: view!.id,
    fields: { name: fieldOf('name'), message: fieldOf('message') },
    read: (message) => rest(String(new URLSearchParams({ message: `like.*${message}*` }))),
    async approve(id) {
      const changed = await rest(`id=eq.${id}`, { method: 'PATCH', body: JSON.stringify({ approved: true }) })
      assert.equal(changed.length, 1)
    },
    readAsStranger: async () => (await asStranger('', 'GET')).text(),
    deleteAsStranger: async (id) => (await asStranger(`/${id}`, 'DELETE')).status,
  }
}

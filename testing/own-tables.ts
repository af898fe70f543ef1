import assert from 'node:assert/strict'
import type { DataTable, GivenField, GivenRights } from '#features/tables/endpoints.ts'
import { givePlan, makeTenant } from './factories.ts'
import { functionCall } from './function-call.ts'
import type { TestApp } from './test-app.ts'
import { signUp } from './test-users.ts'

/** Rules for the rights of a table. */
export const EVERYONE = { any: [{ kind: 'everyone' }] }
export const MEMBERS = { any: [{ kind: 'signed_in' }] }
export const AUTHOR = { any: [{ kind: 'owner' }] }
export const TEAM = { any: [{ kind: 'team' }] }
export const OPEN = { see: EVERYONE, add: EVERYONE, change: EVERYONE, delete: EVERYONE }

/** A creator with a tenant, their session, and calls that make and change its own tables. */
export async function tableBuilder(app: TestApp, plan: 'pro' | 'business' = 'business') {
  const { user, access_token } = await signUp(app, app.anonKey)
  const tenant = await makeTenant(app.database, { owner: user.id })
  await givePlan(app.database, user.id, plan)
  const call = functionCall(app, app.anonKey, access_token)
  const path = `/data-tables/${tenant.id}/tables`
  const done = async (method: string, to: string, body: object): Promise<DataTable> => {
    const answer = await call(method, to, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body as DataTable
  }
  return {
    tenant,
    owner: user.id,
    access_token,
    create: (
      title: string,
      fields: GivenField[],
      more: GivenRights & { approval?: boolean; team_scoped?: boolean } = {},
    ) => done('POST', path, { title, fields, ...more }),
    change: (table: DataTable, change: object) =>
      done('PUT', `${path}/${table.id}`, { revision: table.revision, ...change }),
    remove: (table: DataTable) => call('DELETE', `${path}/${table.id}`, {}),
    /** supabase-js as a visitor of the tenant's site. */
    visitor: () => app.client(tenant.public_key),
    /** supabase-js as a new member, with the member's id. */
    member: async () => {
      const session = await signUp(app, tenant.public_key)
      const headers = { Authorization: `Bearer ${session.access_token}` }
      return {
        id: session.user.id,
        client: app.client(tenant.public_key, { global: { fetch: app.fetch, headers } }),
      }
    },
    /** supabase-js as the creator, or with the service key, for this tenant's tables. */
    staff: (token = access_token) =>
      app.client(app.anonKey, {
        global: { fetch: app.fetch, headers: { Authorization: `Bearer ${token}`, 'x-tenant': tenant.id } },
      }),
    service: () =>
      app.client(app.serviceKey, { global: { fetch: app.fetch, headers: { 'x-tenant': tenant.id } } }),
  }
}

export type TableBuilder = Awaited<ReturnType<typeof tableBuilder>>

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { Ticket } from '#blocks/database/endpoints.ts'
import type { DataForm } from '#blocks/database/endpoints-studio.ts'
import { issueTicket } from '#blocks/database/tickets.ts'
import type { DataTable, GivenField } from '#features/tables/endpoints.ts'
import type { PreparedUpload } from '#kernel/browser/fields/file-upload.ts'
import type { FormDesign } from '#kernel/browser/forms/form-design.ts'
import { givePlan, makeTenant } from './factories.ts'
import { functionCall } from './function-call.ts'
import { sendBytes } from './record-uploads.ts'
import type { TestApp } from './test-app.ts'
import { signUp } from './test-users.ts'

/** Fields of the tables that `builder` makes. */
export const FIELDS: GivenField[] = [
  { title: 'Name', kind: 'text', required: true, max: 80 },
  { title: 'Email', kind: 'email', unique: true },
  {
    title: 'Topic',
    kind: 'choice',
    choices: [
      { value: 'order', title: 'Order' },
      { value: 'other', title: 'Other' },
    ],
  },
  { title: 'Order number', kind: 'text' },
  { title: 'Staff notes', kind: 'long_text' },
]

/** Like the browser's solution (blocks/database/tickets.test.ts), with the faster hash of the server. */
export function solve({ salt, challenge }: Pick<Ticket, 'salt' | 'challenge'>): number {
  let number = 0
  while (createHash('sha256').update(`${salt}${number}`).digest('hex') !== challenge) number++
  return number
}

/** Creators with forms, and visitors who send them. */
export function formSite(app: TestApp) {
  let visitors = 0
  /** A creator's table with a form that asks for all fields but the last. */
  async function builder(more: { plan?: 'pro' | 'business'; approval?: boolean } = {}) {
    const { user, access_token } = await signUp(app, app.anonKey)
    const tenant = await makeTenant(app.database, { owner: user.id, name: 'Hearth & Rye' })
    if (more.plan) await givePlan(app.database, user.id, more.plan)
    const call = functionCall(app, app.anonKey, access_token)
    const made = await call('POST', `/data-tables/${tenant.id}/tables`, {
      title: 'Messages',
      fields: FIELDS,
      approval: more.approval ?? false,
    })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    const table = made.body as DataTable
    const [name, email, topic, order, notes] = table.fields.map(({ id }) => id) as [
      string,
      string,
      string,
      string,
      string,
    ]
    const design: FormDesign = {
      pages: [
        {
          sections: [
            {
              questions: [
                { field: name },
                { field: email },
                { field: topic },
                { field: order, when: { all: [{ field: topic, is: 'is', value: 'order' }] } },
              ],
            },
          ],
        },
      ],
    }
    const path = `/data-forms/${tenant.id}/forms`
    const create = (body: object = {}) => call('POST', path, { table_id: table.id, design, ...body })
    return {
      tenant,
      owner: user,
      table,
      design,
      ids: { name, email, topic, order, notes },
      create,
      makeForm: async (body: object = {}) => {
        const { status, body: form } = await create(body)
        assert.equal(status, 200, JSON.stringify(form))
        return form as DataForm
      },
      list: () => call('GET', path),
      change: (form: DataForm, body: object) =>
        call('PUT', `${path}/${form.id}`, { revision: form.revision, ...body }),
      remove: (form: DataForm) => call('DELETE', `${path}/${form.id}`, {}),
      changeTable: (body: object) =>
        call('PUT', `/data-tables/${tenant.id}/tables/${table.id}`, { revision: table.revision, ...body }),
      rows: async () =>
        (
          await app.owner.query<{
            values: Record<string, unknown>
            approved: boolean
            created_by: string | null
          }>(
            `select app.record_values(r, t.fields) as values, r.approved, r.created_by from app.records r
            join public.data_tables t on t.tenant_id = r.tenant_id and t.id = r.table_id
            where r.tenant_id = $1 order by r.created_at, r.id`,
            [tenant.id],
          )
        ).rows,
    }
  }

  /** A visitor with an address of their own. */
  function visitorOf(key: string, token?: string, address = `2001:db8:${(++visitors).toString(16)}::1`) {
    const call = functionCall(app, key, token)
    return {
      entry: (form: { id: string }) =>
        call('GET', `/forms/${form.id}/entry`, undefined, { 'x-forwarded-for': address }),
      /** Sends a file for a question, with a ticket as above. @returns the answer */
      async upload(form: { id: string }, field: string, bytes: string, name = 'cv.pdf') {
        const proof = await solved(form)
        const prepared = await call(
          'POST',
          `/forms/${form.id}/uploads`,
          { field, name, ...proof },
          { 'x-forwarded-for': address },
        )
        if (prepared.status !== 200)
          return { status: prepared.status, code: prepared.body.code as string, id: '' }
        const sent = await sendBytes(app, prepared.body as PreparedUpload, bytes)
        return { status: sent.status, code: sent.body.code as string, id: prepared.body.id as string }
      },
      /** With a ticket that was loaded five seconds ago, unless one is given. */
      async send(form: { id: string }, answers: object, more: Record<string, unknown> = {}) {
        const { most: _, ...ticket } = issueTicket(app.config, form.id, Date.now() - 5000)
        const number = more['ticket'] ? 0 : solve(ticket)
        return call(
          'POST',
          `/forms/${form.id}/submissions`,
          { answers, ticket, number, ...more },
          {
            'x-forwarded-for': address,
          },
        )
      },
    }
  }
  async function solved(form: { id: string }) {
    const { most: _, ...ticket } = issueTicket(app.config, form.id, Date.now() - 5000)
    return { ticket, number: solve(ticket) }
  }
  return { builder, visitorOf, solved }
}

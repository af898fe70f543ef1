import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { PreparedUpload } from '#kernel/browser/fields/file-upload.ts'
import { functionCall } from '#testing/function-call.ts'
import { tableBuilder } from '#testing/own-tables.ts'
import { sendBytes } from '#testing/record-uploads.ts'
import { testApp } from '#testing/test-app.ts'
import { signUp } from '#testing/test-users.ts'
import { issueTicket } from './tickets.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })

/** A new ticket with its solution. */
function solved(form: string) {
  const { most: _, ...ticket } = issueTicket(app.config, form, Date.now() - 5000)
  const hash = (number: number) => createHash('sha256').update(`${ticket.salt}${number}`).digest('hex')
  let number = 0
  while (hash(number) !== ticket.challenge) number++
  return { ticket, number }
}

/** A form with an email that must be unique and a file, as a member or a visitor sends it. */
async function makeForm(settings: object, as: 'member' | 'visitor' = 'member') {
  const site = await tableBuilder(app)
  const table = await site.create('Entries', [
    { title: 'Email', kind: 'email', unique: true },
    { title: 'File', kind: 'file' },
  ])
  const [email, file] = table.fields.map(({ id }) => id) as [string, string]
  const design = { pages: [{ sections: [{ questions: [{ field: email }, { field: file }] }] }] }
  const staff = functionCall(app, app.anonKey, site.access_token)
  const given = { table_id: table.id, design, settings }
  const { body: form } = await staff('POST', `/data-forms/${site.tenant.id}/forms`, given)
  const member = await signUp(app, site.tenant.public_key)
  const call = functionCall(app, site.tenant.public_key, as === 'member' ? member.access_token : undefined)
  return {
    tenant: site.tenant.id,
    member: member.user,
    /** The error codes of fields, if it was refused. */
    send: async (address: string, id?: string) => {
      const answers = { [email]: address, ...(id && { [file]: id }) }
      const { status, body } = await call('POST', `/forms/${form.id}/submissions`, {
        answers,
        ...solved(form.id),
      })
      return status === 200 ? 'sent' : (body.details.faults as { code: string }[]).map(({ code }) => code)
    },
    upload: async (bytes: string) => {
      const request = { field: file, name: 'a.pdf', ...solved(form.id) }
      const prepared = (await call('POST', `/forms/${form.id}/uploads`, request)).body as PreparedUpload
      assert.equal((await sendBytes(app, prepared, bytes)).status, 200)
      return prepared
    },
  }
}

test('a form that ends the same for known values uses up files the same, too', async () => {
  const { tenant, member, send, upload } = await makeForm({ known_is_fine: true })
  assert.equal(await send('victim@example.test'), 'sent')
  const [known, fresh] = [await upload('%PDF-1'), await upload('%PDF-2')]
  assert.equal(await send('victim@example.test', known.id), 'sent')
  assert.equal(await send('new@example.test', fresh.id), 'sent')
  for (const [file, bytes] of [
    [known, '%PDF-1'],
    [fresh, '%PDF-2'],
  ] as const) {
    assert.deepEqual(await send('other@example.test', file.id), ['file'])
    // Its upload address does not make it again.
    assert.equal((await sendBytes(app, file, bytes)).body.id, file.id)
    assert.deepEqual(await send('other@example.test', file.id), ['file'])
  }
  const left = async () =>
    (await app.owner.query('select id from app.record_files where tenant_id = $1', [tenant])).rows
  await app.owner.query('select app.forget_files(100)')
  assert.equal((await left()).length, 2, 'for longer than its upload address')
  await app.owner.query('select app.erase_record_files($1, $2, $3)', [tenant, member.id, member.email])
  assert.deepEqual(await left(), [{ id: fresh.id }])
})

test('a form takes the file of a visitor for two hours, that of a member for a day', async () => {
  for (const [as, result] of [
    ['visitor', ['file']],
    ['member', 'sent'],
  ] as const) {
    const { tenant, send, upload } = await makeForm({}, as)
    const file = await upload('%PDF-1')
    await app.owner.query(
      `update app.record_files set created_at = now() - interval '3 hours' where tenant_id = $1`,
      [tenant],
    )
    assert.deepEqual(await send('a@example.test', file.id), result)
  }
})

// Files of the bucket go with the last item that has them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { BUCKET } from './bucket.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const owner = await signUp(app, app.anonKey)
const shop = await makeTenant(app.database, { owner: owner.user.id, plan: 'pro' })
const mara = functionCall(app, app.anonKey, owner.access_token)

async function upload(name: string): Promise<string> {
  const { body } = await mara('POST', `/library/${shop.id}/uploads`, { name })
  const stored = await app.request(`/storage/v1/object/${BUCKET}/${body.path}`, {
    method: 'POST',
    headers: {
      apikey: app.anonKey,
      authorization: `Bearer ${owner.access_token}`,
      'x-bb-pool': shop.id,
      'content-type': 'image/png',
    },
    body: 'abc',
  })
  assert.equal(stored.status, 200, await stored.text())
  return body.path as string
}
const item = (file: string | undefined, cover: string | null) => ({
  title: 'Flour',
  summary: null,
  teaser: null,
  cover,
  tags: [],
  published_at: null,
  audience: null,
  is_teaser: true,
  is_listed: true,
  counts_from: 'start',
  body: file ? { file: { path: file, name: 'a.png' } } : {},
})
const add = async (file: string | undefined, cover: string | null) =>
  (await mara('POST', `/library/${shop.id}/items`, { kind: 'file', item: item(file, cover) })).body as {
    id: string
    revision: number
  }
const remove = async (id: string) =>
  assert.equal((await mara('DELETE', `/library/${shop.id}/items/${id}`)).status, 200)
const stored = async () => {
  const { rows } = await app.owner.query('select name from storage.objects where pool_id = $1', [shop.id])
  return rows.map(({ name }) => name as string).toSorted()
}

test('a deleted item leaves no file, and one that another item has stays', async () => {
  const [shared, own, cover] = [await upload('a.png'), await upload('b.png'), await upload('c.png')]
  const first = await add(shared, cover)
  // As a cover and as a file.
  const second = await add(own, shared)
  assert.deepEqual(await stored(), [shared, own, cover].toSorted())
  await remove(first.id)
  assert.deepEqual(await stored(), [shared, own].toSorted())
  await remove(second.id)
  assert.deepEqual(await stored(), [])
})

test('a file that is replaced is deleted, and one that stays is not', async () => {
  const [file, cover, nextFile, nextCover] = [
    await upload('a.png'),
    await upload('b.png'),
    await upload('c.png'),
    await upload('d.png'),
  ]
  const { id } = await add(file, cover)
  const save = async (revision: number, more: object) =>
    assert.equal((await mara('PUT', `/library/${shop.id}/items/${id}`, { revision, item: more })).status, 200)
  await save(1, { ...item(file, cover), title: 'Rye' })
  assert.deepEqual(await stored(), [file, cover, nextFile, nextCover].toSorted())
  await save(2, item(nextFile, cover))
  assert.deepEqual(await stored(), [cover, nextFile, nextCover].toSorted())
  await save(3, item(nextFile, nextCover))
  assert.deepEqual(await stored(), [nextFile, nextCover].toSorted())
  await save(4, item(undefined, null))
  assert.deepEqual(await stored(), [])
})

test('a picture of a text goes with the last text that has it, and a stranger file is refused', async () => {
  const [shared, own] = [await upload('a.png'), await upload('b.png')]
  const text = (...paths: string[]) => ({
    ...item(undefined, null),
    body: {
      doc: {
        type: 'doc',
        content: [
          {
            type: 'blockquote',
            content: paths.map((path) => ({ type: 'image', attrs: { path, alt: 'Flour' } })),
          },
        ],
      },
    },
  })
  const write = async (...paths: string[]) => {
    const { status, body } = await mara('POST', `/library/${shop.id}/items`, {
      kind: 'article',
      item: text(...paths),
    })
    return { status, ...(body as { id: string; code?: string }) }
  }
  const first = await write(shared, own)
  const second = await write(shared)
  assert.deepEqual(await stored(), [shared, own].toSorted())
  const save = await mara('PUT', `/library/${shop.id}/items/${first.id}`, { revision: 1, item: text(shared) })
  assert.equal(save.status, 200, JSON.stringify(save.body))
  assert.deepEqual(await stored(), [shared])
  await remove(first.id)
  assert.deepEqual(await stored(), [shared])
  await remove(second.id)
  assert.deepEqual(await stored(), [])
  const missing = await write(own)
  assert.deepEqual([missing.status, missing.code], [400, 'file_missing'])
})

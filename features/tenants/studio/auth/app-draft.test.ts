import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AppDraft, EMPTY_APP, appDraft, appFormOf } from './app-draft.ts'

const faults = (change: Partial<AppDraft>) =>
  appDraft.safeParse({ ...EMPTY_APP, ...change }).error?.issues.map(({ path }) => path[0]) ?? []

test('an app needs a name, complete redirect addresses, and a complete site address if there is one', () => {
  assert.deepEqual(faults({}), ['name', 'redirects'])
  assert.deepEqual(faults({ name: 'Members', redirects: 'members.example/back' }), ['redirects'])
  assert.deepEqual(faults({ name: 'Members', redirects: 'https://a.example/b', site: 'a.example' }), ['site'])
  assert.deepEqual(faults({ name: 'Members', redirects: 'https://a.example/b com.example.app:/b' }), [])
})

test('each line is one address, without duplicates; an empty site is left out', () => {
  const redirects = ' https://a.example/b\n\nhttp://localhost:3000/b\nhttps://a.example/b '
  assert.deepEqual(appFormOf({ ...EMPTY_APP, name: 'Members', redirects, kind: 'public' }), {
    name: 'Members',
    redirect_uris: ['https://a.example/b', 'http://localhost:3000/b'],
    public: true,
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TenantProvider } from '#features/tenants/endpoints.ts'
import { OTHER, draftForm, draftOf, emptyDraft, formOf, slugOf } from './provider-draft.ts'

const provider = (more: Partial<TenantProvider>): TenantProvider => ({
  name: 'google',
  title: 'Google',
  saved: false,
  enabled: false,
  client_id: '',
  secret_set: false,
  callback_url: 'https://app.example/auth/v1/callback',
  fields: [],
  issuer: '',
  team_id: '',
  key_id: '',
  ...more,
})
const saved = provider({
  name: 'custom:rye-staff',
  title: 'Rye staff',
  saved: true,
  client_id: 'shop',
  secret_set: true,
  fields: ['issuer'],
  issuer: 'https://login.example',
})
const known = [
  provider({}),
  provider({ name: 'apple', title: 'Apple', fields: ['team_id', 'key_id'] }),
  saved,
]
const faults = (draft: object) =>
  draftForm(known)
    .safeParse(draft)
    .error?.issues.map(({ path }) => path[0])

test('a provider’s name in requests is derived from its title', () => {
  assert.equal(slugOf('Rye & Söhne  GmbH'), 'rye-so-hne-gmbh')
  assert.equal(slugOf(' – '), '')
})

test('each provider requires its own fields, and a secret unless one is stored', () => {
  assert.deepEqual(faults(emptyDraft('google')), ['client_id', 'client_secret'])
  assert.deepEqual(faults(emptyDraft('apple')), ['client_id', 'client_secret', 'team_id', 'key_id'])
  assert.deepEqual(faults(emptyDraft(OTHER)), ['title', 'client_id', 'client_secret', 'issuer'])
  assert.equal(faults(draftOf(saved)), undefined)
  assert.deepEqual(faults({ ...draftOf(saved), issuer: 'login.example' }), ['issuer'])
  const twice = { ...emptyDraft(OTHER), title: 'Rye Staff', client_id: 'a', client_secret: 'b' }
  assert.deepEqual(faults({ ...twice, issuer: 'https://login.example' }), ['title'])
})

test('a request has the provider’s own fields and no empty secret', () => {
  const draft = { ...emptyDraft('apple'), client_id: 'a', team_id: 'T', key_id: 'K', issuer: 'left over' }
  assert.deepEqual(formOf(known, { ...draft, client_secret: 'pem' }, undefined), {
    name: 'apple',
    title: 'Apple',
    enabled: true,
    client_id: 'a',
    client_secret: 'pem',
    team_id: 'T',
    key_id: 'K',
  })
  assert.deepEqual(formOf(known, { ...draftOf(saved), title: 'Team' }, { ...saved, enabled: false }), {
    name: 'custom:rye-staff',
    title: 'Team',
    enabled: false,
    client_id: 'shop',
    issuer: 'https://login.example',
  })
})

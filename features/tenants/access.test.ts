import { accessTests } from '#testing/access-matrix.ts'

const end = (account_id: string, object_id: string) => ({
  mode: 'live',
  account_id,
  kind: 'subscription',
  object_id,
  created_at: '2026-01-01T00:00:00Z',
  tried_at: '2026-01-01T00:00:00Z',
  refusal: 'canary refusal',
})

const deletedKey = (letter: string) => ({
  hash: `\\x${letter.repeat(64)}`,
  deleted_at: '2026-01-01T00:00:00Z',
})

accessTests({
  unit: 'features/tenants',
  functions: {
    'public.create_tenant_autoprovision(text,text)': ['authenticated'],
    'app.keep_deleted_public_key()': [],
    'app.owns_tenants(uuid,uuid)': [],
    'app.tenant_leaves()': [],
    'app.valid_theme_colours(jsonb)': ['anon', 'authenticated', 'end_user', 'service_role'],
  },
  tables: [
    {
      table: 'app.provider_ends',
      key: ['mode', 'account_id', 'kind', 'object_id'],
      columns: Object.keys(end('', '')),
      rows: { "A's": end('acct_canarya', 'sub_canary1'), "B's": end('acct_canaryb', 'sub_canary1') },
      spare: end('acct_canarya', 'sub_canary2'),
      rights: {},
    },
    {
      table: 'app.deleted_public_keys',
      key: ['hash'],
      columns: ['hash', 'deleted_at'],
      rows: { 'a deleted tenant': deletedKey('a') },
      spare: deletedKey('b'),
      rights: {},
    },
  ],
})

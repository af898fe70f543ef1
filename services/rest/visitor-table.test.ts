import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { ANONYMOUS } from '#kernel/db/claims.ts'
import { createLogger } from '#kernel/log.ts'
import { actAs } from '#testing/act-as.ts'
import { restApp } from '#testing/rest-app.ts'

/**
 * A table that visitors write, as an author would create it: validators in its checks, and no other grants.
 */
let written = ''
const log = createLogger('info', new Writable({ write: (chunk, _, done) => ((written += chunk), done()) }))
const rest = await restApp({}, log.child({ requestId: 'request-1' }))
await rest.owner.query(`
  create table public.signatures (
    id uuid primary key default app.uuidv7(),
    name text not null unique check (app.valid_name(name, 80)),
    theme jsonb not null default '{"variant": "zen"}' check (app.valid_theme(theme)),
    sites text[] not null default '{}' check (app.valid_origins(sites)),
    stars integer check (stars between 1 and 5)
  );
  select app.protect('public.signatures');
  grant insert (name, theme, sites, stars) on public.signatures to anon, authenticated, end_user;
  create policy visitors_sign on public.signatures for insert to anon, authenticated, end_user
    with check (name <> 'Refused');
  notify pgrst, 'reload schema'`)

const ID = '00000000-0000-4000-8000-00000000000a'
const TENANT = '00000000-0000-4000-8000-0000000000aa'
const light = { accent: '#112233' }

for (const [who, claims] of Object.entries({
  'a visitor': ANONYMOUS,
  'a visitor of a tenant': actAs.visitor(TENANT),
  'an end user': actAs.endUser(TENANT, ID),
  'a creator': actAs.creator(ID),
}))
  test(`${who} writes to a table whose checks are written with app.valid_…`, async () => {
    const row = {
      name: `Signed by ${who}`,
      theme: { variant: 'zen', light },
      sites: ['https://a.example'],
      stars: 5,
    }
    const { status, text } = await sign(claims, row)
    assert.deepEqual([status, text], [201, ''])
    for (const wrong of [{ name: ' \u202e' }, { theme: { variant: 'x' } }, { sites: ['a'] }]) {
      const { json } = await sign(claims, { ...row, name: 'Another', ...wrong })
      assert.equal(json.code, '23514')
    }
  })

test('an error of the database is logged with its cause and the request’s id, and without values of the row', async () => {
  const cases: [row: object, answer: string, refusal: object][] = [
    [
      { name: 'Signed by a visitor' },
      '23505',
      {
        sqlState: '23505',
        message: 'duplicate key value violates unique constraint "signatures_name_key"',
        schema: 'public',
        table: 'signatures',
        constraint: 'signatures_name_key',
      },
    ],
    [
      { name: 'Canary', stars: 9 },
      '23514',
      {
        sqlState: '23514',
        message: 'new row for relation "signatures" violates check constraint "signatures_stars_check"',
        schema: 'public',
        table: 'signatures',
        constraint: 'signatures_stars_check',
      },
    ],
    [
      { name: 'Canary', stars: 'Canary' },
      '22P02',
      { sqlState: '22P02', message: 'invalid input syntax for type integer: "…"' },
    ],
    [
      { name: 'Refused' },
      '42501',
      {
        sqlState: '42501',
        message: 'new row violates row-level security policy for table "signatures"',
      },
    ],
    // The plan knows the grants, and rejects this request without the database.
    [
      { name: 'Canary', id: ID },
      '42501',
      { sqlState: '42501', message: 'permission denied for table signatures' },
    ],
  ]
  for (const [row, answer, refusal] of cases) {
    written = ''
    assert.equal((await sign(ANONYMOUS, row)).json.code, answer)
    const [line, ...more] = written
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as Record<string, unknown>)
    assert.deepEqual(more, [])
    const { requestId, msg } = line!
    assert.deepEqual(
      [requestId, msg, line!.answer],
      ['request-1', 'the database refused the request', answer],
    )
    assert.deepEqual(line!.refusal, refusal)
    assert.doesNotMatch(written, /Canary|Signed/)
  }
})

function sign(claims: Parameters<typeof rest.ask>[0], row: object) {
  const headers = { 'content-type': 'application/json' }
  return rest.ask(claims, 'POST', '/signatures', { body: JSON.stringify(row), headers })
}

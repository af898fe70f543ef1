import { accessTests } from '#testing/access-matrix.ts'
import type { Attempt, Row } from '#testing/access/types.ts'
import { world } from '#testing/access/world.ts'

const { tenantA, tenantB, endUserA, otherEndUserA } = world
const allRoles = ['anon', 'authenticated', 'end_user', 'service_role'] as const
const then = '2026-01-01T00:00:00Z'
const product = 'aaaaaaaa-0000-7000-8000-000000000011'

const columns = ['tenant_id', 'id', 'name', 'rule', 'created_at', 'updated_at']
const idOf = (tenantId: string, number: number) =>
  `${tenantId.slice(0, 8)}-0000-7000-8000-0000000005${number}0`
const audience = (tenant_id: string, number: number, ...any: Row[]) => ({
  tenant_id,
  id: idOf(tenant_id, number),
  name: `Canary ${number}`,
  rule: { any },
  created_at: then,
  updated_at: then,
})

const rows = {
  'everyone of A': audience(tenantA, 1, { kind: 'everyone' }),
  'members of A': audience(tenantA, 2, { kind: 'signed_in' }),
  'one of A': audience(tenantA, 3, { kind: 'people', ids: [endUserA] }),
  'empty of A': audience(tenantA, 4),
  'authors of A': audience(tenantA, 5, { kind: 'owner' }),
  'everyone of B': audience(tenantB, 1, { kind: 'everyone' }),
}
const ofA = Object.keys(rows).filter((label) => label.endsWith('A'))

const account = (tenantId: string, id: string, more = '') =>
  `insert into auth.users (pool_id, id${more && ', banned_until'}) values ('${tenantId}', '${id}'${more && `, ${more}`})`

const owns = (tenant_id: string, own: string[]) => ({
  select: { columns, rows: own },
  insert: { tenant_id, name: 'Reading club', rule: { any: [{ kind: 'bought', source: product }] } },
  update: { to: { name: 'Renamed', rule: { any: [{ kind: 'signed_in' }] } }, rows: own },
  delete: { rows: own },
})
const ownsNone = (tenant_id: string) => ({ ...owns(tenant_id, []), insertFails: 'refused' as const })

/** Members whom the attempts do not create. Their facts follow from their accounts. */
const [factsA, factsB] = [
  { tenantId: tenantA, id: world.newEndUserA },
  { tenantId: tenantB, id: idOf(tenantB, 9) },
]
const fact = ({ tenantId, id }: { tenantId: string; id: string }, kind: string, which = '') => ({
  tenant_id: tenantId,
  auth_user_id: id,
  kind,
  which,
  via: id,
  mode: 'live',
})
const ofFact = ['tenant_id', 'auth_user_id', 'kind', 'which', 'via', 'mode', 'since', 'until', 'barred_until']
const facts = {
  'everyone is A': fact(factsA, 'everyone'),
  'signed in at A': fact(factsA, 'signed_in'),
  'the member of A': fact(factsA, 'people', factsA.id),
  'everyone is B': fact(factsB, 'everyone'),
  'signed in at B': fact(factsB, 'signed_in'),
  'the member of B': fact(factsB, 'people', factsB.id),
}

const sets = {
  'of a member of A': { tenant_id: tenantA, member_id: factsA.id, until: 'infinity' },
  'of a member of B': { tenant_id: tenantB, member_id: factsB.id, until: 'infinity' },
}

const readsOwnSet = (rows: (keyof typeof sets)[] = []) => ({
  select: { columns: ['tenant_id', 'member_id', 'audiences', 'until'], rows },
})

/** Who is in which audience, by the function that policies call. */
const isIn = (as: Attempt['as'], sees: string[], given?: string, does = 'is'): Attempt => ({
  as,
  does: `${does} in ${sees.join(', ') || 'no audience'}`,
  ...(given && { given }),
  sql: `select concat_ws('|', app.tenant_id(), id) as key from app.my_audiences() as id`,
  outcome: { sees },
})

const termOf = (label: keyof typeof rows, kind: string, which = '') => {
  const { tenant_id, id } = rows[label]
  return {
    tenant_id,
    audience_id: id,
    place: 1,
    which,
    kind,
    opens_at: null,
    closes_at: null,
    after_days: null,
  }
}
const ofTerm = [...Object.keys(termOf('everyone of A', 'everyone')), 'opens', 'closes', 'waits']
const keyOnly = ({ tenant_id, audience_id, place, which }: ReturnType<typeof termOf>) => ({
  tenant_id,
  audience_id,
  place,
  which,
})

accessTests({
  unit: 'kernel/db/audiences',
  functions: {
    'app.valid_moment(jsonb)': [...allRoles],
    'app.valid_audience(jsonb)': [...allRoles],
    'app.audiences_of(uuid,uuid)': ['service_role'],
    'app.open_audiences(uuid,uuid)': [],
    'app.audience_kinds_of(uuid,uuid)': [],
    'app.my_audiences()': ['anon', 'end_user'],
    'app.my_audiences_as_owner()': ['end_user'],
    'app.open_to_me()': ['anon', 'end_user'],
    'app.member_tenant()': [...allRoles],
    'app.member_id()': [...allRoles],
    'app.audience_facts(uuid,uuid)': [],
    'app.note_changed_facts()': [],
    'app.audience_sets_lock(uuid)': [],
    'app.end_audience_sets(uuid[])': [],
    'app.forget_audience_sets()': [],
    'app.audiences_added()': [],
    'app.audiences_changed()': [],
    'app.audiences_deleted()': [],
    'app.mode_changed()': [],
    'app.audiences_until(uuid,uuid)': [],
    'app.refresh_audience_sets(integer)': ['service_role'],
    'app.due_tenant(uuid[])': [],
    'app.due_members(uuid,integer,uuid[])': [],
    'app.audiences_of_everyone(uuid)': [],
    'app.store_account_facts()': [],
    'app.rule_opens(jsonb,jsonb)': [],
    'app.offers_to(uuid,jsonb,uuid[])': [],
    'app.keep_used_audience(uuid,text,text[])': [],
    'app.spell_audience()': [],
    'app.limit_audiences()': [],
    'app.add_audience_kind(text,text,text)': [],
  },
  tables: [
    {
      table: 'public.audiences',
      staff: { see: 'see', change: 'content' },
      key: ['tenant_id', 'id'],
      columns,
      rows,
      spare: audience(tenantB, 9, { kind: 'everyone' }),
      rights: {
        'creator A': { cites: ['C04'], ...owns(tenantA, ofA) },
        'creator B': { cites: ['C04'], ...owns(tenantB, ['everyone of B']) },
        'new creator': ownsNone(tenantA),
        'creator with the id of an end user of A': ownsNone(tenantA),
      },
      attempts: [
        isIn('anon', []),
        isIn('visitor of A', ['everyone of A']),
        isIn('end user of A', ['everyone of A', 'members of A', 'one of A'], account(tenantA, endUserA)),
        isIn('other end user of A', ['everyone of A', 'members of A'], account(tenantA, otherEndUserA)),
        isIn('end user of B', ['everyone of B'], account(tenantA, endUserA), 'with an account at A is'),
        isIn('end user of A', ['everyone of A'], undefined, 'whose account was deleted is'),
        isIn(
          'end user of A',
          ['everyone of A'],
          account(tenantA, endUserA, `now() + interval '1 minute'`),
          'while banned is',
        ),
        isIn(
          'end user of A',
          ['everyone of A', 'members of A', 'one of A'],
          account(tenantA, endUserA, `now() - interval '1 second'`),
          'whose ban has ended is',
        ),
        {
          as: 'end user of A',
          does: 'is in audiences of authors with a row of their own only',
          given: account(tenantA, endUserA),
          sql: `select concat_ws('|', app.tenant_id(), id) as key from app.my_audiences_as_owner() as id`,
          outcome: { sees: ['authors of A'] },
        },
        {
          as: 'end user of A',
          does: 'while banned is in no audience of authors',
          given: account(tenantA, endUserA, `'infinity'`),
          sql: `select concat_ws('|', app.tenant_id(), id) as key from app.my_audiences_as_owner() as id`,
          outcome: { sees: [] },
        },
        {
          as: 'creator B',
          cites: ['C04'],
          does: "adds an audience to A's tenant: refused",
          sql: `insert into public.audiences (tenant_id, name) values ('${tenantA}', 'Planted')`,
          outcome: 'refused',
        },
        {
          as: 'creator A',
          does: 'adds an audience without a rule: it has no members',
          sql: `insert into public.audiences (tenant_id, name) values ('${tenantA}', 'New')`,
          outcome: { inserts: 1 },
        },
        {
          as: 'creator A',
          does: 'adds audiences up to 1,000',
          sql: `insert into public.audiences (tenant_id, name) select '${tenantA}', 'Many' from generate_series(${ofA.length + 1}, 1000)`,
          outcome: { inserts: 1000 - ofA.length },
        },
        {
          as: 'creator A',
          does: 'adds no 1,001st audience',
          sql: `insert into public.audiences (tenant_id, name) select '${tenantA}', 'Many' from generate_series(${ofA.length + 1}, 1001)`,
          outcome: { fails: '23514' },
        },
        {
          as: 'owner',
          does: 'stores no more than 100,000 terms of a tenant',
          sql: `with most as (insert into app.audience_terms (tenant_id, audience_id, place, kind, which)
              select '${tenantA}', '${idOf(tenantA, 4)}', 1, 'people', n from generate_series(1, 99999) n)
            insert into public.audiences (tenant_id, name, rule)
            values ('${tenantA}', 'Two', '${JSON.stringify({ any: [{ kind: 'people', ids: [endUserA, otherEndUserA] }] })}')`,
          outcome: { fails: '23514' },
        },
        ...[
          { kind: 'everyone', from: '2026-03-01T00:00:00Z' },
          { kind: 'signed_in', from: '2026-03-01T00:00:00Z', until: '2026-03-02T00:00:00Z', after_days: 7 },
          { kind: 'bought', source: product, after_days: 9999 },
          { kind: 'holds_ticket', event: product },
          { kind: 'people', ids: [endUserA, otherEndUserA, endUserA] },
        ].map((alternative) => ({
          as: 'creator A' as const,
          does: `stores ${JSON.stringify(alternative)}`,
          sql: `update public.audiences set rule = '${JSON.stringify({ any: [alternative] })}' where name = 'Canary 4'`,
          outcome: { touches: ['empty of A'] },
        })),
        ...[
          '[]',
          '{}',
          '{"any": null}',
          '{"any": {}}',
          '{"any": [], "all": []}',
          '{"any": [null]}',
          '{"any": ["everyone"]}',
          '{"any": [{}]}',
          ...[
            '"kind": 1',
            '"kind": "anyone"',
            '"kind": "attended", "event": "aaaaaaaa-0000-7000-8000-000000000011"',
            '"kind": "everyone", "after_days": 1',
            '"kind": "everyone", "source": "aaaaaaaa-0000-7000-8000-000000000011"',
            '"kind": "bought"',
            '"kind": "bought", "source": "all"',
            '"kind": "bought", "source": null',
            '"kind": "bought", "source": ["aaaaaaaa-0000-7000-8000-000000000011"]',
            '"kind": "bought", "event": "aaaaaaaa-0000-7000-8000-000000000011"',
            '"kind": "bought", "source": "aaaaaaaa-0000-7000-8000-000000000011", "ids": []',
            '"kind": "role"',
            '"kind": "role", "role": ["Editor"]',
            '"kind": "role", "role": " Editor"',
            '"kind": "people"',
            '"kind": "people", "ids": []',
            '"kind": "people", "ids": "aaaaaaaa-0000-7000-8000-0000000000ea"',
            '"kind": "people", "ids": ["someone"]',
            '"kind": "people", "ids": [null]',
            '"kind": "signed_in", "from": null',
            '"kind": "signed_in", "from": "2026-03-01"',
            '"kind": "signed_in", "from": "2026-02-31T00:00:00Z"',
            '"kind": "signed_in", "from": "2026-03-01T24:30:00Z"',
            '"kind": "signed_in", "from": "2026-03-01T00:00:00+02:00"',
            '"kind": "signed_in", "from": "2026-03-02T00:00:00Z", "until": "2026-03-02T00:00:00Z"',
            '"kind": "signed_in", "after_days": 0',
            '"kind": "signed_in", "after_days": 1.5',
            '"kind": "signed_in", "after_days": "7"',
            '"kind": "signed_in", "after_days": 10000',
            '"kind": "signed_in", "since": "2026-03-01T00:00:00Z"',
          ].map((alternative) => `{"any": [{${alternative}}]}`),
          JSON.stringify({ any: Array.from({ length: 21 }, () => ({ kind: 'everyone' })) }),
          JSON.stringify({ any: [{ kind: 'people', ids: Array.from({ length: 1001 }, () => endUserA) }] }),
        ].map((rule) => ({
          as: 'creator A' as const,
          does: `stores no rule like ${rule.slice(0, 100)}`,
          sql: `update public.audiences set rule = '${rule}'`,
          outcome: { fails: '23514' },
        })),
      ],
    },
    {
      table: 'app.audience_terms',
      key: ['tenant_id', 'audience_id', 'place', 'which'],
      columns: ofTerm,
      computed: ['opens', 'closes', 'waits'],
      rows: {
        'everyone of A': keyOnly(termOf('everyone of A', 'everyone')),
        'members of A': keyOnly(termOf('members of A', 'signed_in')),
        'one of A': keyOnly(termOf('one of A', 'people', endUserA)),
        'authors of A': keyOnly(termOf('authors of A', 'owner')),
        'everyone of B': keyOnly(termOf('everyone of B', 'everyone')),
      },
      spare: { ...termOf('empty of A', 'people', endUserA), opens_at: then, closes_at: then, after_days: 7 },
      rights: {
        service: {
          select: {
            columns: ofTerm,
            rows: ['everyone of A', 'members of A', 'one of A', 'authors of A', 'everyone of B'],
          },
        },
      },
      attempts: [
        {
          as: 'creator A',
          does: 'empties a rule: its terms are deleted',
          sql: `update public.audiences set rule = default where name = 'Canary 1'`,
          outcome: { touches: ['everyone of A'] },
        },
        {
          as: 'creator A',
          does: 'deletes an audience: its terms are deleted',
          sql: `delete from public.audiences where name = 'Canary 3'`,
          outcome: { touches: ['one of A'] },
        },
        {
          as: 'creator A',
          does: 'names two people, one of them twice: two terms',
          sql: `update public.audiences set rule = '${JSON.stringify({
            any: [{ kind: 'people', ids: [endUserA, otherEndUserA, endUserA] }],
          })}' where name = 'Canary 4'`,
          outcome: { inserts: 2 },
        },
      ],
    },
    {
      table: 'app.member_facts',
      before: `${account(tenantA, factsA.id)} on conflict do nothing; ${account(tenantB, factsB.id)} on conflict do nothing`,
      key: ofFact.slice(0, 6),
      columns: ofFact,
      rows: facts,
      spare: {
        ...fact(factsA, 'bought', product),
        mode: 'test',
        since: then,
        until: 'infinity',
        barred_until: '-infinity',
      },
      rights: { service: { select: { columns: ofFact, rows: Object.keys(facts) } } },
      attempts: [
        {
          as: 'service',
          does: 'bans a member: their facts have the standing of the account',
          sql: `update auth.users set banned_until = 'infinity' where id = '${factsA.id}'`,
          outcome: { touches: Object.keys(facts).filter((label) => label.endsWith('A')) },
        },
        {
          as: 'service',
          does: 'deletes an account: nothing is known about the member',
          sql: `delete from auth.users where id = '${factsB.id}'`,
          outcome: { touches: Object.keys(facts).filter((label) => label.endsWith('B')) },
        },
      ],
    },
    {
      table: 'app.audience_sets',
      // For the members above.
      before: `select app.refresh_audience_sets(9); select app.refresh_audience_sets(9)`,
      key: ['tenant_id', 'member_id', 'until'],
      columns: ['tenant_id', 'member_id', 'number', 'audiences', 'until', 'auth_user_id'],
      computed: ['number', 'auth_user_id'],
      rows: sets,
      spare: { ...sets['of a member of A'], audiences: null, until: '-infinity' },
      rights: {
        anon: readsOwnSet(),
        'visitor of A': readsOwnSet(),
        'end user of A': readsOwnSet(),
        'other end user of A': readsOwnSet(),
        'new end user of A': readsOwnSet(['of a member of A']),
        'end user of B': readsOwnSet(),
        'end user of B with the id of creator A': readsOwnSet(),
        service: {
          select: {
            columns: ['tenant_id', 'member_id', 'number', 'audiences', 'until', 'auth_user_id'],
            rows: Object.keys(sets),
          },
        },
      },
      attempts: [
        {
          as: 'service',
          does: 'deletes an account: nothing is stored about the member',
          sql: `delete from auth.users where id = '${factsB.id}'`,
          outcome: { touches: ['of a member of B'] },
        },
      ],
    },
    {
      table: 'app.audience_kinds',
      key: ['kind'],
      columns: ['kind', 'field', 'value'],
      rows: {
        everyone: { kind: 'everyone' },
        owner: { kind: 'owner' },
        signed_in: { kind: 'signed_in' },
        people: { kind: 'people' },
        bought: { kind: 'bought' },
        role: { kind: 'role' },
        team: { kind: 'team' },
        holds_ticket: { kind: 'holds_ticket' },
      },
      spare: { kind: 'attended', field: 'event', value: 'id' },
      rights: {
        service: {
          select: {
            columns: ['kind', 'field', 'value'],
            rows: ['everyone', 'owner', 'signed_in', 'people', 'bought', 'role', 'team', 'holds_ticket'],
          },
        },
      },
    },
  ],
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { restApp } from '#testing/rest-app.ts'
import { openCatalogue } from './catalogue.ts'
import { namingPair } from './relationship.ts'
import type { Relationship } from './relationship.ts'
import { viewOrigins } from './view-columns.ts'

const { owner, database } = await restApp()

function toLine(relationship: Relationship): string {
  const { kind, to } = relationship
  if (kind === 'computed')
    return `${to} by ${relationship.routine}, to ${relationship.toOne ? 'one' : 'many'}`
  if (kind === 'junction') return `${to} between ${relationship.junction}`
  const { constraint, columns, toOne, forward } = relationship
  const list = columns.map(([here, there]) => `${here}=${there}`).join(' ')
  return `${to} ${forward ? 'by' : 'from'} ${constraint} (${list}), to ${toOne ? 'one' : 'many'}`
}

async function relationshipsOf(...names: string[]): Promise<string[][]> {
  const { relationships } = await openCatalogue(database).current()
  return names.map((name) => (relationships.get(name) ?? []).map(toLine).toSorted())
}

describe('relationships of a database', () => {
  test('are found by keys of several columns, in both directions, through views, junctions and functions', async () => {
    const [channels, biographies, members] = await relationshipsOf('channels', 'biographies', 'members')
    assert.deepEqual(channels, [
      'letters from message_channel (tenant_id=tenant_id id=channel_id), to many',
      'members from member_channel (tenant_id=tenant_id id=channel_id), to many',
      'messages by loud_messages, to many',
      'messages by loudest, to one',
      'messages from message_channel (tenant_id=tenant_id id=channel_id), to many',
      'people between members',
      'people by locked, to many',
      'people by opener, to one',
      'short_letters from message_channel (tenant_id=tenant_id id=channel_id), to many',
      'workspaces by channels_tenant_id_fkey (tenant_id=tenant_id), to one',
      'writers between members',
    ])
    assert.deepEqual(biographies, [
      'people by profile_person (tenant_id=tenant_id person_id=id), to one',
      'writers by profile_person (tenant_id=tenant_id person_id=id), to one',
    ])
    assert(members!.includes('workspaces by members_tenant_id_fkey (tenant_id=tenant_id), to one'))
    assert(!members!.some((line) => line.includes('between')), 'a junction is not its own end')
  })

  test('a key contained in another makes no junction: members relates people only to channels', async () => {
    const [workspaces, people] = await relationshipsOf('workspaces', 'people')
    for (const line of [...workspaces!, ...people!]) {
      if (line.includes('between')) assert.equal(line, 'channels between members')
    }
  })

  test('private tables have no relationships, but views can use their keys', async () => {
    const { relationships } = await openCatalogue(database).current()
    const names = new Set([...relationships.values()].flat().flatMap(({ from, to }) => [from, to]))
    for (const name of ['users', 'identities', 'sessions']) assert(!names.has(name), name)
    await owner.query('create view public.accounts as select pool_id, id as account from auth.users')
    const [badges] = await relationshipsOf('badges')
    assert(badges!.some((line) => /^accounts by .* \(pool=pool_id account=account\), to one$/.test(line)))
  })

  test('handles names with brackets and backslashes, repeated columns, joins, and views of one another', async () => {
    await owner.query(`
      create table public."odd (one)" ("the {id} \\ :x" integer primary key, up integer references public."odd (one)");
      create view public."odd )view(" as select "the {id} \\ :x" as "(k)", up as "u}", up as again, 1 as one
        from public."odd (one)" union_of where up > (select count(*) from public."odd (one)");
      create view public.both_odd as select a."(k)", b.up, a."u}" || '' as text
        from public."odd )view(" a join public."odd (one)" b on b.up = a."(k)";
      create view public.all_odd as select "(k)" as k from public."odd )view(" union select up from public."odd (one)";
      create view public.round as select 1 as n;
      create view public.trip as select n from public.round;
      create or replace view public.round as select n from public.trip`)
    const [view, both, all, round] = await relationshipsOf('odd )view(', 'both_odd', 'all_odd', 'round')
    const up = view!.filter((line) => line.startsWith('odd (one) by'))
    assert.deepEqual(up, [
      'odd (one) by odd (one)_up_fkey (again=the {id} \\ :x), to one',
      'odd (one) by odd (one)_up_fkey (u}=the {id} \\ :x), to one',
    ])
    assert(both!.includes('odd (one) by odd (one)_up_fkey (up=the {id} \\ :x), to one'))
    assert(both!.includes('odd (one) from odd (one)_up_fkey ((k)=up), to many'))
    assert.deepEqual([all, round], [[], []], 'a column that combines several tables references none of them')
  })
})

test('a view’s tree gives the origins of its own columns, not of those in its subqueries', () => {
  const entry = (resno: number, table: number, column: number, inside = '') =>
    `{TARGETENTRY :expr {VAR :varno 1 ${inside}} :resno ${resno} :resname a\\ \\{b :resorigtbl ${table} :resorigcol ${column} :resjunk false}`
  const query = (list: string, inside = '') =>
    `{QUERY :commandType 1 :rtable (${inside}) :jointree {FROMEXPR :fromlist () :quals <>} :targetList (${list}) :returningList <>}`
  const below = `{RANGETBLENTRY :subquery ${query(entry(1, 77, 7))}}`
  const tree = `(${query(`${entry(1, 10, 2)} ${entry(2, 0, 0, query(entry(1, 88, 8)))} ${entry(3, 10, 5)}`, below)})`
  assert.deepEqual(
    [...viewOrigins(tree)],
    [
      [1, { relation: 10, column: 2 }],
      [3, { relation: 10, column: 5 }],
    ],
  )
  assert.deepEqual([...viewOrigins('')], [])
})

test('a key is named by the column with a different name on the other side', () => {
  assert.deepEqual(namingPair([['author', 'id']]), ['author', 'id'])
  assert.deepEqual(
    namingPair([
      ['tenant_id', 'tenant_id'],
      ['author_id', 'id'],
    ]),
    ['author_id', 'id'],
  )
  assert.equal(
    namingPair([
      ['a', 'b'],
      ['c', 'd'],
    ]),
    undefined,
  )
})

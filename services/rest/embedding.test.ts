import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import { SERVICE } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import { actAs } from '#testing/act-as.ts'
import { restApp } from '#testing/rest-app.ts'

/**
 * Every kind of embedding, requested by the unmodified official client, on services/rest/fixture-embed.sql.
 */
const ONE = '00000000-0000-4000-8000-0000000000aa'
const TWO = '00000000-0000-4000-8000-0000000000bb'
const rest = await restApp()
const computing = await restApp({ aggregates: true })

/** The official client, with requests that reach the data API as that principal. */
function clientOf(claims: Claims, app = rest) {
  const answer = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { pathname, search } = new URL(new Request(input).url)
    const { method = 'GET', headers, body } = init
    const path = pathname.replace('/rest/v1', '') + search
    const answered = await app.ask(claims, method, path, { headers, body })
    const isEmpty = method === 'HEAD' || answered.status === 204
    return new Response(isEmpty ? null : answered.text, {
      status: answered.status,
      headers: answered.headers,
    })
  }
  return createClient('http://localhost', 'key', { global: { fetch: answer } })
}
const visitor = clientOf(actAs.visitor(ONE))
const user = clientOf(actAs.endUser(ONE))
const creator = clientOf(actAs.creator())
const calculator = clientOf(actAs.visitor(ONE), computing)

type RowsQuery = PromiseLike<{ data: unknown; error: unknown }>
// oxlint-disable-next-line typescript/no-explicit-any -- no database type is generated for the fixture
async function rows(rowsQuery: RowsQuery): Promise<any> {
  const { data, error } = await rowsQuery
  assert.equal(error, null)
  return data
}
async function refusal(rowsQuery: PromiseLike<{ status: number; error: unknown }>) {
  const { status, error } = await rowsQuery
  const { code, message, details, hint } = error as Record<string, unknown>
  return { status, code, message, details, hint }
}
const same = async (rowsQuery: RowsQuery, expected: unknown) =>
  assert.deepEqual(await rows(rowsQuery), expected)

describe('kinds of relationships', () => {
  test('many to one, by the foreign key, by its column, with an alias', async () => {
    const messages = (columns: string) => visitor.from('messages').select(columns).order('id').limit(2)
    const authored = [
      { id: 1, author: { name: 'Ada' } },
      { id: 2, author: { name: 'Ada' } },
    ]
    await same(messages('id, author:people!message_author(name)'), authored)
    await same(messages('id, author:people!author_id(name)'), authored)
    await same(messages('id, author:message_author(name)'), authored)
    await same(messages('id, author:author_id(name)'), authored)
    await same(messages('id, reader_id(name)'), [
      { id: 1, reader_id: { name: 'Bo' } },
      { id: 2, reader_id: null },
    ])
  })

  test('one to many returns an empty list if there are no rows', async () => {
    await same(
      visitor
        .from('channels')
        .select('slug, messages(id)')
        .order('id')
        .order('id', { referencedTable: 'messages' }),
      [
        { slug: 'general', messages: [{ id: 1 }, { id: 2 }] },
        { slug: 'random', messages: [{ id: 3 }] },
        { slug: 'empty', messages: [] },
      ],
    )
  })

  test('one to one in both directions, if the referencing key is unique', async () => {
    await same(visitor.from('people').select('name, biographies(bio)').order('id').limit(3), [
      { name: 'Ada', biographies: { bio: 'Writes' } },
      { name: 'Bo', biographies: { bio: null } },
      { name: 'Cy', biographies: null },
    ])
    await same(visitor.from('biographies').select('bio, people(name)').eq('person_id', 1).single(), {
      bio: 'Writes',
      people: { name: 'Ada' },
    })
  })

  test('many to many, and through the junction table with its own columns', async () => {
    const people = visitor
      .from('people')
      .select('name, channels(slug)')
      .order('id')
      .order('slug', { referencedTable: 'channels' })
    await same(people, [
      { name: 'Ada', channels: [{ slug: 'general' }, { slug: 'random' }] },
      { name: 'Bo', channels: [{ slug: 'general' }] },
      { name: 'Cy', channels: [{ slug: 'random' }] },
      { name: 'Di', channels: [] },
    ])
    await same(visitor.from('people').select('members(since, ...channels(slug))').eq('id', 2).single(), {
      members: [{ since: '2026-01-01', slug: 'general' }],
    })
    await same(
      visitor
        .from('channels')
        .select('people!members(name)')
        .eq('id', 1)
        .order('name', { referencedTable: 'people' }),
      [{ people: [{ name: 'Ada' }, { name: 'Bo' }] }],
    )
  })

  test('a key contained in another key makes no junction: workspaces and people are related only once', async () => {
    const { people } = await rows(visitor.from('workspaces').select('people(id)').single())
    assert.equal(people.length, 4)
  })

  test('in a table that references itself, the column selects the parent and the table selects the children', async () => {
    await same(
      visitor.from('people').select('name, boss:boss_id(name, boss_id(name))').eq('id', 4).single(),
      {
        name: 'Di',
        boss: { name: 'Bo', boss_id: { name: 'Ada' } },
      },
    )
    const expected = {
      name: 'Ada',
      reports: [
        { name: 'Bo', people: [{ name: 'Di' }] },
        { name: 'Cy', people: [] },
      ],
    }
    for (const reports of ['people', 'people!boss_id']) {
      const call = visitor.from('people').select(`name, reports:${reports}(name, people(name))`).eq('id', 1)
      await same(call.order('id', { referencedTable: 'reports' }).single(), expected)
    }
    assert.equal((await refusal(visitor.from('people').select('people!people_boss(name)'))).code, 'PGRST200')
  })

  test('embeds through a view, and through a view of a view, by the view’s column names', async () => {
    await same(visitor.from('letters').select('words, writer_id, channels(slug)').eq('number', 3).single(), {
      words: 'Third',
      writer_id: 2,
      channels: { slug: 'random' },
    })
    await same(visitor.from('short_letters').select('number, people(name)').order('number'), [
      { number: 1, people: { name: 'Ada' } },
      { number: 2, people: { name: 'Ada' } },
      { number: 3, people: { name: 'Bo' } },
    ])
    await same(visitor.from('channels').select('slug, short_letters(number)').eq('id', 2).single(), {
      slug: 'random',
      short_letters: [{ number: 3 }],
    })
    await same(visitor.from('letters').select('writers(name, home)').eq('number', 1).single(), {
      writers: { name: 'Ada', home: 'general' },
    })
  })

  test('computed columns can be selected, filtered and ordered by, and are not part of `*`', async () => {
    const call = visitor.from('channels').select('heading, size:facts->size').like('heading', '#%a%')
    await same(call.order('heading', { ascending: false }), [
      { heading: '#random', size: 6 },
      { heading: '#general', size: 7 },
    ])
    const [first] = await rows(visitor.from('channels').select('*'))
    assert.deepEqual(Object.keys(first), ['tenant_id', 'id', 'slug', 'data'])
    await same(visitor.from('messages').select('channels(heading)').eq('id', 1).single(), {
      channels: { heading: '#general' },
    })
  })

  test('computed relationships are to-one for `rows 1` or a single row, otherwise to-many', async () => {
    const call = visitor
      .from('channels')
      .select('slug, loudest(id, author_id(name)), loud_messages(id), opener(name)')
    await same(call.order('id').limit(2), [
      {
        slug: 'general',
        loudest: { id: 2, author_id: { name: 'Ada' } },
        loud_messages: [{ id: 2 }],
        opener: { name: 'Ada' },
      },
      {
        slug: 'random',
        loudest: { id: 3, author_id: { name: 'Bo' } },
        loud_messages: [],
        opener: { name: 'Ada' },
      },
    ])
    await same(visitor.from('channels').select('slug, loudest!inner(id)').eq('loudest.id', 2), [
      { slug: 'general', loudest: { id: 2 } },
    ])
  })

  test('keys have the requested order, and JSON keeps its stored text', async () => {
    const answer = await rest.ask(
      actAs.visitor(ONE),
      'GET',
      '/people?select=biographies(facts,bio),name,id&id=eq.1',
    )
    assert.equal(
      answer.text,
      '[{"biographies":{"facts":{"z": 1, "a": 2},"bio":"Writes"},"name":"Ada","id":1}]',
    )
  })
})

describe('modifiers of embedded rows', () => {
  test('filters, or, order, limit and offset work by name or alias, at every depth', async () => {
    const people = visitor.from('people').select('name, sent:messages!message_author(id, score)').eq('id', 1)
    const sent = async (call: RowsQuery) => (await rows(call))[0].sent.map(({ id }: { id: number }) => id)
    const modified = () => people.order('id', { ascending: false, referencedTable: 'sent' })
    assert.deepEqual(await sent(modified()), [2, 1])
    assert.deepEqual(await sent(modified().limit(1, { referencedTable: 'sent' })), [2])
    const call = () =>
      visitor.from('people').select('name, sent:messages!message_author(id, score)').eq('id', 1)
    assert.deepEqual(await sent(call().gt('sent.score', 10)), [2])
    assert.deepEqual(await sent(call().gt('messages.score', 10)), [2])
    assert.deepEqual(await sent(call().or('score.lt.10,id.eq.7', { referencedTable: 'sent' })), [1])
    assert.deepEqual(
      await sent(call().order('id', { referencedTable: 'sent' }).range(1, 5, { referencedTable: 'sent' })),
      [2],
    )
    const deep = visitor
      .from('channels')
      .select('slug, members(people(name, messages!message_author(id)))')
      .eq('id', 1)
    const found = await rows(deep.eq('members.person_id', 1).eq('members.people.messages.id', 2))
    assert.deepEqual(found[0].members, [{ people: { name: 'Ada', messages: [{ id: 2 }] } }])
  })

  test('!inner leaves out rows without a match, also from counts; !left and no modifier keep them', async () => {
    const call = (join: string) =>
      visitor.from('channels').select(`slug, messages${join}(id)`, { count: 'exact' }).eq('messages.id', 2)
    const inner = await call('!inner')
    assert.deepEqual([inner.count, inner.data], [1, [{ slug: 'general', messages: [{ id: 2 }] }]])
    assert.equal((await call('!left')).count, 3)
    assert.equal((await call('')).count, 3)
    const head = visitor.from('channels').select('messages!inner(id)', { count: 'exact', head: true })
    assert.equal((await head).count, 2)
    const nested = visitor.from('messages').select('id, channels!inner(members!inner(people!inner(name)))')
    await same(nested.eq('channels.members.people.name', 'Cy'), [
      { id: 3, channels: { members: [{ people: { name: 'Cy' } }] } },
    ])
    await same(visitor.from('channels').select('slug, messages!inner()').order('id'), [
      { slug: 'general' },
      { slug: 'random' },
    ])
  })

  test('filters rows with and without a match, also within or', async () => {
    const ids = async (call: RowsQuery) => (await rows(call)).map(({ id }: { id: number }) => id)
    const channels = (columns = 'id, messages()') => visitor.from('channels').select(columns).order('id')
    assert.deepEqual(await ids(channels().is('messages', null)), [3])
    assert.deepEqual(await ids(channels().not('messages', 'is', null)), [1, 2])
    assert.deepEqual(await ids(channels().filter('messages', 'is', 'not_null')), [1, 2])
    assert.deepEqual(await ids(channels().not('messages', 'is', null).eq('messages.author_id', 2)), [2])
    const either = channels('id, messages(), members()').or('messages.is.null,members.not.is.null')
    assert.deepEqual(await ids(either.eq('members.person_id', 3).eq('messages.score', 15)), [2, 3])
    const [first] = await rows(channels())
    assert.deepEqual(first, { id: 1 }, 'empty embeddings are left out')
  })

  test('orders by a column of a to-one embedding, whether it is selected or not, also by its alias', async () => {
    const ids = async (call: RowsQuery) => (await rows(call)).map(({ id }: { id: number }) => id)
    const messages = (columns: string) => visitor.from('messages').select(columns)
    const lastFirst = { ascending: false, nullsFirst: false, referencedTable: undefined }
    assert.deepEqual(
      await ids(messages('id, channels(slug)').order('channels(slug)', lastFirst).order('id')),
      [3, 1, 2, 4],
    )
    assert.deepEqual(
      await ids(messages('id, channels()').order('channels(slug)', lastFirst).order('id')),
      [3, 1, 2, 4],
    )
    const rank = messages('id, in:channels(title:slug)')
      .order('in(data->rank)', { nullsFirst: true })
      .order('id')
    assert.deepEqual(await ids(rank), [4, 3, 1, 2])
    assert.deepEqual(
      await ids(messages('id, in:channels(title:slug)').order('in(title)').order('id')),
      [1, 2, 3, 4],
    )
    assert.deepEqual(
      await ids(messages('id, ...channels(title:slug)').order('channels(title)', lastFirst).order('id')),
      [3, 1, 2, 4],
    )
    const inside = visitor.from('people').select('messages!message_author(id, reader_id(name))').eq('id', 1)
    await same(
      inside.order('reader_id(name)', { ascending: true, nullsFirst: true, referencedTable: 'messages' }),
      [
        {
          messages: [
            { id: 2, reader_id: null },
            { id: 1, reader_id: { name: 'Bo' } },
          ],
        },
      ],
    )
  })

  test('spreads the columns of one row into its parent, and of many rows as one list per column', async () => {
    await same(
      visitor
        .from('messages')
        .select('id, ...channels(channel:slug, ...workspaces(title))')
        .order('id')
        .limit(3),
      [
        { id: 1, channel: 'general', title: 'One' },
        { id: 2, channel: 'general', title: 'One' },
        { id: 3, channel: 'random', title: 'One' },
      ],
    )
    const lists = visitor
      .from('channels')
      .select('slug, ...messages(ids:id, scores:score, people!message_author(name))')
    await same(lists.order('id').order('id', { referencedTable: 'messages', ascending: false }), [
      { slug: 'general', ids: [2, 1], scores: [15, 5], people: [{ name: 'Ada' }, { name: 'Ada' }] },
      { slug: 'random', ids: [3], scores: [null], people: [{ name: 'Bo' }] },
      { slug: 'empty', ids: [], scores: [], people: [] },
    ])
    await same(visitor.from('people').select('...channels(...messages(id))').eq('id', 2).single(), {
      id: [[1, 2]],
    })
    await same(visitor.from('messages').select('id, ...channels()').is('channels', null), [{ id: 4 }])
    await same(visitor.from('messages').select('id, ...channels!inner(slug)').eq('channels.slug', 'random'), [
      { id: 3, slug: 'random' },
    ])
  })

  test('counting embedded rows requires no setting; sums and averages do', async () => {
    await same(visitor.from('channels').select('slug, messages(count)').order('id'), [
      { slug: 'general', messages: [{ count: 2 }] },
      { slug: 'random', messages: [{ count: 1 }] },
      { slug: 'empty', messages: [{ count: 0 }] },
    ])
    for (const columns of ['id.max()', 'messages(score.sum())', '...messages(count())']) {
      const refused = await refusal(visitor.from('channels').select(columns))
      assert.deepEqual([refused.status, refused.code], [400, 'PGRST123'], columns)
    }
  })

  test('CSV has one column per key, with embedded rows as JSON', async () => {
    const csv = await rows(
      visitor.from('messages').select('id, channels(slug), ...people!author_id(name)').eq('id', 3).csv(),
    )
    assert.equal(csv, 'id,channels,name\n3,"{""slug"":""random""}",Bo')
  })

  test('a single object, and an object without its nulls', async () => {
    await same(
      visitor.from('messages').select('id, reader_id(name), channels(slug)').eq('id', 4).stripNulls(),
      [{ id: 4, reader_id: { name: 'Cy' } }],
    )
  })
})

describe('embedding in function results and in written rows', () => {
  test('embeds into rows of a table that a function returns', async () => {
    const call = visitor
      .rpc('messages_of', { person: 1 })
      .select('id, channels!inner(heading), author_id(name)')
    await same(call.order('id'), [
      { id: 1, channels: { heading: '#general' }, author_id: { name: 'Ada' } },
      { id: 2, channels: { heading: '#general' }, author_id: { name: 'Ada' } },
    ])
    const filtered = visitor
      .rpc('channels_now', {}, { get: true, count: 'exact' })
      .select('heading, loudest(id), messages!inner(id)')
    const { data, count } = await filtered.eq('messages.id', 3)
    assert.deepEqual([data, count], [[{ heading: '#random', loudest: { id: 3 }, messages: [{ id: 3 }] }], 1])
    assert.equal(
      (await refusal(visitor.rpc('messages_of', { person: 1 }).select('nope(id)'))).code,
      'PGRST200',
    )
  })

  test('insert, upsert, update and delete return rows related to the written rows', async () => {
    const message = { tenant_id: ONE, id: 50, body: 'New', author_id: 2, channel_id: 1 }
    await same(
      creator
        .from('messages')
        .insert(message)
        .select('id, channels(heading, members(count)), author_id(name)'),
      [{ id: 50, channels: { heading: '#general', members: [{ count: 2 }] }, author_id: { name: 'Bo' } }],
    )
    const moved = creator.from('messages').update({ channel_id: 2 }).eq('id', 50).eq('tenant_id', ONE)
    await same(moved.select('body, ...channels(slug)').single(), { body: 'New', slug: 'random' })
    const channel = { tenant_id: ONE, id: 3, slug: 'hushed' }
    await same(
      creator.from('channels').upsert(channel).select('heading, loudest(id), messages(id)').single(),
      {
        heading: '#hushed',
        loudest: null,
        messages: [],
      },
    )
    const deletion = creator
      .from('messages')
      .delete()
      .in('id', [50, 51])
      .eq('tenant_id', ONE)
      .select('id, channels!inner(slug)')
    await same(deletion.eq('channels.slug', 'random'), [{ id: 50, channels: { slug: 'random' } }])
    const renamed = creator
      .from('channels')
      .update({ slug: 'empty' })
      .eq('id', 3)
      .select('slug, workspaces(title)')
    await same(renamed.order('workspaces(title)'), [
      { slug: 'empty', workspaces: { title: 'CANARY-two' } },
      { slug: 'empty', workspaces: { title: 'One' } },
    ])
  })
})

describe('aggregates, if the setting allows them', () => {
  test('aggregates all rows, grouped by the other columns, with casts before and after, and aliases', async () => {
    await same(
      calculator
        .from('messages')
        .select('score.sum(), n:count(), score.avg()::int, most:data->n::int.max()::text'),
      [{ sum: 45, n: 4, avg: 15, most: '3' }],
    )
    await same(
      calculator
        .from('messages')
        .select('author_id, score.min(), score.max(), score.count()')
        .order('author_id'),
      [
        { author_id: 1, min: 5, max: 15, count: 2 },
        { author_id: 2, min: null, max: null, count: 0 },
        { author_id: 3, min: 25, max: 25, count: 1 },
      ],
    )
    await same(calculator.from('messages').select('count'), [{ count: 4 }])
  })

  test('aggregates embedded rows, groups by embedded rows, and moves aggregates out of a spread row', async () => {
    await same(
      calculator.from('channels').select('slug, messages(score.sum(), author_id)').order('id').limit(2),
      [
        { slug: 'general', messages: [{ sum: 20, author_id: 1 }] },
        { slug: 'random', messages: [{ sum: null, author_id: 2 }] },
      ],
    )
    await same(
      calculator
        .from('messages')
        .select('count(), author_id, author:people!author_id(name)')
        .order('author_id'),
      [
        { count: 2, author_id: 1, author: { name: 'Ada' } },
        { count: 1, author_id: 2, author: { name: 'Bo' } },
        { count: 1, author_id: 3, author: { name: 'Cy' } },
      ],
    )
    await same(
      calculator.from('messages').select('score.sum(), ...channels(slug, id.max())').order('channels(slug)'),
      [
        { sum: 20, slug: 'general', max: 1 },
        { sum: null, slug: 'random', max: 2 },
        { sum: 25, slug: null, max: null },
      ],
    )
    await same(calculator.from('members').select('...people(...biographies(count()))'), [{ count: 3 }])
    const lists = await refusal(calculator.from('channels').select('...messages(score.sum())'))
    assert.deepEqual(
      [lists.status, lists.code, lists.details],
      [400, 'PGRST127', 'Aggregates are not implemented for one-to-many or many-to-many spreads.'],
    )
  })

  test('PostgreSQL’s errors for values that it cannot sum or sort are passed on', async () => {
    assert.equal((await refusal(calculator.from('messages').select('body.sum()'))).code, '42883')
    assert.equal((await refusal(calculator.from('messages').select('count()').order('id'))).code, '42803')
    assert.equal((await refusal(calculator.from('messages').select('secret.max()'))).code, '42501')
  })
})

describe('errors', () => {
  test('PGRST200 suggests a similar name', async () => {
    assert.deepEqual(await refusal(visitor.from('people').select('chanels(slug)')), {
      status: 400,
      code: 'PGRST200',
      message: "Could not find a relationship between 'people' and 'chanels' in the schema cache",
      details:
        "Searched for a foreign key relationship between 'people' and 'chanels' in the schema 'public', but no matches were found.",
      hint: "Perhaps you meant 'channels' instead of 'chanels'.",
    })
    const hinted = await refusal(visitor.from('messages').select('channels!nope(slug)'))
    assert.match(String(hinted.details), /using the hint 'nope' in the schema 'public'/)
    assert.equal(hinted.hint, null)
    for (const [table, columns] of [
      ['people', 'users(id)'],
      ['badges', 'users(id)'],
      ['badges', 'account(id)'],
      ['channels', 'channels(slug)'],
    ] as const) {
      assert.equal((await refusal(visitor.from(table).select(columns))).code, 'PGRST200', columns)
    }
  })

  test('PGRST201 lists the candidates and how to name them', async () => {
    assert.deepEqual(await refusal(visitor.from('messages').select('people(name)')), {
      status: 300,
      code: 'PGRST201',
      message: "Could not embed because more than one relationship was found for 'messages' and 'people'",
      details: [
        {
          cardinality: 'many-to-one',
          embedding: 'messages with people',
          relationship: 'message_author using messages(tenant_id, author_id) and people(tenant_id, id)',
        },
        {
          cardinality: 'many-to-one',
          embedding: 'messages with people',
          relationship: 'message_reader using messages(tenant_id, reader_id) and people(tenant_id, id)',
        },
      ],
      hint:
        "Try changing 'people' to one of the following: 'people!message_author', 'people!message_reader'. " +
        "Find the desired relationship in the 'details' key.",
    })
  })

  test('rejects a filter, order or limit on a relation that is not embedded, and invalid ones on one that is', async () => {
    const channels = (columns = 'slug, messages(id)') => visitor.from('channels').select(columns)
    const cases: [PromiseLike<{ status: number; error: unknown }>, string][] = [
      [channels('slug').eq('messages.id', 1), 'PGRST108'],
      [channels('slug').order('id', { referencedTable: 'messages' }), 'PGRST108'],
      [channels().limit(1, { referencedTable: 'messages.people' }), 'PGRST108'],
      [channels().order('people(id)'), 'PGRST108'],
      [channels().order('messages(id)'), 'PGRST118'],
      [channels().eq('messages', 1), 'PGRST120'],
      [channels().is('messages', true), 'PGRST120'],
      [channels('slug, messages(nope)'), '42703'],
      [channels().eq('messages.nope', 1), '42703'],
      [visitor.from('messages').select('channels(slug)').order('channels(nope)'), '42703'],
    ]
    for (const [rowsQuery, code] of cases) {
      const refused = await refusal(rowsQuery)
      assert.deepEqual([refused.status, refused.code], [400, code])
    }
    const hint = (await refusal(channels('slug').eq('messages.id', 1))).hint
    assert.equal(hint, "Verify that 'messages' is included in the 'select' query parameter.")
  })

  test('rejects too many levels or embeddings, and a response larger than 20 MB', async () => {
    const deep = (levels: number) => `${'boss_id('.repeat(levels)}name${')'.repeat(levels)}`
    assert.equal((await rows(visitor.from('people').select(deep(10)))).length, 4)
    assert.equal((await refusal(visitor.from('people').select(deep(11)))).code, 'PGRST100')
    const wide = (count: number) => Array.from({ length: count }, (_, i) => `a${i}:boss_id(name)`).join(',')
    assert.equal((await rows(visitor.from('people').select(wide(50)))).length, 4)
    assert.equal((await refusal(visitor.from('people').select(wide(51)))).code, 'PGRST100')
    const spread = (count: number) =>
      Array.from({ length: count }, (_, i) => `...boss_id(a${i}:name)`).join(',')
    assert.equal((await rows(visitor.from('people').select(spread(20)))).length, 4)
    assert.equal((await refusal(visitor.from('people').select(spread(21)))).code, 'PGRST100')
    await rest.owner.query(
      `insert into public.messages (tenant_id, id, body, author_id)
       select '${ONE}', 1000 + i, repeat('x', 1000000), 4 from generate_series(1, 21) i`,
    )
    const large = visitor.from('people').select('messages!message_author(body)').eq('id', 4)
    const refused = await refusal(large)
    assert.deepEqual([refused.status, refused.code], [413, '54000'])
    assert.equal((await rows(large.limit(2, { referencedTable: 'messages' })))[0].messages.length, 2)
    await rest.owner.query('delete from public.messages where id > 1000')
  })
})

describe('permissions', () => {
  const of = (claims: Claims) => clientOf(claims)

  test('row-level security applies in every embedding: for visitors, for users and between tenants', async () => {
    const columns =
      'title, people(name, boss_id(name), biographies(bio), messages!message_author(body, channels(slug, people(name)))), ' +
      '...channels(slug, loudest(body), opener(name)), letters:messages(...channels(slug))'
    for (const client of [visitor, user]) {
      const found = await rows(client.from('workspaces').select(columns))
      assert.equal(found.length, 1)
      assert.doesNotMatch(JSON.stringify(found), /CANARY/)
    }
    const [own] = await rows(of(actAs.visitor(TWO)).from('workspaces').select('title, people(name)'))
    assert.deepEqual([own.title, own.people.length], ['CANARY-two', 4])
    assert.deepEqual(await rows(of(actAs.anonymous()).from('workspaces').select(columns)), [])
    assert.equal((await rows(creator.from('workspaces').select('people(id)'))).length, 2)
  })

  test('an unreadable column is rejected wherever an embedding names it, and is not part of its `*`', async () => {
    const rowsQuery = [
      'author_id(secret)',
      'author_id(a:secret::text)',
      '...author_id(secret)',
      'author_id(name, people(secret))',
    ]
    for (const columns of rowsQuery) {
      const refused = await refusal(visitor.from('messages').select(columns))
      assert.deepEqual([refused.status, refused.code], [401, '42501'], columns)
      assert.equal((await refusal(user.from('messages').select(columns))).status, 403)
    }
    const messages = () => visitor.from('messages').select('id, author_id(name)')
    assert.equal((await refusal(messages().like('author_id.secret', 'C%'))).code, '42501')
    assert.equal(
      (await refusal(messages().or('secret.like.C*', { referencedTable: 'author_id' }))).code,
      '42501',
    )
    assert.equal((await refusal(messages().order('author_id(secret)'))).code, '42501')
    assert.equal((await refusal(messages().order('secret', { referencedTable: 'author_id' }))).code, '42501')
    const { author_id: author } = await rows(
      visitor.from('messages').select('author_id(*)').eq('id', 1).single(),
    )
    assert.deepEqual(Object.keys(author), ['tenant_id', 'id', 'name', 'wage', 'boss_id'])
    const whole = of(SERVICE).from('messages').select('author_id(secret)').limit(1)
    await same(whole, [{ author_id: { secret: 'CANARY-person' } }])
  })

  test('an unreadable table is rejected, even if the request only filters by the existence of rows', async () => {
    for (const columns of ['dossiers(*)', 'dossiers(note)', 'dossiers(count)', 'dossiers!inner()']) {
      assert.equal((await refusal(visitor.from('people').select(columns))).code, '42501', columns)
    }
    const rowsQuery = visitor.from('people').select('name, dossiers()').not('dossiers', 'is', null)
    assert.equal((await refusal(rowsQuery)).code, '42501')
  })

  test('a computed relationship requires permission for the whole row and for the function', async () => {
    assert.equal((await refusal(visitor.from('people').select('greeting'))).code, '42501')
    assert.equal((await refusal(visitor.from('people').select('name').eq('greeting', 'x'))).code, '42501')
    assert.equal((await refusal(visitor.from('channels').select('opener(greeting)'))).code, '42501')
    assert.equal((await refusal(visitor.from('channels').select('locked(name)'))).code, '42501')
    assert.equal((await refusal(visitor.from('channels').select('opener(secret)'))).code, '42501')
  })
})

// Embedded rows must be those that plain SQL finds under the same role. Each request is made together with
// equivalent SQL that builds objects by name with one subquery each, unlike the code under test.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Claims } from '#kernel/db/claims.ts'
import { actAs } from '#testing/act-as.ts'
import { seeded } from '#testing/random.ts'
import { restApp } from '#testing/rest-app.ts'

/** Number of requests. For a longer run: npm run campaign fuzz */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 250)
const SEED = Number(process.env.FUZZ_SEED ?? 20261121)
const { below, pick, chance } = seeded(SEED)
const rest = await restApp()

const ONE = '00000000-0000-4000-8000-0000000000aa'
const TWO = '00000000-0000-4000-8000-0000000000bb'
const CREATOR = actAs.creator()
const READERS: Claims[] = [actAs.visitor(ONE), actAs.endUser(TWO), CREATOR]

/** One relationship between two tables: how a request names it, and which rows `c` belong to a row `p`. */
interface Relationship {
  target: string
  to: string
  one: boolean
  from: string
  where: (c: string, p: string) => string
}
const relationship = (
  target: string,
  to: string,
  one: boolean,
  on: string,
  more: Partial<Relationship> = {},
): Relationship => ({
  target,
  to,
  one,
  from: `public.${to}`,
  where: (c, p) =>
    `c.tenant_id = p.tenant_id and ${on}`.replace(/\bc\./g, `${c}.`).replace(/\bp\./g, `${p}.`),
  ...more,
})
const between = (on: string) =>
  `exists (select from public.members j where j.tenant_id = p.tenant_id and ${on})`

const RELATIONSHIPS: Record<string, Relationship[]> = {
  people: [
    relationship('boss_id', 'people', true, 'c.id = p.boss_id'),
    relationship('people!boss_id', 'people', false, 'c.boss_id = p.id'),
    relationship('biographies', 'biographies', true, 'c.person_id = p.id'),
    relationship('messages!message_author', 'messages', false, 'c.author_id = p.id'),
    relationship('messages!reader_id', 'messages', false, 'c.reader_id = p.id'),
    relationship('channels', 'channels', false, between('j.person_id = p.id and j.channel_id = c.id')),
    relationship('members', 'members', false, 'c.person_id = p.id'),
    relationship('short_letters', 'short_letters', false, 'c.writer_id = p.id'),
  ],
  messages: [
    relationship('people!message_author', 'people', true, 'c.id = p.author_id'),
    relationship('reader_id', 'people', true, 'c.id = p.reader_id'),
    relationship('channels', 'channels', true, 'c.id = p.channel_id'),
  ],
  channels: [
    relationship('messages', 'messages', false, 'c.channel_id = p.id'),
    relationship('people', 'people', false, between('j.channel_id = p.id and j.person_id = c.id')),
    relationship('members!member_channel', 'members', false, 'c.channel_id = p.id'),
    relationship('loud_messages', 'messages', false, 'c.channel_id = p.id and c.score > 10'),
    relationship('letters', 'letters', false, 'c.channel_id = p.id'),
  ],
  members: [
    relationship('people', 'people', true, 'c.id = p.person_id'),
    relationship('channels', 'channels', true, 'c.id = p.channel_id'),
  ],
  biographies: [relationship('people', 'people', true, 'c.id = p.person_id')],
  letters: [relationship('people', 'people', true, 'c.id = p.writer_id')],
  short_letters: [relationship('channels', 'channels', true, 'c.id = p.channel_id')],
}
const COLUMNS: Record<string, string[]> = {
  people: ['id', 'name', 'wage', 'boss_id'],
  messages: ['id', 'body', 'score', 'author_id', 'channel_id', 'data->n'],
  channels: ['id', 'slug', 'heading', 'data->>rank'],
  members: ['person_id', 'channel_id', 'since'],
  biographies: ['person_id', 'bio', 'facts'],
  letters: ['number', 'words', 'loud'],
  short_letters: ['number', 'writer_id'],
}
/** The columns that identify a row of each table within one workspace. */
const KEYS: Record<string, string[]> = {
  members: ['person_id', 'channel_id'],
  biographies: ['person_id'],
  letters: ['number'],
  short_letters: ['number'],
}
const keyOf = (table: string) => KEYS[table] ?? ['id']

/** A value of a row: `data->n` is a path in JSON, `heading` a function that takes the row. */
function valueOf(column: string, rows: string): string {
  if (column === 'heading') return `public.heading(${rows})`
  return `${rows}.${column.replace(/(->>?)(\w+)/, "$1'$2'")}`
}

/** Rows of one table with their embeddings and filters, in SQL. */
interface Level {
  /** The content of the select's parentheses. */
  select: string
  /** Key and SQL of its value, in order. */
  values: [string, string][]
  conditions: string[]
}

/** A request under construction: parameters besides the select, and unique aliases. */
class Request {
  readonly parameters: string[] = []
  private names = 0
  name = (kind: string) => `${kind}${this.names++}`

  /** @param path of the embedding, with a trailing dot; empty for the table itself */
  level(table: string, rows: string, path: string, depth: number): Level {
    const items: string[] = []
    const values: [string, string][] = []
    const conditions: string[] = []
    for (let i = 1 + below(3); i > 0; i--) {
      const column = pick(COLUMNS[table]!)
      const name = this.name('v')
      items.push(`${name}:${column}`)
      values.push([name, valueOf(column, rows)])
    }
    for (let i = depth < 3 ? below(3) : 0; i > 0; i--) {
      this.embed(pick(RELATIONSHIPS[table]!), rows, path, depth, { select: items, values, conditions })
    }
    if (chance(0.3)) conditions.push(this.filter(table, rows, path))
    return { select: items.join(','), values, conditions }
  }

  private filter(table: string, rows: string, path: string): string {
    const [column = ''] = keyOf(table)
    const value = below(5)
    if (chance(0.5)) {
      this.parameters.push(`${path}${column}=gte.${value}`)
      return `${rows}.${column} >= ${value}`
    }
    this.parameters.push(`${path}or=(${column}.eq.${value},and(${column}.gt.1,${column}.lt.4))`)
    return `(${rows}.${column} = ${value} or ${rows}.${column} between 2 and 3)`
  }

  private embed(
    { target, to, one, from, where }: Relationship,
    parent: string,
    path: string,
    depth: number,
    into: { select: string[]; values: [string, string][]; conditions: string[] },
  ): void {
    const name = this.name('e')
    const rows = `t_${name}`
    const isSpread = chance(0.25)
    // A spread embedding has no alias, so its name must be unique.
    const called = isSpread ? target.replace(/!.*/, '') : name
    if (isSpread && into.select.some((item) => item.includes(`...${called}`))) return
    const inside = `${path}${called}.`
    const level = this.level(to, rows, inside, depth + 1)
    const isInner = chance(0.2)
    into.select.push(`${isSpread ? '...' : `${name}:`}${target}${isInner ? '!inner' : ''}(${level.select})`)
    const all = [where(rows, parent), ...level.conditions].join(' and ')
    if (isInner) into.conditions.push(`exists (select from ${from} ${rows} where ${all})`)
    const isAsked = !isSpread && !isInner && chance(0.15)
    if (isAsked) {
      const none = chance(0.5)
      this.parameters.push(`${path}${called}=${none ? '' : 'not.'}is.null`)
      into.conditions.push(`${none ? 'not ' : ''}exists (select from ${from} ${rows} where ${all})`)
    }
    const tail = one ? '' : this.page(to, rows, inside, isInner || isAsked)
    const of = (value: string) => `select ${value} as o from ${from} ${rows} where ${all}${tail}`
    const many = (value: string) => `(select coalesce(json_agg(q.o), '[]') from (${of(value)}) q)`
    const single = (value: string) => `(${of(value)})`
    const found = one ? single : many
    if (isSpread) for (const [key, value] of level.values) into.values.push([key, found(value)])
    else into.values.push([name, found(objectOf(level.values))])
  }

  private page(table: string, rows: string, path: string, isCounted: boolean): string {
    const key = keyOf(table)
    const direction = pick(['asc', 'desc'])
    this.parameters.push(`${path}order=${key.map((name) => `${name}.${direction}`).join(',')}`)
    const order = ` order by ${key.map((name) => `${rows}.${name} ${direction}`).join(', ')}`
    // A limit of 0 would also remove the parent if a match is required.
    if (isCounted || !chance(0.3)) return order
    const [limit, offset] = [below(3), below(2)]
    this.parameters.push(`${path}limit=${limit}`, `${path}offset=${offset}`)
    return `${order} limit ${limit} offset ${offset}`
  }
}

function objectOf(values: [string, string][]): string {
  return `json_build_object(${values.map(([key, value]) => `'${key}', ${value}`).join(', ')})`
}

function made(): { address: string; sql: string; total: string } {
  const table = pick(Object.keys(RELATIONSHIPS))
  const request = new Request()
  const { select, values, conditions } = request.level(table, 't', '', 0)
  const key = ['tenant_id', ...keyOf(table)]
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
  const order = key.map((name) => `t.${name}`).join(', ')
  const limit = chance(0.2) ? below(4) : 1000
  const list = [`select=${select}`, ...request.parameters, `order=${key.join(',')}`, `limit=${limit}`]
  return {
    address: `/${table}?${list.join('&')}`,
    sql:
      `select coalesce(json_agg(q.o), '[]')::text as found from ` +
      `(select ${objectOf(values)} as o from public.${table} t${where} order by ${order} limit ${limit}) q`,
    total: `select count(*)::int as total from public.${table} t${where}`,
  }
}

before(async () => {
  for (const tenant of [ONE, TWO]) {
    await rest.owner.query(`insert into public.people (tenant_id, id, name, wage, boss_id)
      select '${tenant}', i, 'P' || i, i * 3, case when i % 3 > 0 then i / 3 + 1 end from generate_series(5, 14) i`)
    await rest.owner.query(`insert into public.channels (tenant_id, id, slug)
      select '${tenant}', i, 'c' || i from generate_series(4, 7) i`)
    await rest.owner
      .query(`insert into public.messages (tenant_id, id, body, score, author_id, reader_id, channel_id)
      select '${tenant}', i, repeat('b', i), i % 20, 1 + i % 9, nullif(i % 5, 0), nullif(i % 8, 0)
      from generate_series(5, 40) i`)
    await rest.owner.query(`insert into public.members (tenant_id, person_id, channel_id)
      select '${tenant}', p, c from generate_series(4, 9) p, generate_series(1, 7) c where (p + c) % 3 = 0`)
  }
})

test('[G19] embedded rows equal those of plain SQL under the same role', async () => {
  let rows = 0
  for (let i = 0; i < REQUESTS; i++) {
    const as = pick(READERS)
    const { address, sql, total } = made()
    const answer = await rest.ask(as, 'GET', encodeURI(address), { headers: { prefer: 'count=exact' } })
    const what = `seed ${SEED}, request ${i}: ${as.role} ${address}\n${sql}\n→ ${answer.status} ${answer.text.slice(0, 500)}`
    const expected = (await rest.database.once<{ found: string }>(as, { text: sql, values: [] })).rows[0]!
    assert.ok(answer.status === 200 || answer.status === 206, what)
    assert.deepEqual(answer.json, JSON.parse(expected.found), what)
    const counted = (await rest.database.once<{ total: number }>(as, { text: total, values: [] })).rows[0]!
    assert.equal(answer.headers.get('content-range')!.split('/')[1], String(counted.total), what)
    rows += answer.json.length
  }
  if (process.env.FUZZ_SHOW) console.log({ requests: REQUESTS, rows })
  assert(rows > REQUESTS, 'requests that find nothing show nothing')
})

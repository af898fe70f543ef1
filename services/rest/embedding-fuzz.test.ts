import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ANONYMOUS } from '#kernel/db/claims.ts'
import { actAs } from '#testing/act-as.ts'
import { seeded } from '#testing/random.ts'
import { restApp } from '#testing/rest-app.ts'

/** Number of requests. For a longer run: npm run campaign fuzz */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1000)
const SEED = Number(process.env.FUZZ_SEED ?? 20261121)
const { below, pick, chance, several } = seeded(SEED)
const rest = await restApp({ aggregates: true })

const ONE = '00000000-0000-4000-8000-0000000000aa'
const PRINCIPALS = [ANONYMOUS, actAs.visitor(ONE), actAs.endUser(ONE)]
/** Readable columns of each table, and its embeddings by name. */
const KNOWN: Record<string, { columns: string[]; embeddings: [string, string][] }> = {
  people: {
    columns: ['id', 'name', 'wage', 'boss_id'],
    embeddings: [
      ['boss_id', 'people'],
      ['people', 'people'],
      ['messages!message_author', 'messages'],
      ['biographies', 'biographies'],
      ['channels', 'channels'],
      ['members!member_person', 'members'],
      ['letters', 'letters'],
    ],
  },
  messages: {
    columns: ['id', 'body', 'score', 'data', 'data->n', 'author_id'],
    embeddings: [
      ['author_id', 'people'],
      ['people!message_reader', 'people'],
      ['channels', 'channels'],
      ['workspaces', 'workspaces'],
    ],
  },
  channels: {
    columns: ['id', 'slug', 'heading', 'data->>rank', 'facts'],
    embeddings: [
      ['messages', 'messages'],
      ['people', 'people'],
      ['loudest', 'messages'],
      ['opener', 'people'],
      ['loud_messages', 'messages'],
    ],
  },
  members: {
    columns: ['person_id', 'since'],
    embeddings: [
      ['people', 'people'],
      ['channels', 'channels'],
    ],
  },
  biographies: { columns: ['bio', 'facts', 'person_id'], embeddings: [['people', 'people']] },
  letters: {
    columns: ['number', 'words', 'loud'],
    embeddings: [
      ['people', 'people'],
      ['channels', 'channels'],
    ],
  },
  workspaces: {
    columns: ['title', 'tenant_id'],
    embeddings: [
      ['people', 'people'],
      ['channels', 'channels'],
    ],
  },
}
const STARTS: [string, string][] = [
  ...Object.keys(KNOWN).map((name): [string, string] => [name, name]),
  ['rpc/messages_of', 'messages'],
  ['rpc/channels_now', 'channels'],
  ['dossiers', 'people'],
]
/** Probability of a random choice instead of a fitting one. */
const ODD = 0.03
const ODD_TARGETS = [
  'users',
  'dossiers',
  'locked',
  'nope',
  '"m"',
  'e1',
  'pg_class',
  '*',
  'count',
  'id',
  'writers',
]
const HINTS = ['message_author', 'author_id', 'boss_id', 'members', 'nope', 'inner', 'left', '"a b"']
const ODD_COLUMNS = [
  'secret',
  'greeting',
  'nope',
  'm',
  'e1.id',
  'xmin',
  'name::regclass',
  'id.sum()',
  'count()',
]
const OPERATORS = [
  'is.null',
  'not.is.null',
  'isdistinct.1',
  'eq.1',
  'gt.0',
  'like.*a*',
  'in.(1,2)',
  'is.true',
  'cs.{}',
]

const column = (table: string) => pick(chance(ODD) ? ODD_COLUMNS : KNOWN[table]!.columns)
const operator = () => (chance(0.9) ? OPERATORS[below(2)]! : pick(OPERATORS))

/** The requested embeddings, with their position and table. */
interface Asked {
  select: string
  paths: [string, string][]
}

function level(table: string, depth: number, path: string): Asked {
  const paths: [string, string][] = []
  const items = several(3, () => {
    if (depth > 3 || chance(0.6)) return chance(0.1) ? '*' : `${chance(0.1) ? 'a:' : ''}${column(table)}`
    const [embeddingName, to] = pick(KNOWN[table]!.embeddings)
    const name = chance(ODD) ? pick(ODD_TARGETS) : embeddingName
    const isSpread = chance(0.2)
    const alias = !isSpread && chance(0.3) ? pick(['a', 'e1', 'm', 'r', '"q q"', 'people']) : ''
    const called = alias || name.replace(/!.*/, '')
    const inside = level(to, depth + 1, `${path}${called}.`)
    paths.push([`${path}${called}`, to], ...inside.paths)
    const hint = chance(ODD) ? `!${pick(HINTS)}` : ''
    const head = isSpread ? `...${name}` : `${alias && `${alias}:`}${name}`
    return `${head}${hint}${chance(0.2) ? '!inner' : ''}(${chance(0.1) ? '' : inside.select})`
  })
  return { select: items.join(','), paths }
}

function parameters(paths: [string, string][]): string[] {
  return several(2, () => {
    const [path, table] = chance(ODD) ? ['nope', 'people'] : pick(paths)
    const kind = below(6)
    if (kind === 0) return `${path}.order=${column(table)}${pick(['', '.desc', '.asc.nullslast'])}`
    if (kind === 1)
      return `${path}.${pick(['limit', 'offset'])}=${pick(['0', '1', '5', '-1', 'x', '99999999999999999999'])}`
    if (kind === 2)
      return `${path}.or=(${column(table)}.${operator()},not.and(${column(table)}.${operator()}))`
    if (kind === 3)
      return `${path}=${pick(['is.null', 'not.is.null', 'is.not_null', chance(ODD) ? 'eq.1' : 'is.null'])}`
    if (kind === 4) return `order=${path}(${column(table)})${pick(['', '.desc'])}`
    return `${path}.${column(table)}=${operator()}`
  })
}

/** Changes, inserts or deletes one character. */
function mutated(text: string): string {
  const at = below(text.length + 1)
  return (
    text.slice(0, at) +
    pick(['(', ')', '.', ',', ':', '!', '...', '"', "'", '\\', '', '&', '=', '->']) +
    text.slice(at + below(3))
  )
}

test('[G19] no embedding causes a 5xx or reveals a foreign row or a column that is not granted', async () => {
  const counted = { done: 0, refused: 0 }
  for (let i = 0; i < REQUESTS; i++) {
    const [start, table] = pick(STARTS)
    const { select, paths } = level(table, 0, '')
    const query = [`select=${select}`, ...(paths.length > 0 && chance(0.5) ? parameters(paths) : [])].join(
      '&',
    )
    const text = encodeURI(chance(0.1) ? mutated(query) : query)
    const as = pick(PRINCIPALS)
    const headers = {
      prefer: pick(['count=exact', 'return=representation']),
      accept: pick(['*/*', '*/*', 'text/csv']),
    }
    const answer = await rest.ask(
      as,
      'GET',
      `/${start}?${start === 'rpc/messages_of' ? 'person=1&' : ''}${text}`,
      { headers },
    )
    const what = `seed ${SEED}, request ${i}: ${as.role} /${start}?${query} → ${answer.status} ${answer.text.slice(0, 300)}`
    assert(answer.status < 500, what)
    assert.doesNotMatch(answer.text, /CANARY/, what)
    if (answer.status >= 400)
      assert.deepEqual(Object.keys(answer.json), ['code', 'message', 'details', 'hint'], what)
    counted[answer.status < 300 ? 'done' : 'refused']++
  }
  if (process.env.FUZZ_SHOW) console.log(counted)
  assert(counted.done > REQUESTS / 10 && counted.refused > 0, JSON.stringify(counted))
  assert.equal((await rest.ask(ANONYMOUS, 'GET', '/channels?select=messages(id)')).status, 200)
})

// npm run campaign recall: how often the assistant finds the page of the manual that answers a question, and refuses what it does not answer,
// by full text alone and with trigrams (docs/decisions/106).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openKernel } from '#kernel/kernel.ts'
import { loadConfig } from '#kernel/config.ts'
import { createLogger } from '#kernel/log.ts'
import { randomBytes } from 'node:crypto'
import { splitText } from '#blocks/prompt/retrieval/split-text.ts'
import { retrieve } from '#blocks/prompt/retrieval/retrieve.ts'
import { testDatabase } from '#testing/test-database.ts'
import { makeTenant } from '#testing/factories.ts'
import { ANSWERED, REFUSED } from './prompt-recall/questions.ts'

const DOCS = join(import.meta.dirname, '..', 'docs')
const MOST = 6
const say = (line: string) => void process.stdout.write(`${line}\n`)

const { database, owner, appUrl } = await testDatabase()
const secrets = {
  jwtSecret: randomBytes(32).toString('hex'),
  secretKeys: `test:${randomBytes(32).toString('base64')}`,
}
const kernel = openKernel(loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'error' }, secrets), appUrl, {
  log: createLogger('error'),
})
const { id: tenant } = await makeTenant(database, { plan: 'business' })
const insert = async (text: string, ...values: unknown[]) =>
  (await owner.query<{ id: string }>(`${text} returning id`, values)).rows[0]!.id

const audience = await insert(
  `insert into public.audiences (tenant_id, name, rule) values ($1, 'Everyone', '{"any": [{"kind": "everyone"}]}')`,
  tenant,
)
const assistant = await insert(
  "insert into public.prompt_assistants (tenant_id, name, audience_id) values ($1, 'Manual', $2)",
  tenant,
  audience,
)
const source = await insert(
  `insert into public.prompt_sources (tenant_id, assistant_id, kind, title, design, audience_id)
   values ($1, $2, 'file', 'Manual', '{}', $3)`,
  tenant,
  assistant,
  audience,
)

/** The manual, and the decision records as pages that are about the same things. */
const pages = [
  ...readdirSync(DOCS).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(DOCS, 'decisions')).map((name) => `decisions/${name}`),
]
let count = 0
for (const name of pages) {
  const text = readFileSync(join(DOCS, name), 'utf8')
  const title = /^# (.+)$/m.exec(text)?.[1] ?? name
  const document = await insert(
    'insert into public.prompt_documents (tenant_id, source_id, name, title, digest) values ($1, $2, $3, $4, $5)',
    tenant,
    source,
    name,
    title,
    '',
  )
  const passages = splitText(text)
  count += passages.length
  await owner.query(
    `insert into app.prompt_passages (tenant_id, source_id, document_id, position, assistant_id, language, title, body)
     select $1, $2, $3, t.place, $4, 'en', $5, t.body from unnest($6::text[]) with ordinality as t (body, place)`,
    [tenant, source, document, assistant, title, passages],
  )
}
const { rows } = await owner.query<{ id: string; name: string }>(
  'select id, name from public.prompt_documents',
)
const nameOf = new Map(rows.map(({ id, name }) => [id, name.replace(/\.md$/, '')]))
say(
  `${pages.length} pages, ${count} passages, ${ANSWERED.length} questions with an answer and ${REFUSED.length} without`,
)

const knowledge = { id: assistant, language: 'en', sources: [] }
const visitor = { role: 'anon' as const, pool: tenant, tenant }
for (const trigrams of [false, true]) {
  const missed: string[] = []
  let [found, first, answered, refused, ms] = [0, 0, 0, 0, 0]
  for (const [question, page] of ANSWERED) {
    const start = performance.now()
    const { passages, isEnough } = await retrieve(kernel, visitor, knowledge, question, {
      trigrams,
      most: MOST,
    })
    ms += performance.now() - start
    const names = passages.map(({ ref }) => nameOf.get(ref.split(':')[0]!))
    if (names.includes(page)) found++
    else missed.push(`${question} (${page}; found ${[...new Set(names)].join(', ')})`)
    if (names[0] === page) first++
    if (isEnough) answered++
  }
  for (const question of REFUSED) {
    const { isEnough } = await retrieve(kernel, visitor, knowledge, question, { trigrams })
    if (!isEnough) refused++
    else missed.push(`not refused: ${question}`)
  }
  const share = (part: number, of: number) => `${part} of ${of} (${Math.round((part / of) * 100)} %)`
  say(`\n${trigrams ? 'Full text and trigrams' : 'Full text'}`)
  say(`recall@${MOST}  ${share(found, ANSWERED.length)}`)
  say(`first      ${share(first, ANSWERED.length)}`)
  say(`answered   ${share(answered, ANSWERED.length)}`)
  say(`refused    ${share(refused, REFUSED.length)}`)
  say(`a question ${Math.round(ms / ANSWERED.length)} ms`)
  for (const line of missed) say(`  ${line}`)
}
await kernel.close()
await owner.end()
process.exit(0)

// npm run campaign session-storm [sessions] [tabs]: on an instance of its own, lets all tabs of all sessions refresh at once,
// three times, then replays an old token of each. Prints figures as JSON; fails if anybody was signed out, if a session
// forked, or if a replay went through or left its family alive.
import pg from 'pg'
import { startInstance } from '../bench/instance.ts'

const [sessionCount = 500, tabs = 20] = process.argv.slice(2).map(Number)
const ROUNDS = 3
/** Sessions whose tabs storm at the same time; all tabs of a session always do. */
const AT_ONCE = 50

/** On stderr, since the figures on stdout are JSON. */
const say = (line: string) => console.error(line)

say('Starting a server ...')
const instance = await startInstance()

async function send(method: 'POST' | 'PATCH', path: string, body: unknown, key = instance.anonKey) {
  const response = await fetch(`${instance.url}/auth/v1${path}`, {
    method,
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as { refresh_token: string } }
}

interface Person {
  first: string
  token: string
}
const people: Person[] = []
await send('PATCH', '/admin/settings', { anonymous_users: true }, instance.serviceRoleKey)
say(`Signing up ${sessionCount} guests ...`)
for (let i = 0; i < sessionCount; i++) {
  const { body } = await send('POST', '/signup', {})
  people.push({ first: body.refresh_token, token: body.refresh_token })
}

const refresh = (token: string) => send('POST', '/token?grant_type=refresh_token', { refresh_token: token })

const times: number[] = []
let refused = 0
let forks = 0
async function storm(person: Person): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: tabs }, async () => {
      const startedAt = performance.now()
      const answer = await refresh(person.token)
      times.push(performance.now() - startedAt)
      return answer
    }),
  )
  refused += answers.filter(({ status }) => status !== 200).length
  const next = new Set(answers.map(({ body }) => body.refresh_token))
  if (next.size > 1) forks += 1
  person.token = [...next].at(-1) ?? ''
}

const startedAt = performance.now()
for (let round = 0; round < ROUNDS; round++) {
  say(`${tabs} tabs of each session refresh at once: round ${round + 1} of ${ROUNDS} ...`)
  for (let i = 0; i < people.length; i += AT_ONCE) await Promise.all(people.slice(i, i + AT_ONCE).map(storm))
}
const seconds = (performance.now() - startedAt) / 1000

const owner = new pg.Client({ connectionString: instance.databaseUrl })
await owner.connect()
await owner.query("update auth.sessions set refreshed_at = refreshed_at - interval '11 seconds'")
await owner.end()
say('Replaying an old token of each session ...')
let replayed = 0
let alive = 0
for (const { first, token } of people) {
  if ((await refresh(first)).status === 200) replayed += 1
  if ((await refresh(token)).status === 200) alive += 1
}

const sorted = times.toSorted((a, b) => a - b)
const figures = {
  sessions: sessionCount,
  tabs,
  refreshes: times.length,
  perSecond: Math.round(times.length / seconds),
  p50ms: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
  p99ms: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
  forcedLogouts: refused,
  forkedLineages: forks,
  replaysAccepted: replayed,
  familiesAliveAfterReplay: alive,
}
process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
await instance.stop()
process.exit(refused || forks || replayed || alive ? 1 : 0)

// npm run campaign session-storm [sessions] [tabs]: on its own instance, refreshes all sessions in all their
// tabs at once, three times, then replays an old token of each. Prints figures as JSON. Fails if a session
// was signed out or forked, or if a replay was accepted or did not revoke its token family.
import pg from 'pg'
import { startInstance } from '../bench/instance.ts'

const [sessionCount = 500, tabs = 20] = process.argv.slice(2).map(Number)
const ROUNDS = 3
/** Sessions that refresh concurrently, each in all its tabs. */
const AT_ONCE = 50

/** Prints progress to stderr, because stdout is JSON. */
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

interface Guest {
  first: string
  token: string
}
const guests: Guest[] = []
await send('PATCH', '/admin/settings', { anonymous_users: true }, instance.serviceRoleKey)
say(`Signing up ${sessionCount} guests ...`)
for (let i = 0; i < sessionCount; i++) {
  const { body } = await send('POST', '/signup', {})
  guests.push({ first: body.refresh_token, token: body.refresh_token })
}

const refresh = (token: string) => send('POST', '/token?grant_type=refresh_token', { refresh_token: token })

const times: number[] = []
let refused = 0
let forks = 0
async function storm(guest: Guest): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: tabs }, async () => {
      const startedAt = performance.now()
      const answer = await refresh(guest.token)
      times.push(performance.now() - startedAt)
      return answer
    }),
  )
  refused += answers.filter(({ status }) => status !== 200).length
  const next = new Set(answers.map(({ body }) => body.refresh_token))
  if (next.size > 1) forks += 1
  guest.token = [...next].at(-1) ?? ''
}

const startedAt = performance.now()
for (let round = 0; round < ROUNDS; round++) {
  say(`${tabs} tabs of each session refresh at once: round ${round + 1} of ${ROUNDS} ...`)
  for (let i = 0; i < guests.length; i += AT_ONCE) await Promise.all(guests.slice(i, i + AT_ONCE).map(storm))
}
const seconds = (performance.now() - startedAt) / 1000

const owner = new pg.Client({ connectionString: instance.databaseUrl })
await owner.connect()
await owner.query("update auth.sessions set refreshed_at = refreshed_at - interval '11 seconds'")
await owner.end()
say('Replaying an old token of each session ...')
let replayed = 0
let alive = 0
for (const { first, token } of guests) {
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

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import {
  RealtimeChannel,
  RealtimeClient,
  RealtimePostgresFilterBuilder,
  RealtimePresence,
} from '@supabase/realtime-js'

// Every public method and property of the installed official client, and the test that uses it and judges its answer.

const OWN = 'official-client-own.test.ts'
const ALONE = 'a client alone: connects, says how it stands'
const CHANNEL = 'a channel: state, presence, a later join payload'
const FILTERS = 'every operator of the filter builder narrows a subscription'
const PRESENCE = 'presence/presence.test.ts'
const SEEN = 'who tracks is seen by those who are there and those who come'
const BROADCAST = 'broadcast.test.ts'
const HEARD = 'a message reaches the others, and not oneself'
const ROUTES = 'routes.test.ts'

type Covered = Record<string, [file: string, title: string]>
const all = (names: string, file: string, title: string): Covered =>
  Object.fromEntries(names.split(' ').map((name) => [name, [file, title]]))

/** `class.member` → file in services/realtime, and words of the title there. */
const covered: Record<string, Covered> = {
  RealtimeClient: {
    ...all('connect endpointURL disconnect getChannels log hasLogger connectionState', OWN, ALONE),
    ...all('isConnected isConnecting isDisconnecting channel sendHeartbeat onHeartbeat', OWN, ALONE),
    ...all('endPoint timeout transport vsn sendBuffer stateChangeCallbacks reconnectTimer', OWN, ALONE),
    ...all('heartbeatIntervalMs pendingHeartbeatRef heartbeatTimer heartbeatCallback', OWN, ALONE),
    ...all('encode decode', OWN, ALONE),
    ...all('reconnectAfterMs', OWN, 'it beats every 25 seconds, which we wait for twice'),
    ...all('push', OWN, 'push sends what the client itself has no method for'),
    ...all('removeChannel removeAllChannels', OWN, CHANNEL),
    ...all('setAuth', 'channels/access-token.test.ts', 'refreshed in time, the channel goes on'),
  },
  RealtimeChannel: {
    ...all('subscribe', 'channels/access-token.test.ts', 'a token that ends closes its channel'),
    ...all('on', BROADCAST, HEARD),
    ...all('send', BROADCAST, HEARD),
    ...all('httpSend', ROUTES, 'httpSend: JSON and bytes'),
    ...all('track untrack presenceState', PRESENCE, SEEN),
    ...all('unsubscribe', PRESENCE, SEEN),
    ...all('state joinedOnce timeout joinPush rejoinTimer', OWN, CHANNEL),
    ...all('updateJoinPayload copyBindings teardown', OWN, CHANNEL),
  },
  RealtimePresence: all('state', OWN, CHANNEL),
  RealtimePostgresFilterBuilder: all(
    'eq neq gt gte lt lte in like ilike match imatch is isDistinct not build toString',
    OWN,
    FILTERS,
  ),
}

const folder = dirname(createRequire(import.meta.url).resolve('@supabase/realtime-js'))

/** What the package's own types call private: TypeScript's word, which is gone at run time. */
function hidden(name: string): Set<string> {
  const types = readFileSync(join(folder, '..', 'module', `${name}.d.ts`), 'utf8')
  return new Set(
    [...types.matchAll(/^ {4}(?:private|protected)\s+(?:static\s+)?(?:readonly\s+)?(\w+)/gm)].map(
      ([, member]) => member!,
    ),
  )
}

const classes: Record<string, { prototype: object }> = {
  RealtimeClient,
  RealtimeChannel,
  RealtimePresence,
  RealtimePostgresFilterBuilder,
}

for (const [name, { prototype }] of Object.entries(classes))
  test(`the table names every public member of ${name}, and none that is gone`, () => {
    const but = hidden(name)
    const members = Object.getOwnPropertyNames(prototype).filter(
      (member) => member !== 'constructor' && !member.startsWith('_') && !but.has(member),
    )
    assert.ok(members.length > 0)
    assert.deepEqual(members.toSorted(), Object.keys(covered[name]!).toSorted())
  })

describe('the tests that the table names', () => {
  const files = new Map<string, string>()
  const textOf = (file: string) => {
    if (!files.has(file)) files.set(file, readFileSync(join(import.meta.dirname, file), 'utf8'))
    return files.get(file)!
  }
  for (const [name, members] of Object.entries(covered))
    for (const [member, [file, title]] of Object.entries(members))
      test(`${name}.${member} is used in ${file}`, () => {
        const text = textOf(file)
        assert.ok(text.includes(title), `there is no test "${title}"`)
        assert.match(text, new RegExp(`\\b${member}\\b`), `it does not use ${member}`)
      })
})

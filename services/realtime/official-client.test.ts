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

// Every public method and property of the installed official client, with the test that uses it and checks
// the result.

const OWN = 'official-client-own.test.ts'
const ALONE =
  'a client alone: connects, reports its state, lists its channels, logs, sends heartbeats, disconnects and reconnects'
const CHANNEL = 'a channel: state, presence, a later join payload'
const FILTERS = 'every operator of the filter builder restricts a subscription'
const PRESENCE = 'presence/presence.test.ts'
const SEEN = 'a tracked user is visible to present and later members, until they untrack or leave'
const BROADCAST = 'broadcast.test.ts'
const HEARD = 'a message reaches the others, but not its sender'
const ROUTES = 'routes.test.ts'

type Covered = Record<string, [file: string, title: string]>
const all = (names: string, file: string, title: string): Covered =>
  Object.fromEntries(names.split(' ').map((name) => [name, [file, title]]))

/** `class.member` → file in services/realtime, and part of a test title there. */
const covered: Record<string, Covered> = {
  RealtimeClient: {
    ...all('connect endpointURL disconnect getChannels log hasLogger connectionState', OWN, ALONE),
    ...all('isConnected isConnecting isDisconnecting channel sendHeartbeat onHeartbeat', OWN, ALONE),
    ...all('endPoint timeout transport vsn sendBuffer stateChangeCallbacks reconnectTimer', OWN, ALONE),
    ...all('heartbeatIntervalMs pendingHeartbeatRef heartbeatTimer heartbeatCallback', OWN, ALONE),
    ...all('encode decode', OWN, ALONE),
    ...all(
      'reconnectAfterMs',
      OWN,
      'it sends a heartbeat every 25 seconds, of which we tolerate two missing, and reconnects after 1, 2, 5 and 10',
    ),
    ...all('push', OWN, 'push sends what the client has no method for; a token is set manually'),
    ...all('removeChannel removeAllChannels', OWN, CHANNEL),
    ...all(
      'setAuth',
      'channels/access-token.test.ts',
      'with a token refreshed in time, the channel stays open',
    ),
  },
  RealtimeChannel: {
    ...all(
      'subscribe',
      'channels/access-token.test.ts',
      'an expired token closes its channel immediately with a message, and nothing more arrives',
    ),
    ...all('on', BROADCAST, HEARD),
    ...all('send', BROADCAST, HEARD),
    ...all('httpSend', ROUTES, 'httpSend sends JSON and bytes without a socket, to any topic name'),
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

/** Members that the package's types declare private; that information is not available at runtime. */
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
  test(`the table lists every public member of ${name}, and no others`, () => {
    const but = hidden(name)
    const members = Object.getOwnPropertyNames(prototype).filter(
      (member) => member !== 'constructor' && !member.startsWith('_') && !but.has(member),
    )
    assert.ok(members.length > 0)
    assert.deepEqual(members.toSorted(), Object.keys(covered[name]!).toSorted())
  })

describe('the listed tests', () => {
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

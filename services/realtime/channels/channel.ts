import type { Claims } from '#kernel/db/claims.ts'
import type { FullName, Member } from '../hub.ts'
import type { Place } from '../presence/presences.ts'
import type { Onlooker } from '../presence/room.ts'
import type { ChangeSubscription } from '../ports.ts'
import type { Parts } from '../parts.ts'
import { encode, reply } from '../wire/encode.ts'
import type { ClientFrame, Vsn } from '../wire/frame.ts'
import type { Join } from '../wire/join-payload.ts'
import { mayRead } from './rights.ts'
import type { LivingRights } from './rights.ts'

/** Where a channel's frames go. */
export interface Line {
  readonly vsn: Vsn
  send(frame: string | Uint8Array): void
}

/** Frames that wait while somebody joins, or their rights are read again. */
const MOST_HELD = 250
/** Longest time a timer of Node can wait. */
const LONGEST_TIMER = 2 ** 31 - 1

/** Somebody in a channel: one join of one socket. */
export interface Channel extends Member {
  readonly line: Line
  /** As the wire names it. */
  readonly topic: string
  readonly name: FullName
  readonly joinRef: string | null
  readonly join: Join
  /** Undefined until the first `begin`. */
  claims: Claims
  token: string | undefined
  rights: LivingRights
  readonly presenceKey: string
  place: Place | undefined
  changes: ChangeSubscription | undefined
  readonly ended: boolean
  readonly onlooker: Onlooker
  /** Messages with these ids were told already, in the replay. */
  readonly replayed: Set<string>
  /** Ends by itself when the token does. */
  expireWithToken(): void
  answer(frame: ClientFrame, status: 'ok' | 'error', response?: object): void
  system(status: 'ok' | 'error', message: string, extension?: string): void
  changed(ids: number[], data: string): void
  /** Everything that waited since the join is sent. */
  open(): void
  /** Tells why, and closes. */
  end(reason: string): void
  /** Closes, and says no more than that. */
  close(): void
  /** Gives everything back without a word: a join that failed, a socket that is gone. */
  discard(): void
}

/** A channel is a member of its name's channel from its first moment until it closes. */
export function createChannel(
  parts: Pick<Parts, 'limits' | 'log' | 'hub'>,
  line: Line,
  given: Pick<Channel, 'topic' | 'name' | 'joinRef' | 'join' | 'claims' | 'token' | 'rights' | 'presenceKey'>,
  onClose: (channel: Channel) => void,
): Channel {
  const { topic, name, joinRef } = given
  let held: Item[] | undefined = []
  let ended = false
  let expiry: NodeJS.Timeout | undefined

  const frameOf = (event: string, payload: string) =>
    encode(line.vsn, { joinRef, ref: null, topic, event, payload })

  function send({ needs, frame }: Item): void {
    const { broadcast, presence } = channel.rights.now
    const may = needs === 'nothing' || (needs === 'broadcast' ? broadcast.read : presence.read)
    const text = may ? frame() : undefined
    if (text !== undefined) line.send(text)
  }

  /** Sends what this person may see, after reading their rights again where they were read long ago. */
  function deliver(item: Item): void {
    if (ended) return
    if (!held && (item.needs === 'nothing' || channel.rights.fresh(parts.limits.rightsToReceive)))
      return send(item)
    if (!held) {
      held = []
      void renew()
    }
    held.push(item)
    if (held.length > MOST_HELD) channel.end('Too many messages while the rights to read them were looked up')
  }

  async function renew(): Promise<void> {
    try {
      if (!mayRead(await channel.rights.renew())) return channel.end(noLonger(name.topic))
      flush()
    } catch (error) {
      // The channel stays: the next frame asks again.
      held = undefined
      if (ended) return
      parts.log.warn({ err: error }, 'rights in a channel could not be read')
      channel.system('error', 'Messages were missed: the rights to read them could not be looked up')
    }
  }

  function flush(): void {
    const items = held ?? []
    held = undefined
    if (!ended) items.forEach(send)
  }

  const channel: Channel = {
    ...given,
    line,
    place: undefined,
    changes: undefined,
    replayed: new Set(),
    get ended() {
      return ended
    },
    onlooker: {
      onState: (state) => deliver({ needs: 'presence', frame: () => frameOf('presence_state', state) }),
      onDiff: (diff) => deliver({ needs: 'presence', frame: () => frameOf('presence_diff', diff) }),
    },
    receive({ message, frame }) {
      if (typeof message.meta?.id === 'string' && channel.replayed.has(message.meta.id)) return
      deliver({ needs: 'broadcast', frame: () => frame(line.vsn) })
    },
    changed: (ids, data) =>
      deliver({
        needs: 'nothing',
        frame: () => frameOf('postgres_changes', `{"ids":${JSON.stringify(ids)},"data":${data}}`),
      }),
    expireWithToken() {
      clearTimeout(expiry)
      const { exp } = channel.claims
      if (exp === undefined) return
      const left = exp * 1000 - Date.now()
      expiry = setTimeout(
        () => (left > LONGEST_TIMER ? channel.expireWithToken() : channel.end('Token has expired')),
        Math.max(0, Math.min(left, LONGEST_TIMER)),
      )
    },
    answer(frame, status, response) {
      if (frame.ref !== null) line.send(encode(line.vsn, reply(frame, status, response)))
    },
    system: (status, message, extension = 'system') =>
      line.send(frameOf('system', JSON.stringify({ extension, status, message, channel: name.topic }))),
    open: flush,
    end(reason) {
      if (ended) return
      channel.system('error', reason)
      channel.close()
    },
    close() {
      if (ended) return
      line.send(encode(line.vsn, { joinRef, ref: joinRef, topic, event: 'phx_close', payload: '{}' }))
      channel.discard()
    },
    discard() {
      if (ended) return
      ended = true
      held = []
      clearTimeout(expiry)
      leave()
      channel.place?.leave()
      channel.changes
        ?.close()
        .catch((error: Error) => parts.log.warn({ err: error }, 'changes were not unsubscribed'))
      onClose(channel)
    },
  }

  // From now on nothing is lost: what comes before `open` waits.
  const leave = parts.hub.join(name, channel)
  return channel
}

/** A frame on its way to one person, and the right that it needs. */
interface Item {
  needs: 'broadcast' | 'presence' | 'nothing'
  frame: () => string | Uint8Array | undefined
}

/** Why a channel ends whose member lost the right to it. */
export const noLonger = (topic: string) =>
  `You no longer have permission to read from this Channel topic: ${topic}`

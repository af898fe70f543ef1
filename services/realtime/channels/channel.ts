import type { Claims } from '#kernel/db/claims.ts'
import type { FullName, Member } from '../hub.ts'
import type { PresenceHandle } from '../presence/presences.ts'
import type { PresenceObserver } from '../presence/room.ts'
import type { ChangeSubscription } from '../ports.ts'
import type { RealtimeComponents } from '../components.ts'
import { encode, reply } from '../wire/encode.ts'
import type { ClientFrame, Vsn } from '../wire/frame.ts'
import type { Join } from '../wire/join-payload.ts'
import { mayRead } from './rights.ts'
import type { CachedRights } from './rights.ts'

/** The connection that carries a channel's frames. */
export interface FrameSender {
  readonly vsn: Vsn
  send(frame: string | Uint8Array): void
}

/** Frames queued during a join, or while permissions are read again. */
const MAX_QUEUED = 250
/** Milliseconds: the longest delay of a Node timer. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** One member of a channel: one join of one socket. */
export interface Channel extends Member {
  readonly line: FrameSender
  /** The topic in the protocol, with its prefix. */
  readonly topic: string
  readonly name: FullName
  readonly joinRef: string | null
  readonly join: Join
  /** Undefined until `startChannel` (join.ts) runs. */
  claims: Claims
  token: string | undefined
  rights: CachedRights
  readonly presenceKey: string
  place: PresenceHandle | undefined
  changes: ChangeSubscription | undefined
  readonly ended: boolean
  readonly onlooker: PresenceObserver
  /** Ids of the messages that the replay already sent. */
  readonly replayed: Set<string>
  /** Ends the channel automatically when the token expires. */
  expireWithToken(): void
  reply(frame: ClientFrame, status: 'ok' | 'error', response?: object): void
  system(status: 'ok' | 'error', message: string, extension?: string): void
  sendChange(ids: number[], data: string): void
  /** Sends everything queued since the join. */
  open(): void
  /** Sends the reason, then closes. */
  end(reason: string): void
  /** Closes without a reason. */
  close(): void
  /** Releases everything without sending anything: after a failed join, or when the socket is closed. */
  discard(): void
}

/** Creates a channel. It receives its channel's messages from the beginning until it closes. */
export function createChannel(
  parts: Pick<RealtimeComponents, 'limits' | 'log' | 'hub'>,
  line: FrameSender,
  given: Pick<Channel, 'topic' | 'name' | 'joinRef' | 'join' | 'claims' | 'token' | 'rights' | 'presenceKey'>,
  onClose: (channel: Channel) => void,
): Channel {
  const { topic, name, joinRef } = given
  let queued: Item[] | undefined = []
  let ended = false
  let expiry: NodeJS.Timeout | undefined

  const frameOf = (event: string, payload: string) =>
    encode(line.vsn, { joinRef, ref: null, topic, event, payload })

  function send({ needs, frame }: Item): void {
    const { broadcast, presence } = channel.rights.current
    const may = needs === 'nothing' || (needs === 'broadcast' ? broadcast.read : presence.read)
    const text = may ? frame() : undefined
    if (text !== undefined) line.send(text)
  }

  /** Sends an item if the member may see it, reading expired permissions again first. */
  function deliver(item: Item): void {
    if (ended) return
    if (!queued && (item.needs === 'nothing' || channel.rights.isFresh(parts.limits.receiveRightsMs)))
      return send(item)
    if (!queued) {
      queued = []
      void renew()
    }
    queued.push(item)
    if (queued.length > MAX_QUEUED)
      channel.end('Too many messages while checking the permission to read them')
  }

  async function renew(): Promise<void> {
    try {
      if (!mayRead(await channel.rights.renew())) return channel.end(readPermissionLost(name.topic))
      flush()
    } catch (error) {
      // The channel stays open: the next frame triggers another attempt.
      queued = undefined
      if (ended) return
      parts.log.warn({ err: error }, 'could not read permissions in a channel')
      channel.system('error', 'Messages were missed: the permission to read them could not be checked')
    }
  }

  function flush(): void {
    const items = queued ?? []
    queued = undefined
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
    sendChange: (ids, data) =>
      deliver({
        needs: 'nothing',
        frame: () => frameOf('postgres_changes', `{"ids":${JSON.stringify(ids)},"data":${data}}`),
      }),
    expireWithToken() {
      clearTimeout(expiry)
      const { exp } = channel.claims
      if (exp === undefined) return
      const remainingMs = exp * 1000 - Date.now()
      expiry = setTimeout(
        () => (remainingMs > MAX_TIMER_MS ? channel.expireWithToken() : channel.end('Token has expired')),
        Math.max(0, Math.min(remainingMs, MAX_TIMER_MS)),
      )
    },
    reply(frame, status, response) {
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
      queued = []
      clearTimeout(expiry)
      leave()
      channel.place?.leave()
      channel.changes
        ?.close()
        .catch((error: Error) => parts.log.warn({ err: error }, 'could not unsubscribe from changes'))
      onClose(channel)
    },
  }

  // From now on, nothing is lost: frames are queued until `open`.
  const leave = parts.hub.join(name, channel)
  return channel
}

/** A frame for one member, and the permission that it requires. */
interface Item {
  needs: 'broadcast' | 'presence' | 'nothing'
  frame: () => string | Uint8Array | undefined
}

/** The reason for ending a channel whose member lost permission to read it. */
export const readPermissionLost = (topic: string) =>
  `You no longer have permission to read from this Channel topic: ${topic}`

import type { ChannelName, Hub, Message } from './ports.ts'
import { encodeBroadcast } from './wire/encode.ts'
import type { Vsn } from './wire/frame.ts'

/** A channel's name with its kind: a private and a public channel of one topic are two channels. */
export interface FullName extends ChannelName {
  private: boolean
}

/** A channel's name as a map key. The topic comes last, because it may contain any character. */
export const keyOf = ({ pool, private: isPrivate, topic }: FullName) =>
  `${pool} ${isPrivate ? 'private' : 'public'} ${topic}`

/** Prefix of a topic in the protocol. */
export const WIRE_PREFIX = 'realtime:'

/** A message for many members. Each form of the frame is encoded only once. */
export interface Delivery {
  message: Message
  frame: (vsn: Vsn) => string | Uint8Array | undefined
}

export interface Member {
  receive(delivery: Delivery): void
}

export interface LocalHub extends Hub {
  /** @returns a function that leaves the channel */
  join(name: FullName, member: Member): () => void
  /** Delivers a message to all members except the sender. */
  deliverFrom(sender: Member | undefined, message: Message): void
  has(name: FullName): boolean
  size(name: FullName): number
  members(name: FullName): Iterable<Member>
}

/**
 * Tracks which members of this process are in which channel.
 * @param count receives the number of delivered frames
 */
export function createHub(count: (frames: number) => void = () => undefined): LocalHub {
  const channels = new Map<string, Set<Member>>()

  function deliverFrom(sender: Member | undefined, message: Message): void {
    const members = channels.get(keyOf(message))
    if (!members) return
    const delivery = createDelivery(message)
    let frames = 0
    for (const member of members)
      if (member !== sender) {
        member.receive(delivery)
        frames++
      }
    count(frames)
  }

  return {
    deliverFrom,
    deliver: (message) => deliverFrom(undefined, message),
    size: (name) => channels.get(keyOf(name))?.size ?? 0,
    has: (name) => channels.has(keyOf(name)),
    members: (name) => channels.get(keyOf(name)) ?? [],
    join(name, member) {
      const key = keyOf(name)
      const members = channels.get(key) ?? new Set()
      channels.set(key, members.add(member))
      return () => {
        members.delete(member)
        if (members.size === 0 && channels.get(key) === members) channels.delete(key)
      }
    },
  }
}

/** Creates a delivery that encodes a frame when the first member needs that protocol version. */
export function createDelivery(message: Message): Delivery {
  const frames = new Map<Vsn, string | Uint8Array | undefined>()
  return {
    message,
    frame(vsn) {
      if (!frames.has(vsn)) frames.set(vsn, encodeBroadcast(vsn, WIRE_PREFIX + message.topic, message))
      return frames.get(vsn)
    },
  }
}

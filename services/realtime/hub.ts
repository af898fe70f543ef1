import type { ChannelName, Hub, Message } from './ports.ts'
import { encodeBroadcast } from './wire/encode.ts'
import type { Vsn } from './wire/frame.ts'

/** A channel's name with its kind: private and public channels of one topic are two. */
export interface FullName extends ChannelName {
  private: boolean
}

/** Name of a channel as a key of maps; the topic last, since it may hold anything. */
export const keyOf = ({ pool, private: isPrivate, topic }: FullName) =>
  `${pool} ${isPrivate ? 'private' : 'public'} ${topic}`

/** The wire's name of a topic. */
export const WIRE_PREFIX = 'realtime:'

/** A message on its way to many: each form of the frame is written once. */
export interface Delivery {
  message: Message
  frame: (vsn: Vsn) => string | Uint8Array | undefined
}

export interface Member {
  receive(delivery: Delivery): void
}

export interface LocalHub extends Hub {
  /** @returns leaves again */
  join(name: FullName, member: Member): () => void
  /** Hands a message to all members but one. */
  deliverFrom(sender: Member | undefined, message: Message): void
  has(name: FullName): boolean
  size(name: FullName): number
  members(name: FullName): Iterable<Member>
}

/** Who of this process is in which channel. @param count called with how many frames were handed out */
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

/** A message whose frames are written when the first member asks for that version. */
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

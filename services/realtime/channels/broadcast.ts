import { writeForbidden, notStored, realtimeErrors } from '../errors.ts'
import type { FullName } from '../hub.ts'
import type { RealtimeComponents } from '../components.ts'
import type { Message } from '../ports.ts'
import type { ClientFrame, UserBroadcast } from '../wire/frame.ts'
import type { Channel } from './channel.ts'

/**
 * Sends a member's message to the other members, in this process and in all others.
 * @throws {AppError} if it is not sent
 */
export async function broadcast(
  parts: RealtimeComponents,
  channel: Channel,
  frame: ClientFrame,
): Promise<void> {
  const sent = frame.broadcast
  if (!sent)
    throw realtimeErrors.invalid_message({
      text: frame.fault ?? 'A broadcast has an event of at most 255 bytes',
    })
  if (sizeOf(sent.payload) > parts.limits.payloadBytes) throw realtimeErrors.too_large()
  if (!parts.poolMessages.take(channel.name.pool)) throw realtimeErrors.too_many_messages()
  if (!takeBytes(parts, channel.name, sizeOf(sent.payload))) throw realtimeErrors.too_many_messages()
  await mayWrite(parts, channel, 'broadcast')
  const message: Message = { ...channel.name, event: sent.event, payload: sent.payload }
  if (sent.persist) message.meta = { id: await storeMessage(parts, channel, message, sent) }
  parts.hub.deliverFrom(channel.join.self ? undefined : channel, message)
  parts.fanOut.send({ kind: 'message', message })
}

/** Requires permission to send, reading expired permissions again. @throws {AppError} unauthorized */
export async function mayWrite(
  parts: RealtimeComponents,
  channel: Channel,
  what: 'broadcast' | 'presence',
): Promise<void> {
  const { rights } = channel
  if (!rights.isFresh(parts.limits.sendRightsMs)) await rights.renew()
  if (!rights.current[what].write) throw writeForbidden(channel.name.topic)
}

async function storeMessage(
  parts: RealtimeComponents,
  channel: Channel,
  message: Message,
  sent: UserBroadcast,
): Promise<string> {
  if (!message.private) throw notStored()
  const ttl = typeof sent.persist === 'number' ? sent.persist : undefined
  const { id } = await parts.messages.store({ ...message, ttl }, channel.claims)
  return id
}

/** Bytes of a payload. */
export const sizeOf = (payload: Message['payload']) => Buffer.byteLength(payload)

/**
 * Whether the byte rate allows this message to every member here: a few large messages to many members are a
 * flood.
 */
export const takeBytes = ({ poolBytes, hub }: RealtimeComponents, name: FullName, bytes: number): boolean =>
  poolBytes.take(name.pool, bytes * Math.max(1, hub.size(name)))

import { realtimeErrors } from '../errors.ts'
import type { RealtimeComponents } from '../components.ts'
import { isRecord } from '../wire/frame.ts'
import type { ClientFrame } from '../wire/frame.ts'
import { mayWrite, takeBytes } from './broadcast.ts'
import type { Channel } from './channel.ts'

/**
 * Makes a member visible or invisible to the others.
 * @throws {AppError}
 */
export async function presence(
  parts: RealtimeComponents,
  channel: Channel,
  frame: ClientFrame,
): Promise<void> {
  const { event, payload = {} } = frame.payload
  const requestedEvent = typeof event === 'string' ? event.toLowerCase() : ''
  if (requestedEvent === 'untrack') return channel.place?.untrack()
  if (requestedEvent !== 'track')
    throw realtimeErrors.invalid_message({ text: 'presence event must be track or untrack' })
  if (!isRecord(payload)) throw realtimeErrors.invalid_presence()
  const bytes = Buffer.byteLength(JSON.stringify(payload))
  if (bytes > parts.limits.presencePayloadBytes) throw realtimeErrors.too_large()
  if (!parts.poolMessages.take(channel.name.pool)) throw realtimeErrors.too_many_messages()
  if (!takeBytes(parts, channel.name, bytes)) throw realtimeErrors.too_many_messages()
  await mayWrite(parts, channel, 'presence')
  const place = (channel.place ??= await parts.presences.enter(channel.name))
  if (channel.ended) place.leave()
  else place.track(channel.presenceKey, payload)
}

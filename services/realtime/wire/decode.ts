import { parseJson } from '#kernel/http/body.ts'
import { BadFrame, NAME_LIMIT, isName, isRecord, persistOf } from './frame.ts'
import type { ClientFrame, UserBroadcast, Vsn } from './frame.ts'

const USER_BROADCAST_PUSH = 3
const HEADER = 7
const BINARY = 0
const JSON_TEXT = 1

/**
 * Decodes a frame from a client.
 * @throws {BadFrame} if the frame is invalid; throws nothing else
 */
export function decode(vsn: Vsn, data: Uint8Array, isBinary: boolean): ClientFrame {
  if (isBinary && vsn === '1.0.0') throw new BadFrame('Protocol 1.0.0 has no binary frames')
  return isBinary ? decodeBinary(data) : decodeText(vsn, data)
}

function decodeText(vsn: Vsn, data: Uint8Array): ClientFrame {
  const message = json(data)
  if (vsn === '2.0.0') {
    if (!Array.isArray(message) || message.length !== 5)
      throw new BadFrame('A frame must be [join_ref, ref, topic, event, payload]')
    const [joinRef, ref, topic, event, payload] = message as unknown[]
    return frameOf(joinRef, ref, topic, event, payload)
  }
  if (!isRecord(message)) throw new BadFrame('A frame must be {topic, event, payload, ref, join_ref}')
  return frameOf(message.join_ref, message.ref, message.topic, message.event, message.payload)
}

function frameOf(joinRef: unknown, ref: unknown, topic: unknown, event: unknown, body: unknown): ClientFrame {
  if (!isName(topic) || !isName(event))
    throw new BadFrame('topic and event must be strings of at most 255 bytes')
  const payload = body ?? {}
  if (!isRecord(payload)) throw new BadFrame('The payload must be an object')
  const frame: ClientFrame = { joinRef: refOf(joinRef), ref: refOf(ref), topic, event, payload }
  if (event !== 'broadcast' || !isName(payload.event)) return frame
  const sent = payload.payload === undefined ? {} : payload.payload
  return {
    ...frame,
    broadcast: {
      event: payload.event,
      payload: JSON.stringify(sent),
      persist: persistOf(payload.persist),
    },
  }
}

function refOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (!isName(value)) throw new BadFrame('A reference must be a string of at most 255 bytes')
  return value
}

/** Kind 3: the lengths of five strings and the encoding, one byte each, then the strings and the payload. */
function decodeBinary(data: Uint8Array): ClientFrame {
  if (data.length < HEADER || data[0] !== USER_BROADCAST_PUSH)
    throw new BadFrame('The only binary frame of a client is a broadcast (kind 3)')
  const lengths = data.subarray(1, 6)
  const encoding = data[6]!
  let at = HEADER
  const texts = Array.from(lengths, (length) => text(data.subarray(at, (at += length)), length))
  const [joinRef, ref, topic, event, metadata] = texts as [string, string, string, string, string]
  const frame = { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: {} }
  const persist = metadata ? persistIn(metadata) : undefined
  try {
    return { ...frame, broadcast: { event, payload: userPayload(encoding, data.subarray(at)), persist } }
  } catch (error) {
    return { ...frame, fault: (error as BadFrame).message }
  }
}

function userPayload(encoding: number, bytes: Uint8Array): UserBroadcast['payload'] {
  // Copy the bytes, so that the message does not keep the whole frame in memory.
  if (encoding === BINARY) return Uint8Array.from(bytes)
  if (encoding !== JSON_TEXT) throw new BadFrame('The encoding must be 0 (binary) or 1 (JSON)')
  json(bytes) // reject invalid JSON, because recipients parse it
  return Buffer.from(bytes).toString()
}

function persistIn(metadata: string): boolean | number | undefined {
  const read = json(Buffer.from(metadata))
  return isRecord(read) ? persistOf(read.persist) : undefined
}

function text(bytes: Uint8Array, length: number): string {
  if (bytes.length !== length || length > NAME_LIMIT) throw new BadFrame('The frame is too short')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BadFrame('Strings must be UTF-8')
  }
}

function json(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes)
  } catch {
    throw new BadFrame('The frame is not valid JSON')
  }
}

import type { WebSocket } from 'ws'
import type { ApiKey } from '#kernel/http/context.ts'
import { refreshToken } from '../channels/access-token.ts'
import { broadcast } from '../channels/broadcast.ts'
import type { Channel, FrameSender } from '../channels/channel.ts'
import { joinChannel } from '../channels/join.ts'
import type { SocketOwner } from '../channels/join.ts'
import { presence } from '../channels/presence.ts'
import { asRealtimeError, realtimeErrors, reasonOf } from '../errors.ts'
import { WIRE_PREFIX } from '../hub.ts'
import { createBucket } from '../limits.ts'
import type { RealtimeComponents } from '../components.ts'
import { decode } from '../wire/decode.ts'
import { encode, reply } from '../wire/encode.ts'
import { BadFrame } from '../wire/frame.ts'
import type { ClientFrame, Vsn } from '../wire/frame.ts'

/** Close codes from RFC 6455, section 7.4.1, and from IANA's registry. */
export const CLOSE = { notUnderstood: 1007, policy: 1008, restart: 1012, silent: 4000 } as const

/** Frames of one socket in progress. Above this, reading from the network pauses. */
const MAX_IN_PROGRESS = 64
/** Multiple of the allowed frame rate that cannot be a mistake. */
const FLOOD_FACTOR = 5

export interface Socket {
  readonly apiKey: ApiKey
  /** Origin of the connected page; undefined if the client is not a browser. */
  readonly origin: string | undefined
  readonly channels: ReadonlyMap<string, Channel>
  /** Milliseconds since the last frame. */
  silenceMs(): number
  close(code: number, reason: string): void
}

export interface Admission extends SocketOwner {
  vsn: Vsn
  origin: string | undefined
}

/** The pool that a socket is counted in. */
export const poolOf = ({ apiKey }: Pick<Admission, 'apiKey'>): string =>
  apiKey.kind === 'public' ? apiKey.tenant.id : 'platform'

/** Serves one connected client until it disconnects. */
export function serveSocket(
  parts: RealtimeComponents,
  ws: WebSocket,
  admission: Admission,
  events: { onFrame(): void; onGone(socket: Socket): void },
): Socket {
  const { limits, log } = parts
  const { vsn } = admission
  const pool = poolOf(admission)
  const channels = new Map<string, Channel>()
  /** Work in progress, by topic: frames of one channel are processed one after the other. */
  const tails = new Map<string, Promise<void>>()
  let inProgress = 0
  let joining = 0
  let lastFrameAt = performance.now()
  const frames = createBucket(limits.framesPerSecond, 10)
  const flood = createBucket(limits.framesPerSecond * FLOOD_FACTOR, 10)
  const joins = createBucket(limits.joinsPerSecond, 10)

  const line: FrameSender = {
    vsn,
    send(frame) {
      if (ws.readyState !== ws.OPEN) return
      const behind = ws.bufferedAmount
      if (
        behind > limits.unsentBytes ||
        (behind > limits.slowReaderBytes && parts.backlog.of(pool) > limits.unsentBytesOfPool)
      ) {
        log.info({ unsent: ws.bufferedAmount }, 'closed a socket that reads too slowly')
        return ws.terminate()
      }
      const sent = parts.backlog.add(pool, frame.length)
      ws.send(frame, { binary: typeof frame !== 'string' }, sent)
    },
  }

  const answer = (frame: ClientFrame, status: 'ok' | 'error', response?: object) =>
    frame.ref === null ? undefined : line.send(encode(vsn, reply(frame, status, response)))

  function onMessage(data: Buffer, isBinary: boolean): void {
    if (ws.readyState !== ws.OPEN) return
    lastFrameAt = performance.now()
    events.onFrame()
    if (!flood.take()) return socket.close(CLOSE.policy, 'Too many messages per second')
    let frame: ClientFrame
    try {
      frame = decode(vsn, data, isBinary)
    } catch (error) {
      const reason = error instanceof BadFrame ? error.message : 'The frame could not be decoded'
      return socket.close(CLOSE.notUnderstood, reason)
    }
    if (frame.topic === 'phoenix') return frame.event === 'heartbeat' ? answer(frame, 'ok') : undefined
    if (!frames.take())
      return answer(frame, 'error', { reason: reasonOf(realtimeErrors.too_many_messages()) })
    inTurn(frame)
  }

  function inTurn(frame: ClientFrame): void {
    if (++inProgress >= MAX_IN_PROGRESS) ws.pause()
    const turn = (tails.get(frame.topic) ?? Promise.resolve())
      .then(() => processFrame(frame))
      .finally(() => {
        if (tails.get(frame.topic) === turn) tails.delete(frame.topic)
        if (--inProgress === 0 && ws.isPaused) ws.resume()
      })
    tails.set(frame.topic, turn)
  }

  /** Never rejects. */
  async function processFrame(frame: ClientFrame): Promise<void> {
    if (ws.readyState !== ws.OPEN) return
    try {
      await handle(frame)
    } catch (error) {
      const refusal = asRealtimeError(error)
      if (refusal.status >= 500) log.error({ err: refusal.cause ?? refusal }, 'could not process a frame')
      answer(frame, 'error', { reason: reasonOf(refusal) })
    }
  }

  async function handle(frame: ClientFrame): Promise<void> {
    const channel = channels.get(frame.topic)
    if (frame.event === 'phx_join') return join(frame, channel)
    // A frame of an earlier join of the same topic gets a reply but has no effect.
    const current = channel && (frame.joinRef === null || frame.joinRef === channel.joinRef)
    if (frame.event === 'phx_leave') {
      answer(frame, 'ok')
      return current ? channel.close() : undefined
    }
    if (!current) return answer(frame, 'error', { reason: 'unmatched topic' })
    if (frame.event === 'broadcast') {
      await broadcast(parts, channel, frame)
      if (channel.join.ack) answer(frame, 'ok')
    } else if (frame.event === 'presence') {
      await presence(parts, channel, frame)
      answer(frame, 'ok')
    } else if (frame.event === 'access_token') await refreshToken(parts, admission, channel, frame)
    else answer(frame, 'error', { reason: 'unknown event' })
  }

  async function join(frame: ClientFrame, former: Channel | undefined): Promise<void> {
    if (!frame.topic.startsWith(WIRE_PREFIX)) return answer(frame, 'error', { reason: 'unmatched topic' })
    if (!joins.take()) throw realtimeErrors.too_many_joins()
    former?.close()
    if (channels.size + joining >= limits.channelsPerSocket) throw realtimeErrors.too_many_channels()
    joining++
    const pendingJoin = joinChannel(parts, admission, line, frame, (closed) => {
      if (channels.get(closed.topic) === closed) channels.delete(closed.topic)
    })
    const channel = await pendingJoin.finally(() => joining--)
    if (!channel) return
    if (ws.readyState !== ws.OPEN) return channel.discard()
    channels.set(frame.topic, channel)
  }

  const socket: Socket = {
    apiKey: admission.apiKey,
    origin: admission.origin,
    channels,
    silenceMs: () => performance.now() - lastFrameAt,
    close(code, reason) {
      // The protocol limits a reason to 123 bytes.
      if (ws.readyState === ws.OPEN) ws.close(code, Buffer.from(reason).subarray(0, 120).toString())
    },
  }
  ws.on('message', onMessage)
  // Protocol violations of a hostile client (bad UTF-8, frames too long) end only its own socket.
  ws.on('error', (error) => log.debug({ error: error.message }, 'a socket failed'))
  ws.on('close', () => {
    for (const channel of channels.values()) channel.discard()
    events.onGone(socket)
  })
  return socket
}

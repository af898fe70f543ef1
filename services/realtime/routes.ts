import { Hono } from 'hono'
import { isEncoded, isUtf8, parseJson } from '#kernel/http/body.ts'
import { commonErrors } from '#kernel/errors.ts'
import type { AppContext, AppEnv } from '#kernel/http/context.ts'
import * as z from 'zod/mini'
import { POOL_HEADER } from '#kernel/tenancy.ts'
import { sizeOf, takeBytes } from './channels/broadcast.ts'
import { poolFor } from './channels/pool.ts'
import { faultOf, writeForbidden, notStored, realtimeErrors } from './errors.ts'
import type { RealtimeComponents } from './components.ts'
import type { Message } from './ports.ts'
import { isName, persistOf } from './wire/frame.ts'

const name = z.string().check(z.minLength(1), z.refine(isName, 'at most 255 bytes'))
const batch = z.object({
  messages: z.array(
    z.object({
      topic: name,
      event: name,
      payload: z.record(z.string(), z.unknown()),
      private: z.optional(z.nullable(z.boolean())),
    }),
  ),
})

/**
 * Sends messages without a socket. A request sends all of its messages or none: one forbidden message rejects
 * the whole request. Mounted at /realtime/v1.
 */
export function realtimeRoutes(parts: RealtimeComponents): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.post('/api/broadcast', async (c) => {
    const read = batch.safeParse(parseJson(await bodyOf(c, ['application/json', ''])))
    if (!read.success) throw realtimeErrors.invalid_message({ text: faultOf(read.error) })
    const { messages } = read.data
    if (messages.length > parts.limits.batch)
      throw realtimeErrors.too_many_messages({ text: `At most ${parts.limits.batch} messages per request` })
    const pool = await poolOf(parts, c)
    await send(
      parts,
      c,
      messages.map(({ topic, event, payload, private: isPrivate }) => ({
        pool,
        topic,
        private: isPrivate ?? false,
        event,
        payload: JSON.stringify(payload),
      })),
    )
    return c.body(null, 202)
  })

  routes.post('/api/broadcast/:topic/events/:event', async (c) => {
    const { topic, event } = c.req.param()
    if (!isName(topic) || !isName(event))
      throw realtimeErrors.invalid_message({ text: 'topic and event have at most 255 bytes' })
    const bytes = await bodyOf(c, ['application/json', 'application/octet-stream', ''])
    const isBinary = mediaType(c) === 'application/octet-stream'
    if (!isBinary) parseJson(bytes)
    const pool = await poolOf(parts, c)
    const message: Message = {
      pool,
      topic,
      private: c.req.query('private') === 'true',
      event,
      payload: isBinary ? bytes : Buffer.from(bytes).toString(),
    }
    await send(parts, c, [message], requestedPersist(c))
    return c.body(null, 202)
  })

  routes.all('/websocket', () => {
    throw realtimeErrors.no_websocket({ headers: { upgrade: 'websocket' } })
  })
  routes.all('*', () => {
    throw commonErrors.not_found()
  })
  return routes
}

/**
 * The pool of the request. The official client sends it as a URL parameter, as for the socket, and not as a
 * header.
 */
const poolOf = (parts: RealtimeComponents, c: AppContext): Promise<string> =>
  poolFor(parts.kernel.database, c.get('claims'), c.req.query(POOL_HEADER) ?? c.req.header(POOL_HEADER))

async function send(
  parts: RealtimeComponents,
  c: AppContext,
  messages: Message[],
  persist?: boolean | number,
): Promise<void> {
  const claims = c.get('claims')
  if (messages.some(({ payload }) => sizeOf(payload) > parts.limits.payloadBytes))
    throw realtimeErrors.too_large()
  if (messages[0] && !parts.poolMessages.take(messages[0].pool, messages.length))
    throw realtimeErrors.too_many_messages({ headers: { 'retry-after': '1' } })
  if (!messages.every((message) => takeBytes(parts, message, sizeOf(message.payload))))
    throw realtimeErrors.too_many_messages({ headers: { 'retry-after': '1' } })
  if (parts.kernel.config.realtime.privateOnly && messages.some((message) => !message.private))
    throw realtimeErrors.private_only()
  const topics = new Set(messages.filter((message) => message.private).map(({ topic }) => topic))
  for (const topic of topics) {
    const { broadcast } = await parts.messages.rights({ pool: messages[0]!.pool, topic }, claims)
    if (!broadcast.write) throw writeForbidden(topic)
  }
  for (const message of messages) {
    if (persist) {
      if (!message.private) throw notStored()
      const ttl = typeof persist === 'number' ? persist : undefined
      message.meta = { id: (await parts.messages.store({ ...message, ttl }, claims)).id }
    }
    parts.hub.deliver(message)
    parts.fanOut.send({ kind: 'message', message })
  }
}

const mediaType = (c: AppContext) =>
  (c.req.header('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase()

async function bodyOf(c: AppContext, types: string[]): Promise<Uint8Array> {
  const { headers } = c.req.raw
  const otherText = mediaType(c) === 'application/json' && !isUtf8(headers, 'application/json')
  if (!types.includes(mediaType(c)) || otherText || isEncoded(headers))
    throw commonErrors.unsupported_media_type({
      text: 'Unsupported Media Type. Use application/json or application/octet-stream',
    })
  return new Uint8Array(await c.req.arrayBuffer())
}

/** `persist=true`, or `persist[ttl]=seconds`. */
function requestedPersist(c: AppContext): boolean | number | undefined {
  const ttl = Number(c.req.query('persist[ttl]'))
  return ttl > 0 ? persistOf({ ttl }) : c.req.query('persist') === 'true'
}

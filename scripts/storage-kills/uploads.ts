import { createHash, randomBytes, randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import { Upload } from 'tus-js-client'
import type { Instance } from '../../bench/instance.ts'

export const BUCKET = 'kills'
const MB = 1024 * 1024

/** Hashes of the contents that each name may have: the last confirmed one, and those tried since. */
export type Expected = Map<string, { confirmed: string | undefined; tried: Set<string> }>

export interface Tally {
  confirmed: Record<Way, number>
  failed: Record<Way, number>
  /** Resumable uploads that continued from an offset above 0. */
  resumed: number
  /** Error messages, with their counts. */
  reasons: Record<string, number>
}

const WAYS = ['raw', 'multipart', 'tus'] as const
type Way = (typeof WAYS)[number]
type Keys = Pick<Instance, 'url' | 'serviceRoleKey'>

/** SHA-256, in hexadecimal digits. */
export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** An empty tally. */
export const newTally = (): Tally => ({
  confirmed: { raw: 0, multipart: 0, tus: 0 },
  failed: { raw: 0, multipart: 0, tus: 0 },
  resumed: 0,
  reasons: {},
})

/**
 * Uploads one file after the other, in each of the three ways, until it is stopped. Every third upload
 * replaces an existing file. An upload that a kill interrupts counts as tried: its complete content may or
 * may not be stored.
 */
export async function keepUploading(
  keys: Keys,
  worker: number,
  { expected, tally, stop }: { expected: Expected; tally: Tally; stop: AbortSignal },
): Promise<void> {
  for (let i = 0; !stop.aborted; i++) {
    const way = WAYS[(worker + i) % WAYS.length]!
    const name = i % 3 === 2 ? `worker-${worker}/${i - 1}` : `worker-${worker}/${i}`
    const bytes = randomBytes(sizeOf(way))
    const hash = hashOf(bytes)
    const entry = expected.get(name) ?? { confirmed: undefined, tried: new Set<string>() }
    expected.set(name, entry)
    entry.tried.add(hash)
    try {
      await ways[way](keys, name, bytes, tally)
      entry.confirmed = hash
      entry.tried = new Set([hash])
      tally.confirmed[way] += 1
    } catch (error) {
      tally.failed[way] += 1
      const reason = `${way}: ${String(error)
        .replaceAll(/[0-9a-f-]{36}|:\d+|\d+\/\d+/g, '…')
        .slice(0, 200)}`
      tally.reasons[reason] = (tally.reasons[reason] ?? 0) + 1
      await pause(50)
    }
  }
}

/** Random sizes: small files, files of several parts at the back end, and some empty ones. */
function sizeOf(way: Way): number {
  const kind = randomInt(10)
  if (kind === 0) return 0
  if (kind < 5) return randomInt(1, MB)
  return randomInt(MB, (way === 'tus' ? 20 : 10) * MB)
}

const headersOf = ({ serviceRoleKey }: Keys) => ({
  apikey: serviceRoleKey,
  authorization: `Bearer ${serviceRoleKey}`,
  'x-upsert': 'true',
})

const ways: Record<
  Way,
  (keys: Keys, name: string, bytes: Buffer<ArrayBuffer>, tally: Tally) => Promise<void>
> = {
  async raw(keys, name, bytes) {
    const answer = await fetch(`${keys.url}/storage/v1/object/${BUCKET}/${name}`, {
      method: 'POST',
      headers: { ...headersOf(keys), 'content-type': 'application/octet-stream' },
      body: bytes,
    })
    if (!answer.ok) throw new Error(await answer.text())
  },
  async multipart(keys, name, bytes) {
    const files = createClient(keys.url, keys.serviceRoleKey, { auth: { persistSession: false } }).storage
    const { error } = await files.from(BUCKET).upload(name, new Blob([bytes]), { upsert: true })
    if (error) throw error
  },
  tus: (keys, name, bytes, tally) =>
    new Promise((resolve, reject) => {
      new Upload(bytes, {
        endpoint: `${keys.url}/storage/v1/upload/resumable`,
        headers: headersOf(keys),
        chunkSize: 6 * MB,
        retryDelays: Array<number>(120).fill(250),
        metadata: { bucketName: BUCKET, objectName: name, contentType: 'application/octet-stream' },
        onAfterResponse(request, response) {
          if (request.getMethod() === 'HEAD' && Number(response.getHeader('upload-offset')) > 0)
            tally.resumed += 1
        },
        onSuccess: () => resolve(),
        onError: reject,
      }).start()
    }),
}

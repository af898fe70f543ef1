import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { Upload } from 'tus-js-client'
import { startInstance } from '../../bench/instance.ts'
import type { Instance as BenchInstance } from '../../bench/instance.ts'

const MB = 1024 * 1024
const CHUNK_BYTES = 8 * MB
const BUCKET = 'uploads'
const NAME = 'film.mp4'

type Instance = Pick<BenchInstance, 'url' | 'serviceRoleKey' | 'dataDir' | 'kill' | 'start' | 'stop'>

export interface Figures {
  megabytes: number
  kills: number
  /** Bytes that the server had when the upload went on after each kill. */
  resumedAt: number[]
  /** Bytes that were sent again: at most a chunk for each kill. */
  repeatedBytes: number
  digest: string
  stored: string
}

/**
 * Uploads a large file in resumable parts to a server of its own, which is killed (-9) in the middle, and downloads it again.
 * @param megabytes size of the file
 * @param say takes a line for each step
 * @param open starts the server with these settings
 */
export async function uploadResume(
  megabytes: number,
  kills: number,
  say: (line: string) => void = () => undefined,
  open: (settings: Record<string, string>) => Promise<Instance> = startInstance,
): Promise<Figures> {
  const bytes = megabytes * MB
  say('Starting a server ...')
  const instance = await open({
    STORAGE_FILE_BYTES: String(bytes),
    STORAGE_QUOTA_BYTES: String(bytes * 3),
  })
  const file = join(instance.dataDir, 'film')
  try {
    const operator = createClient(instance.url, instance.serviceRoleKey, { auth: { persistSession: false } })
    const { error } = await operator.storage.createBucket(BUCKET, { public: false })
    if (error) throw error
    const digest = await writeFilm(file, megabytes)
    say(`Uploading ${megabytes} MB ...`)
    const { resumedAt, sent } = await uploadWithKills(instance, file, bytes, kills, say)
    say('Reading what is stored ...')
    const stored = await digestOf(instance)
    return { megabytes, kills, resumedAt, repeatedBytes: sent - bytes, digest, stored }
  } finally {
    await rm(file, { force: true })
    await instance.stop()
  }
}

/** The violations, as messages; empty if there are none. */
export function faultsOf({ kills, resumedAt, repeatedBytes, digest, stored }: Figures): string[] {
  return [
    ...(digest === stored ? [] : [`the stored file differs: ${stored} instead of ${digest}`]),
    ...(resumedAt.length === kills ? [] : [`it was resumed ${resumedAt.length} times instead of ${kills}`]),
    ...(resumedAt.every((offset) => offset > 0) ? [] : ['it was sent again from its start']),
    ...(repeatedBytes <= kills * CHUNK_BYTES ? [] : [`${repeatedBytes} bytes were sent again`]),
  ]
}

/** Writes a file in which each block differs, so that a lost or repeated part changes the digest. @returns SHA-256 */
async function writeFilm(path: string, megabytes: number): Promise<string> {
  const hash = createHash('sha256')
  const handle = await open(path, 'w')
  try {
    const block = Buffer.alloc(MB)
    for (let i = 0; i < megabytes; i++) {
      block.fill(createHash('sha256').update(String(i)).digest())
      hash.update(block)
      await handle.writeFile(block)
    }
  } finally {
    await handle.close()
  }
  return hash.digest('hex')
}

/** Each kill comes after another equal share of the file; the upload then goes on as a new one, as after a closed page. */
async function uploadWithKills(
  instance: Instance,
  path: string,
  bytes: number,
  kills: number,
  say: (line: string) => void,
): Promise<{ resumedAt: number[]; sent: number }> {
  const resumedAt: number[] = []
  let sent = 0
  let address: string | undefined
  for (let i = 0; i <= kills; i++) {
    const until = i < kills ? Math.floor((bytes * (i + 1)) / (kills + 1)) : bytes
    const part = await uploadUntil(instance, path, bytes, { address, until, isLast: i === kills })
    if (address) resumedAt.push(part.from)
    sent += part.to - part.from
    address = part.address
    if (i < kills) {
      await instance.start()
      say(`Killed at ${Math.round(part.to / MB)} MB and started again`)
    }
  }
  return { resumedAt, sent }
}

interface Part {
  address: string
  /** Bytes that the server had before, and that it confirmed. */
  from: number
  to: number
}

/** Uploads, from where the server is, until it has this much; then it is killed, during the next request unless it is the last. */
function uploadUntil(
  instance: Instance,
  path: string,
  bytes: number,
  { address, until, isLast }: { address: string | undefined; until: number; isLast: boolean },
): Promise<Part> {
  return new Promise((resolve, reject) => {
    let from = 0
    let to = 0
    let isOver = false
    const upload = new Upload(createReadStream(path), {
      endpoint: `${instance.url}/storage/v1/upload/resumable`,
      ...(address && { uploadUrl: address }),
      headers: { apikey: instance.serviceRoleKey, authorization: `Bearer ${instance.serviceRoleKey}` },
      chunkSize: CHUNK_BYTES,
      uploadSize: bytes,
      retryDelays: null,
      metadata: { bucketName: BUCKET, objectName: NAME, contentType: 'video/mp4' },
      onAfterResponse(request, response) {
        const offset = Number(response.getHeader('upload-offset') ?? 0)
        if (request.getMethod() === 'HEAD') from = offset
        to = Math.max(to, offset)
      },
      onProgress(progress) {
        // In the middle of a request, so that a part of it is lost.
        if (isLast || isOver || progress < until) return
        isOver = true
        void kill()
      },
      onSuccess: () => resolve({ address: upload.url!, from, to: bytes }),
      onError: (error) => {
        // The connection to the killed server.
        if (!isOver) reject(error)
      },
    })
    async function kill() {
      await instance.kill()
      await upload.abort().catch(() => undefined)
      resolve({ address: upload.url!, from, to: Math.max(to, from) })
    }
    upload.start()
  })
}

async function digestOf({ url, serviceRoleKey }: Instance): Promise<string> {
  const response = await fetch(`${url}/storage/v1/object/authenticated/${BUCKET}/${NAME}`, {
    headers: { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}` },
  })
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`)
  const hash = createHash('sha256')
  for await (const chunk of response.body) hash.update(chunk)
  return hash.digest('hex')
}

import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, open, opendir, rename, rm, stat, unlink } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { Backend, ByteRange } from './backend.ts'
import { countBytes } from './count-bytes.ts'
import { checkedKey, checkedPool, isKey } from './keys.ts'

/** Incomplete files are stored here, in the same file system, so that a rename completes them atomically. */
const UNFINISHED = 'unfinished'

/**
 * Stores files under one folder of this machine: `<root>/<pool>/<object>/<version>`. Every key is checked
 * before it becomes a path; a key consists of exactly three UUIDs.
 * @param root absolute path; created at the first write
 */
export function diskBackend(root: string): Backend {
  const pathOf = (key: string) => join(root, checkedKey(key))
  const unfinished = join(root, UNFINISHED)

  /** Lets `write` create a temporary file, then moves it to its place so that it survives a power failure. */
  async function writeAtomically<T>(key: string, write: (path: string) => Promise<T>): Promise<T> {
    const target = pathOf(key)
    const temporary = join(unfinished, randomUUID())
    await mkdir(unfinished, { recursive: true, mode: 0o700 })
    try {
      const result = await write(temporary)
      await makeFolders(root, dirname(target))
      await rename(temporary, target)
      await syncFolder(dirname(target))
      return result
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  return {
    put: (key, body, options) =>
      writeAtomically(key, async (path) => {
        const counter = countBytes(body, options)
        const file = await open(path, 'wx', 0o600)
        try {
          for await (const chunk of counter.body) await writeWhole(file, chunk)
          await file.sync()
        } finally {
          await file.close()
        }
        return counter.stored()
      }),
    async get(key, range) {
      const file = await openIfThere(pathOf(key))
      if (!file) return undefined
      const { start, end, length } = clampRange((await file.stat()).size, range)
      if (length === 0) {
        await file.close()
        return { body: emptyBody(), size: 0 }
      }
      const body = file.createReadStream({ start, end: end - 1, highWaterMark: 256 * 1024 })
      return { body: Readable.toWeb(body) as ReadableStream<Uint8Array>, size: length }
    },
    async copy(from, to) {
      const source = pathOf(from)
      checkedKey(to)
      if ((await sizeOf(source)) === undefined) return false
      return writeAtomically(to, async (path) => {
        await copyFile(source, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
        const file = await open(path, 'r+')
        await file.sync().finally(() => file.close())
        return true
      })
    },
    async remove(keys) {
      for (const key of keys) {
        const path = pathOf(key)
        await unlink(path).catch(ignoreMissing)
        // Removes the object's folder if this was its last version.
        await rm(dirname(path), { recursive: false }).catch(() => undefined)
      }
    },
    size: (key) => sizeOf(pathOf(key)),
    async *keysBefore(moment, pool) {
      for await (const name of namesIn(unfinished))
        if (await isOlder(join(unfinished, name), moment))
          await unlink(join(unfinished, name)).catch(ignoreMissing)
      for await (const object of namesIn(join(root, checkedPool(pool))))
        for await (const version of namesIn(join(root, pool, object))) {
          const key = `${pool}/${object}/${version}`
          if (isKey(key) && (await isOlder(join(root, key), moment))) yield key
        }
    },
  }
}

/** `write` can write less than it was given. */
async function writeWhole(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength;)
    at += (await file.write(chunk, at, chunk.byteLength - at)).bytesWritten
}

/** Creates the folders of a file, and syncs the parent of each new one. */
async function makeFolders(root: string, folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!first) return
  for (let made = folder; made !== root && made.length >= first.length; made = dirname(made))
    await syncFolder(dirname(made))
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return // Windows cannot sync folder handles.
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

function clampRange(size: number, range: ByteRange | undefined) {
  const start = Math.min(range?.start ?? 0, size)
  const end = Math.min((range?.end ?? size - 1) + 1, size)
  return { start, end, length: Math.max(end - start, 0) }
}

const emptyBody = () => new Blob([]).stream() as ReadableStream<Uint8Array>

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  return open(path, 'r').catch(ignoreMissing)
}

async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(({ size }) => size, ignoreMissing)
}

async function isOlder(path: string, moment: Date): Promise<boolean> {
  const found = await stat(path).catch(ignoreMissing)
  return found !== undefined && found.isFile() && found.mtime < moment
}

/** Names in a folder; empty if it does not exist or is not a folder. */
async function* namesIn(folder: string): AsyncIterable<string> {
  const opened = await opendir(folder).catch(ignoreMissing)
  if (opened) for await (const { name } of opened) yield name
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}

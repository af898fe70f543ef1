import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, open, opendir, rename, rm, stat, unlink } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { Backend, ByteRange } from './backend.ts'
import { counted } from './counted.ts'
import { checkedKey, checkedPool, isKey } from './keys.ts'

/** Half-written files lie here, in the same file system, so that a rename makes them whole at one stroke. */
const UNFINISHED = 'unfinished'

/**
 * Files under one folder of this machine: `<root>/<pool>/<object>/<version>`. Every key is checked before it becomes
 * a path, and no key has room for anything but three UUIDs.
 * @param root absolute; made when first written to
 */
export function diskBackend(root: string): Backend {
  const pathOf = (key: string) => join(root, checkedKey(key))
  const unfinished = join(root, UNFINISHED)

  /** Lets `write` make a file apart, then puts it in its place so that it survives a loss of power. */
  async function placed<T>(key: string, write: (path: string) => Promise<T>): Promise<T> {
    const target = pathOf(key)
    const apart = join(unfinished, randomUUID())
    await mkdir(unfinished, { recursive: true, mode: 0o700 })
    try {
      const result = await write(apart)
      await makeFolders(root, dirname(target))
      await rename(apart, target)
      await syncFolder(dirname(target))
      return result
    } catch (error) {
      await rm(apart, { force: true })
      throw error
    }
  }

  return {
    put: (key, body, options) =>
      placed(key, async (path) => {
        const watched = counted(body, options)
        const file = await open(path, 'wx', 0o600)
        try {
          for await (const chunk of watched.body) await writeWhole(file, chunk)
          await file.sync()
        } finally {
          await file.close()
        }
        return watched.stored()
      }),
    async get(key, range) {
      const file = await openIfThere(pathOf(key))
      if (!file) return undefined
      const { start, end, length } = within((await file.stat()).size, range)
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
      return placed(to, async (path) => {
        await copyFile(source, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
        const file = await open(path, 'r+')
        await file.sync().finally(() => file.close())
        return true
      })
    },
    async remove(keys) {
      for (const key of keys) {
        const path = pathOf(key)
        await unlink(path).catch(unlessGone)
        // The folder of the object, when this was its last version.
        await rm(dirname(path), { recursive: false }).catch(() => undefined)
      }
    },
    size: (key) => sizeOf(pathOf(key)),
    async *keysBefore(moment, pool) {
      for await (const name of namesIn(unfinished))
        if (await isOlder(join(unfinished, name), moment))
          await unlink(join(unfinished, name)).catch(unlessGone)
      for await (const object of namesIn(join(root, checkedPool(pool))))
        for await (const version of namesIn(join(root, pool, object))) {
          const key = `${pool}/${object}/${version}`
          if (isKey(key) && (await isOlder(join(root, key), moment))) yield key
        }
    },
  }
}

/** A write may take less than it was given. */
async function writeWhole(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength;)
    at += (await file.write(chunk, at, chunk.byteLength - at)).bytesWritten
}

/** Makes the folders of a file, and writes down each new one's name in the folder above it. */
async function makeFolders(root: string, folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!first) return
  for (let made = folder; made !== root && made.length >= first.length; made = dirname(made))
    await syncFolder(dirname(made))
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return // No handle of a folder can be synchronised there.
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

function within(size: number, range: ByteRange | undefined) {
  const start = Math.min(range?.start ?? 0, size)
  const end = Math.min((range?.end ?? size - 1) + 1, size)
  return { start, end, length: Math.max(end - start, 0) }
}

const emptyBody = () => new Blob([]).stream() as ReadableStream<Uint8Array>

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  return open(path, 'r').catch(unlessGone)
}

async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(({ size }) => size, unlessGone)
}

async function isOlder(path: string, moment: Date): Promise<boolean> {
  const found = await stat(path).catch(unlessGone)
  return found !== undefined && found.isFile() && found.mtime < moment
}

/** Names in a folder; none when it is not there, or is no folder. */
async function* namesIn(folder: string): AsyncIterable<string> {
  const opened = await opendir(folder).catch(unlessGone)
  if (opened) for await (const { name } of opened) yield name
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}

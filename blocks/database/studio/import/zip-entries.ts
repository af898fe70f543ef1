import { FileFault } from './sheet.ts'

/** Bytes of one file after inflating. A small archive can contain gigabytes. */
const MOST_INFLATED = 400 * 1024 * 1024
const END = 0x06054b50
const ENTRY = 0x02014b50

/** Reads a file of an archive as text; undefined if it is not there. */
export type ReadEntry = (name: string) => Promise<string | undefined>

/**
 * Opens a ZIP archive whose files are stored or deflated. The browser inflates them.
 * @throws {FileFault} if it is damaged or encrypted
 */
export function openZip(bytes: Uint8Array): ReadEntry {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = new Map<string, { method: number; offset: number; size: number }>()
  try {
    let at = findEnd(view)
    const count = view.getUint16(at + 10, true)
    at = view.getUint32(at + 16, true)
    for (let index = 0; index < count; index++) {
      if (view.getUint32(at, true) !== ENTRY) throw new RangeError('no entry')
      if (view.getUint16(at + 8, true) & 1)
        throw new FileFault(1, undefined, 'is in a file with a password; remove it first')
      const nameLength = view.getUint16(at + 28, true)
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
      entries.set(name, {
        method: view.getUint16(at + 10, true),
        size: view.getUint32(at + 20, true),
        offset: view.getUint32(at + 42, true),
      })
      at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    }
  } catch (error) {
    throw error instanceof FileFault ? error : damaged()
  }

  return async (name) => {
    const entry = entries.get(name)
    if (!entry) return undefined
    try {
      const names = view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true)
      const start = entry.offset + 30 + names
      const content = bytes.subarray(start, start + entry.size)
      if (content.length < entry.size) throw damaged()
      return new TextDecoder().decode(entry.method === 0 ? content : await inflate(content))
    } catch (error) {
      throw error instanceof FileFault ? error : damaged()
    }
  }
}

const damaged = () => new FileFault(1, undefined, 'is in a damaged workbook; open it and save it again')

function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at--)
    if (view.getUint32(at, true) === END) return at
  throw damaged()
}

async function inflate(content: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([new Uint8Array(content)])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length
    if (size > MOST_INFLATED) {
      await reader.cancel()
      throw new FileFault(1, undefined, 'is in a workbook that is too large')
    }
    parts.push(part.value)
  }
  const all = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

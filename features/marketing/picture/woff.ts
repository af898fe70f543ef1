import { inflateSync } from 'node:zlib'

/** Maximum bytes of an unpacked table; the largest of our fonts has 60 KB. */
const MOST_TABLE = 1_000_000

/** Unpacks the tables of a WOFF 1 file (https://www.w3.org/TR/WOFF/), by their tags. */
export function woffTables(file: Buffer): Map<string, Buffer> {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF file')
  const tables = new Map<string, Buffer>()
  const count = file.readUInt16BE(12)
  for (let entry = 44; entry < 44 + 20 * count; entry += 20) {
    const tag = file.toString('latin1', entry, entry + 4)
    const offset = file.readUInt32BE(entry + 4)
    const packed = file.readUInt32BE(entry + 8)
    const length = file.readUInt32BE(entry + 12)
    const bytes = file.subarray(offset, offset + packed)
    tables.set(tag, packed < length ? inflateSync(bytes, { maxOutputLength: MOST_TABLE }) : bytes)
  }
  return tables
}

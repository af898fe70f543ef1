import { crc32, deflateSync } from 'node:zlib'
import { encode } from 'uqr'

/** Pixels of one module of the code: sharp on screens and in print. */
const SCALE = 6
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A QR code as a PNG of one bit per pixel, which every email program shows. @see https://www.w3.org/TR/png-3/ */
export function qrPicture(text: string): Buffer {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const side = size * SCALE
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1 // bit per pixel; the rest is 0: gray, no interlacing
  const rows = data.flatMap((modules) => Array.from({ length: SCALE }, () => rowOf(modules, side)))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** One row of pixels, after the byte of its filter (none). White is 1. */
function rowOf(modules: boolean[], side: number): Buffer {
  const row = Buffer.alloc(1 + Math.ceil(side / 8))
  for (let x = 0; x < side; x++) if (!modules[Math.floor(x / SCALE)]) row[1 + (x >> 3)]! |= 0x80 >> (x & 7)
  return row
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

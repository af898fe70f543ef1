import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import { AppError } from '#kernel/errors.ts'
import { withSharp } from '#services/storage/images/with-sharp.ts'
import { payErrors } from './errors.ts'

/** A picture as it is stored: WebP. */
export interface EncodedPicture {
  /** 32 hexadecimal digits of the SHA-256 of `bytes`. */
  hash: string
  bytes: Buffer
  width: number
  height: number
}

/** Maximum pixels of the original: about 100 MB while it is decoded. */
const MAX_PIXELS = 25_000_000
/** Twice the width of a card on most screens. */
const MAX_SIDE = 960
const MAX_BYTES = 300_000
const TIMEOUT_SECONDS = 10
/** Tried in order, until the picture has at most MAX_BYTES. */
const ATTEMPTS = [
  [MAX_SIDE, 80],
  [MAX_SIDE, 60],
  [MAX_SIDE, 40],
  [640, 50],
  [480, 30],
] as const

/**
 * Decodes a user-supplied picture and encodes it again, so that nothing of the file remains but its pixels: no metadata,
 * no animation, and no second format that a browser could read from the same bytes.
 * @param base64 of a JPEG, PNG or WebP file
 * @throws {AppError} bad_picture, picture_too_large; too_many_images when the server is overloaded
 */
export async function encodePicture(base64: string): Promise<EncodedPicture> {
  const original = Buffer.from(base64, 'base64')
  // Nothing else reaches the decoder, which can read SVG and other formats.
  if (!isPhoto(original)) throw payErrors.bad_picture()
  return withSharp(async (sharp) => {
    try {
      const { data, info } = await timed(
        sharp(original, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
          .autoOrient()
          .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
          .toColourspace('srgb')
          .raw(),
      )
      for (const [side, quality] of ATTEMPTS) {
        const picture = sharp(data, { raw: info })
          .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
          .webp({ quality })
        const { data: bytes, info: size } = await timed(picture)
        if (bytes.length <= MAX_BYTES)
          return { hash: hashOf(bytes), bytes, width: size.width, height: size.height }
      }
      throw payErrors.bad_picture()
    } catch (error) {
      if (error instanceof AppError) throw error
      const isTooLarge = /pixel limit|timeout/i.test(String(error))
      throw isTooLarge
        ? payErrors.picture_too_large({ cause: error })
        : payErrors.bad_picture({ cause: error })
    }
  })
}

const timed = (picture: Sharp) =>
  picture.timeout({ seconds: TIMEOUT_SECONDS }).toBuffer({ resolveWithObject: true })

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 32)

/** Whether the file begins as a JPEG, PNG or WebP file does. */
function isPhoto(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 12)
  return (
    start.startsWith('\xff\xd8\xff') ||
    start.startsWith('\x89PNG\r\n\x1a\n') ||
    /^RIFF[^]{4}WEBP$/.test(start)
  )
}

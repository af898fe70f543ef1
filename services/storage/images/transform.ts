import type { Sharp } from 'sharp'
import { imageErrors } from './options.ts'
import type { ImageOptions } from './options.ts'
import { withSharp } from './with-sharp.ts'

/** Maximum pixels of the original: 50 megapixels use about 200 MB during the transformation. */
const MAX_PIXELS = 50_000_000
/** Maximum bytes of the original. */
export const MAX_IMAGE_BYTES = 25_000_000
const TIMEOUT_SECONDS = 10
/**
 * Formats for reading and, by default, writing. SVG and PDF are excluded, because they can contain programs.
 */
const FORMATS = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
} as const
type Format = keyof typeof FORMATS

export interface Transformed {
  body: Uint8Array<ArrayBuffer>
  contentType: string
}

/**
 * Converts an image to another size, quality or format. Drops metadata (locations, cameras) and applies the
 * camera's rotation.
 * @param original the whole file
 * @param accept Accept header of the request: without `format`, browsers that accept AVIF or WebP receive it
 * @throws {AppError} not_an_image, image_too_large, image_takes_too_long, too_many_images
 */
export async function transform(
  original: Uint8Array,
  options: ImageOptions,
  accept = '',
): Promise<Transformed> {
  if (original.byteLength > MAX_IMAGE_BYTES) throw imageErrors.image_too_large()
  return withSharp(async (sharp) => {
    try {
      const image = sharp(original, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
      const { format } = await image.metadata()
      const own = formatOf(format)
      if (!own) throw imageErrors.not_an_image()
      const wanted = targetFormat(options, own, accept)
      const body = await encoded(resized(image.autoOrient(), options), wanted, options.quality)
        .timeout({ seconds: TIMEOUT_SECONDS })
        .toBuffer()
      return { body: new Uint8Array(body), contentType: FORMATS[wanted] }
    } catch (error) {
      throw asImageError(error)
    }
  })
}

function targetFormat({ format }: ImageOptions, own: Format, accept: string): Format {
  if (format && format !== 'origin') return format
  if (format === 'origin') return own
  if (accept.includes('image/avif')) return 'avif'
  return accept.includes('image/webp') ? 'webp' : own
}

function formatOf(found: string | undefined): Format | undefined {
  if (found === 'heif') return 'avif'
  return found && found in FORMATS ? (found as Format) : undefined
}

/**
 * `contain` never enlarges the original by default. With only one side given, the proportions stay the same.
 */
function resized(image: Sharp, { width, height, resize = 'cover' }: ImageOptions): Sharp {
  if (!width && !height) return image
  const fit = resize === 'contain' ? 'inside' : resize
  return image.resize({ width, height, fit })
}

function encoded(image: Sharp, format: Format, quality = 80): Sharp {
  if (format === 'png') return image.png()
  if (format === 'gif') return image.gif()
  if (format === 'avif') return image.avif({ quality, effort: 2 })
  if (format === 'webp') return image.webp({ quality })
  return image.flatten({ background: '#ffffff' }).jpeg({ quality, mozjpeg: true })
}

function asImageError(error: unknown): Error {
  const text = error instanceof Error ? error.message : ''
  if (typeof (error as { status?: unknown }).status === 'number') return error as Error
  if (/pixel limit/i.test(text)) return imageErrors.image_too_large({ cause: error })
  if (/timeout/i.test(text)) return imageErrors.image_takes_too_long({ cause: error })
  return imageErrors.not_an_image({ cause: error })
}

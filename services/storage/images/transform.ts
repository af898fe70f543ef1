import { availableParallelism } from 'node:os'
import type { Sharp } from 'sharp'
import { imageErrors } from './options.ts'
import type { ImageOptions } from './options.ts'

/** Pixels of the original: 50 megapixels take about 200 MB while they are worked on. */
const MOST_PIXELS = 50_000_000
/** Bytes of the original. */
export const MOST_IMAGE_BYTES = 25_000_000
const SECONDS = 10
/** Images at once; each may take a core and much memory. */
const AT_ONCE = Math.max(1, Math.min(4, availableParallelism()))
/** Waiting behind those; whoever comes later is told to come again. */
const WAITING = 64
/** What is read and, unless another format is asked for, written. SVG and PDF are programs of their own: not read. */
const FORMATS = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
} as const
type Format = keyof typeof FORMATS

/** Loaded with the first image: it brings a library of some megabytes. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // One image, one core: what is not used is taken by other requests.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

export interface Transformed {
  body: Uint8Array<ArrayBuffer>
  contentType: string
}

let working = 0
const queue: (() => void)[] = []

/**
 * An image in another size, quality or format. Metadata (places, cameras) does not come along; turned as its camera
 * said.
 * @param original the whole file
 * @param accept header Accept of the request: without `format` a browser that takes AVIF or WebP gets it
 * @throws {AppError} not_an_image, image_too_large, image_takes_too_long, too_many_images
 */
export async function transform(
  original: Uint8Array,
  options: ImageOptions,
  accept = '',
): Promise<Transformed> {
  if (original.byteLength > MOST_IMAGE_BYTES) throw imageErrors.image_too_large()
  return inTurn(async () => {
    try {
      const sharp = await loadSharp()
      const image = sharp(original, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
      const { format } = await image.metadata()
      const own = formatOf(format)
      if (!own) throw imageErrors.not_an_image()
      const wanted = targetFormat(options, own, accept)
      const body = await encoded(sized(image.autoOrient(), options), wanted, options.quality)
        .timeout({ seconds: SECONDS })
        .toBuffer()
      return { body: new Uint8Array(body), contentType: FORMATS[wanted] }
    } catch (error) {
      throw refusalOf(error)
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

/** Never larger than the original by default of `contain`; one side alone keeps the proportions. */
function sized(image: Sharp, { width, height, resize = 'cover' }: ImageOptions): Sharp {
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

function refusalOf(error: unknown): Error {
  const text = error instanceof Error ? error.message : ''
  if (typeof (error as { status?: unknown }).status === 'number') return error as Error
  if (/pixel limit/i.test(text)) return imageErrors.image_too_large({ cause: error })
  if (/timeout/i.test(text)) return imageErrors.image_takes_too_long({ cause: error })
  return imageErrors.not_an_image({ cause: error })
}

/** AT_ONCE at a time, WAITING behind them. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (working >= AT_ONCE) {
    if (queue.length >= WAITING) throw imageErrors.too_many_images()
    await new Promise<void>((resolve) => queue.push(resolve))
  } else working += 1
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next) next()
    else working -= 1
  }
}

import { defineErrors } from '#kernel/errors.ts'

type Resize = 'cover' | 'contain' | 'fill'

/** A requested transformation; checked by readImageOptions. */
export interface ImageOptions {
  /** Pixels, 1 to 2500. */
  width?: number
  /** Pixels, 1 to 2500. */
  height?: number
  resize?: Resize
  /** 20 to 100. */
  quality?: number
  /**
   * Default: the best format that the browser accepts (header Accept). `origin` keeps the file's own format.
   */
  format?: 'origin' | 'webp' | 'avif' | 'jpeg'
}

/** In the service's format: codes become `error`, texts become `message`. */
export const imageErrors = defineErrors({
  invalid_transformation: { status: 400, text: 'The transformation is not valid', code: 'InvalidRequest' },
  not_an_image: {
    status: 422,
    text: 'The file is not an image that can be transformed',
    code: 'InvalidRequest',
  },
  image_too_large: { status: 422, text: 'The image is too large to be transformed', code: 'EntityTooLarge' },
  image_takes_too_long: {
    status: 422,
    text: 'The image takes too long to transform',
    code: 'InvalidRequest',
  },
  too_many_images: { status: 503, text: 'Too many images are being transformed', code: 'SlowDown' },
})

const integerOf = (name: string, text: string | null, min: number, max: number) => {
  if (text === null || text === '') return undefined
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max))
    throw imageErrors.invalid_transformation({
      text: `${name} must be a whole number from ${min} to ${max}`,
    })
  return value
}

const oneOf = <T extends string>(name: string, text: string | null, values: readonly T[]): T | undefined => {
  if (text === null || text === '') return undefined
  const value = values.find((each) => each === text)
  if (!value)
    throw imageErrors.invalid_transformation({ text: `${name} must be one of ${values.join(', ')}` })
  return value
}

/**
 * Reads the transformation from a query, as the official client writes it. Ignores other parameters.
 * @throws {AppError} invalid_transformation
 */
export function readImageOptions(query: URLSearchParams): ImageOptions {
  return checkedOptions({
    width: integerOf('width', query.get('width'), 1, 2500),
    height: integerOf('height', query.get('height'), 1, 2500),
    resize: oneOf('resize', query.get('resize'), ['cover', 'contain', 'fill']),
    quality: integerOf('quality', query.get('quality'), 20, 100),
    format: oneOf('format', query.get('format'), ['origin', 'webp', 'avif', 'jpeg']),
  })
}

function checkedOptions(options: { [K in keyof ImageOptions]: ImageOptions[K] | undefined }): ImageOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

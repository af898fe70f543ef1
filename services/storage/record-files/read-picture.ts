import { transform } from '../images/transform.ts'
import { withSharp } from '../images/with-sharp.ts'

const QUALITY = 90

/**
 * Decodes a picture and encodes it again in its own format, upright and without metadata (places, cameras, anything appended).
 * @throws {AppError} not_an_image, image_too_large, image_takes_too_long, too_many_images
 */
export async function readPicture(bytes: Uint8Array) {
  const { body, contentType } = await transform(bytes, { format: 'origin', quality: QUALITY })
  const { width, height } = await withSharp((sharp) => sharp(body).metadata())
  return { body, type: contentType, width, height }
}

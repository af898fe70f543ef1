const MAX_SIDE = 1200
/** Characters of base64 that a request to the server may have, with some space for the other fields. */
const MAX_BASE64 = 880_000
/** A browser may not have the memory to decode more. */
const MAX_FILE_BYTES = 40_000_000
const QUALITIES = [0.85, 0.7, 0.5, 0.3]

export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp'

/** The picture cannot be used; the message is for the user. */
export class PictureError extends Error {}

/** Size of a picture that fits into a square, with the same proportions. Small pictures keep their size. */
export function sizeWithin(maxSide: number, { width, height }: { width: number; height: number }) {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/**
 * Scales a picture down in the browser, so that it fits into a request. Pictures of a phone have several megabytes.
 * @returns a data URL: WebP, or JPEG in browsers that do not encode WebP
 * @throws {PictureError}
 */
export async function shrinkPicture(file: Blob): Promise<string> {
  if (file.size > MAX_FILE_BYTES) throw new PictureError('The picture is too large. Choose one under 40 MB.')
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) throw new PictureError('This file is not a picture. Choose a JPEG, PNG or WebP file.')
  try {
    const { width, height } = sizeWithin(MAX_SIDE, bitmap)
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    canvas.getContext('2d')!.drawImage(bitmap, 0, 0, width, height)
    for (const quality of QUALITIES) {
      const url = encoded(canvas, quality)
      if (base64Of(url).length <= MAX_BASE64) return url
    }
    throw new PictureError('The picture has too many details. Choose another one.')
  } finally {
    bitmap.close()
  }
}

function encoded(canvas: HTMLCanvasElement, quality: number): string {
  const webp = canvas.toDataURL('image/webp', quality)
  if (webp.startsWith('data:image/webp')) return webp
  // JPEG has no transparency, and would show black.
  const context = canvas.getContext('2d')!
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', quality)
}

export const base64Of = (dataUrl: string): string => dataUrl.slice(dataUrl.indexOf(',') + 1)

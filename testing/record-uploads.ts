import type { PreparedUpload } from '#kernel/browser/fields/file-upload.ts'
import type { TestApp } from './test-app.ts'

/** Paths of our own addresses, as `app.request` takes them. */
export const pathOf = (url: string): string => url.slice(new URL(url).origin.length)

/** Sends bytes to a prepared address, as a browser does. */
export async function sendBytes(
  app: Pick<TestApp, 'request'>,
  { url }: Pick<PreparedUpload, 'url'>,
  bytes: Uint8Array<ArrayBuffer> | string,
  headers: Record<string, string> = {},
) {
  const response = await app.request(pathOf(url), { method: 'POST', body: bytes, headers })
  return { status: response.status, body: await response.json() }
}

/** Fetches a link without any key, as a browser loads a picture. */
export async function fetchLink(app: Pick<TestApp, 'request'>, url: string) {
  const response = await app.request(pathOf(url))
  return {
    status: response.status,
    headers: response.headers,
    bytes: new Uint8Array(await response.arrayBuffer()),
  }
}

/** A PNG of one color. */
export async function png(width = 4, height = 3): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import('sharp')
  const image = sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
  return new Uint8Array(
    await image
      .withMetadata({ exif: { IFD0: { Copyright: 'canary' } } })
      .png()
      .toBuffer(),
  )
}

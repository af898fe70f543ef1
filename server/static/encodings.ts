/** Content encodings, best first, with the file extensions of the build's compressed copies. */
export const ENCODINGS = { br: '.br', gzip: '.gz' } as const
export type Encoding = keyof typeof ENCODINGS

/** Files worth compressing; images and fonts are compressed already. */
export const COMPRESSIBLE = /\.(js|css|html|svg|json|txt|map)$/

/** Bytes below which a response fits into the first packet anyway. */
export const MIN_COMPRESSIBLE_BYTES = 500

/**
 * The best encoding that a client accepts, by its Accept-Encoding (RFC 9110, 12.5.3).
 * @returns undefined for no encoding
 */
export function chosenEncoding(accepted: string | undefined): Encoding | undefined {
  const wishes = new Map(
    (accepted ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return [name, weight === undefined ? 1 : Number(weight)]
    }),
  )
  return (Object.keys(ENCODINGS) as Encoding[]).find(
    (encoding) => (wishes.get(encoding) ?? wishes.get('*') ?? 0) > 0,
  )
}

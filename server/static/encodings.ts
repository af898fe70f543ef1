/** Encodings of answers, best first, with the ending of the files that the build makes beside each file. */
export const ENCODINGS = { br: '.br', gzip: '.gz' } as const
export type Encoding = keyof typeof ENCODINGS

/** Files that get smaller; pictures and fonts are compressed as they are. */
export const COMPRESSIBLE = /\.(js|css|html|svg|json|txt|map)$/

/** Bytes below which an answer fits into the first packet anyway. */
export const WORTH_IT = 500

/**
 * The best encoding that a caller takes, by its Accept-Encoding (RFC 9110, 12.5.3).
 * @returns undefined for the bytes as they are
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

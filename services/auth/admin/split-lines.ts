import { authErrors } from '../errors.ts'

/** Maximum length of a line in a file of users, in characters. */
const MAX_LINE_LENGTH = 65_536

/**
 * Splits a streamed text into lines and buffers only one line at a time.
 * @throws {AppError} 400 validation_failed for a line over 64 KB, or one that is not UTF-8
 */
export async function* splitLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const piece of pieces) {
    rest += decode(decoder, piece)
    const lines = rest.split('\n')
    rest = lines.pop()!
    yield* lines
    if (rest.length > MAX_LINE_LENGTH)
      throw authErrors.validation_failed({ text: 'A line may have at most 64 KB' })
  }
  rest += decode(decoder)
  if (rest) yield rest
}

function decode(decoder: TextDecoder, piece?: Uint8Array): string {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode()
  } catch {
    throw authErrors.validation_failed({ text: 'The file is not UTF-8' })
  }
}

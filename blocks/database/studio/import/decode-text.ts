import { FileFault } from './sheet.ts'

export interface DecodedText {
  text: string
  /** For the user: `UTF-8`, `UTF-16`, `Windows-1252`. */
  encoding: string
}

/**
 * The text of a file in UTF-8 or UTF-16, with or without a byte order mark, or in Windows-1252, which old spreadsheets write.
 * @throws {FileFault} for files that are no text, and at the first byte that is no UTF-8 in text that otherwise is
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const utf16 = utf16Order(bytes)
  const { text, encoding } = utf16 ? decode(bytes, utf16, 'UTF-16') : decodeBytes(bytes)
  const nul = text.indexOf('\u0000')
  if (nul >= 0) throw faultAt(text, nul, 'has a character that no text has; this is not a text file')
  return { text, encoding }
}

const decode = (bytes: Uint8Array, label: string, encoding: string): DecodedText => ({
  text: new TextDecoder(label).decode(bytes),
  encoding,
})

function utf16Order(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // Without a mark: the first characters of a table are ASCII, so that every second byte is 0.
  const start = bytes.subarray(0, 64)
  const isZeroAt = (odd: number) =>
    start.length >= 4 && start.every((byte, at) => (byte === 0) === (at % 2 === odd))
  if (isZeroAt(1)) return 'utf-16le'
  return isZeroAt(0) ? 'utf-16be' : undefined
}

function decodeBytes(bytes: Uint8Array): DecodedText {
  const { text } = decode(bytes, 'utf-8', 'UTF-8')
  const first = text.indexOf('\ufffd')
  if (first < 0 || isUtf8(bytes)) return { text, encoding: 'UTF-8' }
  const replaced = text.match(/\ufffd/g)!.length
  // oxlint-disable-next-line no-control-regex -- everything but ASCII
  const others = text.match(/[^\u0000-\u007f\ufffd]/g)?.length ?? 0
  if (others <= replaced) return decode(bytes, 'windows-1252', 'Windows-1252')
  throw faultAt(text, first, 'has a byte that is not UTF-8; save the file as UTF-8 again')
}

/** The replacement character may also be in the file. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** A fault at a character. The column counts characters, because the cells are not known. */
export function faultAt(text: string, at: number, message: string): FileFault {
  const before = text.slice(0, at).split(/\r\n|\n|\r/)
  return new FileFault(before.length, before.at(-1)!.length + 1, message)
}

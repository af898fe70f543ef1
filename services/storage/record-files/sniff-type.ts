/** Bytes from the start of a file that `sniffType` needs, if there are as many. */
export const SNIFFED_BYTES = 4096

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to))

/** What a file starts with, by its media type. */
const STARTS: readonly [type: string, test: (bytes: Uint8Array) => boolean][] = [
  ['image/jpeg', (b) => b[0] === 0xff && b[1] === 0xd8 && b[2] === 0xff],
  ['image/png', (b) => ascii(b, 0, 8) === '\u0089PNG\r\n\u001a\n'],
  ['image/gif', (b) => /^GIF8[79]a$/.test(ascii(b, 0, 6))],
  ['image/webp', (b) => ascii(b, 0, 4) === 'RIFF' && ascii(b, 8, 12) === 'WEBP'],
  ['audio/wav', (b) => ascii(b, 0, 4) === 'RIFF' && ascii(b, 8, 12) === 'WAVE'],
  ['image/avif', (b) => ascii(b, 4, 8) === 'ftyp' && /^avi[fs]$/.test(ascii(b, 8, 12))],
  ['audio/mp4', (b) => ascii(b, 4, 8) === 'ftyp' && /^M4[AB] $/.test(ascii(b, 8, 12))],
  ['video/quicktime', (b) => ascii(b, 4, 12) === 'ftypqt  '],
  [
    'video/mp4',
    (b) => ascii(b, 4, 8) === 'ftyp' && /^(iso\w|mp4\d|avc1|M4V |dash|MSNV)$/.test(ascii(b, 8, 12)),
  ],
  ['video/webm', (b) => b[0] === 0x1a && b[1] === 0x45 && b[2] === 0xdf && b[3] === 0xa3],
  ['application/pdf', (b) => ascii(b, 0, 5) === '%PDF-'],
  ['application/rtf', (b) => ascii(b, 0, 5) === '{\\rtf'],
  ['application/x-ole-storage', (b) => ascii(b, 0, 8) === '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'],
  ['audio/ogg', (b) => ascii(b, 0, 4) === 'OggS'],
  ['audio/flac', (b) => ascii(b, 0, 4) === 'fLaC'],
  ['audio/mpeg', (b) => ascii(b, 0, 3) === 'ID3' || (b[0] === 0xff && (b[1]! & 0xe6) === 0xe2)],
]

const OFFICE = 'application/vnd.openxmlformats-officedocument.'
const OPEN_XML: Record<string, string> = {
  docx: `${OFFICE}wordprocessingml.document`,
  xlsx: `${OFFICE}spreadsheetml.sheet`,
  pptx: `${OFFICE}presentationml.presentation`,
}

/**
 * The media type of a file by its content. The name decides only between office documents, which are all ZIP files.
 * @param start the first SNIFFED_BYTES of the file, or all of it
 * @returns undefined for content that rows do not store: unknown, or a document that a browser could run
 */
export function sniffType(start: Uint8Array, name: string): string | undefined {
  const found = STARTS.find(([, starts]) => starts(start))
  if (found) return found[0]
  if (/^PK(?:\u0003\u0004|\u0005\u0006)$/.test(ascii(start, 0, 4))) return zipType(start, name)
  return isText(start) ? 'text/plain' : undefined
}

function zipType(start: Uint8Array, name: string): string {
  const text = ascii(start, 0, Math.min(start.length, 200))
  const [, open] =
    /mimetypeapplication\/(vnd\.oasis\.opendocument\.(?:text|spreadsheet|presentation))/.exec(text) ?? []
  if (open) return `application/${open}`
  const ending = /\.(docx|xlsx|pptx)$/i.exec(name)?.[1]?.toLowerCase()
  const isOpenXml = /\[Content_Types\]\.xml|_rels\/|docProps\//.test(text)
  return (isOpenXml && ending && OPEN_XML[ending]) || 'application/zip'
}

/** Markup is refused, although it is served as a plain download: who saves and opens it would run it. */
const MARKUP = /<(?:!doctype|html|svg|script|\?xml|iframe|body|head)\b|<\?xml/i

function isText(start: Uint8Array): boolean {
  try {
    // With `stream`, a character that ends behind the last byte is no fault.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true })
    // oxlint-disable-next-line no-control-regex -- what text does not have
    return (
      start.length > 0 && !/[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/.test(text) && !MARKUP.test(text)
    )
  } catch {
    return false
  }
}

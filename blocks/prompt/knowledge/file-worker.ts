// Reads one file in a thread of its own: the libraries parse what an unknown author wrote.
import { parentPort, workerData } from 'node:worker_threads'
import { unzipSync } from 'fflate'

/** Unpacked bytes of a DOCX, so that a small file cannot become a huge one. */
const MOST_BYTES = 50_000_000

const { kind, bytes } = workerData as { kind: 'pdf' | 'docx'; bytes: Uint8Array }
async function pdfText(): Promise<string> {
  const { extractText, getDocumentProxy } = await import('unpdf')
  const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: false })
  return text.join('\n\n')
}

/** Paragraphs of a Word document (ECMA-376): `w:t` is text, `w:p` a paragraph. */
function docxText(): string {
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => name === 'word/document.xml' && originalSize <= MOST_BYTES,
  })
  const document = files['word/document.xml']
  if (!document) throw new Error('There is no document in the file')
  const xml = new TextDecoder().decode(document)
  return [...xml.matchAll(/<w:t(?:\s[^>]*)?>([^<]*)<\/w:t>|<w:(tab|br)\b[^>]*>|<\/w:(p)>/g)]
    .map(([, text, space, end]) => (end ? '\n\n' : space ? (space === 'br' ? '\n' : ' ') : decoded(text!)))
    .join('')
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
function decoded(text: string): string {
  return text.replace(
    /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (all, name, decimal, hex) => {
      if (name) return ENTITIES[name as string]!
      const code = decimal ? Number(decimal) : Number.parseInt(hex as string, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all
    },
  )
}

try {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage({ text: kind === 'pdf' ? await pdfText() : docxText() })
} catch {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage({})
}

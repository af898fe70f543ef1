import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import type { Language } from '#kernel/browser/languages.ts'
import { type TextStyle, typesetter } from '#kernel/pdf/typesetter.ts'
import { certificateWords } from './certificate-words.ts'

/** Name, course and site may hold any text. */
export interface CertificateFacts {
  name: string
  course: string
  /** Name of the tenant. */
  site: string
  /** ISO 8601. */
  issued_at: string
  /** Address of the page that proves it. */
  url: string
}

/** A4 across, in points (ISO 216). */
const PAGE = { width: 841.89, height: 595.28 }
const EDGES = { left: 70, right: PAGE.width - 70 }
const WIDTH = EDGES.right - EDGES.left
const CODE_SIDE = 92
const INK = '#141b26'
const GRAY = '#5e6775'
const style = {
  site: { size: 14, weight: 700, color: GRAY },
  title: { size: 36, weight: 700, color: INK },
  name: { size: 28, weight: 700, color: INK },
  course: { size: 20, weight: 700, color: INK },
  line: { size: 13, weight: 400, color: GRAY },
  url: { size: 9, weight: 400, color: GRAY },
} satisfies Record<string, TextStyle>

/** A certificate as a PDF of one page, in a language of the blocks. */
export async function certificatePdf(facts: CertificateFacts, language: Language): Promise<Buffer> {
  const words = certificateWords[language]
  const { name, course, site, url } = facts
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    lang: language,
    displayTitle: true,
    info: { Title: words.title, Author: site, Creator: 'Bolt Blocks' },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve, reject) => doc.on('end', resolve).on('error', reject))
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(facts.issued_at),
  )
  const set = await typesetter(
    doc,
    { 400: [words.finished, words.check, date, url], 700: [site, words.title, name, course] },
    language,
  )
  doc
    .rect(28, 28, PAGE.width - 56, PAGE.height - 56)
    .lineWidth(1.5)
    .stroke('#b8c0cc')
  let y = 62
  function put(text: string, look: TextStyle, most: number, gap: number): void {
    for (const line of set.lines(text, look, WIDTH, most)) {
      y += look.size * 1.3
      set.draw(line, look, { ...EDGES, y, align: 'center' })
    }
    y += gap
  }
  put(site, style.site, 1, 18)
  put(words.title, style.title, 1, 26)
  put(name, style.name, 2, 12)
  put(words.finished, style.line, 1, 8)
  put(course, style.course, 3, 12)
  put(date, style.line, 1, 0)
  drawCode(doc, url)
  y = PAGE.height - 62
  put(`${words.check}: ${url}`, style.url, 1, 0)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

/** The address as shapes, above the line that has it. */
function drawCode(doc: PDFKit.PDFDocument, url: string): void {
  const { data, size } = encode(url, { ecc: 'M', border: 2 })
  const side = CODE_SIDE / size
  const [x, y] = [(PAGE.width - CODE_SIDE) / 2, PAGE.height - 66 - CODE_SIDE]
  for (const [row, modules] of data.entries())
    for (const [column, isDark] of modules.entries())
      if (isDark) doc.rect(x + column * side, y + row * side, side, side)
  doc.fill('#000000')
}

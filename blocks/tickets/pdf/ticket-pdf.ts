import { setImmediate as nextTurn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import type { Language } from '#kernel/browser/languages.ts'
import { ticketWords } from '../mail/texts/all.ts'
import { type TextStyle, type Typesetter, typesetter } from '#kernel/pdf/typesetter.ts'

/** What a page says. Everything but `code` may hold any text. */
export interface PdfTicket {
  code: string
  type: string
  /** Null: no name, or not for this reader. */
  holder: string | null
  /** Id of the order; null for tickets without one. */
  order: string | null
  isTest: boolean
}

export interface PdfEvent {
  title: string
  /** Null: online. */
  place: string | null
  zone: string
  starts_at: Date
  ends_at: Date
  /** Name of the tenant. */
  site: string
}

/** A5 in points (ISO 216), which prints on A4 and Letter, and reads on a phone. */
const PAGE = { width: 419.53, height: 595.28 }
const MARGIN = 36
const EDGES = { left: MARGIN, right: PAGE.width - MARGIN }
const WIDTH = EDGES.right - EDGES.left
/** Side of the QR code with its quiet zone: 7 cm. */
const CODE_SIDE = 198
/** Light modules around the code (ISO/IEC 18004 requires four). */
const QUIET = 4

const INK = '#141b26'
const GRAY = '#5e6775'
const style = {
  site: { size: 11, weight: 700, color: GRAY },
  title: { size: 22, weight: 700, color: INK },
  label: { size: 9, weight: 400, color: GRAY },
  value: { size: 12, weight: 400, color: INK },
  holder: { size: 15, weight: 700, color: INK },
  code: { size: 11, weight: 400, color: INK, spacing: 0.8 },
  test: { size: 11, weight: 700, color: '#9a3412' },
} satisfies Record<string, TextStyle>

/** The tickets of an event as a PDF with a page for each, in a language of the blocks. */
export async function ticketPdf(event: PdfEvent, tickets: PdfTicket[], language: Language): Promise<Buffer> {
  const words = ticketWords[language]
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    lang: language,
    displayTitle: true,
    info: { Title: event.title, Author: event.site, Creator: 'Bolt Blocks' },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve, reject) => doc.on('end', resolve).on('error', reject))

  const time = timeOf(event, language)
  const set = await typesetter(
    doc,
    {
      400: [
        words.when,
        words.where,
        words.pdf.order,
        time,
        event.place ?? words.pdf.online,
        words.show,
        ...tickets.flatMap(({ type, code, order }) => [type, code, order ?? '']),
      ],
      700: [event.site, event.title, words.pdf.test, ...tickets.map(({ holder }) => holder ?? '')],
    },
    language,
  )
  for (const ticket of tickets) {
    // A page takes a hundredth of a second: other requests get their turn.
    await nextTurn()
    doc.addPage()
    drawTicket(doc, set, { event, ticket, time, words })
  }
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

interface Facts {
  event: PdfEvent
  ticket: PdfTicket
  time: string
  words: (typeof ticketWords)[Language]
}

function drawTicket(doc: PDFKit.PDFDocument, set: Typesetter, { event, ticket, time, words }: Facts): void {
  let y = MARGIN
  /** Sets a text in at most this many lines from the current height on. */
  function put(text: string, look: TextStyle, most: number, align: 'start' | 'center' = 'start'): void {
    for (const line of set.lines(text, look, WIDTH, most)) {
      y += look.size * 1.3
      set.draw(line, look, { ...EDGES, y, align })
    }
  }
  const pair = (label: string, value: string, most: number) => {
    put(label, style.label, 1)
    put(value, style.value, most)
    y += 8
  }
  put(event.site, style.site, 1)
  y += 6
  put(event.title, style.title, 3)
  y += 10
  pair(words.when, time, 2)
  pair(words.where, event.place ?? words.pdf.online, 3)
  y += 4
  doc
    .moveTo(EDGES.left, y)
    .lineTo(EDGES.right, y)
    .lineWidth(0.75)
    .dash(3, { space: 3 })
    .stroke('#b8c0cc')
    .undash()
  y += 8
  put(ticket.holder ?? ticket.type, style.holder, 2)
  if (ticket.holder !== null) put(ticket.type, style.value, 2)
  y += 12

  const bottom = PAGE.height - MARGIN
  drawCode(doc, ticket.code, (PAGE.width - CODE_SIDE) / 2, y)
  y += CODE_SIDE + 2
  put(grouped(ticket.code), style.code, 1, 'center')
  y += 6
  if (ticket.isTest) put(words.pdf.test, style.test, 2, 'center')
  put(words.show, style.label, 3, 'center')
  if (ticket.order !== null) {
    y = Math.max(y, bottom - style.label.size * 1.3)
    put(`${words.pdf.order}: ${ticket.order}`, style.label, 1, 'center')
  }
}

/** The QR code as shapes, sharp at any size, on white whatever is around it. */
function drawCode(doc: PDFKit.PDFDocument, code: string, x: number, y: number): void {
  const { data, size } = encode(code, { ecc: 'M', border: QUIET })
  const side = CODE_SIDE / size
  doc.rect(x, y, CODE_SIDE, CODE_SIDE).fill('#ffffff')
  for (const [row, modules] of data.entries())
    for (const [column, isDark] of modules.entries())
      if (isDark) doc.rect(x + column * side, y + row * side, side, side)
  doc.fill('#000000')
}

/** When the event takes place, by the clocks there. */
function timeOf({ starts_at, ends_at, zone }: PdfEvent, language: Language): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  }).formatRange(starts_at, ends_at)
}

/** Easier to read out and to type; a scan ignores the spaces. */
const grouped = (code: string) => code.match(/.{1,4}/g)!.join(' ')

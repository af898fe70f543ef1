// The PDF of tickets, read by a foreign program: poppler's `pdftotext` and `pdftoppm`, where they are installed.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { LANGUAGES } from '#kernel/browser/languages.ts'
import { newTicketCode } from '../ticket-codes.ts'
import { ticketWords } from '../mail/texts/all.ts'
import { type PdfTicket, ticketPdf } from './ticket-pdf.ts'
import { piecesOf, settable } from '#kernel/pdf/text-pieces.ts'

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'ticket-pdf-'))
after(() => rm(folder, { recursive: true }))

const event = {
  title: 'Harvest supper',
  place: 'Old barn, Mill Lane 4',
  zone: 'Pacific/Auckland',
  starts_at: new Date('2027-03-20T18:30:00Z'),
  ends_at: new Date('2027-03-20T21:00:00Z'),
  site: 'Hearth & Rye',
}
const ticket = (holder: string | null, more: Partial<PdfTicket> = {}): PdfTicket => ({
  code: newTicketCode(),
  type: 'Seat at the table',
  holder,
  order: null,
  isTest: false,
  ...more,
})
const order = '0190d2a0-0000-7000-8000-000000000201'

/** Names in the scripts that the fonts have. Their readers get the characters in the order of reading. */
const NAMES = [
  'Łucja Ćwiklińska',
  'Ελένη Παπαδοπούλου',
  'Юлия Ёлкина',
  'Nguyễn Thị Ánh',
  'अनन्या',
  '王小明',
  '佐藤さくら',
  '김민준',
  'שלום כהן',
]

test('a text keeps what a font has; what none has is one mark for each character, and what has no shape is dropped', () => {
  assert.equal(settable('Ines\u202e\u0000 \u200bAl\ud800meida\n', 'en'), 'Ines Almeida ')
  assert.equal(settable('Ann 😀👨‍👩‍👧 ꧁', 'en'), 'Ann \ufffd\ufffd \ufffd')
  assert.equal(settable('e\u0301', 'en'), 'é')
  for (const name of NAMES) assert.equal(settable(name, 'en'), name.normalize('NFC'))
  assert.equal(settable('محمد', 'en'), 'محمد')
})

test('pieces of a line are in the order of the eye, with the numbers and brackets of mixed directions', () => {
  const shown = (line: string, direction: 'ltr' | 'rtl' | 'auto' = 'auto') =>
    piecesOf(line, 'en', direction).map(({ text }) => text)
  assert.deepEqual(shown('Ann (Bea)'), ['Ann (Bea)'])
  // The font turns the letters of Hebrew itself.
  assert.equal(shown('שלום 42 (abc)').join('').replaceAll(/\s/g, ''), '(abc)42שלום')
  assert.equal(shown('Room שלום 42', 'ltr').join('').replaceAll(/\s/g, ''), 'Room42שלום')
  assert.notEqual(piecesOf('直', 'ja', 'auto')[0]!.file.path, piecesOf('直', 'en', 'auto')[0]!.file.path)
})

describe(
  'read by poppler',
  { skip: !existsSync('/usr/bin/pdftotext') && 'poppler-utils is not installed' },
  () => {
    async function pages(pdf: Buffer): Promise<string[]> {
      const file = join(folder, 'tickets.pdf')
      await writeFile(file, pdf)
      const { stdout, stderr } = await run('pdftotext', ['-enc', 'UTF-8', file, '-'])
      assert.equal(stderr, '', 'the file has no fault')
      return stdout.split('\f').slice(0, -1)
    }
    async function codeOn(pdf: Buffer, page: number): Promise<string> {
      const [file, picture] = [join(folder, 'drawn.pdf'), join(folder, 'page')]
      await writeFile(file, pdf)
      await run('pdftoppm', [
        '-png',
        '-r',
        '96',
        '-f',
        `${page}`,
        '-l',
        `${page}`,
        '-singlefile',
        file,
        picture,
      ])
      const { data, info } = await sharp(await readFile(`${picture}.png`))
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) })
    }
    const clean = (text: string) => text.replaceAll(/[\u2066-\u2069\u200e\u200f\u202a-\u202e]/g, '')

    test('[peers T8] a page says event, time and place there, type, holder and order, and its QR code is the ticket', async () => {
      const [own, other] = [ticket('Ines Almeida', { order }), ticket(null, { isTest: true })]
      const pdf = await ticketPdf(event, [own, other], 'en')
      const [first, second, ...rest] = await pages(pdf)
      assert.deepEqual(rest, [])
      for (const expected of [
        'Hearth & Rye',
        'Harvest supper',
        'Sun, 21 March 2027, 07:30–10:00 GMT+13',
        'Old barn, Mill Lane 4',
        'Ines Almeida',
        'Seat at the table',
        `Order: ${order}`,
        own.code.match(/.{1,4}/g)!.join(' '),
      ])
        assert.ok(first!.includes(expected), `${expected} in ${first}`)
      assert.ok(second!.includes('Test ticket: no entry') && !second!.includes('Order'))
      assert.equal(await codeOn(pdf, 1), own.code)
      assert.equal(await codeOn(pdf, 2), other.code)
    })

    test('names in Greek, Cyrillic, Vietnamese, Devanagari, Chinese, Japanese, Korean, Hebrew and Arabic are set', async () => {
      const pdf = await ticketPdf(
        event,
        [...NAMES, 'محمد سعيد'].map((name) => ticket(name)),
        'en',
      )
      const read = await pages(pdf)
      for (const [place, name] of NAMES.entries())
        // Devanagari writes some vowels before the letters that they follow.
        if (name !== 'अनन्या')
          assert.ok(clean(read[place]!).normalize('NFC').includes(name), `${name} in ${read[place]}`)
      for (const text of read) assert.ok(!text.includes('\ufffd'), text)
      // Arabic letters are drawn as shapes and dots, so that readers copy some without their dots.
      assert.match(read.at(-1)!, /\p{Script=Arabic}{4} \p{Script=Arabic}{4}/u)
    })

    test('hostile names and titles break neither the file nor the code', async () => {
      const names = [
        'W'.repeat(200),
        ') Tj ET endstream endobj \\ << /JS (app.alert(1)) >>',
        '\u202egnp.exe\u0000<script>',
        '😀'.repeat(60),
        'a\u0301'.repeat(90),
        `${'م'.repeat(100)} ${'('.repeat(90)}`,
      ]
      const tickets = names.map((name) => ticket(name, { type: name, order }))
      const pdf = await ticketPdf(
        { ...event, title: names[1]!, place: names[0]!, site: names[5]! },
        tickets,
        'ar',
      )
      const read = await pages(pdf)
      assert.equal(read.length, names.length)
      const { stdout: scripts } = await run('pdfinfo', ['-js', join(folder, 'tickets.pdf')])
      assert.equal(scripts, '')
      const { stdout: about } = await run('pdfinfo', [join(folder, 'tickets.pdf')])
      assert.ok(about.includes(`Title:           ${names[1]!}`), about)
      for (const [place, { code }] of tickets.entries()) assert.equal(await codeOn(pdf, place + 1), code)
    })

    test('each language has its own words, from right to left in Arabic', async () => {
      for (const language of LANGUAGES) {
        const pdf = await ticketPdf({ ...event, place: null }, [ticket(null, { order })], language)
        const [read] = await pages(pdf)
        const { when, pdf: words } = ticketWords[language]
        if (language !== 'ar')
          for (const expected of [when, words.online, words.order])
            assert.ok(read!.includes(expected), `${language}: ${expected} in ${read}`)
        assert.ok(!read!.includes('\ufffd'), language)
      }
    })
  },
)

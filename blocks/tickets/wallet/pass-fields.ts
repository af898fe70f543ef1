import type { Language } from '#kernel/browser/languages.ts'
import { ticketWords } from '../mail/texts/all.ts'
import { TEST_MARK } from '../mail/texts/words.ts'
import type { PdfEvent, PdfTicket } from '../pdf/ticket-pdf.ts'

/** A ticket as its pass shows it. `id` is the pass's serial number: a pass that is downloaded again replaces the older one. */
export interface PassTicket extends PdfTicket {
  id: string
}

/** Who signs the pass. */
export interface PassIssuer {
  passType: string
  team: string
}

/**
 * The content of `pass.json` of a ticket, in a language of the blocks.
 * @see https://developer.apple.com/documentation/walletpasses/pass
 */
export function passFields(event: PdfEvent, ticket: PassTicket, issuer: PassIssuer, language: Language) {
  const words = ticketWords[language]
  const title = plainText(event.title)
  const place = plainText(event.place ?? words.pdf.online)
  const [starts, ends] = [timeThere(event.starts_at, event.zone), timeThere(event.ends_at, event.zone)]
  const code = {
    format: 'PKBarcodeFormatQR',
    message: ticket.code,
    messageEncoding: 'iso-8859-1',
    altText: grouped(ticket.code),
  }
  return {
    formatVersion: 1,
    passTypeIdentifier: issuer.passType,
    teamIdentifier: issuer.team,
    serialNumber: ticket.id,
    organizationName: plainText(event.site),
    description: `${ticket.isTest ? TEST_MARK : ''}${title}`,
    logoText: plainText(event.site),
    foregroundColor: 'rgb(20, 27, 38)',
    labelColor: 'rgb(94, 103, 117)',
    backgroundColor: 'rgb(255, 255, 255)',
    // When the phone offers the pass, and when it puts it away. Since iOS 18 the list counts.
    relevantDate: starts,
    relevantDates: [{ startDate: starts, endDate: ends }],
    expirationDate: ends,
    barcodes: [code],
    barcode: code,
    semantics: { eventName: title, venueName: place, eventStartDate: starts, eventEndDate: ends },
    eventTicket: {
      headerFields: ticket.isTest ? [{ key: 'mode', value: TEST_MARK.trim() }] : [],
      primaryFields: [{ key: 'event', value: title }],
      secondaryFields: [
        // On the clocks of the event's place, wherever the phone is.
        {
          key: 'starts',
          label: words.when,
          value: starts,
          dateStyle: 'PKDateStyleMedium',
          timeStyle: 'PKDateStyleShort',
          ignoresTimeZone: true,
        },
        { key: 'place', label: words.where, value: place },
      ],
      auxiliaryFields: [
        ...(ticket.holder === null
          ? []
          : [{ key: 'holder', label: words.pass.holder, value: plainText(ticket.holder) }]),
        { key: 'type', label: words.pass.type, value: plainText(ticket.type) },
      ],
      backFields: [
        ...(ticket.isTest ? [{ key: 'test', value: words.pdf.test }] : []),
        { key: 'show', value: words.show },
        ...(ticket.order === null ? [] : [{ key: 'order', label: words.pdf.order, value: ticket.order }]),
      ],
    },
  }
}

/** Without controls and marks of direction, and in whole characters: one fault in the JSON, and a phone refuses the pass. */
const plainText = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')
    .trim()

/** A moment on the clocks of a zone, with their offset. @see https://www.w3.org/TR/NOTE-datetime */
function timeThere(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(moment)
  const offset = parts.find(({ type }) => type === 'timeZoneName')!.value.slice('GMT'.length) || '+00:00'
  const [hours, minutes] = offset.slice(1).split(':').map(Number) as [number, number]
  const shift = (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
  return `${new Date(moment.getTime() + shift).toISOString().slice(0, 19)}${offset}`
}

/** Easier to read out and to type; a scan ignores the spaces. */
const grouped = (code: string) => code.match(/.{1,4}/g)!.join(' ')

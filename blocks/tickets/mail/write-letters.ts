import { languageOfTag } from '#kernel/browser/languages.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { writeLetter } from '#kernel/mail/letter.ts'
import { mailboxOf } from '#kernel/mail/mailbox.ts'
import type { Mail } from '#kernel/mail/mailer.ts'
import { newToken } from '#kernel/secrets/one-time-token.ts'
import type { Letter, Letters } from '#kernel/unit.ts'
import { ticketPdfInTurn } from '../pdf/pdf-turns.ts'
import { openCode } from '../ticket-codes.ts'
import { calendarFile } from './calendar-file.ts'
import { factsOf, messageParts, timeIn } from './message-parts.ts'
import { qrPicture } from './qr-picture.ts'
import { readHolder, readOffer } from './read-letter.ts'
import type { AboutEvent, HeldTicket } from './read-letter.ts'
import { passSigner, PASS_TYPE, ticketPassInTurn } from '../wallet/pass-turns.ts'
import { ticketWords } from './texts/all.ts'
import { TEST_MARK } from './texts/words.ts'
import type { TicketLetter } from './texts/words.ts'

/** Test tickets cost nothing, so without a limit anyone could flood any mailbox in a tenant's name. */
const TEST_LETTERS = { points: 100, seconds: 3600 }
/** A mailbox gets no more from one tenant. */
const TEST_MAILBOX = { points: 5, seconds: 3600 }
/**
 * From all tenants together, because anyone may have many. Staff who try their own shop are not counted: others could use it up to keep
 * emails from them.
 */
const TEST_MAILBOX_IN_ALL = { points: 20, seconds: 3600 }

type HolderLetter = Exclude<TicketLetter, 'offer'>
const HOLDER_LETTERS: readonly HolderLetter[] = ['issued', 'given', 'changed', 'canceled', 'reminder']

interface Ids {
  tenant: string
  ticket: string
}

/** The emails of this unit, by kind. Each is written from what is true when it is sent. */
export const letters: Letters = {
  ...Object.fromEntries(
    HOLDER_LETTERS.map((kind) => [
      `tickets-${kind}`,
      (kernel: Kernel, ids: Ids) => toHolder(kernel, kind, ids),
    ]),
  ),
  'tickets-message': writeMessage,
  'tickets-offer': writeOffer,
}

/** To the owner of a ticket, about all that they have of its event. One whose tickets have ended meanwhile gets none. */
async function toHolder(kernel: Kernel, kind: HolderLetter, ids: Ids): Promise<Letter | undefined> {
  const found = await readHolder(kernel, ids)
  if (!found) return undefined
  const { about, tickets, to, isMember, isStaff } = found
  const isOver = kind === 'canceled'
  if (isOver !== (about.state === 'canceled') || (!isOver && tickets.length === 0)) return undefined
  if (about.isTest) await limitTests(kernel, ids.tenant, { to, isStaff })
  const codes = isOver ? [] : tickets.map((ticket) => codeOf(kernel, ids.tenant, ticket))
  const { words, text, dates } = wordsOf(about, kind, { count: tickets.length })
  const host = new URL(kernel.config.publicUrl).host
  return {
    to,
    ...writeLetter({
      brand: about.site,
      language: about.language,
      subject: `${about.isTest ? TEST_MARK : ''}${text.subject}`,
      lines: [...text.lines, ...dates],
      ...(isOver ? {} : { button: { label: words.open, address: pageOf(kernel, about) } }),
      pictures: codes.map(({ id, name, code }) => ({
        source: `cid:${id}@${host}`,
        label: name,
        text: grouped(code),
      })),
      closing: isOver ? [] : [words.show, ...(isMember ? [] : [words.claim])],
    }),
    attachments: [
      ...codes.map(({ id, code }, place): Attachment => ({
        name: `ticket-${place + 1}.png`,
        type: 'image/png',
        content: qrPicture(code),
        id: `${id}@${host}`,
      })),
      ...(kind === 'issued' || kind === 'given' ? await filesOf(kernel, about, codes) : []),
      {
        name: 'event.ics',
        type: 'text/calendar; charset=utf-8; method=PUBLISH',
        content: Buffer.from(calendarFile({ ...about, isCanceled: isOver }, host)),
      },
    ],
  }
}

async function limitTests(
  kernel: Kernel,
  tenant: string,
  { to, isStaff }: { to: string; isStaff: boolean },
): Promise<void> {
  const mailbox = mailboxOf(to)
  await kernel.limits.take('tickets.test-mailbox', `${tenant} ${mailbox}`, TEST_MAILBOX)
  if (!isStaff) await kernel.limits.take('tickets.test-mailbox-in-all', mailbox, TEST_MAILBOX_IN_ALL)
  await kernel.limits.take('tickets.test-letter', tenant, TEST_LETTERS)
}

type Attachment = NonNullable<Mail['attachments']>[number]

/**
 * The tickets to print and for phones, with their first email. They have no names of holders, for the same reason as the email. Without
 * a file, the email still has the codes, so a fault of the file does not stop it.
 */
async function filesOf(
  kernel: Kernel,
  about: AboutEvent,
  codes: { id: string; name: string; code: string }[],
): Promise<Attachment[]> {
  const language = languageOfTag(about.language) ?? 'en'
  const signer = passSigner(kernel.config)
  const tickets = codes.map(({ id, name, code }) => ({
    id,
    code,
    type: name,
    holder: null,
    order: null,
    isTest: about.isTest,
  }))
  const files: Attachment[] = []
  try {
    const pdf = await ticketPdfInTurn([about, tickets, language], Number.POSITIVE_INFINITY)
    files.push({ name: 'tickets.pdf', type: 'application/pdf', content: pdf })
    if (signer)
      for (const [place, ticket] of tickets.entries())
        files.push({
          name: `ticket-${place + 1}.pkpass`,
          type: PASS_TYPE,
          content: await ticketPassInTurn([about, ticket, signer, language], Number.POSITIVE_INFINITY),
        })
  } catch (error) {
    kernel.log.error({ error: String(error) }, 'a file of an email about tickets could not be made')
  }
  return files
}

/** A message of the staff. A later owner of the ticket does not get it. */
async function writeMessage(
  kernel: Kernel,
  ids: Ids & { message: string; transfers: string },
): Promise<Letter | undefined> {
  const found = await readHolder(kernel, ids)
  if (!found?.message || found.tickets.length === 0) return undefined
  const { about, message, to, isStaff } = found
  if (about.isTest) await limitTests(kernel, ids.tenant, { to, isStaff })
  const { button, ...parts } = messageParts(about, message)
  return {
    to,
    ...writeLetter({
      brand: about.site,
      language: about.language,
      ...parts,
      button: { label: button, address: pageOf(kernel, about) },
    }),
  }
}

/** With a new token for the cart that holds the seats, so an email that is sent twice has one valid link: the newer one. */
async function writeOffer(
  kernel: Kernel,
  ids: { tenant: string; wait: string },
): Promise<Letter | undefined> {
  const token = newToken()
  const found = await readOffer(kernel, ids, token)
  if (!found) return undefined
  const { about, to, until } = found
  const { words, text, dates } = wordsOf(about, 'offer', { count: 1, until })
  return {
    to,
    ...writeLetter({
      brand: about.site,
      language: about.language,
      subject: `${about.isTest ? TEST_MARK : ''}${text.subject}`,
      lines: [...text.lines, ...dates],
      // In the fragment, so that no log and no referrer has it.
      button: { label: words.take, address: `${pageOf(kernel, about)}#cart=${token}` },
      closing: [],
    }),
  }
}

function wordsOf(about: AboutEvent, kind: TicketLetter, { count, until }: { count: number; until?: Date }) {
  const language = languageOfTag(about.language) ?? 'en'
  const words = ticketWords[language]
  const at = (date: Date) => timeIn(language, date, about.zone)
  const facts = { site: about.site, event: about.title, count, until: until ? at(until) : '' }
  return {
    words,
    text: words.letters[kind](facts),
    dates: factsOf(about),
  }
}

/** The page of this block with the event, on this server: a site's own page may have moved. */
function pageOf(kernel: Kernel, { key, id, language }: AboutEvent): string {
  const page = new URL(`${kernel.config.publicUrl}/embed/tickets`)
  page.searchParams.set('tenant', key)
  page.searchParams.set('event', id)
  page.searchParams.set('locale', language)
  return page.href
}

const codeOf = (kernel: Kernel, tenant: string, { id, name, code_sealed }: HeldTicket) => ({
  id,
  name,
  code: openCode(kernel.sealer, tenant, id, code_sealed),
})

/** Easier to read out and to type; a scan ignores the hyphens. */
const grouped = (code: string) => code.match(/.{1,5}/g)!.join('-')

import { languageOfTag } from '#kernel/browser/languages.ts'
import type { AboutEvent } from './read-letter.ts'
import { ticketWords } from './texts/all.ts'
import { TEST_MARK } from './texts/words.ts'

/** What a message says: plain text of the staff. */
export interface WrittenMessage {
  subject: string
  body: string
}

/** When an event starts and where it is, in the language of a holder and on the clocks of its place. */
export function factsOf({
  language: tag,
  starts_at,
  place,
  zone,
}: Pick<AboutEvent, 'language' | 'starts_at' | 'place' | 'zone'>): string[] {
  const language = languageOfTag(tag) ?? 'en'
  const { when, where } = ticketWords[language]
  return [`${when}: ${timeIn(language, starts_at, zone)}`, ...(place ? [`${where}: ${place}`] : [])]
}

export const timeIn = (language: string, time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(language, {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(time)

/** An email with a message of the staff: their text, when and where, and why the reader gets it. */
export function messageParts(
  about: Pick<AboutEvent, 'title' | 'place' | 'zone' | 'starts_at' | 'site' | 'language' | 'isTest'>,
  { subject, body }: WrittenMessage,
): { subject: string; lines: string[]; button: string; closing: string[] } {
  const words = ticketWords[languageOfTag(about.language) ?? 'en']
  return {
    subject: `${about.isTest ? TEST_MARK : ''}${subject}`,
    lines: [...body.split(/\n+/).filter((line) => line.trim()), about.title, ...factsOf(about)],
    button: words.open,
    closing: [words.because({ event: about.title, site: about.site })],
  }
}

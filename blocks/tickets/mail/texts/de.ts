import type { TicketWords } from './words.ts'

/** Emails about tickets in German. */
export const de: TicketWords = {
  letters: {
    issued: ({ event, count }) => ({
      subject: count === 1 ? `Ihr Ticket für ${event}` : `Ihre ${count} Tickets für ${event}`,
      lines: [count === 1 ? `Hier ist Ihr Ticket für ${event}.` : `Hier sind Ihre Tickets für ${event}.`],
    }),
    given: ({ event }) => ({
      subject: `Ein Ticket für ${event} gehört jetzt Ihnen`,
      lines: [`Sie haben ein Ticket für ${event} bekommen. Der Code unten ist neu, und nur Ihrer gilt.`],
    }),
    changed: ({ event }) => ({
      subject: `Geändert: ${event}`,
      lines: [`Zeit oder Ort von ${event} haben sich geändert. Ihre Tickets bleiben gültig.`],
    }),
    canceled: ({ event, site }) => ({
      subject: `Abgesagt: ${event}`,
      lines: [`${site} hat ${event} abgesagt. Was Sie bezahlt haben, wird automatisch zurückgezahlt.`],
    }),
    reminder: ({ event }) => ({
      subject: `Bald: ${event}`,
      lines: [`${event} beginnt bald. Halten Sie Ihre Tickets bereit.`],
    }),
    offer: ({ event, until }) => ({
      subject: `Tickets für ${event} sind für Sie reserviert`,
      lines: [
        `Sie standen auf der Warteliste, und es ist ein Platz frei. Die Tickets sind bis ${until} für Sie reserviert.`,
      ],
    }),
  },
  when: 'Wann',
  where: 'Wo',
  open: 'Tickets ansehen',
  take: 'Tickets nehmen',
  show: 'Zeigen Sie diesen Code am Eingang. Wer ihn hat, kann ihn benutzen: Veröffentlichen Sie ihn nicht.',
  claim: 'Registrieren Sie sich dort mit dieser E-Mail-Adresse, dann stehen Ihre Tickets in Ihrem Konto.',
  because: ({ event, site }) =>
    `Sie erhalten diese Nachricht, weil Sie ein Ticket von ${site} für ${event} haben.`,
  pdf: {
    order: 'Bestellung',
    test: 'Testticket: kein Einlass',
    online: 'Online',
  },
  pass: { holder: 'Gast', type: 'Ticket' },
}

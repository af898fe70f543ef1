import type { TicketWords } from './words.ts'

/** Emails about tickets in Dutch. */
export const nl: TicketWords = {
  letters: {
    issued: ({ event, count }) => ({
      subject: count === 1 ? `Uw ticket voor ${event}` : `Uw ${count} tickets voor ${event}`,
      lines: [count === 1 ? `Hier is uw ticket voor ${event}.` : `Hier zijn uw tickets voor ${event}.`],
    }),
    given: ({ event }) => ({
      subject: `Een ticket voor ${event} is van u`,
      lines: [
        `U hebt een ticket voor ${event} gekregen. De code hieronder is nieuw, en alleen de uwe geldt.`,
      ],
    }),
    changed: ({ event }) => ({
      subject: `Gewijzigd: ${event}`,
      lines: [`De tijd of plaats van ${event} is gewijzigd. Uw tickets blijven geldig.`],
    }),
    canceled: ({ event, site }) => ({
      subject: `Afgelast: ${event}`,
      lines: [`${site} heeft ${event} afgelast. Wat u hebt betaald, wordt automatisch terugbetaald.`],
    }),
    reminder: ({ event }) => ({
      subject: `Binnenkort: ${event}`,
      lines: [`${event} begint binnenkort. Houd uw tickets bij de hand.`],
    }),
    offer: ({ event, until }) => ({
      subject: `Tickets voor ${event} zijn voor u gereserveerd`,
      lines: [
        `U stond op de wachtlijst en er is nu plaats. De tickets zijn tot ${until} voor u gereserveerd.`,
      ],
    }),
  },
  when: 'Wanneer',
  where: 'Waar',
  open: 'Tickets bekijken',
  take: 'Tickets nemen',
  show: 'Laat deze code zien bij de ingang. Wie hem heeft, kan hem gebruiken: publiceer hem niet.',
  claim: 'Registreer u daar met dit e-mailadres, dan staan uw tickets in uw account.',
  because: ({ event, site }) => `U ontvangt dit bericht omdat u een ticket voor ${event} van ${site} hebt.`,
  pdf: {
    order: 'Bestelling',
    test: 'Testticket: geen toegang',
    online: 'Online',
  },
  pass: { holder: 'Gast', type: 'Ticket' },
}

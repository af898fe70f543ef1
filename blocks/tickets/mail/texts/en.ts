import type { TicketWords } from './words.ts'

/** Emails about tickets in English. */
export const en: TicketWords = {
  letters: {
    issued: ({ event, count }) => ({
      subject: count === 1 ? `Your ticket for ${event}` : `Your ${count} tickets for ${event}`,
      lines: [count === 1 ? `Here is your ticket for ${event}.` : `Here are your tickets for ${event}.`],
    }),
    given: ({ event }) => ({
      subject: `A ticket for ${event} is yours`,
      lines: [`Someone gave you a ticket for ${event}. The code below is new, and only yours works.`],
    }),
    changed: ({ event }) => ({
      subject: `Changed: ${event}`,
      lines: [`Time or place of ${event} have changed. Your tickets stay valid.`],
    }),
    canceled: ({ event, site }) => ({
      subject: `Canceled: ${event}`,
      lines: [`${site} has canceled ${event}. What you paid is returned automatically.`],
    }),
    reminder: ({ event }) => ({
      subject: `Soon: ${event}`,
      lines: [`${event} is about to begin. Have your tickets ready.`],
    }),
    offer: ({ event, until }) => ({
      subject: `Tickets for ${event} are held for you`,
      lines: [
        `You were on the waiting list, and there is room now. The tickets are held for you until ${until}.`,
      ],
    }),
  },
  when: 'When',
  where: 'Where',
  open: 'See your tickets',
  take: 'Take the tickets',
  show: 'Show this code at the door. Anyone who has it can use it, so do not post it.',
  claim: 'Sign up there with this email address, and your tickets are in your account.',
  because: ({ event, site }) => `You get this because you have a ticket for ${event} by ${site}.`,
  pdf: {
    order: 'Order',
    test: 'Test ticket: no entry',
    online: 'Online',
  },
  pass: { holder: 'Guest', type: 'Ticket' },
}

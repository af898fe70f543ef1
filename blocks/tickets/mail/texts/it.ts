import type { TicketWords } from './words.ts'

/** Emails about tickets in Italian. */
export const it: TicketWords = {
  letters: {
    issued: ({ event, count }) => ({
      subject: count === 1 ? `Il suo biglietto per ${event}` : `I suoi ${count} biglietti per ${event}`,
      lines: [count === 1 ? `Ecco il suo biglietto per ${event}.` : `Ecco i suoi biglietti per ${event}.`],
    }),
    given: ({ event }) => ({
      subject: `Un biglietto per ${event} è suo`,
      lines: [`Ha ricevuto un biglietto per ${event}. Il codice qui sotto è nuovo, e solo il suo è valido.`],
    }),
    changed: ({ event }) => ({
      subject: `Modifica: ${event}`,
      lines: [`L’orario o il luogo di ${event} sono cambiati. I suoi biglietti restano validi.`],
    }),
    canceled: ({ event, site }) => ({
      subject: `Annullato: ${event}`,
      lines: [`${site} ha annullato ${event}. Quanto ha pagato le viene rimborsato automaticamente.`],
    }),
    reminder: ({ event }) => ({
      subject: `Tra poco: ${event}`,
      lines: [`${event} sta per iniziare. Tenga pronti i suoi biglietti.`],
    }),
    offer: ({ event, until }) => ({
      subject: `Biglietti per ${event} riservati per lei`,
      lines: [`Era in lista d’attesa e ora c’è posto. I biglietti sono riservati per lei fino a ${until}.`],
    }),
  },
  when: 'Quando',
  where: 'Dove',
  open: 'Vedi i biglietti',
  take: 'Prendi i biglietti',
  show: 'Mostri questo codice all’ingresso. Chi lo ha può usarlo: non lo pubblichi.',
  claim: 'Si registri lì con questo indirizzo e-mail: i biglietti saranno nel suo account.',
  because: ({ event, site }) => `Riceve questo messaggio perché ha un biglietto per ${event}, di ${site}.`,
  pdf: {
    order: 'Ordine',
    test: 'Biglietto di prova: nessun ingresso',
    online: 'Online',
  },
  pass: { holder: 'Ospite', type: 'Biglietto' },
}

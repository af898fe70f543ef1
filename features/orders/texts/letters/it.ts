import { type BuyerWords, paid } from './words.ts'

const every = { week: 'a settimana', month: 'al mese', year: 'all’anno' }

/** Emails to buyers in Italian. */
export const it: BuyerWords = {
  'order-paid-buyer': (f) => ({
    subject: f.renewal ? `Il suo pagamento a ${f.shop}` : `Il suo ordine da ${f.shop}`,
    lines: [
      f.renewal
        ? `Il suo abbonamento continua: ${f.product}.`
        : `Grazie. Il suo ordine è pagato: ${f.product}.`,
      `Importo: ${paid(f, every)}`,
    ],
    button: `Torna a ${f.shop}`,
    ...(f.manage && { manage: 'Gestire o disdire l’abbonamento' }),
    closing: [
      ...(f.guest
        ? ['Si registri lì con questo indirizzo e-mail e l’acquisto resterà nel suo account.']
        : []),
      'Sull’estratto conto il pagamento compare con il nome del negozio. Alle domande sull’ordine risponde il negozio.',
    ],
  }),
  'order-refunded-buyer': (f) => ({
    subject: `Il suo rimborso da ${f.shop}`,
    lines: [
      `${f.shop} le ha restituito del denaro: ${f.product}.`,
      `Rimborsato finora: ${f.refunded} di ${f.amount}`,
    ],
    button: `Torna a ${f.shop}`,
    closing: ['Possono passare da 5 a 10 giorni prima che la banca lo mostri.'],
  }),
  'order-payment-failed-buyer': (f) => ({
    subject: `Il suo pagamento a ${f.shop} non è riuscito`,
    lines: [
      `Il pagamento per ${f.product} non è andato a buon fine.`,
      f.manage
        ? 'Nei prossimi giorni verrà fatto un nuovo tentativo. Cambi la carta con il link qui sotto per conservare ciò che ha.'
        : 'Nei prossimi giorni verrà fatto un nuovo tentativo. Cambi la carta nei suoi acquisti per conservare ciò che ha.',
    ],
    button: `Torna a ${f.shop}`,
    ...(f.manage && { manage: 'Gestire o disdire l’abbonamento' }),
    closing: [],
  }),
  'order-ended-buyer': (f) => ({
    subject: `Il suo abbonamento da ${f.shop} è terminato`,
    lines: [`${f.product} è terminato. Non verrà addebitato altro.`],
    button: `Torna a ${f.shop}`,
    closing: [],
  }),
}

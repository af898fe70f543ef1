import { type BuyerWords, paid } from './words.ts'

const every = { week: 'per week', month: 'per maand', year: 'per jaar' }

/** Emails to buyers in Dutch. */
export const nl: BuyerWords = {
  'order-paid-buyer': (f) => ({
    subject: f.renewal ? `Uw betaling aan ${f.shop}` : `Uw bestelling bij ${f.shop}`,
    lines: [
      f.renewal
        ? `Uw abonnement loopt door: ${f.product}.`
        : `Bedankt. Uw bestelling is betaald: ${f.product}.`,
      `Bedrag: ${paid(f, every)}`,
    ],
    button: `Terug naar ${f.shop}`,
    ...(f.manage && { manage: 'Abonnement beheren of opzeggen' }),
    closing: [
      ...(f.guest ? ['Registreer u daar met dit e-mailadres, dan staat deze aankoop in uw account.'] : []),
      'Op uw afschrift staat de betaling onder de naam van de winkel. Vragen over de bestelling beantwoordt de winkel.',
    ],
  }),
  'order-refunded-buyer': (f) => ({
    subject: `Uw terugbetaling van ${f.shop}`,
    lines: [
      `${f.shop} heeft u geld teruggegeven: ${f.product}.`,
      `Tot nu toe terugbetaald: ${f.refunded} van ${f.amount}`,
    ],
    button: `Terug naar ${f.shop}`,
    closing: ['Het kan 5 tot 10 dagen duren tot uw bank het toont.'],
  }),
  'order-payment-failed-buyer': (f) => ({
    subject: `Uw betaling aan ${f.shop} is mislukt`,
    lines: [
      `De betaling voor ${f.product} is niet gelukt.`,
      f.manage
        ? 'De komende dagen wordt het opnieuw geprobeerd. Wijzig uw kaart met de link hieronder om te houden wat u hebt.'
        : 'De komende dagen wordt het opnieuw geprobeerd. Wijzig uw kaart bij uw aankopen om te houden wat u hebt.',
    ],
    button: `Terug naar ${f.shop}`,
    ...(f.manage && { manage: 'Abonnement beheren of opzeggen' }),
    closing: [],
  }),
  'order-ended-buyer': (f) => ({
    subject: `Uw abonnement bij ${f.shop} is beëindigd`,
    lines: [`${f.product} is beëindigd. Er wordt niets meer afgeschreven.`],
    button: `Terug naar ${f.shop}`,
    closing: [],
  }),
}

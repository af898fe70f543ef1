import { type BuyerWords, paid } from './words.ts'

const every = { week: 'pro Woche', month: 'pro Monat', year: 'pro Jahr' }

/** Emails to buyers in German. */
export const de: BuyerWords = {
  'order-paid-buyer': (f) => ({
    subject: f.renewal ? `Ihre Zahlung an ${f.shop}` : `Ihre Bestellung bei ${f.shop}`,
    lines: [
      f.renewal
        ? `Ihr Abonnement läuft weiter: ${f.product}.`
        : `Vielen Dank. Ihre Bestellung ist bezahlt: ${f.product}.`,
      `Betrag: ${paid(f, every)}`,
    ],
    button: `Zurück zu ${f.shop}`,
    ...(f.manage && { manage: 'Abonnement verwalten oder kündigen' }),
    closing: [
      ...(f.guest
        ? ['Registrieren Sie sich dort mit dieser E-Mail-Adresse, dann steht dieser Kauf in Ihrem Konto.']
        : []),
      'Auf Ihrem Kontoauszug steht die Zahlung unter dem Namen des Shops. Fragen zur Bestellung beantwortet der Shop.',
    ],
  }),
  'order-refunded-buyer': (f) => ({
    subject: `Ihre Rückzahlung von ${f.shop}`,
    lines: [
      `${f.shop} hat Ihnen Geld zurückgezahlt: ${f.product}.`,
      `Bisher zurückgezahlt: ${f.refunded} von ${f.amount}`,
    ],
    button: `Zurück zu ${f.shop}`,
    closing: ['Bis Ihre Bank es anzeigt, können 5 bis 10 Tage vergehen.'],
  }),
  'order-payment-failed-buyer': (f) => ({
    subject: `Ihre Zahlung an ${f.shop} ist fehlgeschlagen`,
    lines: [
      `Die Zahlung für ${f.product} konnte nicht ausgeführt werden.`,
      f.manage
        ? 'In den nächsten Tagen wird es erneut versucht. Ändern Sie Ihre Karte über den Link unten, um zu behalten, was Sie haben.'
        : 'In den nächsten Tagen wird es erneut versucht. Ändern Sie Ihre Karte unter Ihren Käufen, um zu behalten, was Sie haben.',
    ],
    button: `Zurück zu ${f.shop}`,
    ...(f.manage && { manage: 'Abonnement verwalten oder kündigen' }),
    closing: [],
  }),
  'order-ended-buyer': (f) => ({
    subject: `Ihr Abonnement bei ${f.shop} ist beendet`,
    lines: [`${f.product} ist beendet. Es wird nichts mehr abgebucht.`],
    button: `Zurück zu ${f.shop}`,
    closing: [],
  }),
}

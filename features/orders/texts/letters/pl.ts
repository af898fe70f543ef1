import { type BuyerWords, paid } from './words.ts'

const every = { week: 'tygodniowo', month: 'miesięcznie', year: 'rocznie' }

/** Emails to buyers in Polish. */
export const pl: BuyerWords = {
  'order-paid-buyer': (f) => ({
    subject: f.renewal ? `Płatność dla ${f.shop}` : `Zamówienie w ${f.shop}`,
    lines: [
      f.renewal
        ? `Subskrypcja trwa dalej: ${f.product}.`
        : `Dziękujemy. Zamówienie jest opłacone: ${f.product}.`,
      `Kwota: ${paid(f, every)}`,
    ],
    button: `Wróć do ${f.shop}`,
    ...(f.manage && { manage: 'Zarządzaj subskrypcją lub ją anuluj' }),
    closing: [
      ...(f.guest ? ['Po rejestracji w sklepie z tym adresem e-mail zakup będzie widoczny na koncie.'] : []),
      'Na wyciągu płatność widnieje pod nazwą sklepu. Na pytania o zamówienie odpowiada sklep.',
    ],
  }),
  'order-refunded-buyer': (f) => ({
    subject: `Zwrot z ${f.shop}`,
    lines: [
      `${f.shop} – zwrot pieniędzy za: ${f.product}.`,
      `Dotychczas zwrócono: ${f.refunded} z ${f.amount}`,
    ],
    button: `Wróć do ${f.shop}`,
    closing: ['Zanim bank to pokaże, może minąć od 5 do 10 dni.'],
  }),
  'order-payment-failed-buyer': (f) => ({
    subject: `Płatność dla ${f.shop} nie powiodła się`,
    lines: [
      `Nie udało się pobrać płatności za ${f.product}.`,
      f.manage
        ? 'W najbliższych dniach nastąpi kolejna próba. Aby zachować dostęp, prosimy zmienić kartę za pomocą linku poniżej.'
        : 'W najbliższych dniach nastąpi kolejna próba. Aby zachować dostęp, prosimy zmienić kartę w sekcji zakupów.',
    ],
    button: `Wróć do ${f.shop}`,
    ...(f.manage && { manage: 'Zarządzaj subskrypcją lub ją anuluj' }),
    closing: [],
  }),
  'order-ended-buyer': (f) => ({
    subject: `Subskrypcja w ${f.shop} zakończyła się`,
    lines: [`${f.product}: koniec. Nic więcej nie zostanie pobrane.`],
    button: `Wróć do ${f.shop}`,
    closing: [],
  }),
}

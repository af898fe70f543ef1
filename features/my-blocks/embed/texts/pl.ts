import type { Texts } from './en.ts'

export const texts: Texts = {
  title: 'Treść',
  signIn: {
    title: (block) => `Proszę się zalogować, aby zobaczyć ${block}`,
    text: 'Ta część jest dla członków tej strony.',
    button: 'Zaloguj się',
  },
  closed: {
    title: (block) => `Brak dostępu do ${block}`,
    comesWith: (names) => `W cenie: ${names}.`,
    signInToBuy: (names, price) =>
      `W cenie: ${names}, ${price}. Najpierw trzeba się zalogować, potem można kupić tutaj.`,
    buy: (name) => `Kup ${name}`,
    opens: (day) => `Otwiera się ${day}.`,
    ask: 'Proszę poprosić właściciela tej strony o dostęp.',
  },
  paywall: {
    title: (block, plan) => `${block} należy do planu ${plan}`,
    text: 'Otwiera się w wyższym planie. Konto i dane pozostają bez zmian.',
    button: 'Zmień plan',
    every: { week: '/tydzień', month: '/miesiąc', year: '/rok' },
  },
  empty: 'Nic tu jeszcze nie ma.',
  loading: 'Wczytywanie...',
  tryAgain: 'Spróbuj ponownie',
  errors: {
    missing: 'Ten blok nie istnieje albo należy do kogoś innego.',
    no_tenant: 'Nie podano obszaru roboczego',
    tenant_not_found: 'Nie znaleziono obszaru roboczego',
    load_failed: 'Nie udało się wczytać bloku.',
    unexpected: 'Wystąpił błąd',
    codes: {
      network: 'Brak połączenia. Proszę sprawdzić sieć i spróbować ponownie.',
      too_many_requests: 'Zbyt wiele żądań. Proszę spróbować później.',
      session_ended: 'Sesja wygasła. Proszę zalogować się ponownie.',
    },
  },
}

import type { TicketWords } from './words.ts'

/** Emails about tickets in Polish. */
export const pl: TicketWords = {
  letters: {
    issued: ({ event, count }) => ({
      subject: count === 1 ? `Twój bilet: ${event}` : `Twoje bilety (${count}): ${event}`,
      lines: [
        count === 1 ? `Oto Twój bilet na wydarzenie: ${event}.` : `Oto Twoje bilety na wydarzenie: ${event}.`,
      ],
    }),
    given: ({ event }) => ({
      subject: `Masz bilet: ${event}`,
      lines: [`Przekazano Ci bilet na wydarzenie: ${event}. Poniższy kod jest nowy i tylko on jest ważny.`],
    }),
    changed: ({ event }) => ({
      subject: `Zmiana: ${event}`,
      lines: [`Zmienił się czas lub miejsce wydarzenia: ${event}. Twoje bilety pozostają ważne.`],
    }),
    canceled: ({ event, site }) => ({
      subject: `Odwołano: ${event}`,
      lines: [`${site} odwołuje wydarzenie: ${event}. Zapłacona kwota zostanie zwrócona automatycznie.`],
    }),
    reminder: ({ event }) => ({
      subject: `Wkrótce: ${event}`,
      lines: [`Wkrótce zaczyna się: ${event}. Przygotuj swoje bilety.`],
    }),
    offer: ({ event, until }) => ({
      subject: `Bilety czekają na Ciebie: ${event}`,
      lines: [
        `Jesteś na liście oczekujących i zwolniły się miejsca. Bilety są zarezerwowane dla Ciebie do: ${until}.`,
      ],
    }),
  },
  when: 'Kiedy',
  where: 'Gdzie',
  open: 'Zobacz bilety',
  take: 'Weź bilety',
  show: 'Pokaż ten kod przy wejściu. Każdy, kto go ma, może go użyć, więc go nie publikuj.',
  claim: 'Zarejestruj się tam z tym adresem e-mail, a bilety będą na Twoim koncie.',
  because: ({ event, site }) => `Otrzymujesz tę wiadomość, ponieważ masz bilet na ${event} (${site}).`,
  pdf: {
    order: 'Zamówienie',
    test: 'Bilet testowy: bez wstępu',
    online: 'Online',
  },
  pass: { holder: 'Gość', type: 'Bilet' },
}

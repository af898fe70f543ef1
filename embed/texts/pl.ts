import type { Texts } from './en.ts'

export const texts: Texts = {
  frame: {
    poweredBy: 'Działa dzięki Bolt Blocks',
    testMode: 'Tryb testowy',
    offline: 'Brak połączenia. Wszystko ruszy dalej samo, gdy tylko wróci.',
  },
  refused: {
    title: 'Tej witryny nie ma jeszcze na liście',
    text: (origin) => `Bloków tego obszaru nie można wyświetlać na ${origin}.`,
    remedy: (origin) =>
      `Jeśli to Państwa witryna, proszę otworzyć Studio, wybrać Tenant Settings, potem General, i dodać ${origin} do swoich witryn.`,
    nameless: 'tym adresie',
  },
  unavailable: 'To jest teraz niedostępne.',
  unknown: {
    title: 'Nie ma takiego bloku',
    text: (name) =>
      `Żaden blok nie nazywa się ${name}. Jeśli to Państwa witryna, proszę sprawdzić data-block w tagu na tej stronie.`,
  },
}

import type { Texts } from './en.ts'

export const texts: Texts = {
  frame: {
    poweredBy: 'Läuft mit Bolt Blocks',
    testMode: 'Testmodus',
    offline: 'Keine Verbindung. Es geht von selbst weiter, sobald es wieder eine gibt.',
  },
  refused: {
    title: 'Diese Website steht noch nicht auf der Liste',
    text: (origin) => `Blöcke dieses Arbeitsbereichs dürfen auf ${origin} nicht gezeigt werden.`,
    remedy: (origin) =>
      `Ist das Ihre Website, öffnen Sie das Studio, wählen Sie Tenant Settings, dann General, und nehmen Sie ${origin} in Ihre Sites auf.`,
    nameless: 'dieser Adresse',
  },
  unavailable: 'Das ist im Moment nicht verfügbar.',
  unknown: {
    title: 'Diesen Block gibt es nicht',
    text: (name) =>
      `Kein Block heißt ${name}. Ist das Ihre Website, prüfen Sie data-block im Tag auf dieser Seite.`,
  },
}

// Words that visitors read of the loader itself, in the languages of the blocks. The first part has the English ones.

const WORDS: Record<string, readonly [open: string, close: string]> = {
  de: ['In neuem Tab öffnen', 'Schließen'],
  fr: ['Ouvrir dans un nouvel onglet', 'Fermer'],
  es: ['Abrir en una pestaña nueva', 'Cerrar'],
  it: ['Apri in una nuova scheda', 'Chiudi'],
  pt: ['Abrir em uma nova aba', 'Fechar'],
  nl: ['Openen in een nieuw tabblad', 'Sluiten'],
  pl: ['Otwórz w nowej karcie', 'Zamknij'],
  ja: ['新しいタブで開く', '閉じる'],
  ar: ['فتح في علامة تبويب جديدة', 'إغلاق'],
}

/** Titles of the blocks by language, from their manifests. */
declare const __BB_TITLES__: Record<string, Record<string, string>>
const titles = __BB_TITLES__

const languageOf = (locale: string) => locale.toLowerCase().split(/[-_]/)[0]!

const wordsOf = (locale: string) => {
  const language = languageOf(locale)
  return Object.hasOwn(WORDS, language) ? WORDS[language] : undefined
}

/** What the link says that stands in for a block; undefined in English. */
export function openText(locale: string, block: string): string | undefined {
  const open = wordsOf(locale)?.[0]
  return open ? `${titles[block]![languageOf(locale)]!}: ${open}` : open
}

/** Name of the button that closes a dialog. */
export const closeText = (locale: string): string => wordsOf(locale)?.[1] ?? 'Close'

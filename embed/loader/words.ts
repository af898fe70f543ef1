// Strings of the script itself that visitors read, in the languages of the blocks. The first chunk has the
// English ones.

const WORDS: Record<string, readonly [open: string, close: string]> = {
  de: ['In neuem Tab öffnen', 'Schließen'],
  fr: ['Ouvrir dans un nouvel onglet', 'Fermer'],
  es: ['Abrir en una pestaña nueva', 'Cerrar'],
  it: ['Apri in una nuova scheda', 'Chiudi'],
  pt: ['Abrir em uma nova aba', 'Fechar'],
  nl: ['In een nieuw tabblad openen', 'Sluiten'],
  pl: ['Otwórz w nowej karcie', 'Zamknij'],
  ja: ['新しいタブで開く', '閉じる'],
  ar: ['فتح في علامة تبويب جديدة', 'إغلاق'],
}

const wordsOf = (locale: string) => {
  const language = locale.toLowerCase().split(/[-_]/)[0]!
  return Object.hasOwn(WORDS, language) ? WORDS[language] : undefined
}

/** Text of the link that replaces a block; undefined in English. */
export const openText = (locale: string): string | undefined => wordsOf(locale)?.[0]

/** Name of the button that closes a dialog. */
export const closeText = (locale: string): string => wordsOf(locale)?.[1] ?? 'Close'

// Name of the button that closes a dialog, in the languages of the blocks.

const WORDS: Record<string, string> = {
  de: 'Schließen',
  fr: 'Fermer',
  es: 'Cerrar',
  it: 'Chiudi',
  pt: 'Fechar',
  nl: 'Sluiten',
  pl: 'Zamknij',
  ja: '閉じる',
  ar: 'إغلاق',
}

export function closeText(locale: string): string {
  const language = locale.toLowerCase().split(/[-_]/)[0]!
  return Object.hasOwn(WORDS, language) ? WORDS[language]! : 'Close'
}

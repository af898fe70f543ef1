// Text of the link that replaces a block which did not load, in the languages of the blocks. The first chunk has the English one.

const WORDS: Record<string, string> = {
  de: 'In neuem Tab öffnen',
  fr: 'Ouvrir dans un nouvel onglet',
  es: 'Abrir en una pestaña nueva',
  it: 'Apri in una nuova scheda',
  pt: 'Abrir em uma nova aba',
  nl: 'In een nieuw tabblad openen',
  pl: 'Otwórz w nowej karcie',
  ja: '新しいタブで開く',
  ar: 'فتح في علامة تبويب جديدة',
}

/** Translates our link, unless the page is in English. */
export function translate(link: HTMLElement, locale: string): void {
  const language = locale.toLowerCase().split(/[-_]/)[0]!
  if (Object.hasOwn(WORDS, language)) link.textContent = WORDS[language]!
}

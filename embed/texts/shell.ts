/** Words of the line below every block, in each language: so few that all of them stand in the page. */
const WORDS: Record<string, { poweredBy: string; testMode: string }> = {
  en: { poweredBy: 'Powered by Bolt Blocks', testMode: 'Test mode' },
  de: { poweredBy: 'Läuft mit Bolt Blocks', testMode: 'Testmodus' },
  fr: { poweredBy: 'Propulsé par Bolt Blocks', testMode: 'Mode test' },
  es: { poweredBy: 'Con tecnología de Bolt Blocks', testMode: 'Modo de prueba' },
}

/** @param lang a language of the page; English for any other */
export const shellWords = (lang: string) => (Object.hasOwn(WORDS, lang) ? WORDS[lang]! : WORDS.en!)

/** Name of the button, in the languages of the blocks. */
const WORDS: Record<string, string> = {
  en: 'Ask a question',
  de: 'Frage stellen',
  fr: 'Poser une question',
  es: 'Hacer una pregunta',
  it: 'Fai una domanda',
  pt: 'Fazer uma pergunta',
  nl: 'Een vraag stellen',
  pl: 'Zadaj pytanie',
  ja: '質問する',
  ar: 'اطرح سؤالاً',
}

export function bubbleText(locale: string): string {
  const language = locale.toLowerCase().split(/[-_]/)[0]!
  return Object.hasOwn(WORDS, language) ? WORDS[language]! : WORDS['en']!
}

/** Languages that pages on other people's sites may be written in; each page names its own. */
export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const

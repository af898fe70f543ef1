import type { BlockManifest } from '#kernel/browser/block-manifest.ts'

/** A creator's own block on a page: `data-block="my-block" data-id="…"`. Which one it is, its id says. */
export const block = {
  name: 'my-block',
  title: 'Content',
  titles: {
    de: 'Inhalt',
    fr: 'Contenu',
    es: 'Contenido',
    it: 'Contenuto',
    pt: 'Conteúdo',
    nl: 'Inhoud',
    pl: 'Treść',
    ja: 'コンテンツ',
    ar: 'المحتوى',
  },
  plan: 'free',
  embed: {
    attributes: ['id'],
    // A few lines; the builder knows better what is behind the id (`data-height`).
    reserve: [[0, 160]],
    namedById: true,
  },
} as const satisfies BlockManifest

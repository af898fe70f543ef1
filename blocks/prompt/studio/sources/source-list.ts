import type { SourceKind } from '#blocks/prompt/endpoints.ts'

/** Kinds of sources in the order of the menu. */
export const KIND_LIST: readonly SourceKind[] = ['pages', 'file', 'answers', 'table', 'library', 'events']

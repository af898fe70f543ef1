import type { Catalogue } from '../endpoints.ts'

/** The catalogue with no other product than this one, if a page names one. */
export const onlyItem = (shown: Catalogue, only: string | undefined): Catalogue =>
  only === undefined ? shown : { ...shown, items: shown.items.filter(({ id }) => id === only) }

import type { Json } from '../kinds/read-json.ts'

/** A block as its owner reads it. */
export interface BlockRow {
  id: string
  user_id: string
  title: string
  data: Json
  /** ISO 8601, both. */
  created_at: string
  updated_at: string
}

/** What a new one is made of. */
export type NewBlock = Pick<BlockRow, 'title' | 'data'>

export const TITLE_MAX = 120

/** Title of a duplicate; the end of a long one gives way to the words that tell them apart. */
export function copyTitle(title: string): string {
  const room = TITLE_MAX - COPY.length
  const kept =
    title.length <= room
      ? title
      : title
          .slice(0, room)
          .replace(/[\ud800-\udbff]$/, '')
          .trimEnd()
  return kept + COPY
}
const COPY = ' (copy)'

import type { Json } from '../kinds/read-json.ts'

/** A block as its owner reads it. */
export interface BlockRow {
  id: string
  user_id: string
  title: string
  data: Json
  /** Both are ISO 8601. */
  created_at: string
  updated_at: string
}

/** The fields of a new block. */
export type NewBlock = Pick<BlockRow, 'title' | 'data'>

export const TITLE_MAX = 120

/** Title of a duplicate. A long title is shortened so that the suffix fits. */
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

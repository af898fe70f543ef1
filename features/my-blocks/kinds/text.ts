import { colorOf, fieldOf, type Json, objectOf, proseOf } from './read-json.ts'

/** Data of a text block, as the form editor writes it. */
export interface TextData {
  type: 'text'
  /** Plain text; an empty line starts a paragraph. */
  content: string
  style: {
    /** CSS pixels. */
    fontSize: number
    /** `#rrggbb`; omit for the theme's own color. */
    color?: string
  }
}

export const FONT_SIZES = { smallest: 10, usual: 16, largest: 72 } as const
export const LONGEST_TEXT = 20_000

/** What visitors get of a text block. */
export interface TextView {
  kind: 'text'
  paragraphs: string[]
  /** CSS pixels; null for the theme's own. */
  size: number | null
  /** `#rrggbb` as the creator chose it, adjusted for contrast when rendered; null for the theme's own. */
  color: string | null
}

/** Reads a creator's data field by field. Missing or invalid fields are omitted and never an error. */
export function textView(data: Json): TextView {
  const style = objectOf(fieldOf(data, 'style'))
  const content = proseOf(fieldOf(data, 'content'), LONGEST_TEXT)
  return {
    kind: 'text',
    paragraphs: content.split(/\n[ \t]*\n\s*/).filter(Boolean),
    size: fontSize(fieldOf(style, 'fontSize')),
    color: colorOf(fieldOf(style, 'color')) ?? null,
  }
}

/** `18`, `"18"` and `"18px"` mean the same; sizes in other units are ignored. */
function fontSize(value: unknown): number | null {
  const digits = typeof value === 'string' ? /^\s*(\d+(?:\.\d+)?)(?:px)?\s*$/i.exec(value)?.[1] : undefined
  const size = typeof value === 'number' ? value : Number(digits)
  if (!Number.isFinite(size)) return null
  return Math.round(Math.min(Math.max(size, FONT_SIZES.smallest), FONT_SIZES.largest))
}

import { createHash } from 'node:crypto'
import type { SourceKind } from '../endpoints.ts'

/** A piece of text that the asking person may read, and where it is from. */
export interface Passage {
  kind: SourceKind
  /** Id of the source. */
  source: string
  /** Names it within the source, so that it can be read again. */
  ref: string
  title: string
  /** Of the original, for citations. */
  url?: string
  text: string
}

export interface RankedPassage extends Passage {
  score: number
  /** Share of the question's words that it has, weighted by how rare they are: 0 to 1. */
  covered: number
}

/** A passage that an answer was made of, as messages store it. */
export type Given = Pick<Passage, 'kind' | 'source' | 'ref'> & { digest: string }

export const digestOf = ({ title, text }: Pick<Passage, 'title' | 'text'>): string =>
  createHash('sha256').update(`${title}\n${text}`).digest('base64url').slice(0, 22)

export const givenOf = (passage: Passage): Given => ({
  kind: passage.kind,
  source: passage.source,
  ref: passage.ref,
  digest: digestOf(passage),
})

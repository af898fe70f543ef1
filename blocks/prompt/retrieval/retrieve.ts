import type { Claims } from '#kernel/db/claims.ts'
import { sqlState } from '#kernel/db/database-error.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { SourceKind } from '../endpoints.ts'
import type { SourceDesign } from '../endpoints-studio.ts'
import { eventPassage, eventPassages } from './event-passages.ts'
import { libraryPassage, libraryPassages } from './library-passages.ts'
import { digestOf } from './passage.ts'
import type { Given, Passage, RankedPassage } from './passage.ts'
import { rowPassage, rowPassages } from './row-passages.ts'
import { storedPassage, storedPassages } from './stored-passages.ts'
import { wordBeginnings } from './word-beginnings.ts'

export interface KnownSource {
  id: string
  kind: SourceKind
  design: SourceDesign
}

/** What is known of an assistant when a question arrives. */
export interface Knowledge {
  id: string
  language: string
  sources: KnownSource[]
}

export interface Query {
  assistant: string
  language: string
  question: string
  /** Stems of its words. */
  words: string[]
  /** Whether words that are typed wrong count (docs/decisions/106). */
  trigrams: boolean
}

export interface Found {
  /** The best first, at most six. */
  passages: RankedPassage[]
  /** Whether they say enough about the question for an answer. */
  isEnough: boolean
}

export const MOST_PASSAGES = 6
/** A question of which the best passage has less than this share is not answered from the sources (docs/decisions/106). */
export const ENOUGH = 0.34

/** Timeout of a statement. */
const CANCELED = '57014'

/**
 * The passages for a question. Each statement runs under the claims of the asking person, so that nothing is found that they may not read
 * at this moment.
 */
export async function retrieve(
  kernel: Kernel,
  claims: Claims,
  { id, language, sources }: Knowledge,
  question: string,
  { trigrams = true, most = MOST_PASSAGES }: { trigrams?: boolean; most?: number } = {},
): Promise<Found> {
  const words = await wordBeginnings(kernel, claims, language, question)
  const query: Query = { assistant: id, language, question, words, trigrams }
  const candidates = await storedPassages(kernel, claims, query)
  for (const source of sources) candidates.push(...(await livePassages(kernel, claims, source, query)))
  const passages = (await ranked(kernel, claims, query, candidates)).slice(0, most)
  return { passages, isEnough: passages.some(({ covered }) => covered >= ENOUGH) }
}

async function livePassages(
  kernel: Kernel,
  claims: Claims,
  source: KnownSource,
  query: Query,
): Promise<Passage[]> {
  try {
    if (source.kind === 'table') return await rowPassages(kernel, claims, source, query)
    if (source.kind === 'library') return await libraryPassages(kernel, claims, source, query)
    if (source.kind === 'events') return await eventPassages(kernel, claims, source)
    return []
  } catch (error) {
    if (sqlState(error) !== CANCELED) throw error
    kernel.log.warn(
      { source: source.id },
      'a source of an assistant was left out of an answer: it took too long',
    )
    return []
  }
}

async function ranked(
  { database }: Kernel,
  claims: Claims,
  { language, question, trigrams }: Query,
  candidates: Passage[],
): Promise<RankedPassage[]> {
  if (candidates.length === 0) return []
  const { rows } = await database.once<{ place: number; score: number; covered: number }>(claims, {
    name: 'prompt ranks',
    text: 'select * from app.rank_passages($1, $2, $3::text[], $4::text[], $5) order by score desc, place',
    values: [
      language,
      question,
      candidates.map(({ title }) => title),
      candidates.map(({ text }) => text),
      trigrams,
    ],
    readOnly: true,
  })
  return rows.map(({ place, score, covered }) => ({ ...candidates[place - 1]!, score, covered }))
}

/** A passage that was found earlier, if the person may read it now and it is unchanged. */
export async function readAgain(
  kernel: Kernel,
  claims: Claims,
  { sources }: Pick<Knowledge, 'sources'>,
  given: Given,
): Promise<Passage | undefined> {
  const source = sources.find(({ id }) => id === given.source)
  const passage = await readRef(kernel, claims, source, given)
  return passage && digestOf(passage) === given.digest ? passage : undefined
}

function readRef(
  kernel: Kernel,
  claims: Claims,
  source: KnownSource | undefined,
  { ref, source: id }: Given,
) {
  if (!source) return storedPassage(kernel, claims, { id }, ref)
  if (source.kind === 'table') return rowPassage(kernel, claims, source, ref)
  if (source.kind === 'library') return libraryPassage(kernel, claims, source, ref)
  return eventPassage(kernel, claims, source, ref)
}

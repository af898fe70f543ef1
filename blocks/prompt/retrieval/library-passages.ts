import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { splitText } from './split-text.ts'
import type { Passage } from './passage.ts'
import type { KnownSource, Query } from './retrieve.ts'
import { countWords } from './word-beginnings.ts'

const MOST_ITEMS = 12
const MOST = 40

interface Row {
  id: string
  title: string
  lead: string
  plain: string
}

/** What the asking person may open of the library, and the titles and teasers that they see. */
export async function libraryPassages(
  { database }: Kernel,
  claims: Claims,
  source: KnownSource,
  { language, question, words }: Query,
): Promise<Passage[]> {
  const { rows } = await database.once<Row>(claims, {
    name: 'prompt library',
    text: 'select id, title, lead, plain from app.library_knowledge(app.prompt_beginnings($1, $2), $3::text[], $4)',
    values: [language, question, source.design.library?.tags ?? [], MOST_ITEMS],
    readOnly: true,
  })
  const passages = rows.flatMap((row) => passagesOf(source, row))
  return passages
    .map((passage) => ({ passage, hits: countWords(`${passage.title} ${passage.text}`, words) }))
    .toSorted((a, b) => b.hits - a.hits)
    .slice(0, MOST)
    .map(({ passage }) => passage)
}

/** One of them again, if the person may read it now. */
export async function libraryPassage(
  { database }: Kernel,
  claims: Claims,
  source: KnownSource,
  ref: string,
): Promise<Passage | undefined> {
  const { rows } = await database.once<Row>(claims, {
    name: 'prompt library item',
    text: `select i.id, i.title, concat_ws(' ', i.summary, i.teaser) as lead, coalesce(b.plain, '') as plain
      from public.library_items i left join public.library_bodies b on b.tenant_id = i.tenant_id and b.item_id = i.id
      where i.tenant_id = $1 and i.id::text = split_part($2, ':', 1)`,
    values: [claims.tenant, ref],
    readOnly: true,
  })
  return rows[0] && passagesOf(source, rows[0]).find((passage) => passage.ref === ref)
}

/** The lead is the part 0, so that the places of the others do not depend on it. */
function passagesOf({ id: source }: KnownSource, { id, title, lead, plain }: Row): Passage[] {
  const of = (part: number, text: string): Passage => ({
    kind: 'library',
    source,
    ref: `${id}:${part}`,
    title,
    text,
  })
  return [...(lead ? [of(0, lead)] : []), ...splitText(plain).map((text, at) => of(at + 1, text))]
}

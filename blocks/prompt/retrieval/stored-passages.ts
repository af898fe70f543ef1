import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Passage } from './passage.ts'
import type { KnownSource, Query } from './retrieve.ts'

const MOST = 60
/** With fewer matches than this, words that are typed almost like one of the question count too. */
const FEW = 6
/** Reading passages for that has no index under row-level security, so it ends here. */
const MOST_COMPARED = 3000

interface Row {
  source_id: string
  document_id: string
  position: number
  title: string
  body: string
  url: string | null
}

const COLUMNS = 'p.source_id, p.document_id, p.position, p.title, p.body, d.url'
const FROM = `app.prompt_passages p
  join public.prompt_documents d on d.tenant_id = p.tenant_id and d.id = p.document_id`

/** Passages of pages, files and answers. Row-level security leaves those whose source is open to the asking person. */
export async function storedPassages(
  { database }: Kernel,
  claims: Claims,
  { assistant, language, question, trigrams }: Query,
): Promise<Passage[]> {
  const { rows } = await database.once<Row>(claims, {
    name: 'prompt passages',
    text: `with q as (select app.prompt_query($3, $4) as q)
      select ${COLUMNS} from q cross join ${FROM}
      where p.tenant_id = $1 and p.assistant_id = $2 and p.search @@ q.q
      order by ts_rank_cd(p.search, q.q, 1) desc, p.document_id, p.position limit ${MOST}`,
    values: [claims.tenant, assistant, language, question],
    readOnly: true,
  })
  if (rows.length >= FEW || !trigrams) return rows.map(passageOf)
  const { rows: alike } = await database.once<Row>(claims, {
    name: 'prompt passages alike',
    text: `with words as (select w as word from unnest(tsvector_to_array(to_tsvector(app.prompt_config($3), $4))) as w
        where char_length(w) >= 5 limit 12)
      select ${COLUMNS} from (select * from app.prompt_passages where tenant_id = $1 and assistant_id = $2 limit ${MOST_COMPARED}) p
      join public.prompt_documents d on d.tenant_id = p.tenant_id and d.id = p.document_id
      cross join lateral (select max(app.word_likeness(w.word, lower(p.title || ' ' || p.body))) as likeness from words w) l
      where l.likeness >= 0.5 order by l.likeness desc, p.document_id, p.position limit ${MOST}`,
    values: [claims.tenant, assistant, language, question],
    readOnly: true,
  })
  const known = new Set(rows.map(refOf))
  return [...rows, ...alike.filter((row) => !known.has(refOf(row)))].map(passageOf)
}

/** One of them again, if the person may read it now. */
export async function storedPassage(
  { database }: Kernel,
  claims: Claims,
  { id }: Pick<KnownSource, 'id'>,
  ref: string,
): Promise<Passage | undefined> {
  const [, document, position] = /^([0-9a-f-]{36}):(\d{1,5})$/.exec(ref) ?? []
  if (document === undefined) return undefined
  const { rows } = await database.once<Row>(claims, {
    name: 'prompt passage',
    text: `select ${COLUMNS} from ${FROM}
      where p.tenant_id = $1 and p.source_id = $2 and p.document_id = $3 and p.position = $4`,
    values: [claims.tenant, id, document, position],
    readOnly: true,
  })
  return rows[0] && passageOf(rows[0])
}

const refOf = ({ document_id, position }: Row) => `${document_id}:${position}`

const passageOf = (row: Row): Passage => ({
  kind: 'pages',
  source: row.source_id,
  ref: refOf(row),
  title: row.title,
  ...(row.url !== null && { url: row.url }),
  text: row.body,
})

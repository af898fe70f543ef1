import './list-page.css'
import { useRef, useState } from 'react'
import { refusalWords } from '#kernel/browser/call.ts'
import type { EmbedApi, EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { number } from '#kernel/browser/local.ts'
import { Button } from '#ui/base/button.tsx'
import { readList } from '#blocks/database/endpoints.ts'
import type { ListPage as Rows, ListedRow, ListQuery } from '#blocks/database/endpoints.ts'
import type { ListPageData, ListView } from '../data-types.ts'
import { texts } from '../texts/spoken.ts'
import { ListClosed } from './list-closed.tsx'
import { ListProblem } from './list-problem.tsx'
import { ListRows } from './list-rows.tsx'
import { ListHead } from './list-head.tsx'
import { RowView } from './row-view.tsx'
import { useEntry } from './use-entry.ts'
import { useFreshRows } from './use-fresh-rows.ts'

export { language } from '../texts/spoken.ts'
export const sample = () => import('./list-sample.ts')

/** Milliseconds without typing after which a search is sent. */
const PAUSE_MS = 300

/** `/embed/list`: rows of one of the tenant's own tables, as this visitor may see them. */
export default function ListPage({ data, embed }: EmbedPageProps<ListPageData>) {
  const { list } = data
  if (data.error || !data.tenant || !list) return <ListProblem error={data.error} />
  return <OneList list={list} data={data} embed={embed} />
}

function OneList({ list, data, embed }: { list: ListView; data: ListPageData; embed: EmbedApi | undefined }) {
  const [{ rows, more, closed }, setRows] = useState<Rows>(data.first)
  const entry = useEntry(list, data)
  const [query, setQuery] = useState<ListQuery>({})
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(0)
  const asked = useRef<ListQuery>({})

  async function load(next: ListQuery, isQuiet = false) {
    const own = ++latest.current
    if (!isQuiet) setBusy(true)
    try {
      const found = await embed!.call(readList, { list: list.id, ...next })
      if (own !== latest.current) return
      setRows(found)
      setProblem('')
    } catch (error) {
      if (own === latest.current && !isQuiet)
        setProblem(refusalWords(error, { ...texts.errors, unexpected: texts.list.failed }))
    } finally {
      if (own === latest.current) setBusy(false)
    }
  }

  function change(next: ListQuery, wait = 0) {
    setQuery(next)
    asked.current = next
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void load(next), wait)
  }

  useFreshRows(embed, (isQuiet) => load(asked.current, isQuiet))

  const replace = (id: string, row: ListedRow | undefined) =>
    setRows((before) => ({
      ...before,
      rows: before.rows.flatMap((one) => (one.id === id ? (row ?? []) : one)),
    }))

  if (entry.id)
    return (
      <RowView
        key={entry.id}
        list={list}
        id={entry.id}
        known={entry.id === data.row ? data.opened : rows.find(({ id }) => id === entry.id)}
        isWhole={entry.id === data.row && data.opened !== undefined}
        embed={embed}
        back={entry.back}
        isOpened={entry.isOpened}
        onBack={entry.close}
        onChanged={replace}
      />
    )
  const page = Number(query.page ?? 0)
  const isFiltered = Boolean(query.search || query.filters)
  return (
    <section>
      <ListHead
        list={list}
        query={query}
        problem={problem}
        isClosed={closed !== undefined}
        onChange={(next, isTyped) => change({ sort: query.sort, ...next }, isTyped ? PAUSE_MS : 0)}
      />
      <div aria-live="polite" aria-busy={isBusy || undefined}>
        {closed ? (
          <ListClosed why={closed} data={data} embed={embed} />
        ) : rows.length === 0 ? (
          <p className="list-empty">{isFiltered ? texts.list.noMatches : (list.empty ?? texts.list.empty)}</p>
        ) : (
          <ListRows
            list={list}
            rows={rows}
            sort={query.sort}
            embed={embed}
            open={entry.open}
            onSort={(sort) => change({ ...query, sort, page: undefined })}
            onChanged={replace}
          />
        )}
      </div>
      {page > 0 || more ? (
        <nav className="list-pages" aria-label={texts.list.pages}>
          <Button
            size="small"
            disabled={page === 0}
            onClick={() => change({ ...query, page: String(page - 1) })}
          >
            {texts.list.previous}
          </Button>
          <span>{texts.list.page(number(page + 1))}</span>
          <Button size="small" disabled={!more} onClick={() => change({ ...query, page: String(page + 1) })}>
            {texts.next}
          </Button>
        </nav>
      ) : null}
    </section>
  )
}

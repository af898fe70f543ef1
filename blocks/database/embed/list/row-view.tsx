import { useEffect, useRef, useState } from 'react'
import { CallError, refusalWords } from '#kernel/browser/call.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { Note } from '#ui/base/note.tsx'
import { readRow } from '#blocks/database/endpoints.ts'
import type { ListedRow } from '#blocks/database/endpoints.ts'
import type { ListView } from '../data-types.ts'
import { texts } from '../texts/spoken.ts'
import { Shown } from './shown-value.tsx'

export interface RowViewProps {
  list: ListView
  id: string
  /** What is known of it: from the list, or of the page's address. */
  known: ListedRow | undefined
  /** `known` has all fields of the view. */
  isWhole: boolean
  embed: EmbedApi | undefined
  /** Address of the list. */
  back: string
  /** The visitor came here from the list. */
  isOpened: boolean
  onBack: () => void
}

/** One entry of a list, with an address of its own. */
export function RowView({ list, id, known, isWhole, embed, back, isOpened, onBack }: RowViewProps) {
  const [row, setRow] = useState(known)
  const [problem, setProblem] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const [first, ...others] = list.details ?? []

  useEffect(() => {
    if (!embed) return undefined
    const load = async () => {
      try {
        setRow(await embed.call(readRow, { list: list.id, row: id }))
        setProblem('')
      } catch (error) {
        if (error instanceof CallError && error.code === 'row_not_found') setRow(undefined)
        setProblem(problemOf(error))
      }
    }
    if (!isWhole) void load()
    // A member may see more of it.
    void embed.arrival.then(({ user }) => user && load())
    return embed.session.subscribe(() => void load())
  }, [embed, list.id, id, isWhole])

  useEffect(() => {
    if (isOpened) heading.current?.focus()
  }, [isOpened])

  return (
    <article className="list-entry">
      <a
        className="list-back"
        href={back}
        onClick={(event) => {
          event.preventDefault()
          onBack()
        }}
      >
        <span aria-hidden="true" className="list-arrow" />
        {texts.list.back}
      </a>
      <h1 ref={heading} tabIndex={-1}>
        {row && first ? <Shown field={first} value={row.values[first.id]} /> : list.title}
      </h1>
      {problem ? <Note tone="danger" role="alert" title={problem} /> : null}
      {row ? (
        <dl className="list-fields">
          {others
            .filter((field) => row.values[field.id] !== undefined)
            .map((field) => (
              <div key={field.id}>
                <dt>{field.title}</dt>
                <dd>
                  <Shown field={field} value={row.values[field.id]} />
                </dd>
              </div>
            ))}
        </dl>
      ) : null}
    </article>
  )
}

const problemOf = (error: unknown) => {
  const { errors, list } = texts
  const codes = { ...errors.codes, row_not_found: list.gone }
  return refusalWords(error, { ...errors, codes, unexpected: list.failed })
}

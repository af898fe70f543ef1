import { useEffect, useRef, useState } from 'react'
import { CallError, refusalWords } from '#kernel/browser/call.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { Note } from '#ui/base/note.tsx'
import { readRow } from '#blocks/database/endpoints.ts'
import type { ListedRow } from '#blocks/database/endpoints.ts'
import type { ListView } from '../data-types.ts'
import { texts } from '../texts/spoken.ts'
import { OwnRow } from './own-row.tsx'
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
  /** Undefined: the row was deleted. */
  onChanged: (id: string, row: ListedRow | undefined) => void
}

/** One entry of a list, with an address of its own. */
export function RowView(props: RowViewProps) {
  const { list, id, known, isWhole, embed, back, isOpened, onBack, onChanged } = props
  const [row, setRow] = useState(known)
  const [problem, setProblem] = useState('')
  const [changes, setChanges] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const [first, ...others] = list.details ?? []
  const name = first && row ? row.values[first.id] : undefined

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
    if (!isWhole || changes > 0) void load()
    // A member may see more of it.
    void embed.arrival.then(({ user }) => user && load())
    return embed.session.subscribe(() => void load())
  }, [embed, list.id, id, isWhole, changes])

  useEffect(() => {
    // In a frame, the title is the host page's.
    if (parent !== window || typeof name !== 'string') return undefined
    document.title = `${name} · ${list.title}`
    return () => {
      document.title = list.title
    }
  }, [name, list.title])

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
      {row ? (
        <OwnRow
          list={{ ...list, fields: list.details ?? [] }}
          row={row}
          embed={embed}
          onChanged={(_, changed) => {
            onChanged(id, changed)
            if (changed) setChanges(changes + 1)
            else onBack()
          }}
        />
      ) : null}
    </article>
  )
}

const problemOf = (error: unknown) => {
  const { errors, list } = texts
  const codes = { ...errors.codes, row_not_found: list.gone }
  return refusalWords(error, { ...errors, codes, unexpected: list.failed })
}

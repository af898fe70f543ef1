import { Note } from '#ui/base/note.tsx'
import { ListTools } from './list-tools.tsx'
import type { ListToolsProps } from './list-tools.tsx'

interface ListHeadProps extends ListToolsProps {
  /** Why the rows could not be loaded; empty if they were. */
  problem: string
  /** The rows are for others, so there is nothing to search. */
  isClosed: boolean
}

/** What is above the rows of a list, whatever its layout: title, text, search and filters, and what went wrong. */
export function ListHead({ list, query, problem, isClosed, onChange }: ListHeadProps) {
  return (
    <>
      <h1>{list.title}</h1>
      {list.text ? <p className="list-lead">{list.text}</p> : null}
      {isClosed ? null : <ListTools list={list} query={query} onChange={onChange} />}
      {problem ? (
        <div className="list-empty">
          <Note tone="danger" role="alert">
            {problem}
          </Note>
        </div>
      ) : null}
    </>
  )
}

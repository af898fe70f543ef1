import { useRef, useState } from 'react'
import { callErrorText } from '#kernel/browser/call.ts'
import { Button } from '#ui/base/button.tsx'
import { Input } from '#ui/base/input.tsx'
import type { SheetTicket } from '../endpoints-door.ts'
import { usedHere } from './decide-offline.ts'
import type { Door } from './door-device.ts'
import type { Shown } from './door-types.ts'
import { findGuests } from './find-guests.ts'
import { timeText } from './result-copy.ts'
import { ResultSlot } from './result-panel.tsx'
import { useDoor } from './use-door.ts'

/** Rows that are shown at once; a longer list is searched. */
const MOST_ROWS = 60

/** The guest list: search by name, and admit who has no code at hand. */
export function GuestsView({ door }: { door: Door }) {
  const state = useDoor(door)
  const [query, setQuery] = useState('')
  const [shown, setShown] = useState<Shown>()
  const [problem, setProblem] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const found = findGuests(state.sheet?.tickets ?? [], query)

  function close(): void {
    setShown(undefined)
    field.current?.focus()
  }
  async function admit({ code_hash }: SheetTicket): Promise<void> {
    setProblem('')
    try {
      setShown(await door.check(code_hash))
    } catch (error) {
      setProblem(callErrorText(error, 'The ticket could not be checked. Try again.'))
    }
  }

  return (
    <div className="door-guests">
      <Input
        ref={field}
        type="search"
        size="large"
        aria-label="Search by name"
        placeholder="Search by name"
        autoComplete="off"
        value={query}
        onInput={({ currentTarget }) => setQuery(currentTarget.value)}
      />
      {problem ? (
        <p className="door-problem" role="alert">
          {problem}
        </p>
      ) : null}
      {found.length > 0 ? (
        <ul className="door-rows">
          {found.slice(0, MOST_ROWS).map((ticket) => {
            const used = usedHere(ticket.code_hash, state)
            return (
              <li key={ticket.id}>
                <span className="door-row-text">
                  <bdi className="door-row-name">{ticket.holder_name ?? 'No name'}</bdi>
                  <small>
                    <bdi>{ticket.type_name}</bdi>
                    {used?.at ? `, admitted at ${timeText(used.at)}` : ''}
                  </small>
                </span>
                {used ? (
                  <span className="door-row-done">Admitted</span>
                ) : (
                  <Button
                    size="small"
                    aria-label={`Admit ${ticket.holder_name ?? ticket.type_name}`}
                    onClick={() => void admit(ticket)}
                  >
                    Admit
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      ) : (
        <p className="door-empty">{emptyText(state.sheet !== undefined, query)}</p>
      )}
      {found.length > MOST_ROWS ? (
        <p className="door-empty">{found.length - MOST_ROWS} more. Type a name to find them.</p>
      ) : null}
      <div className={shown ? 'door-over' : undefined}>
        <ResultSlot takesFocus door={door} shown={shown} onClose={close} />
      </div>
    </div>
  )
}

function emptyText(isLoaded: boolean, query: string): string {
  if (!isLoaded) return 'The guest list is loaded when there is a connection.'
  return query ? 'No guest has this name.' : 'No tickets yet.'
}

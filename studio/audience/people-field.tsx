import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { SearchInput } from '#ui/forms/search-input.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useDebouncedSearch } from '#ui/use-debounced-search.ts'
import { type Member, useMemberSearch } from './use-members.ts'

export interface PeopleFieldProps {
  tenantId: string
  ids: readonly string[]
  names: ReadonlyMap<string, string>
  onChange: (ids: string[]) => void
}

/** Chooses members by search. Enter adds the first match. */
export function PeopleField({ tenantId, ids, names, onChange }: PeopleFieldProps) {
  const [q, setQ] = useState('')
  const [typed, type] = useDebouncedSearch(q, setQ)
  const list = useId()
  const { data: found, isError } = useMemberSearch(tenantId, q)
  const matches = found?.filter(({ id }) => !ids.includes(id)) ?? []

  function add({ id }: Member) {
    onChange([...ids, id])
    type('')
    setQ('')
  }

  return (
    <div className="mt-1.5">
      {ids.length > 0 ? <Chosen ids={ids} names={names} onChange={onChange} /> : null}
      <SearchInput
        label="Search members"
        placeholder="Name, email, phone or ID"
        autoComplete="off"
        aria-controls={list}
        value={typed}
        onValueChange={type}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (matches[0] && typed.trim() === q) add(matches[0])
        }}
      />
      <output className="sr-only">
        {q && found ? (matches.length === 1 ? '1 member found' : `${matches.length} members found`) : ''}
      </output>
      <ul id={list} aria-label="Matching members">
        {matches.map((member) => (
          <li key={member.id}>
            <button
              type="button"
              className="w-full rounded-control px-2 py-2 text-start wrap-anywhere hover:bg-subtle"
              onClick={() => add(member)}
            >
              <span className="sr-only">Add </span>
              {member.name} <span className="text-text-2">{member.address}</span>
            </button>
          </li>
        ))}
      </ul>
      {isError ? (
        <p className="mt-1.5 text-small text-danger">The members could not be loaded.</p>
      ) : q && found && matches.length === 0 ? (
        <p className="mt-1.5 text-small text-text-2">No other member matches “{q}”.</p>
      ) : null}
    </div>
  )
}

/** More chosen members than this are folded. */
const MOST_SHOWN = 20

function Chosen({ ids, names, onChange }: Omit<PeopleFieldProps, 'tenantId'>) {
  return (
    <ul aria-label="Chosen members" className="mb-2 flex flex-wrap gap-1.5">
      {ids.slice(0, MOST_SHOWN).map((id) => {
        const name = names.get(id) ?? 'Unknown member'
        return (
          <li
            key={id}
            className="inline-flex max-w-full items-center rounded-control border border-line ps-2.5 text-small"
          >
            <span className="truncate">{name}</span>
            <IconButton
              label={`Remove ${name}`}
              icon={<X size={14} strokeWidth={1.75} aria-hidden />}
              onClick={() => onChange(ids.filter((each) => each !== id))}
            />
          </li>
        )
      })}
      {ids.length > MOST_SHOWN ? (
        <li className="inline-flex items-center gap-2 text-small text-text-2">
          and {ids.length - MOST_SHOWN} more
          <Button size="small" variant="ghost" onClick={() => onChange([])}>
            Remove all
          </Button>
        </li>
      ) : null}
    </ul>
  )
}

import '#ui/base/native-select.css'
import { type FormEvent, useEffect, useRef } from 'react'
import type { AskedField } from '#kernel/browser/forms/form-design.ts'
import type { ListQuery } from '#blocks/database/endpoints.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import type { ListView } from '../data-types.ts'
import { texts } from '../texts/spoken.ts'

export interface ListToolsProps {
  list: ListView
  /** What the rows are filtered by. These controls are made again when the visitor comes back from an entry. */
  query: Pick<ListQuery, 'search' | 'filters'>
  /** @param isTyped the visitor may go on typing */
  onChange: (next: Pick<ListQuery, 'search' | 'filters'>, isTyped: boolean) => void
}

/** Search and filters. They are uncontrolled, so what was typed before the script loaded stays. */
export function ListTools({ list, query, onChange }: ListToolsProps) {
  const form = useRef<HTMLFormElement>(null)
  const filtered = list.fields.filter(({ id }) => list.filters.includes(id))
  const chosen = JSON.parse(query.filters ?? '{}') as Record<string, string>

  function hear(event?: FormEvent) {
    const data = new FormData(form.current!)
    const pairs = filtered.flatMap(({ id }) => {
      const value = data.get(id)
      return value ? [[id, value]] : []
    })
    const search = data.get('search')
    const next = {
      search: typeof search === 'string' && search !== '' ? search : undefined,
      filters: pairs.length > 0 ? JSON.stringify(Object.fromEntries(pairs)) : undefined,
    }
    const isNew = next.search !== query.search || next.filters !== query.filters
    if (event || isNew) onChange(next, event?.target instanceof HTMLInputElement)
  }

  useEffect(() => {
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- reads once what was typed before the script loaded
    if (form.current) hear()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the same
  }, [])

  if (!list.search && filtered.length === 0) return null
  return (
    <search>
      <form ref={form} className="list-tools" onInput={hear} onSubmit={(event) => event.preventDefault()}>
        {list.search ? (
          <Field label={texts.list.search}>
            {(control) => (
              <Input {...control} type="search" name="search" maxLength={100} defaultValue={query.search} />
            )}
          </Field>
        ) : null}
        {filtered.map((field) => (
          <Field key={field.id} label={field.title}>
            {(control) => (
              <select {...control} className="bb-input" name={field.id}>
                <option value="">{texts.list.all}</option>
                {optionsOf(field).map(([value, title]) => (
                  <option key={value} value={value} selected={value === chosen[field.id]}>
                    {title}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ))}
      </form>
    </search>
  )
}

const optionsOf = ({ kind, choices = [] }: AskedField): [value: string, title: string][] =>
  kind === 'yes_no'
    ? [
        ['true', texts.list.yes],
        ['false', texts.list.no],
      ]
    : choices.map(({ value, title }) => [value, title])

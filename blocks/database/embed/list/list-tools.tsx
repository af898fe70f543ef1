import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import type { ListQuery } from '../../endpoints.ts'
import type { AskedField } from '../../form-design.ts'
import type { ListView } from '../data-types.ts'
import { texts } from '../texts/spoken.ts'

export interface ListToolsProps {
  list: ListView
  query: ListQuery
  onChange: (next: ListQuery, isTyped?: boolean) => void
}

/** Search and filters. */
export function ListTools({ list, query, onChange }: ListToolsProps) {
  const filtered = list.fields.filter(({ id }) => list.filters.includes(id))
  const chosen = query.filters ? (JSON.parse(query.filters) as Record<string, string>) : {}
  if (!list.search && filtered.length === 0) return null

  function choose(id: string, value: string) {
    const { [id]: _, ...others } = chosen
    const next = value === '' ? others : { ...others, [id]: value }
    onChange({ ...query, filters: Object.keys(next).length > 0 ? JSON.stringify(next) : undefined })
  }
  return (
    <form className="list-tools" role="search" onSubmit={(event) => event.preventDefault()}>
      {list.search ? (
        <Field label={texts.list.search}>
          {(control) => (
            <Input
              {...control}
              type="search"
              maxLength={100}
              onInput={({ currentTarget: { value } }) =>
                onChange({ ...query, search: value || undefined }, true)
              }
            />
          )}
        </Field>
      ) : null}
      {filtered.map((field) => (
        <Field key={field.id} label={field.title}>
          {(control) => (
            <select
              {...control}
              className="bb-input"
              value={chosen[field.id] ?? ''}
              onChange={({ currentTarget: { value } }) => choose(field.id, value)}
            >
              <option value="">{texts.list.all}</option>
              {optionsOf(field).map(([value, title]) => (
                <option key={value} value={value}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
      ))}
    </form>
  )
}

const optionsOf = ({ kind, choices = [] }: AskedField): [value: string, title: string][] =>
  kind === 'yes_no'
    ? [
        ['true', texts.list.yes],
        ['false', texts.list.no],
      ]
    : choices.map(({ value, title }) => [value, title])

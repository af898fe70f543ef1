import { type RoleChange, useChangeRoleMembers, useRoles } from '#studio/audience/use-roles.ts'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { countWords } from './customer-words.ts'

export interface SelectionBarProps {
  tenantId: string
  /** Ids of the selected customers. */
  selected: readonly string[]
  /** All customers that the list shows. */
  shown: readonly string[]
  onSelect: (ids: readonly string[]) => void
}

/** What can be done with several customers at once. */
export function SelectionBar({ tenantId, selected, shown, onSelect }: SelectionBarProps) {
  const { data: roles = [] } = useRoles(tenantId)
  const change = useChangeRoleMembers(tenantId, () => onSelect([]))
  const menu = (label: string, wish: (role: string) => RoleChange) => (
    <Menu
      align="start"
      trigger={
        <Button size="small" busy={change.isPending}>
          {label}
        </Button>
      }
    >
      {roles.map(({ name }) => (
        <MenuItem key={name} onSelect={() => change.mutate(wish(name))}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
  return (
    <section
      aria-label="Selected customers"
      className="sticky top-2 z-10 mb-3 flex flex-wrap items-center gap-2 rounded-card border border-line bg-surface px-4 py-2"
    >
      <output className="me-2 font-label tabular-nums max-sm:w-full" aria-live="polite">
        {countWords(selected.length)} selected
      </output>
      {menu('Give role', (role) => ({ role, give: [...selected] }))}
      {menu('Take role', (role) => ({ role, take: [...selected] }))}
      <span className="ms-auto flex gap-2">
        {selected.length < shown.length ? (
          <Button size="small" variant="ghost" onClick={() => onSelect(shown)}>
            Select all {shown.length} shown
          </Button>
        ) : null}
        <Button size="small" variant="ghost" onClick={() => onSelect([])}>
          Clear
        </Button>
      </span>
    </section>
  )
}

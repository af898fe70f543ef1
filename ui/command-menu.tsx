import './dialog.css'
import './item.css'
import './command-menu.css'
import { Command as Cmdk } from 'cmdk'
import { Search } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { commandScore } from './command-score.ts'
import { useReturnFocus } from './use-return-focus.ts'

export interface Command {
  /** Unique among all that are shown. */
  id: string
  label: string
  /** What or whose it is, at the end of the row. */
  note?: string
  /** 16 px. */
  icon?: ReactNode
  /** Other words it is found by. */
  words?: string
  run: () => void
}

export interface CommandGroup {
  title: string
  commands: readonly Command[]
}

export interface CommandMenuProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What the window is, for screen readers. */
  title: string
  placeholder: string
  search: string
  onSearch: (search: string) => void
  groups: readonly CommandGroup[]
  /** More may be on its way. */
  busy?: boolean
  /** Words for a search that finds nothing. */
  nothing: string
  /** A line at the bottom. */
  foot?: ReactNode
}

/** Everything that can be done, by typing a part of its name: arrows choose, Enter does it, Escape leaves. */
export function CommandMenu(props: CommandMenuProps) {
  const { open, onOpenChange, title, search, onSearch, busy } = props
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="bb-scrim" />
        <Radix.Content {...returnFocus} className="bb-dialog bb-commands" aria-describedby={undefined}>
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {/* Its own keys for up and down would take Ctrl-K away. */}
          <Cmdk label={title} loop vimBindings={false} filter={byWords}>
            <div className="bb-commands-head">
              <Search size={17} strokeWidth={1.75} aria-hidden />
              <Cmdk.Input
                value={search}
                onValueChange={onSearch}
                placeholder={props.placeholder}
                maxLength={100}
              />
            </div>
            <Cmdk.List className="bb-commands-list" label={title}>
              {props.groups.map((group) =>
                group.commands.length ? (
                  <Cmdk.Group key={group.title} heading={group.title}>
                    {group.commands.map((command) => (
                      <Row key={command.id} command={command} />
                    ))}
                  </Cmdk.Group>
                ) : null,
              )}
            </Cmdk.List>
            {/* Beside the list: in it only rows may stand. */}
            <Cmdk.Empty className="bb-commands-nothing">
              <output>{busy ? 'Searching...' : props.nothing}</output>
            </Cmdk.Empty>
          </Cmdk>
          {props.foot ? <div className="bb-commands-foot">{props.foot}</div> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** By what people read; ids only tell rows apart. */
const byWords = (_: string, search: string, [label = '', ...more]: string[] = []) =>
  commandScore(search, label, more.join(' '))

function Row({ command: { id, label, note, icon, words = '', run } }: { command: Command }) {
  return (
    <Cmdk.Item className="bb-item" value={id} keywords={[label, note ?? '', words]} onSelect={run}>
      {icon}
      <span className="truncate">{label}</span>
      {note ? <span className="bb-item-end">{note}</span> : null}
    </Cmdk.Item>
  )
}

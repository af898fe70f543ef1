import './dialog.css'
import './item.css'
import './command-menu.css'
import { Command as Cmdk } from 'cmdk'
import { Search } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { commandScore } from './command-score.ts'
import { useReturnFocus } from '../use-return-focus.ts'

export interface Command {
  /** Unique among all visible commands. */
  id: string
  label: string
  /** The kind or owner, shown at the end of the row. */
  note?: string
  /** 16 px. */
  icon?: ReactNode
  /** Additional search terms. */
  keywords?: string
  run: () => void
}

export interface CommandGroup {
  title: string
  commands: readonly Command[]
}

export interface CommandMenuProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Name of the dialog for screen readers. */
  title: string
  placeholder: string
  search: string
  onSearch: (search: string) => void
  groups: readonly CommandGroup[]
  /** Whether more results are loading. */
  busy?: boolean
  /** Text when nothing matches. */
  emptyText: string
  /** A line at the bottom. */
  foot?: ReactNode
}

/**
 * A command palette. Users type to filter, choose with the arrow keys, run with Enter and close with Escape.
 */
export function CommandMenu(props: CommandMenuProps) {
  const { open, onOpenChange, title, search, onSearch, busy } = props
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="bb-scrim" />
        <Radix.Content {...returnFocus} className="bb-dialog bb-commands" aria-describedby={undefined}>
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {/* The library's vim-style keys would capture Ctrl-K. */}
          <Cmdk label={title} loop vimBindings={false} filter={scoreByText}>
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
            {/* Outside the list, because a listbox may contain only options. */}
            <Cmdk.Empty className="bb-commands-nothing">
              <output>{busy ? 'Searching...' : props.emptyText}</output>
            </Cmdk.Empty>
          </Cmdk>
          {props.foot ? <div className="bb-commands-foot">{props.foot}</div> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Matches visible text only; ids just identify rows. */
const scoreByText = (_: string, search: string, [label = '', ...more]: string[] = []) =>
  commandScore(search, label, more.join(' '))

function Row({ command: { id, label, note, icon, keywords = '', run } }: { command: Command }) {
  return (
    <Cmdk.Item className="bb-item" value={id} keywords={[label, note ?? '', keywords]} onSelect={run}>
      {icon}
      <span className="truncate">{label}</span>
      {note ? <span className="bb-item-end">{note}</span> : null}
    </Cmdk.Item>
  )
}

import { Plus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { type Alternative, type Audience, MOST_ALTERNATIVES } from '#kernel/browser/audience.ts'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { AlternativeRow } from './alternative-row.tsx'
import { alternativeProblem } from './audience-problems.ts'
import { audienceSentence } from './audience-sentence.ts'
import { useMemberNames } from './use-members.ts'

export interface AudiencePickerProps {
  value: Audience
  onChange: (next: Audience) => void
  /** The tenant whose members can be chosen. */
  tenantId: string
  products: readonly { id: string; name: string }[]
  roles: readonly { name: string }[]
  /** Offers "The author", for rows that have one. */
  hasAuthor?: boolean
  /** Offers "Members of the same team", for rows that have a team. */
  hasTeam?: boolean
  /** Shows what is missing; otherwise only after a field was left. */
  showProblems?: boolean
}

const KINDS: readonly { kind: string; label: string; start?: Partial<Alternative> }[] = [
  { kind: 'everyone', label: 'Everyone' },
  { kind: 'signed_in', label: 'Signed-in members' },
  { kind: 'bought', label: 'Buyers of a product', start: { source: '' } },
  { kind: 'role', label: 'Members with a role', start: { role: '' } },
  { kind: 'people', label: 'Certain people', start: { ids: [] } },
  { kind: 'owner', label: 'The author' },
  { kind: 'team', label: 'Members of the same team' },
]

/** Edits who may: a list of alternatives, each with its times, which together read as a sentence. */
export function AudiencePicker(props: AudiencePickerProps) {
  const {
    value,
    onChange,
    tenantId,
    products,
    roles,
    hasAuthor = false,
    hasTeam = false,
    showProblems = false,
  } = props
  const title = useId()
  const add = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  /** The row that was just added gets the focus. */
  const [added, setAdded] = useState<number>()
  const people = useMemberNames(
    tenantId,
    value.any.flatMap(({ ids = [] }) => ids),
  )
  const names = { products, people }
  const isFull = value.any.length >= MOST_ALTERNATIVES

  function change(at: number, next: Alternative | undefined) {
    onChange({ any: value.any.flatMap((one, place) => (place === at ? (next ?? []) : one)) })
    if (next) return
    setAdded(undefined)
    add.current?.focus()
  }

  function append({ kind, start }: (typeof KINDS)[number]) {
    setAdded(value.any.length)
    onChange({ any: [...value.any, { kind, ...start }] })
  }

  const ofRow: Record<string, boolean> = { owner: hasAuthor, team: hasTeam }
  const unavailable: Record<string, string | false> = {
    bought: products.length === 0 && 'no products yet',
    role: roles.length === 0 && 'no roles yet',
  }

  return (
    <section aria-labelledby={title}>
      <h3 id={title} className="sr-only">
        Who may
      </h3>
      <output className="block font-label wrap-anywhere" aria-live="polite">
        {audienceSentence(value, names)}
      </output>
      {value.any.length > 0 ? (
        <ul ref={list} className="mt-3 divide-y divide-line border-y border-line">
          {value.any.map((one, at) => (
            <AlternativeRow
              // Alternatives have no identity beside their place.
              // oxlint-disable-next-line react/no-array-index-key
              key={`${at} ${one.kind}`}
              value={one}
              onChange={(next) => change(at, next)}
              tenantId={tenantId}
              names={names}
              roles={roles}
              takesFocus={at === added}
              problem={showProblems || at !== added ? alternativeProblem(one) : undefined}
            />
          ))}
        </ul>
      ) : null}
      <div className="mt-3">
        <Menu
          align="start"
          hasMovedFocus={() => list.current?.contains(document.activeElement) ?? false}
          trigger={
            <Button
              ref={add}
              size="small"
              disabledReason={isFull && `A rule has at most ${MOST_ALTERNATIVES} lines.`}
              icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
            >
              {value.any.length > 0 ? 'Or also' : 'Open it to'}
            </Button>
          }
        >
          {KINDS.filter(({ kind }) => ofRow[kind] ?? true).map((kind) => {
            const why = unavailable[kind.kind]
            return (
              <MenuItem key={kind.kind} disabled={Boolean(why) || isFull} onSelect={() => append(kind)}>
                {kind.label}
                {why ? <span className="text-text-3">, {why}</span> : null}
              </MenuItem>
            )
          })}
        </Menu>
      </div>
    </section>
  )
}

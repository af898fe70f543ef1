import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { type Choice, MOST_CHOICES } from '#kernel/browser/fields/field.ts'
import { nameOfTitle } from '#kernel/browser/fields/name-of.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuChoice } from '#ui/overlays/menu.tsx'
import { CHOICE_COLORS, COLOR_LABELS, toneOfColor } from './choice-colors.ts'

export interface ChoicesEditorProps {
  choices: readonly Choice[]
  onChange: (choices: Choice[]) => void
  /** A change by typing, which is one step of the history. */
  onType: (choices: Choice[]) => void
}

/** The choices of a field, each with its color. Their stored values stay when their titles change. */
export function ChoicesEditor({ choices, onChange, onType }: ChoicesEditorProps) {
  const list = useRef<HTMLUListElement>(null)
  // A choice that was added here gets its value from its title until it is saved.
  const [fresh, setFresh] = useState<readonly string[]>([])

  function add() {
    const taken = new Set(choices.map(({ value }) => value))
    const title = `Option ${choices.length + 1}`
    const value = nameOfTitle(title, taken, 'option')
    setFresh([...fresh, value])
    onChange([...choices, { value, title, color: CHOICE_COLORS[choices.length % CHOICE_COLORS.length]! }])
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>('li:last-child input')?.select(),
    )
  }

  function rename(at: number, title: string) {
    const { value } = choices[at]!
    const isFresh = fresh.includes(value)
    const taken = new Set(choices.flatMap((choice, place) => (place === at ? [] : choice.value)))
    const next = isFresh && title.trim() ? nameOfTitle(title, taken, 'option') : value
    if (isFresh) setFresh(fresh.map((one) => (one === value ? next : one)))
    onType(choices.map((choice, place) => (place === at ? { ...choice, title, value: next } : choice)))
  }

  const set = (at: number, change: Partial<Choice>) =>
    onChange(choices.map((choice, place) => (place === at ? { ...choice, ...change } : choice)))
  function move(at: number, to: number) {
    const choice = choices[at]!
    onChange(choices.toSpliced(at, 1).toSpliced(to, 0, choice))
  }

  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-label">Choices</legend>
      <ul ref={list} className="flex flex-col gap-1.5">
        {choices.map(({ title, value, color }, at) => (
          // A choice is identified by its place: its value may follow its title.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} className="flex items-center gap-1.5">
            <Menu
              align="start"
              trigger={
                <button
                  type="button"
                  className="shrink-0 rounded-badge"
                  aria-label={`Color of ${title}: ${COLOR_LABELS[color as keyof typeof COLOR_LABELS] ?? 'Gray'}`}
                >
                  <Badge tone={toneOfColor(color)}>Aa</Badge>
                </button>
              }
            >
              <MenuChoice
                label="Color"
                value={color ?? 'gray'}
                options={CHOICE_COLORS.map((one) => ({
                  value: one,
                  label: <Badge tone={toneOfColor(one)}>{COLOR_LABELS[one]}</Badge>,
                }))}
                onChange={(next) => set(at, { color: next })}
              />
            </Menu>
            <Input
              aria-label={`Choice ${at + 1}`}
              value={title}
              title={`In the API: ${value}`}
              maxLength={100}
              autoComplete="off"
              onChange={({ target }) => rename(at, target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || choices.length >= MOST_CHOICES) return
                event.preventDefault()
                add()
              }}
            />
            <span className="flex shrink-0">
              <IconButton
                label={`Move ${title} up`}
                disabled={at === 0}
                icon={<ArrowUp size={16} strokeWidth={1.75} aria-hidden />}
                onClick={() => move(at, at - 1)}
              />
              <IconButton
                label={`Move ${title} down`}
                disabled={at === choices.length - 1}
                icon={<ArrowDown size={16} strokeWidth={1.75} aria-hidden />}
                onClick={() => move(at, at + 1)}
              />
              <IconButton
                label={`Remove ${title}`}
                disabled={choices.length === 1}
                icon={<X size={16} strokeWidth={1.75} aria-hidden />}
                onClick={() => onChange(choices.toSpliced(at, 1))}
              />
            </span>
          </li>
        ))}
      </ul>
      <div className="mt-2">
        <Button
          size="small"
          disabledReason={choices.length >= MOST_CHOICES && `A field has at most ${MOST_CHOICES} choices.`}
          icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          onClick={add}
        >
          Add choice
        </Button>
      </div>
    </fieldset>
  )
}

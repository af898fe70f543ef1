import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Cue } from '#blocks/library/endpoints-studio.ts'
import { Input, Textarea } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { readTime, timeText } from './read-captions.ts'

/** A cue as it is typed. */
export interface DraftCue {
  id: number
  start: string
  end: string
  text: string
}

/** Rows that are shown at first: long captions have hundreds. */
const SHOWN = 50

let nextId = 0
export const draftCue = ({ start, end, text }: Cue): DraftCue => ({
  id: nextId++,
  start: timeText(start),
  end: timeText(end),
  text,
})

/** What is wrong with a cue, if anything. */
export function cueProblem({ start, end, text }: DraftCue): string | undefined {
  const [from, to] = [readTime(start), readTime(end)]
  if (from === undefined || to === undefined) return 'Write times like 0:01:02.500.'
  if (from >= to) return 'The end must be after the start.'
  return text.trim() ? undefined : 'Write a text, or delete the row.'
}

export const cueOf = ({ start, end, text }: DraftCue): Cue => ({
  start: readTime(start)!,
  end: readTime(end)!,
  text: text.trim(),
})

interface CueListProps {
  cues: DraftCue[]
  /** Whether problems are shown. */
  wasSent: boolean
  onChange: (cues: DraftCue[]) => void
}

/** Captions one by one: start, end and text. */
export function CueList({ cues, wasSent, onChange }: CueListProps) {
  const [most, setMost] = useState(SHOWN)
  const change = (id: number, next: Partial<DraftCue>) =>
    onChange(cues.map((cue) => (cue.id === id ? { ...cue, ...next } : cue)))
  function add() {
    const after = readTime(cues.at(-1)?.end ?? '0:00') ?? 0
    setMost(Math.max(most, cues.length + 1))
    onChange([...cues, draftCue({ start: after, end: after + 2000, text: '' })])
  }
  return (
    <>
      <ol className="flex flex-col gap-3">
        {cues.slice(0, most).map((cue, index) => {
          const problem = wasSent ? cueProblem(cue) : undefined
          const invalid = problem ? true : undefined
          return (
            <li key={cue.id} className="flex flex-wrap items-start gap-2 sm:flex-nowrap">
              <Input
                aria-label={`Start of caption ${index + 1}`}
                aria-invalid={invalid}
                className="w-32 tabular-nums"
                value={cue.start}
                onChange={({ currentTarget: { value } }) => change(cue.id, { start: value })}
              />
              <Input
                aria-label={`End of caption ${index + 1}`}
                aria-invalid={invalid}
                className="w-32 tabular-nums"
                value={cue.end}
                onChange={({ currentTarget: { value } }) => change(cue.id, { end: value })}
              />
              <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
                <Textarea
                  aria-label={`Text of caption ${index + 1}`}
                  aria-invalid={invalid}
                  rows={cue.text.includes('\n') ? 2 : 1}
                  maxLength={1000}
                  value={cue.text}
                  onChange={({ currentTarget: { value } }) => change(cue.id, { text: value })}
                />
                {problem ? <p className="bb-error">{problem}</p> : null}
              </div>
              <IconButton
                label={`Delete caption ${index + 1}`}
                icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
                onClick={() => onChange(cues.filter((each) => each.id !== cue.id))}
              />
            </li>
          )
        })}
      </ol>
      <div className="mt-3 flex flex-wrap gap-2">
        {cues.length > most ? (
          <Button size="small" onClick={() => setMost(most + 200)}>
            Show more of {cues.length.toLocaleString('en-US')}
          </Button>
        ) : null}
        <Button size="small" icon={<Plus size={16} strokeWidth={1.75} aria-hidden />} onClick={add}>
          Add caption
        </Button>
      </div>
    </>
  )
}

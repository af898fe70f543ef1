import { Plus, Trash2 } from 'lucide-react'
import { Input, Textarea } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import type { AnswerDraft } from './source-draft.ts'

const MOST = 500

export interface AnswersFieldsProps {
  answers: readonly AnswerDraft[]
  error: string | undefined
  onChange: (answers: AnswerDraft[]) => void
}

/** Questions with their answers, in order. */
export function AnswersFields({ answers, error, onChange }: AnswersFieldsProps) {
  const change = (at: number, next: Partial<AnswerDraft>) =>
    onChange(answers.map((one, place) => (place === at ? { ...one, ...next } : one)))
  return (
    <fieldset className="flex flex-col gap-3" aria-label="Questions and answers">
      {answers.map(({ question, answer }, at) => (
        <div
          // They have no identity beside their place.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          className="flex flex-col gap-2 rounded-control border border-line p-3"
        >
          <div className="flex items-center gap-2">
            <Input
              className="flex-1"
              aria-label={`Question ${at + 1}`}
              aria-invalid={error && !question.trim() ? true : undefined}
              placeholder="Question"
              maxLength={500}
              value={question}
              onChange={({ currentTarget: { value } }) => change(at, { question: value })}
            />
            <IconButton
              label={`Remove question ${at + 1}`}
              icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
              disabled={answers.length === 1}
              onClick={() => onChange(answers.filter((_, place) => place !== at))}
            />
          </div>
          <Textarea
            aria-label={`Answer ${at + 1}`}
            aria-invalid={error && !answer.trim() ? true : undefined}
            placeholder="Answer"
            rows={2}
            maxLength={5000}
            value={answer}
            onChange={({ currentTarget: { value } }) => change(at, { answer: value })}
          />
        </div>
      ))}
      {error ? <p className="bb-error">{error}</p> : null}
      <span>
        <Button
          size="small"
          icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          disabledReason={answers.length >= MOST && `A source has at most ${MOST} questions.`}
          onClick={() => onChange([...answers, { question: '', answer: '' }])}
        >
          Add a question
        </Button>
      </span>
    </fieldset>
  )
}

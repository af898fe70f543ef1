import { Plus, Trash2 } from 'lucide-react'
import { Field } from '#ui/base/field.tsx'
import { Input, Textarea } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Select } from '#ui/forms/select.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { newQuestion, type QuestionDraft } from './type-draft.ts'

const KINDS: { value: QuestionDraft['kind']; label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'choice', label: 'One of several' },
  { value: 'yes_no', label: 'Yes or no' },
]

interface QuestionFieldsProps {
  questions: readonly QuestionDraft[]
  error: string | undefined
  onChange: (questions: QuestionDraft[]) => void
}

/** What each holder of a ticket answers when it is bought. */
export function QuestionFields({ questions, error, onChange }: QuestionFieldsProps) {
  const change = (id: string, next: Partial<QuestionDraft>) =>
    onChange(questions.map((one) => (one.id === id ? { ...one, ...next } : one)))
  return (
    <section aria-label="Questions" className="flex flex-col gap-3">
      <p className="text-small font-label">Questions for each holder</p>
      {questions.map((question, place) => (
        <div key={question.id} className="flex items-start gap-2">
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <div className="grid gap-3 sm:grid-cols-[minmax(0,1.8fr)_minmax(0,1fr)]">
              <Field label={`Question ${place + 1}`} error={isFaulty(question) ? error : undefined}>
                {(control) => (
                  <Input
                    {...control}
                    maxLength={200}
                    value={question.label}
                    onChange={({ currentTarget: { value } }) => change(question.id, { label: value })}
                  />
                )}
              </Field>
              <Field label="Answer">
                {(control) => (
                  <Select
                    {...control}
                    options={KINDS}
                    value={question.kind}
                    onChange={({ currentTarget: { value } }) =>
                      change(question.id, { kind: value as QuestionDraft['kind'] })
                    }
                  />
                )}
              </Field>
            </div>
            {question.kind === 'choice' ? (
              <Field label="Choices" hint="One in each line.">
                {(control) => (
                  <Textarea
                    {...control}
                    rows={3}
                    value={question.choices}
                    onChange={({ currentTarget: { value } }) => change(question.id, { choices: value })}
                  />
                )}
              </Field>
            ) : null}
            <Checkbox
              checked={question.required}
              onChange={({ target }) => change(question.id, { required: target.checked })}
            >
              Must be answered
            </Checkbox>
          </div>
          <span className="mt-7">
            <IconButton
              label={`Remove question ${place + 1}`}
              icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => onChange(questions.filter(({ id }) => id !== question.id))}
            />
          </span>
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          disabledReason={questions.length >= 20 && 'A ticket has at most 20 questions.'}
          onClick={() => onChange([...questions, newQuestion()])}
        >
          Add a question
        </Button>
      </div>
    </section>
  )
}

const isFaulty = ({ label, kind, choices }: QuestionDraft) =>
  !label.trim() || (kind === 'choice' && !choices.trim())

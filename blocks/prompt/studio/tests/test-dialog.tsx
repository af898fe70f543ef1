import { useState } from 'react'
import type { PromptTest, StaffSource } from '#blocks/prompt/endpoints-studio.ts'
import { Field } from '#ui/base/field.tsx'
import { Textarea } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { RadioCards } from '#ui/forms/radio-cards.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'

export type TestDraft = Omit<PromptTest, 'id'>

export interface TestDialogProps {
  /** Undefined for a new one. */
  test: TestDraft | undefined
  sources: readonly StaffSource[]
  isBusy: boolean
  onSave: (test: TestDraft) => void
  onClose: () => void
}

/** A question with what it must find, or that it must find nothing. */
export function TestDialog({ test, sources, isBusy, onSave, onClose }: TestDialogProps) {
  const [draft, setDraft] = useState<TestDraft>(test ?? { question: '', must: 'cite', sources: [] })
  const [wasSent, setSent] = useState(false)
  const question = draft.question.trim()
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={test ? 'Edit question' : 'Add a question'}
      onSubmit={() => {
        setSent(true)
        if (question) onSave({ ...draft, question, sources: draft.must === 'cite' ? draft.sources : [] })
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isBusy} busyLabel="Saving...">
            {test ? 'Save' : 'Add question'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Question" error={wasSent && !question ? 'Enter a question.' : undefined}>
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              maxLength={2000}
              value={draft.question}
              onChange={({ currentTarget: { value } }) => setDraft((now) => ({ ...now, question: value }))}
            />
          )}
        </Field>
        <RadioCards
          label="What must happen"
          indicator="radio"
          value={draft.must}
          options={[
            { value: 'cite', title: 'It must be answered', description: 'From one of the sources below.' },
            { value: 'refuse', title: 'It must be refused', description: 'No source answers it.' },
          ]}
          onChange={(must) => setDraft((now) => ({ ...now, must }))}
        />
        {draft.must === 'cite' && sources.length > 0 ? (
          <fieldset>
            <legend className="mb-1.5 text-small font-label">One of these sources</legend>
            <div className="flex flex-col gap-1">
              {sources.map(({ id, title }) => (
                <Checkbox
                  key={id}
                  checked={draft.sources.includes(id)}
                  onChange={({ currentTarget: { checked } }) =>
                    setDraft((now) => ({
                      ...now,
                      sources: checked
                        ? [...now.sources, id].slice(-20)
                        : now.sources.filter((one) => one !== id),
                    }))
                  }
                >
                  {title}
                </Checkbox>
              ))}
            </div>
            <p className="bb-hint mt-1.5">None: any source.</p>
          </fieldset>
        ) : null}
      </div>
    </Dialog>
  )
}

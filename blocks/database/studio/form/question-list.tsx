import { ArrowDown, ArrowUp, ChevronDown, Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { Field as TableField } from '#kernel/browser/fields/field.ts'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { type FormDesign, MOST_PAGES, type Question } from '#kernel/browser/forms/form-design.ts'
import { KindIcon } from '../fields/kind-icon.tsx'
import { ConditionEditor } from './condition-editor.tsx'
import {
  questionsBefore,
  withField,
  withMoved,
  withPage,
  withPageSettings,
  withQuestion,
  withoutPage,
  withoutQuestion,
} from './design-changes.ts'
import { QuestionSettings } from './question-settings.tsx'

export interface QuestionListProps {
  design: FormDesign
  /** Fields that a form can ask for. */
  fields: readonly TableField[]
  /** Those that it does not ask for yet. */
  unasked: readonly TableField[]
  onChange: (design: FormDesign) => void
}

/** The questions of a form by page, each with its settings. */
export function QuestionList({ design, fields, unasked, onChange }: QuestionListProps) {
  const [openField, setOpenField] = useState<string>()
  const known = new Map(fields.map((field) => [field.id, field]))
  const hasPages = design.pages.length > 1
  return (
    <section aria-labelledby="questions-title">
      <h2 id="questions-title" className="mb-2 text-subheading">
        Questions
      </h2>
      {design.pages.map(({ title, sections }, page) => (
        // Pages have no identity beside their place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={page} className="mt-3 first-of-type:mt-0">
          {hasPages ? (
            <div className="mb-1.5 flex items-center gap-2">
              <span className="shrink-0 text-small font-label">Page {page + 1}</span>
              <Input
                aria-label={`Title of page ${page + 1}`}
                placeholder="Without a title"
                value={title ?? ''}
                maxLength={80}
                autoComplete="off"
                onChange={({ target }) =>
                  onChange(withPageSettings(design, page, { title: target.value || undefined }))
                }
              />
              {page > 0 ? (
                <IconButton
                  label={`Join page ${page + 1} with the page before`}
                  icon={<X size={16} strokeWidth={1.75} aria-hidden />}
                  onClick={() => onChange(withoutPage(design, page))}
                />
              ) : null}
            </div>
          ) : null}
          <ul
            aria-label={hasPages ? `Questions of page ${page + 1}` : 'Questions'}
            className="divide-y divide-line border-y border-line"
          >
            {sections.flatMap(({ questions }) =>
              questions.map((question) => (
                <QuestionRow
                  key={question.field}
                  question={question}
                  field={known.get(question.field)}
                  earlier={questionsBefore(design, question.field).flatMap(
                    (one) => known.get(one.field) ?? [],
                  )}
                  isOpen={openField === question.field}
                  onToggle={() => setOpenField(openField === question.field ? undefined : question.field)}
                  onMove={(by) => onChange(withMoved(design, question.field, by))}
                  onSet={(settings) => onChange(withQuestion(design, question.field, settings))}
                  onRemove={() => onChange(withoutQuestion(design, question.field))}
                />
              )),
            )}
            {sections.every(({ questions }) => questions.length === 0) ? (
              <li className="py-3 text-small text-text-3">Move a question here, or add one.</li>
            ) : null}
          </ul>
        </div>
      ))}
      <div className="mt-3 flex flex-wrap gap-2">
        <Menu
          align="start"
          trigger={
            <Button
              size="small"
              disabledReason={
                unasked.length === 0 && 'The form asks for every field. Add another one under Fields.'
              }
              icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
            >
              Add question
            </Button>
          }
        >
          {unasked.map(({ id, title, kind }) => (
            <MenuItem
              key={id}
              icon={<KindIcon kind={kind} />}
              onSelect={() => onChange(withField(design, id))}
            >
              {title}
            </MenuItem>
          ))}
        </Menu>
        <Button
          size="small"
          icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          disabledReason={design.pages.length >= MOST_PAGES && `A form has at most ${MOST_PAGES} pages.`}
          onClick={() => onChange(withPage(design))}
        >
          Add page
        </Button>
      </div>
    </section>
  )
}

interface QuestionRowProps {
  question: Question
  /** Undefined if the table no longer has it. */
  field: TableField | undefined
  earlier: readonly TableField[]
  isOpen: boolean
  onToggle: () => void
  onMove: (by: 1 | -1) => void
  onSet: (settings: Partial<Question>) => void
  onRemove: () => void
}

function QuestionRow(props: QuestionRowProps) {
  const { question, field, earlier, isOpen, onToggle, onMove, onSet, onRemove } = props
  const name = question.label ?? field?.title ?? 'A removed field'
  const notes = [
    (question.required || field?.required) && 'required',
    question.hidden && 'hidden',
    question.when && 'with a condition',
  ].filter(Boolean)
  return (
    <li className="py-1">
      <div className="flex items-center gap-1">
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex min-w-0 flex-1 items-center gap-2.5 rounded-control py-1.5 text-left"
          onClick={onToggle}
        >
          <ChevronDown
            size={16}
            strokeWidth={1.75}
            aria-hidden
            className={`shrink-0 text-text-3 ${isOpen ? '' : '-rotate-90'}`}
          />
          {field ? <KindIcon kind={field.kind} /> : null}
          <span className="min-w-0 wrap-anywhere">
            {name}
            {notes.length > 0 ? (
              <span className="ml-2 text-caption text-text-3">{notes.join(', ')}</span>
            ) : null}
          </span>
        </button>
        <IconButton
          label={`Move ${name} up`}
          icon={<ArrowUp size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={`Move ${name} down`}
          icon={<ArrowDown size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => onMove(1)}
        />
        <IconButton
          label={`Remove ${name}`}
          icon={<X size={16} strokeWidth={1.75} aria-hidden />}
          onClick={onRemove}
        />
      </div>
      {isOpen && field ? (
        <div className="flex flex-col gap-4 pt-2 pb-4 pl-6.5">
          <QuestionSettings question={question} field={field} onSet={onSet} />
          <ConditionEditor condition={question.when} earlier={earlier} onChange={(when) => onSet({ when })} />
        </div>
      ) : null}
    </li>
  )
}

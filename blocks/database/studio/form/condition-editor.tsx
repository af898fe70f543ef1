import { isFileKind } from '#kernel/browser/fields/file-types.ts'
import { Plus, X } from 'lucide-react'
import type { Field as TableField } from '#kernel/browser/fields/field.ts'
import { Input } from '#ui/base/input.tsx'
import { Segments } from '#ui/base/segments.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import type { Comparison, Condition } from '#kernel/browser/forms/form-design.ts'

export interface ConditionEditorProps {
  condition: Condition | undefined
  /** Fields of the questions before this one. */
  earlier: readonly TableField[]
  onChange: (condition: Condition | undefined) => void
}

const LABELS: Record<Comparison['is'], string> = {
  is: 'is',
  is_not: 'is not',
  has: 'includes',
  has_not: 'does not include',
  gt: 'is more than',
  lt: 'is less than',
  empty: 'is empty',
  filled: 'is filled in',
}

/** Comparisons that make sense for a kind of field. */
function comparisonsOf({ kind }: TableField): Comparison['is'][] {
  if (kind === 'choices') return ['has', 'has_not', 'empty', 'filled']
  if (kind === 'number' || kind === 'money' || kind === 'rating')
    return ['is', 'is_not', 'gt', 'lt', 'empty', 'filled']
  if (kind === 'yes_no') return ['is']
  if (isFileKind(kind)) return ['filled', 'empty']
  return ['is', 'is_not', 'empty', 'filled']
}

/** When a question is shown: always, or depending on the answers before it. */
export function ConditionEditor({ condition, earlier, onChange }: ConditionEditorProps) {
  const isAny = condition !== undefined && 'any' in condition
  const list = condition ? ('all' in condition ? condition.all : condition.any) : []
  const put = (next: Comparison[], any = isAny) =>
    onChange(next.length === 0 ? undefined : any ? { any: next } : { all: next })
  const start = (field: TableField): Comparison => {
    const [is] = comparisonsOf(field)
    return { field: field.id, is: is!, ...(is !== 'filled' && { value: firstValue(field) }) }
  }
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-label">Shown</legend>
      {list.length === 0 ? <p className="text-small text-text-2">Always</p> : null}
      {list.length > 1 ? (
        <div className="mb-2">
          <Segments
            label="How the conditions combine"
            value={isAny ? 'any' : 'all'}
            options={[
              { value: 'all', label: 'If all are true' },
              { value: 'any', label: 'If one is true' },
            ]}
            onChange={(value) => put([...list], value === 'any')}
          />
        </div>
      ) : null}
      <ul className="flex flex-col gap-2">
        {list.map((comparison, at) => (
          // Comparisons have no identity beside their place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} className="flex items-start gap-1.5">
            <ComparisonFields
              comparison={comparison}
              earlier={earlier}
              start={start}
              onChange={(next) => put(list.with(at, next))}
            />
            <IconButton
              label="Remove condition"
              icon={<X size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => put(list.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ul>
      <div className="mt-2">
        <Button
          size="small"
          icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          disabledReason={earlier.length === 0 && 'Conditions compare earlier questions. This is the first.'}
          onClick={() => earlier[0] && put([...list, start(earlier.at(-1)!)])}
        >
          Add condition
        </Button>
      </div>
    </fieldset>
  )
}

const firstValue = ({ kind, choices }: TableField): string | boolean =>
  kind === 'yes_no' ? true : (choices?.[0]?.value ?? '')

interface ComparisonFieldsProps {
  comparison: Comparison
  earlier: readonly TableField[]
  start: (field: TableField) => Comparison
  onChange: (next: Comparison) => void
}

function ComparisonFields({ comparison, earlier, start, onChange }: ComparisonFieldsProps) {
  const field = earlier.find(({ id }) => id === comparison.field)
  const hasValue = comparison.is !== 'empty' && comparison.is !== 'filled'
  return (
    <div className="grid min-w-0 flex-1 grid-cols-2 gap-1.5">
      <Select
        aria-label="Question"
        value={comparison.field}
        options={[
          ...(field ? [] : [{ value: comparison.field, label: 'A later question', disabled: true }]),
          ...earlier.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        onChange={({ target }) => onChange(start(earlier.find(({ id }) => id === target.value)!))}
      />
      <Select
        aria-label="Comparison"
        value={comparison.is}
        options={(field ? comparisonsOf(field) : [comparison.is]).map((is) => ({
          value: is,
          label: LABELS[is],
        }))}
        onChange={({ target }) => {
          const is = target.value as Comparison['is']
          const next: Comparison = { field: comparison.field, is }
          onChange(
            is === 'empty' || is === 'filled' || !field
              ? next
              : { ...next, value: comparison.value ?? firstValue(field) },
          )
        }}
      />
      {hasValue && field ? (
        <span className="col-span-2">
          <ComparedValue
            field={field}
            value={comparison.value}
            onChange={(value) => onChange({ ...comparison, value })}
          />
        </span>
      ) : null}
    </div>
  )
}

function ComparedValue(props: {
  field: TableField
  value: Comparison['value']
  onChange: (value: string | number | boolean) => void
}) {
  const { field, value, onChange } = props
  if (field.kind === 'yes_no')
    return (
      <Select
        aria-label="Answer"
        value={String(value ?? true)}
        options={[
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
        onChange={({ target }) => onChange(target.value === 'true')}
      />
    )
  if (field.choices)
    return (
      <Select
        aria-label="Answer"
        value={String(value ?? '')}
        options={field.choices.map((choice) => ({ value: choice.value, label: choice.title }))}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  const isNumber = field.kind === 'number' || field.kind === 'money' || field.kind === 'rating'
  return (
    <Input
      aria-label="Answer"
      value={String(value ?? '')}
      inputMode={isNumber ? 'decimal' : 'text'}
      autoComplete="off"
      onChange={({ target }) =>
        onChange(isNumber && /^-?\d+(\.\d+)?$/.test(target.value) ? Number(target.value) : target.value)
      }
    />
  )
}

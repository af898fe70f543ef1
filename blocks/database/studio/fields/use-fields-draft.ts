import { useReducer } from 'react'
import type { DataTable, GivenField } from '#features/tables/endpoints.ts'
import type { Field, FieldKind } from '#kernel/browser/fields/field.ts'
import {
  type DraftField,
  type FieldsDraft,
  changeDraft,
  isChanged,
  moved,
  redo,
  startDraft,
  undo,
  withNewField,
  withSettings,
  withoutField,
} from './fields-draft.ts'

export type DraftAction =
  | { type: 'undo' | 'redo' }
  | { type: 'restart'; table: DataTable }
  | { type: 'add'; kind: FieldKind; key: string }
  | { type: 'restore'; field: Field }
  | { type: 'remove'; key: string }
  | { type: 'move'; key: string; to: number }
  | { type: 'change'; key: string; settings: Partial<GivenField>; isTyping?: boolean }

interface State {
  /** The table that the draft was made from. A save names its revision, so it cannot overwrite what others changed since. */
  baseline: DataTable
  draft: FieldsDraft
}

const start = (table: DataTable): State => ({ baseline: table, draft: startDraft(table.fields) })

function apply({ baseline, draft }: State, action: DraftAction): State {
  const { present } = draft
  const to = (fields: DraftField[], topic?: string) => ({
    baseline,
    draft: changeDraft(draft, fields, topic),
  })
  switch (action.type) {
    case 'undo':
      return { baseline, draft: undo(draft) }
    case 'redo':
      return { baseline, draft: redo(draft) }
    case 'restart':
      return start(action.table)
    case 'add':
      return to(withNewField(present, action.kind, action.key))
    case 'restore':
      return to([...present, { ...action.field, key: action.field.id }])
    case 'remove':
      return to(withoutField(present, action.key))
    case 'move':
      return to(moved(present, action.key, action.to))
    case 'change':
    default: {
      const topic = action.isTyping ? `${action.key} ${Object.keys(action.settings).join(' ')}` : undefined
      return to(withSettings(present, action.key, action.settings), topic)
    }
  }
}

/** The draft of a table's fields. */
export function useFieldsDraft(table: DataTable) {
  const [{ baseline, draft }, dispatch] = useReducer(apply, table, start)
  const isDirty = isChanged(draft.present, baseline.fields)
  /** Someone else changed the fields since. */
  const isStale =
    table.revision !== baseline.revision && isChanged(startDraft(table.fields).present, baseline.fields)
  return { baseline, draft, dispatch, isDirty, isStale }
}

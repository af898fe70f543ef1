import type { RowChange } from '#features/tables/endpoints.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import type { RowValues } from './row-source.ts'

/** One field of a change, before and after it. */
export interface FieldStep {
  field: Field
  before: unknown
  after: unknown
}

export interface HistoryStep extends Pick<RowChange, 'id' | 'at' | 'act' | 'actor_kind' | 'actor_id'> {
  /** Fields whose values differ; none if something else changed, such as the approval. */
  fields: FieldStep[]
}

/**
 * A row's changes with what they changed. The history has only the values before each change, so those after it are the values
 * before the next one, and the row's present ones after the last.
 * @param changes newest first
 */
export function historySteps(
  fields: readonly Field[],
  row: RowValues,
  changes: readonly RowChange[],
): HistoryStep[] {
  return changes.map(({ id, at, act, actor_kind, actor_id, before }, index) => {
    const after = changes[index - 1]?.before ?? row
    const steps = fields
      .map((field) => ({ field, before: before[field.name] ?? null, after: after[field.name] ?? null }))
      .filter((step) => JSON.stringify(step.before) !== JSON.stringify(step.after))
    return { id, at, act, actor_kind, actor_id, fields: steps }
  })
}

const ACTORS: Record<RowChange['actor_kind'], string> = {
  staff: 'You or your staff',
  person: 'Member',
  visitor: 'Visitor',
  service: 'Your server',
  system: 'Bolt Blocks',
}

/** Who changed a row, by name where it is known. */
export const actorText = ({ actor_kind }: Pick<RowChange, 'actor_kind'>, name: string | undefined): string =>
  name ?? ACTORS[actor_kind]

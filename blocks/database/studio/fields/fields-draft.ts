import type { GivenField } from '#features/tables/endpoints.ts'
import { fieldProblem } from '#kernel/browser/fields/check-field.ts'
import { FIELD_NAME, type Field, type FieldKind, OWN_COLUMNS } from '#kernel/browser/fields/field.ts'
import { nameOfTitle } from '#kernel/browser/fields/name-of.ts'
import { KIND_NAMES } from './kind-names.ts'

/** A field while it is edited. */
export interface DraftField extends GivenField {
  /** The field's id; for a new field a key of this draft. */
  key: string
}

/** The fields of a table while they are edited, with every earlier state. */
export interface FieldsDraft {
  past: readonly DraftField[][]
  present: DraftField[]
  future: readonly DraftField[][]
  /** What the last change was about: changes of one text are one step of the history. */
  topic?: string | undefined
}

const MOST_STEPS = 100

/** Starts a draft from the stored fields. */
export const startDraft = (fields: readonly Field[]): FieldsDraft => ({
  past: [],
  present: fields.map((field) => ({ ...field, key: field.id })),
  future: [],
})

/** Adds a state. @param topic consecutive changes with the same topic are undone together */
export function changeDraft(draft: FieldsDraft, present: DraftField[], topic?: string): FieldsDraft {
  const isSame = topic !== undefined && topic === draft.topic
  const past = isSame ? draft.past : [...draft.past, draft.present].slice(-MOST_STEPS)
  return { past, present, future: [], topic }
}

export function undo({ past, present, future }: FieldsDraft): FieldsDraft {
  const before = past.at(-1)
  return before
    ? { past: past.slice(0, -1), present: before, future: [present, ...future] }
    : { past, present, future }
}

export function redo({ past, present, future }: FieldsDraft): FieldsDraft {
  const [next, ...rest] = future
  return next ? { past: [...past, present], present: next, future: rest } : { past, present, future }
}

/** Appends a field of a kind. @param key unique in the draft */
export function withNewField(fields: readonly DraftField[], kind: FieldKind, key: string): DraftField[] {
  const taken = new Set(fields.map(({ title }) => title))
  let title = KIND_NAMES[kind]
  for (let number = 2; taken.has(title); number++) title = `${KIND_NAMES[kind]} ${number}`
  return [...fields, settingsOfKind({ key, title, kind })]
}

/** Moves a field by one place, or to another one. */
export function moved(fields: readonly DraftField[], key: string, to: number): DraftField[] {
  const field = fields.find((one) => one.key === key)
  if (!field) return [...fields]
  const rest = fields.filter((one) => one.key !== key)
  return rest.toSpliced(Math.min(Math.max(to, 0), rest.length), 0, field)
}

export const withoutField = (fields: readonly DraftField[], key: string): DraftField[] =>
  fields.filter((field) => field.key !== key)

/** Changes settings of a field. Those that are set to undefined are removed. */
export const withSettings = (
  fields: readonly DraftField[],
  key: string,
  settings: Partial<GivenField>,
): DraftField[] =>
  fields.map((field) => {
    if (field.key !== key) return field
    const isOtherKind = settings.kind !== undefined && settings.kind !== field.kind
    return settingsOfKind(compact({ ...(isOtherKind ? withoutLimits(field) : field), ...settings }))
  })

/** Limits and the default mean something else in another kind: 80 characters are not 80 choices. */
const withoutLimits = (field: DraftField): DraftField => {
  const next = { ...field }
  for (const setting of ['min', 'max', 'pattern', 'default'] as const) delete next[setting]
  return next
}

const compact = (field: DraftField): DraftField =>
  Object.fromEntries(
    Object.entries(field).filter(([, value]) => value !== undefined),
  ) as unknown as DraftField

/** Which settings each kind has beside those of all kinds. */
const SETTINGS: Record<FieldKind, readonly (keyof GivenField)[]> = {
  text: ['min', 'max', 'pattern', 'unique', 'default'],
  long_text: ['min', 'max', 'default'],
  email: ['unique', 'default'],
  link: ['default'],
  phone: ['unique', 'default'],
  number: ['min', 'max', 'unique', 'default'],
  money: ['min', 'max', 'unique', 'default', 'currency'],
  rating: ['max', 'default'],
  position: ['unique', 'default'],
  yes_no: ['default'],
  choice: ['choices', 'unique', 'default'],
  choices: ['choices', 'min', 'max', 'default'],
  date: ['unique', 'default'],
  date_time: ['unique', 'default'],
  file: ['max', 'types'],
  image: ['max'],
  relation: ['table', 'unique'],
  person: ['unique', 'default'],
}

/** Whether fields of a kind have a setting. */
export const hasSetting = (kind: FieldKind, setting: keyof GivenField): boolean =>
  SETTINGS[kind].includes(setting)

const OF_SOME_KINDS = [
  'min',
  'max',
  'pattern',
  'unique',
  'default',
  'currency',
  'choices',
  'types',
  'table',
] as const

/** Removes the settings that the kind does not have, and adds those that it needs. */
function settingsOfKind(field: DraftField): DraftField {
  const next = { ...field }
  for (const setting of OF_SOME_KINDS) if (!hasSetting(field.kind, setting)) delete next[setting]
  if (field.kind === 'money') next.currency ??= 'eur'
  if (field.kind === 'rating') next.max ??= 5
  if (hasSetting(field.kind, 'choices'))
    next.choices ??= [{ value: 'option_1', title: 'Option 1', color: 'gray' }]
  return next
}

/** The name that a field has, or gets, in the API. */
export function nameInApi(fields: readonly DraftField[], { key, name, title }: DraftField): string {
  if (name) return name
  const taken = fields.flatMap((one) => (one.key === key ? [] : (one.name ?? [])))
  return nameOfTitle(title, new Set([...OWN_COLUMNS, ...taken]))
}

/** What keeps the draft from being saved, by key of the field. */
export function draftProblems(fields: readonly DraftField[]): Map<string, string> {
  const problems = new Map<string, string>()
  const uniques = fields.filter(({ unique }) => unique)
  for (const field of fields) {
    const { name, title } = field
    const problem = !title.trim()
      ? 'needs a title'
      : name !== undefined && !FIELD_NAME.test(name)
        ? 'needs a name in the API of a to z, 0 to 9 and _, which starts with a letter'
        : name !== undefined && (OWN_COLUMNS as readonly string[]).includes(name)
          ? `cannot be called ${name} in the API, because every table has a column of that name`
          : name !== undefined && fields.some((one) => one.key !== field.key && one.name === name)
            ? 'has the name of another field in the API'
            : uniques.indexOf(field) > 1
              ? 'cannot be unique: a table has at most two unique fields'
              : fieldProblem({ ...field, id: 'aaaaaaaa', name: name ?? 'a' })
    if (problem) problems.set(field.key, problem)
  }
  return problems
}

/** Whether there is something to save. Slots are the server's. */
export const isChanged = (fields: readonly DraftField[], stored: readonly Field[]): boolean =>
  JSON.stringify(givenFields(fields)) !== JSON.stringify(givenFields(startDraft(stored).present))

/** The list to send. A field that comes back has its time of removal, which the server refuses. */
export const givenFields = (fields: readonly DraftField[]): GivenField[] =>
  fields.map((field) => {
    const given: Partial<DraftField> & GivenField & { removed_at?: string } = { ...field }
    delete given.key
    delete given.removed_at
    return given
  })

/** Stored fields that the draft no longer has, and those of which it changes the kind. */
export function losses(fields: readonly DraftField[], stored: readonly Field[]) {
  const kept = new Map(fields.map((field) => [field.id, field]))
  return {
    removed: stored.filter(({ id }) => !kept.has(id)),
    converted: stored.flatMap((from) => {
      const to = kept.get(from.id)
      return to && to.kind !== from.kind ? [{ from, to }] : []
    }),
  }
}

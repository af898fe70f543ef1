import type { OutlineModule, StaffItemWithBody } from '#blocks/library/endpoints-studio.ts'
import { fromLocalInput, toLocalInput } from '#studio/audience/moment.ts'

export const MOST_MODULES = 100
export const MOST_LESSONS = 500

/** When a lesson opens: with the course, days after the start (or joining), or at a time. */
export interface Drip {
  kind: 'at_once' | 'days' | 'date'
  days: string
  /** Value of a `datetime-local` field. */
  date: string
}

export interface DraftLesson extends Drip {
  /** Id of its item. */
  item: string
}

export interface DraftModule {
  /** Stable while it is edited; not stored. */
  key: string
  /** Undefined for a new one. */
  id?: string
  title: string
  lessons: DraftLesson[]
}

export const outlineOf = ({ modules = [] }: Pick<StaffItemWithBody, 'modules'>): DraftModule[] =>
  modules.map(({ id, title, lessons }) => ({
    key: id,
    id,
    title,
    lessons: lessons.map(({ item, drip_days, drip_at }) => ({
      item,
      kind: drip_at ? 'date' : drip_days ? 'days' : 'at_once',
      days: drip_days ? String(drip_days) : '',
      date: toLocalInput(drip_at ?? undefined),
    })),
  }))

/** What the server gets of an outline without problems. */
export const givenOutline = (modules: readonly DraftModule[]): OutlineModule[] =>
  modules.map(({ id, title, lessons }) => ({
    ...(id && { id }),
    title: title.trim(),
    lessons: lessons.map(({ item, kind, days, date }) => ({
      item,
      drip_days: kind === 'days' ? Number(days) : null,
      drip_at: kind === 'date' ? (fromLocalInput(date) ?? null) : null,
    })),
  }))

/** Messages by the key of a module, or the id of a lesson's item. Empty if the outline can be saved. */
export function outlineProblems(modules: readonly DraftModule[]): Map<string, string> {
  const problems = new Map<string, string>()
  for (const { key, title, lessons } of modules) {
    if (!title.trim()) problems.set(key, 'Enter a name.')
    for (const { item, kind, days, date } of lessons) {
      if (kind === 'days' && !/^\d{1,4}$/.test(days.trim())) problems.set(item, 'Enter a number of days.')
      if (kind === 'date' && !fromLocalInput(date)) problems.set(item, 'Enter a date and a time.')
    }
  }
  return problems
}

export type OutlineAction =
  | { type: 'set'; modules: DraftModule[] }
  | { type: 'add_module'; key: string }
  | { type: 'rename'; module: string; title: string }
  | { type: 'remove_module'; module: string }
  | { type: 'move_module'; module: string; by: 1 | -1 }
  | { type: 'add_lessons'; module: string; items: readonly string[] }
  | { type: 'remove_lesson'; item: string }
  | { type: 'drip'; item: string; drip: Partial<Drip> }
  /** At the end of a module, a lesson goes on into the next one. */
  | { type: 'move_lesson'; item: string; by: 1 | -1 }
  /** To a place in a module, among its other lessons. */
  | { type: 'place_lesson'; item: string; module: string; at: number }

const NEW_LESSON: Drip = { kind: 'at_once', days: '', date: '' }

export function changeOutline(modules: DraftModule[], action: OutlineAction): DraftModule[] {
  const inModule = (key: string, change: (module: DraftModule) => DraftModule) =>
    modules.map((module) => (module.key === key ? change(module) : module))
  switch (action.type) {
    case 'set':
      return action.modules
    case 'add_module':
      return [...modules, { key: action.key, title: '', lessons: [] }]
    case 'rename':
      return inModule(action.module, (module) => ({ ...module, title: action.title }))
    case 'remove_module':
      return modules.filter(({ key }) => key !== action.module)
    case 'move_module': {
      const from = modules.findIndex(({ key }) => key === action.module)
      return moved(modules, from, from + action.by)
    }
    case 'add_lessons': {
      const used = new Set(modules.flatMap(({ lessons }) => lessons.map(({ item }) => item)))
      const added = action.items.filter((item) => !used.has(item)).map((item) => ({ item, ...NEW_LESSON }))
      return inModule(action.module, (module) => ({ ...module, lessons: [...module.lessons, ...added] }))
    }
    case 'remove_lesson':
      return modules.map((module) => ({
        ...module,
        lessons: module.lessons.filter(({ item }) => item !== action.item),
      }))
    case 'drip':
      return modules.map((module) => ({
        ...module,
        lessons: module.lessons.map((lesson) =>
          lesson.item === action.item ? { ...lesson, ...action.drip } : lesson,
        ),
      }))
    case 'move_lesson':
      return moveLesson(modules, action.item, action.by)
    default:
      return placeLesson(modules, action.item, action.module, action.at)
  }
}

function moveLesson(modules: DraftModule[], item: string, by: 1 | -1): DraftModule[] {
  const place = placeOf(modules, item)
  if (!place) return modules
  const { module, lesson } = place
  const { length } = modules[module]!.lessons
  const to = lesson + by
  if (to >= 0 && to < length) return placeLesson(modules, item, modules[module]!.key, to)
  const next = modules[module + by]
  return next ? placeLesson(modules, item, next.key, by === 1 ? 0 : next.lessons.length) : modules
}

function placeLesson(modules: DraftModule[], item: string, key: string, at: number): DraftModule[] {
  const lesson = modules.flatMap(({ lessons }) => lessons).find((each) => each.item === item)
  if (!lesson || !modules.some((module) => module.key === key)) return modules
  return modules.map((module) => {
    const others = module.lessons.filter((each) => each.item !== item)
    return module.key === key
      ? { ...module, lessons: others.toSpliced(at, 0, lesson) }
      : others.length === module.lessons.length
        ? module
        : { ...module, lessons: others }
  })
}

/** Where a lesson is: positions of its module and in it, from 0. */
export function placeOf(
  modules: readonly DraftModule[],
  item: string,
): { module: number; lesson: number } | undefined {
  for (const [module, { lessons }] of modules.entries()) {
    const lesson = lessons.findIndex((each) => each.item === item)
    if (lesson >= 0) return { module, lesson }
  }
  return undefined
}

/** What screen readers hear after a lesson moved. */
export function lessonPosition(modules: readonly DraftModule[], item: string, title: string): string {
  const place = placeOf(modules, item)
  if (!place) return `${title} was removed.`
  const { title: name, lessons } = modules[place.module]!
  return `${title}: lesson ${place.lesson + 1} of ${lessons.length} in ${name.trim() || `module ${place.module + 1}`}.`
}

function moved<T>(list: readonly T[], from: number, to: number): T[] {
  if (from < 0 || to < 0 || to >= list.length) return [...list]
  return list.toSpliced(from, 1).toSpliced(to, 0, list[from]!)
}

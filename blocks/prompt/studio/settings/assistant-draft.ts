import type { GivenAssistant, PromptLimits, StaffAssistant } from '#blocks/prompt/endpoints-studio.ts'

type LimitName = keyof PromptLimits

/** An assistant as the form has it. Numbers are as typed. */
export interface AssistantDraft extends Record<LimitName, string> {
  name: string
  language: string
  greeting: string
  /** A line for each question. */
  suggestions: string
  instructions: string
  onlySources: boolean
  refusal: string
  /** Id of an audience; null: no one. */
  audience: string | null
  isOn: boolean
  /** `email`, the id of a form, or empty. */
  handOver: string
  keepDays: string
}

/** The range of each limit, as the server checks it. */
const RANGES: Record<LimitName | 'keepDays', readonly [least: number, most: number]> = {
  visitor_questions: [0, 10_000],
  member_questions: [0, 10_000],
  day_tokens: [0, 1_000_000_000],
  month_tokens: [0, 10_000_000_000],
  answer_tokens: [50, 4000],
  keepDays: [0, 730],
}
const NUMBERS = Object.keys(RANGES) as (LimitName | 'keepDays')[]
const MOST_SUGGESTIONS = 4
const MOST_OF_SUGGESTION = 200

/** Languages in whose words sources are compared; others are compared as they are written. */
export const LANGUAGES = [
  ['en', 'English'],
  ['de', 'German'],
  ['fr', 'French'],
  ['es', 'Spanish'],
  ['it', 'Italian'],
  ['pt', 'Portuguese'],
  ['nl', 'Dutch'],
  ['pl', 'Polish'],
  ['ja', 'Japanese'],
  ['ar', 'Arabic'],
] as const

export const draftOf = (assistant: StaffAssistant): AssistantDraft => ({
  name: assistant.name,
  language: assistant.language,
  greeting: assistant.greeting,
  suggestions: assistant.suggestions.join('\n'),
  instructions: assistant.instructions ?? '',
  onlySources: assistant.only_sources,
  refusal: assistant.refusal,
  audience: assistant.audience,
  isOn: assistant.is_on,
  handOver:
    assistant.hand_over?.kind === 'form' ? assistant.hand_over.form : (assistant.hand_over?.kind ?? ''),
  keepDays: String(assistant.keep_days),
  visitor_questions: String(assistant.limits.visitor_questions),
  member_questions: String(assistant.limits.member_questions),
  day_tokens: String(assistant.limits.day_tokens),
  month_tokens: String(assistant.limits.month_tokens),
  answer_tokens: String(assistant.limits.answer_tokens),
})

/** Whether stored input is one: another release may have other fields. */
export const isAssistantDraft = (stored: object): stored is AssistantDraft =>
  ['name', 'greeting', 'suggestions', 'handOver', 'keepDays', ...NUMBERS].every(
    (name) => typeof (stored as Record<string, unknown>)[name] === 'string',
  )

export const suggestionsOf = ({ suggestions }: Pick<AssistantDraft, 'suggestions'>): string[] =>
  suggestions
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

export const handOverOf = ({ handOver }: AssistantDraft): GivenAssistant['hand_over'] =>
  handOver === '' ? null : handOver === 'email' ? { kind: 'email' } : { kind: 'form', form: handOver }

/** What the server gets of a draft without problems. */
export function givenOf(draft: AssistantDraft): GivenAssistant {
  const number = (name: LimitName | 'keepDays') => numberOf(draft[name])!
  return {
    name: draft.name.trim(),
    language: draft.language,
    greeting: draft.greeting.trim(),
    suggestions: suggestionsOf(draft),
    instructions: draft.instructions.trim() || null,
    only_sources: draft.onlySources,
    refusal: draft.refusal.trim(),
    audience: draft.audience,
    is_on: draft.isOn,
    hand_over: handOverOf(draft),
    keep_days: number('keepDays'),
    limits: {
      visitor_questions: number('visitor_questions'),
      member_questions: number('member_questions'),
      day_tokens: number('day_tokens'),
      month_tokens: number('month_tokens'),
      answer_tokens: number('answer_tokens'),
    },
  }
}

/** A whole number as typed, with or without separators of thousands; undefined if it is none. */
export function numberOf(typed: string): number | undefined {
  const digits = typed.trim().replaceAll(/[,\s]/g, '')
  return /^\d{1,11}$/.test(digits) ? Number(digits) : undefined
}

export type Problems = Partial<Record<keyof AssistantDraft, string>>

/** Empty if the assistant can be saved. */
export function problemsOf(draft: AssistantDraft): Problems {
  const problems: Problems = {}
  if (!draft.name.trim()) problems.name = 'Enter a name.'
  const suggestions = suggestionsOf(draft)
  if (suggestions.length > MOST_SUGGESTIONS)
    problems.suggestions = `Enter at most ${MOST_SUGGESTIONS} questions, one a line.`
  else if (suggestions.some((line) => line.length > MOST_OF_SUGGESTION))
    problems.suggestions = `A question has at most ${MOST_OF_SUGGESTION} characters.`
  for (const name of NUMBERS) {
    const [least, most] = RANGES[name]
    const value = numberOf(draft[name])
    if (value === undefined || value < least || value > most)
      problems[name] = `Enter a whole number from ${least} to ${most.toLocaleString('en-US')}.`
  }
  const [day, month] = [numberOf(draft.day_tokens), numberOf(draft.month_tokens)]
  if (!problems.day_tokens && !problems.month_tokens && day! > month!)
    problems.day_tokens = 'A day cannot have more tokens than a month.'
  return problems
}

const NAMES: Partial<Record<keyof AssistantDraft, string>> = {
  name: 'name',
  greeting: 'greeting',
  suggestions: 'questions to start with',
  instructions: 'instructions',
  onlySources: 'only from sources',
  refusal: 'refusal',
  audience: 'audience',
  isOn: 'state',
  handOver: 'hand-over',
  keepDays: 'retention',
  language: 'language',
}

/** The fields that differ, as the screen names them. */
export function differences(a: AssistantDraft, b: AssistantDraft): string[] {
  const changed = (Object.keys(a) as (keyof AssistantDraft)[]).filter((name) => a[name] !== b[name])
  return [...new Set(changed.map((name) => NAMES[name] ?? 'limits'))]
}

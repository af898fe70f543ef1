import type { AskedField } from '#kernel/browser/forms/form-design.ts'
import type { AnswerFault } from '#kernel/browser/forms/form-rules.ts'
import { texts } from './texts/spoken.ts'
import { typedLimit } from './typed-answers.ts'

/** What is wrong with an answer, in the visitor's language. */
export function faultMessage({ code, limit }: AnswerFault, field: AskedField): string {
  const { faults, kinds } = texts
  if (code === 'type') return kinds[field.kind as keyof typeof kinds] ?? faults.type
  const text = field.kind === 'yes_no' && code === 'required' ? faults.tick : faults[code]
  return limit === undefined ? text : text.replace('#', typedLimit(field, limit))
}

import type { EmbedUser } from '#kernel/browser/embed-page.ts'
import type { AskedField, FormDesign } from '#kernel/browser/forms/form-design.ts'
import type { Typed } from './typed-answers.ts'

export interface PrefillSource {
  /** Values by parameter, from the tag or the address. */
  parameters: Readonly<Record<string, string>>
  user?: EmbedUser | null
}

/** The first values of a form's questions. Those of hidden questions are sent, too: a visitor can change them, so they prove nothing. */
export function prefilled(
  { pages }: FormDesign,
  fields: readonly AskedField[],
  { parameters, user }: PrefillSource,
): Typed {
  const kinds = new Map(fields.map(({ id, kind }) => [id, kind]))
  const typed: Typed = {}
  for (const { field, prefill } of pages.flatMap(({ sections }) =>
    sections.flatMap((one) => one.questions),
  )) {
    if (!prefill) continue
    const text =
      'person' in prefill ? (user?.[prefill.person] ?? '') : parameterOf(parameters, prefill.parameter)
    if (text === '') continue
    const kind = kinds.get(field)
    if (kind === 'yes_no') typed[field] = /^(?:true|yes|1|on)$/i.test(text)
    else typed[field] = kind === 'choices' ? text.split(',').map((part) => part.trim()) : text
  }
  return typed
}

const parameterOf = (parameters: Readonly<Record<string, string>>, name: string) =>
  Object.hasOwn(parameters, name) ? parameters[name]! : ''

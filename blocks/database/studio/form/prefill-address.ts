import type { FormDesign } from '#kernel/browser/forms/form-design.ts'
import { questionsOf } from './design-changes.ts'

/** A question whose first value a link can give. */
export interface Fillable {
  field: string
  parameter: string
}

export const fillables = (design: FormDesign): Fillable[] =>
  questionsOf(design).flatMap(({ question: { field, prefill } }) =>
    prefill && 'parameter' in prefill && prefill.parameter !== ''
      ? [{ field, parameter: prefill.parameter }]
      : [],
  )

/**
 * Address of a page whose form starts with these values; undefined if `page` is no web address. Other parameters of the page stay.
 * @param values by parameter; empty ones are left out
 */
export function prefillAddress(page: string, values: Readonly<Record<string, string>>): string | undefined {
  if (!/^https?:\/\//i.test(page) || !URL.canParse(page)) return undefined
  const address = new URL(page)
  for (const [name, value] of Object.entries(values)) {
    if (value.trim() === '') address.searchParams.delete(name)
    else address.searchParams.set(name, value.trim())
  }
  return address.href
}

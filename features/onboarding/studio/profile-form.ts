import * as z from 'zod/mini'

/** Maximum characters per text field. */
export const PROFILE_MAX = 120

type Choices = readonly { value: string; label: string }[]
const NO_CHOICE = { value: '', label: 'Choose one' }

export const ROLES = [
  NO_CHOICE,
  { value: 'founder', label: 'Founder' },
  { value: 'developer', label: 'Developer' },
  { value: 'designer', label: 'Designer' },
  { value: 'product_manager', label: 'Product manager' },
  { value: 'other', label: 'Other' },
] as const satisfies Choices

export const INDUSTRIES = [
  NO_CHOICE,
  { value: 'technology', label: 'Technology' },
  { value: 'finance', label: 'Finance' },
  { value: 'healthcare', label: 'Healthcare' },
  { value: 'education', label: 'Education' },
  { value: 'ecommerce', label: 'E-commerce' },
  { value: 'other', label: 'Other' },
] as const satisfies Choices

const line = z.string().check(z.trim(), z.maxLength(PROFILE_MAX, `At most ${PROFILE_MAX} characters`))

/** The schema of the profile form: a name and optional fields. */
export const profileForm = z.object({
  display_name: line.check(z.minLength(1, 'Enter a name.')),
  company: line,
  role: z.enum(ROLES.map(({ value }) => value)),
  industry: z.enum(INDUSTRIES.map(({ value }) => value)),
})
export type ProfileForm = z.infer<typeof profileForm>

/** The row of `bolt_profiles` as the form reads and writes it. */
export type ProfileRow = Record<keyof ProfileForm, string | null>

export const EMPTY_PROFILE: ProfileForm = { display_name: '', company: '', role: '', industry: '' }

const storedDraft = z.object({ ...profileForm.shape, display_name: line })

/** Reads a profile from an untrusted value; undefined if it is invalid. */
export function keptProfile(value: unknown): ProfileForm | undefined {
  const read = storedDraft.safeParse(value)
  return read.success ? read.data : undefined
}

/** Converts a stored row into form values. */
export function formOfRow(row: ProfileRow | undefined): ProfileForm {
  return (
    keptProfile({
      display_name: row?.display_name ?? '',
      company: row?.company ?? '',
      role: row?.role ?? '',
      industry: row?.industry ?? '',
    }) ?? EMPTY_PROFILE
  )
}

/** Converts form values into a row. Empty fields become null. */
export function rowOfForm(form: ProfileForm): ProfileRow {
  return {
    display_name: form.display_name,
    company: form.company || null,
    role: form.role || null,
    industry: form.industry || null,
  }
}

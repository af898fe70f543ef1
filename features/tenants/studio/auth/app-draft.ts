import * as z from 'zod/mini'

/** The values of the app dialog. Redirect addresses are one per line. */
export interface AppDraft {
  name: string
  site: string
  redirects: string
  kind: 'confidential' | 'public'
}

export const EMPTY_APP: AppDraft = { name: '', site: '', redirects: '', kind: 'confidential' }

/** The request that the server accepts. */
export interface AppForm {
  name: string
  site?: string
  redirect_uris: string[]
  public: boolean
}

const text = z.string().check(z.trim())

export const appDraft = z
  .object({ name: text, site: text, redirects: text, kind: z.enum(['confidential', 'public']) })
  .check((form) => {
    const { name, site, redirects } = form.value
    const fault = (field: keyof AppDraft, message: string) =>
      form.issues.push({ code: 'custom', input: form.value[field], path: [field], message })
    if (!name) fault('name', 'Name is required')
    if (site && !/^https?:\/\/\S+$/.test(site))
      fault('site', 'Enter the full address, for example https://members.example.com')
    const wrong = addressesOf(redirects).find((address) => !URL.canParse(address))
    if (!redirects) fault('redirects', 'Enter at least one redirect address')
    else if (wrong !== undefined) fault('redirects', `${wrong} is not a full address`)
  })

/** Returns the distinct non-empty lines. */
export const addressesOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/\s+/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

/** Returns the request for a valid draft. */
export const appFormOf = ({ name, site, redirects, kind }: AppDraft): AppForm => ({
  name,
  ...(site ? { site } : {}),
  redirect_uris: addressesOf(redirects),
  public: kind === 'public',
})

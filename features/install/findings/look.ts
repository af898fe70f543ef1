import { isVariant, readTheme } from '#kernel/browser/theme/theme.ts'
import type { PageFacts } from '#kernel/sites/page-facts.ts'
import type { InstallFinding } from '../endpoints.ts'
import type { Known } from '../known.ts'

/**
 * Tags of the tenant that name another theme than the Studio: they were copied before it was changed there, and keep
 * what they say. Nothing is said of the others.
 */
export function lookFinding(facts: PageFacts, { tenant }: Known): InstallFinding[] {
  const { variant } = readTheme(tenant.theme)
  const other = facts.snippet.blocks.find(
    (block) => block.tenant === tenant.public_key && isVariant(block.theme) && block.theme !== variant,
  )
  if (!other) return []
  return [
    {
      id: 'look',
      title: 'Theme',
      state: 'info',
      verdict: 'Its own',
      text: `A tag says \`data-theme="${other.theme}"\` and keeps it, where the Studio says \`${variant}\`. Take that out of the tag, and it follows the Studio.`,
    },
  ]
}

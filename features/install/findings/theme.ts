import { AUTO_THEME, THEME_VARIANTS } from '#kernel/browser/theme-variants.ts'
import { isVariant, readTheme } from '#kernel/browser/theme/theme.ts'
import type { PageFacts } from '#kernel/sites/page-facts.ts'
import type { InstallFinding } from '../endpoints.ts'
import type { Known } from '../known.ts'

/** Values of `data-theme`; absent and `tenant` follow the Studio. */
const KNOWN: readonly string[] = ['', 'tenant', AUTO_THEME, ...THEME_VARIANTS]

/**
 * Reports tags with an unknown theme, and tags that set another theme than the Studio: they were copied before the theme changed. Matching
 * tags produce no finding.
 */
export function themeFinding(facts: PageFacts, { tenant }: Known): InstallFinding[] {
  const { variant } = readTheme(tenant.theme)
  const unknown = facts.snippet.blocks.find(
    (block) => block.tenant === tenant.public_key && !KNOWN.includes(block.theme),
  )
  if (unknown)
    return [
      {
        id: 'look',
        title: 'Theme',
        state: 'warn',
        verdict: 'Unknown theme',
        text: `\`${unknown.theme.slice(0, 60)}\` is not a theme. Use one of ${KNOWN.slice(1)
          .map((name) => `\`${name}\``)
          .join(', ')}, or remove the attribute to use the theme from the Studio.`,
      },
    ]
  const other = facts.snippet.blocks.find(
    (block) => block.tenant === tenant.public_key && isVariant(block.theme) && block.theme !== variant,
  )
  if (!other) return []
  return [
    {
      id: 'look',
      title: 'Theme',
      state: 'info',
      verdict: 'Fixed',
      text: `A tag sets \`data-theme="${other.theme}"\`, but the Studio says \`${variant}\`. Remove the attribute to use the theme from the Studio.`,
    },
  ]
}

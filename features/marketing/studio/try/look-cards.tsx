import { useId } from 'react'
import type { SiteLook } from '#kernel/browser/theme/site-look.ts'
import { customLookOf } from '#kernel/browser/theme/site-look.ts'
import { themeVariables } from '#kernel/browser/theme/theme-rules.ts'
import { applyCustomLook } from '#kernel/browser/theme/theme.ts'
import { useAppearance } from '#studio/appearance.tsx'
import { ThemedContainer } from '#studio/tenant/themed-container.tsx'
import { buttonStyle } from '#ui/base/button.tsx'
import { THEMES, type ThemeId } from '#ui/theme/themes.ts'

/** A theme, or the look of the visitor's own site. */
export type LookChoice = ThemeId | 'site'

export interface LookCardsProps {
  host: string
  look: SiteLook
  value: LookChoice
  onChange: (value: LookChoice) => void
}

/** The site's own look beside the three themes, each as a sample of itself. Radio buttons: one tab stop, arrow keys. */
export function LookCards({ host, look, value, onChange }: LookCardsProps) {
  const group = useId()
  const { resolvedMode } = useAppearance()
  const own = themeVariables(applyCustomLook({ variant: 'clean' }, customLookOf(look)), look.mode)
  const choices = [
    { id: 'site' as const, name: host, theme: 'clean' as const, mode: look.mode, variables: own },
    ...THEMES.map(({ id, name }) => ({ id, name, theme: id, mode: resolvedMode, variables: {} })),
  ]
  return (
    <fieldset aria-label="Look of the blocks" className="look-cards">
      {choices.map(({ id, name, theme, mode, variables }) => (
        <label key={id} className="look-card">
          <input
            type="radio"
            name={group}
            className="sr-only"
            checked={id === value}
            aria-label={id === 'site' ? `Colors of ${name}` : name}
            onChange={() => onChange(id)}
          />
          <ThemedContainer theme={theme} mode={mode} variables={variables} className="flex flex-col gap-2.5">
            <span className="truncate text-small font-semibold">{name}</span>
            <span {...buttonStyle({ variant: 'primary', size: 'small' })} aria-hidden="true">
              Purchase Now
            </span>
          </ThemedContainer>
        </label>
      ))}
    </fieldset>
  )
}

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
    <fieldset aria-label="Look of the blocks" className="grid grid-cols-2 gap-3 md:grid-cols-4">
      {choices.map(({ id, name, theme, mode, variables }) => (
        <label
          key={id}
          className="relative block min-w-0 cursor-pointer rounded-[12px] border border-line has-checked:border-accent has-checked:outline has-checked:outline-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={group}
            className="sr-only"
            checked={id === value}
            aria-label={id === 'site' ? `Colors of ${name}` : name}
            onChange={() => onChange(id)}
          />
          <ThemedContainer
            theme={theme}
            mode={mode}
            variables={variables}
            className="flex h-full flex-col gap-2.5 rounded-[11px] bg-surface p-3"
          >
            <span className="truncate text-[13px]/[18px] font-semibold">{name}</span>
            <span {...buttonStyle({ variant: 'primary', size: 'small' })} aria-hidden="true">
              Purchase Now
            </span>
          </ThemedContainer>
        </label>
      ))}
    </fieldset>
  )
}

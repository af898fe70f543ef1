import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { TenantTheme } from '#kernel/browser/theme/theme.ts'
import { useDraft } from '#studio/data/use-draft.ts'
import { type Steps, firstStep, redo, sameTheme, step, tidyTheme, undo } from './theme-change.ts'

/**
 * The theme while it is edited, with its history. The draft survives reloads and a dialog that was closed by
 * mistake.
 * @param saved the tenant's saved theme
 */
export function useThemeSteps(tenantId: string, saved: TenantTheme) {
  const [first] = useState(() => tidyTheme(saved))
  const form = useForm<{ theme: TenantTheme }>({ defaultValues: { theme: first } })
  const forget = useDraft(`theme-${tenantId}`, form, (kept) => {
    const theme = (kept as { theme?: unknown } | null)?.theme
    return theme ? { theme: tidyTheme(theme as TenantTheme) } : undefined
  })
  const [steps, setSteps] = useState<Steps>(() => firstStep(first))
  const { setValue, getValues } = form

  // A restored draft is one step after the saved theme, so that it can be undone.
  useEffect(() => {
    const draft = tidyTheme(getValues('theme'))
    // oxlint-disable-next-line react/set-state-in-effect -- the draft is put into the form by an effect before this one
    setSteps((now) => step(now, draft))
  }, [getValues])

  const go = (next: Steps) => {
    setSteps(next)
    setValue('theme', next.now, { shouldDirty: true })
  }
  return {
    theme: steps.now,
    unsaved: !sameTheme(steps.now, first),
    change: (theme: TenantTheme, of?: string) => go(step(steps, theme, of)),
    undo: steps.past.length ? () => go(undo(steps)) : undefined,
    redo: steps.future.length ? () => go(redo(steps)) : undefined,
    forget,
  }
}

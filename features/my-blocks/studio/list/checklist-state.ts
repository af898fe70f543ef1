/** Steps of Getting started, in order. */
export const STEPS = ['tenant', 'payments', 'block'] as const
export type Step = (typeof STEPS)[number]
export type Done = Partial<Record<Step, true>>

/** Local storage key of the completed steps, per user. */
export const checklistKey = (userId: string) => `bb:checklist:${userId}`
/** Local storage key that is set once the checklist is hidden. */
export const dismissedKey = (userId: string) => `onboarding-dismissed-${userId}`

/** Reads the stored steps; anything unreadable counts as nothing done. */
export function readDone(value: unknown): Done {
  if (typeof value !== 'object' || value === null) return {}
  const kept = value as Record<string, unknown>
  return Object.fromEntries(STEPS.filter((step) => kept[step] === true).map((step) => [step, true]))
}

/**
 * A completed step stays completed, even when its block is deleted later. @returns `before` itself if nothing
 * is new
 */
export function alsoDone(before: Done, now: Record<Step, boolean>): Done {
  const fresh = STEPS.filter((step) => now[step] && !before[step])
  return fresh.length === 0 ? before : { ...before, ...Object.fromEntries(fresh.map((step) => [step, true])) }
}

/** Screens where the new creator is about to choose a plan: with an active one they would be redirected. */
const CHOOSES_PLAN = /^\/(bolt\/)?(pricing|billing)\b/

/** Screens that have nothing to show before the first tenant exists. */
const EMPTY_WITHOUT_TENANT = /^\/(bolt\/)?studio\/?$/

/** Returns whether the path leads to the choice of a plan. */
export const choosesPlan = (path: string): boolean => CHOOSES_PLAN.test(path)

/** Returns the path to open after the first sign-in: the form of the first tenant instead of an empty screen. */
export const firstPath = (next: string): string =>
  EMPTY_WITHOUT_TENANT.test(next) ? '/bolt/studio/onboarding?step=2' : next

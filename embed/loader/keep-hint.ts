import { hintOf } from './hint.ts'

/** Keeps the hint until then (milliseconds since 1970); 0 forgets it. */
export function keepHint(tenant: string, until: number): void {
  const name = `bb:signed-in:${tenant}`
  try {
    if (until > Date.now()) localStorage.setItem(name, String(until))
    else localStorage.removeItem(name)
  } catch {
    // The page may not use storage; then each visit starts without a hint.
  }
}

export const believesHint = (tenant: string): boolean => Number(hintOf(tenant)) > Date.now()

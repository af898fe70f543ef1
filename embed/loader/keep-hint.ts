import { hintOf } from './hint.ts'

/** Stores the hint until the given time (milliseconds since 1970); 0 removes it. */
export function keepHint(tenant: string, until: number): void {
  const name = `bb:signed-in:${tenant}`
  try {
    if (until > Date.now()) localStorage.setItem(name, String(until))
    else localStorage.removeItem(name)
  } catch {
    // The page may not use storage; each visit then starts without a hint.
  }
}

export const believesHint = (tenant: string): boolean => Number(hintOf(tenant)) > Date.now()

import { createContext, use } from 'react'

/**
 * Paths of the route table. A context avoids a circular import: the table imports the screens that need it.
 */
export const KnownScreens = createContext<readonly string[]>([])

/** Returns whether a screen exists at this path, so that buttons never link to missing screens. */
export function useScreenExists(path: string): boolean {
  return use(KnownScreens).includes(path)
}

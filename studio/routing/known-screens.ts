import { type Dispatch, type SetStateAction, createContext, use } from 'react'

export type SetKnownScreens = Dispatch<SetStateAction<readonly string[]>>

/**
 * Paths of the route table, without those that the user's role on the chosen tenant does not include. A context avoids a circular import: the table imports the screens that need it.
 */
export const KnownScreens = createContext<readonly string[]>([])

/** Whether a path is that of a page, or below it. */
export const isWithin = (path: string, page: string): boolean => path === page || path.startsWith(`${page}/`)

/**
 * Returns a path if its screen exists for this user, otherwise the first screen below it that does, such as another tab of a
 * block; undefined without one.
 */
export const knownPath = (known: readonly string[], path: string): string | undefined =>
  known.includes(path) ? path : known.find((at) => isWithin(at, path))

/** Returns whether a screen exists at this path, so that buttons never link to missing screens. */
export function useScreenExists(path: string): boolean {
  return use(KnownScreens).includes(path)
}

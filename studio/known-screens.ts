import { createContext, use } from 'react'

/** Paths of the route table. A context, because the table itself imports the screens that ask. */
export const KnownScreens = createContext<readonly string[]>([])

/** Whether a screen stands at this path: a button leads nowhere until there is one. */
export function useScreenExists(path: string): boolean {
  return use(KnownScreens).includes(path)
}

import { useEffect, useRef, useSyncExternalStore } from 'react'
import { on } from '#packages/js/commands.ts'
import type { BlocksEventMap } from '#packages/js/types.ts'
import { type UserState, readUser, watchUser } from '#packages/js/user.ts'

const ON_A_SERVER: UserState = { status: 'loading', user: null }

/** Who is signed in on this page; `loading` on a server and until the first answer. */
export const useUser = (): UserState => useSyncExternalStore(watchUser, readUser, () => ON_A_SERVER)

/** Calls the newest listener for every event of that name on the page, while the component is there. */
export function useBlocksEvent<K extends keyof BlocksEventMap>(
  name: K,
  listener: (detail: BlocksEventMap[K], event: CustomEvent<BlocksEventMap[K]>) => void,
): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => on(name, (detail, event) => latest.current(detail, event)), [name])
}

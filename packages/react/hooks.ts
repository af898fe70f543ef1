import { useEffect, useRef, useSyncExternalStore } from 'react'
import { on } from '#packages/js/commands.ts'
import type { BlocksEventMap } from '#packages/js/types.ts'
import { type UserState, readUser, watchUser } from '#packages/js/user.ts'

const SERVER_STATE: UserState = { status: 'loading', user: null }

/** The user signed in on this page; `loading` on a server and until the first response. */
export const useUser = (): UserState => useSyncExternalStore(watchUser, readUser, () => SERVER_STATE)

/** Calls the latest listener for every event of that name on the page, while the component is mounted. */
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

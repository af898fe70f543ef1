import { type ShallowRef, onBeforeUnmount, onMounted, readonly, shallowRef } from 'vue'
import { on } from '#packages/js/commands.ts'
import type { BlocksEventMap } from '#packages/js/types.ts'
import { type UserState, readUser, watchUser } from '#packages/js/user.ts'

/** The user signed in on this page; `loading` on a server and until the first response. */
export function useUser(): Readonly<ShallowRef<UserState>> {
  const state = shallowRef<UserState>({ status: 'loading', user: null })
  let stop: (() => void) | undefined
  onMounted(() => {
    const read = () => {
      state.value = readUser()
    }
    stop = watchUser(read)
    read()
  })
  onBeforeUnmount(() => stop?.())
  return readonly(state)
}

/** Calls the listener for every event of that name on the page, while the component is mounted. */
export function useBlocksEvent<K extends keyof BlocksEventMap>(
  name: K,
  listener: (detail: BlocksEventMap[K], event: CustomEvent<BlocksEventMap[K]>) => void,
): void {
  let stop: (() => void) | undefined
  onMounted(() => {
    stop = on(name, listener)
  })
  onBeforeUnmount(() => stop?.())
}

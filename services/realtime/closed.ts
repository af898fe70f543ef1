import { realtimeErrors } from './errors.ts'
import type { ChangeSource } from './ports.ts'

/** Changes that nobody is told. */
export const closedChanges = (): ChangeSource => ({
  subscribe: async () => {
    throw realtimeErrors.unauthorized({ text: 'Changes are not told here' })
  },
  close: async () => undefined,
})

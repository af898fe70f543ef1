import { useEffect, useState } from 'react'
import { useAuth } from '#studio/session/session.tsx'
import { useTenants } from '#studio/tenant/tenants.ts'
import { inBrowser, readStored, writeStored } from '../stored.ts'
import { type Done, type Step, alsoDone, checklistKey, dismissedKey, readDone } from './checklist-state.ts'

export interface Checklist {
  done: Done
  /** False while the creator has no tenant: the first step then is to create one. */
  hasTenant: boolean
  hidden: boolean
  /** Read here so that its result counts. */
  markDone: (step: Step) => void
  setHidden: (hidden: boolean) => void
}

/** The user's progress: what the data shows, plus the steps already completed in this browser. */
export function useChecklist(hasBlocks: boolean): Checklist {
  const { user } = useAuth()
  const key = checklistKey(user!.id)
  const hideKey = dismissedKey(user!.id)
  const { data } = useTenants()
  const tenants = data ?? []
  const [visited, setVisited] = useState<Done>({})
  const [hidden, setHidden] = useState(() => readStored(inBrowser, hideKey) !== undefined)

  const kept = readDone(readStored(inBrowser, key))
  const done = alsoDone(
    { ...kept, ...visited },
    {
      tenant: false,
      payments: tenants.some((tenant) =>
        Boolean(tenant.stripe_account_id_test ?? tenant.stripe_account_id_live),
      ),
      block: hasBlocks,
    },
  )
  // Stores completed steps, so that they stay completed when the underlying data is deleted.
  const fresh = JSON.stringify(done) !== JSON.stringify(kept)
  useEffect(() => {
    if (fresh) writeStored(inBrowser, key, done)
  })

  return {
    done,
    hasTenant: data?.length !== 0,
    hidden,
    markDone(step) {
      // Stored immediately, because the step navigates away.
      writeStored(inBrowser, key, { ...done, [step]: true })
      setVisited({ ...visited, [step]: true })
    },
    setHidden(next) {
      writeStored(inBrowser, hideKey, next ? true : undefined)
      setHidden(next)
    },
  }
}

import { useEffect, useState } from 'react'
import { useAuth } from '#studio/session.tsx'
import { useTenants } from '#studio/tenants.ts'
import { inBrowser, readStored, writeStored } from '../stored.ts'
import { type Done, type Step, alsoDone, checklistKey, dismissedKey, readDone } from './checklist-state.ts'

export interface Checklist {
  done: Done
  hidden: boolean
  /** Looked at now, so that it counts. */
  markDone: (step: Step) => void
  setHidden: (hidden: boolean) => void
}

/** How far somebody is: what the data show, and what was done before, which this browser keeps. */
export function useChecklist(hasBlocks: boolean): Checklist {
  const { user } = useAuth()
  const key = checklistKey(user!.id)
  const hideKey = dismissedKey(user!.id)
  const { data: tenants = [] } = useTenants()
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
  // What is done is kept, so that it stays when the data that showed it go.
  const fresh = JSON.stringify(done) !== JSON.stringify(kept)
  useEffect(() => {
    if (fresh) writeStored(inBrowser, key, done)
  })

  return {
    done,
    hidden,
    markDone(step) {
      // Kept now: the step leads away from here.
      writeStored(inBrowser, key, { ...done, [step]: true })
      setVisited({ ...visited, [step]: true })
    },
    setHidden(next) {
      writeStored(inBrowser, hideKey, next ? true : undefined)
      setHidden(next)
    },
  }
}

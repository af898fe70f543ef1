import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { SpinnerScreen } from '#ui/spinner-screen.tsx'
import { db } from '../data/data.ts'
import { choosesPlan, firstPath } from './first-path.ts'
import { markNewAccount } from './new-account.ts'

/**
 * The first sign-in of a new account. Starts the Free plan, which needs no payment, so that the pricing page is no
 * detour; a plan that exists stays. If that fails, the guards show the plans as before.
 */
export function NewAccountStart({ userId, next }: { userId: string; next: string }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const hasStarted = useRef(false)
  useEffect(() => {
    // Effects may run twice.
    if (hasStarted.current) return
    hasStarted.current = true
    async function start() {
      if (!choosesPlan(next))
        await db
          .from('bolt_subscriptions')
          .upsert(
            { user_id: userId, plan_id: 'free', status: 'active' },
            { onConflict: 'user_id', ignoreDuplicates: true },
          )
      await Promise.all(['access', 'billing'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
      await navigate(firstPath(next), { replace: true })
      markNewAccount(false)
    }
    void start()
  }, [userId, next, navigate, queries])
  return <SpinnerScreen label="Loading..." />
}

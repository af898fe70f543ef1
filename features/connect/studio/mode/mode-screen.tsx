import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { useRefreshTenants } from '#studio/tenant/tenants.ts'
import { Spinner } from '#ui/base/button.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { setMode } from '#features/connect/endpoints.ts'
import { type ModeIntent, readModeQuery, takeIntent } from './mode-intent.ts'

/** How long the outcome stays visible, in milliseconds (spec §9). */
const AFTER_SUCCESS = 900
const AFTER_ERROR = 1200

type Outcome = { message: string; failed: boolean }

/**
 * `/studio/mode?to=…&tenant=…`: switches the mode, shows the outcome and continues to Connect. An address
 * alone switches nothing, because anyone can craft one. The confirm dialog records an intent in this tab.
 */
export default function ModeScreen() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const refresh = useRefreshTenants()
  const [outcome, setOutcome] = useState<Outcome>()
  const hasStarted = useRef(false)

  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    const act = async () => {
      const done = await switchMode(readModeQuery(query))
      setOutcome(done)
      if (!done.failed) await refresh()
    }
    act().catch(() => undefined) // if reloading the tenants fails, the screens that list them show the error
  })

  useEffect(() => {
    if (!outcome) return undefined
    const go = () => void navigate('/studio/connect', { replace: true })
    const timer = setTimeout(go, outcome.failed ? AFTER_ERROR : AFTER_SUCCESS)
    return () => clearTimeout(timer)
  }, [outcome, navigate])

  return (
    <div className="flex min-h-[50dvh] items-center justify-center">
      <output className="flex items-center gap-3 text-subheading">
        {outcome ? null : <Spinner />}
        {outcome ? outcome.message : 'Switching mode...'}
      </output>
    </div>
  )
}

async function switchMode(intent: ModeIntent | undefined): Promise<Outcome> {
  if (!intent) return { message: 'Missing tenant or invalid mode', failed: true }
  if (!takeIntent(sessionStorage, intent))
    return { message: 'The mode did not change. Use the switch in the Connect Center.', failed: true }
  try {
    await call(setMode, { tenant_id: intent.tenant, mode: intent.to })
    toast.success(`Switched to ${intent.to} mode`)
    return { message: `Switched to ${intent.to.toUpperCase()}. Redirecting...`, failed: false }
  } catch (error) {
    const fallback = intent.to === 'live' ? 'Check Stripe live setup.' : 'Could not switch mode'
    const message = callErrorText(error, fallback)
    toast.error('Error', message)
    return { message, failed: true }
  }
}

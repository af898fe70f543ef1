import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { chooseTenant, useCurrentTenant, useTenants } from './tenants.ts'

/**
 * Synchronizes `?tenant=` with the tenant chosen in the header, so that copied links open the same tenant. A
 * URL with another of the user's tenants switches to it, and the header's choice is written to the URL.
 * @param own other parameters that belong to a tenant and are removed when it changes
 */
export function useTenantInUrl(own: readonly string[] = []): void {
  const [query, setQuery] = useSearchParams()
  const { data: tenants } = useTenants()
  const current = useCurrentTenant()?.id
  const requested = query.get('tenant')
  const last = useRef<{ current: string; requested: string | null }>(undefined)

  useEffect(() => {
    if (!tenants || !current) return
    const before = last.current
    last.current = { current, requested }
    if (requested === current) return
    const chosenInHeader = before !== undefined && before.current !== current
    const isOwned = tenants.some(({ id }) => id === requested)
    if (requested && isOwned && !chosenInHeader) return chooseTenant(requested)
    const next = new URLSearchParams(query)
    next.set('tenant', current)
    // Without a tenant in the URL, the other parameters may belong to the current one.
    if (requested) for (const name of own) next.delete(name)
    setQuery(next, { replace: true })
  })
}

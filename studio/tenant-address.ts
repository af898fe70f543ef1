import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { chooseTenant, useCurrentTenant, useTenants } from './tenants.ts'

/**
 * Keeps `?tenant=` and the tenant that the header shows the same, so that a link opens what it was copied from: an
 * address that names another one of the person's tenants chooses it, and the header's choice goes into the address.
 * @param own other parameters that speak of a tenant's things, and leave with it
 */
export function useTenantAddress(own: readonly string[] = []): void {
  const [query, setQuery] = useSearchParams()
  const { data: tenants } = useTenants()
  const current = useCurrentTenant()?.id
  const wanted = query.get('tenant')
  const known = useRef<{ current: string; wanted: string | null }>(undefined)

  useEffect(() => {
    if (!tenants || !current) return
    const before = known.current
    known.current = { current, wanted }
    if (wanted === current) return
    const chosenInHeader = before !== undefined && before.current !== current
    const isTheirs = tenants.some(({ id }) => id === wanted)
    if (wanted && isTheirs && !chosenInHeader) return chooseTenant(wanted)
    const next = new URLSearchParams(query)
    next.set('tenant', current)
    // Without a tenant in the address, what it names may be of this one.
    if (wanted) for (const name of own) next.delete(name)
    setQuery(next, { replace: true })
  })
}

import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/api.ts'
import type { TenantRow } from '#studio/tenants.ts'
import { type InstallReport, checkInstallation } from '../endpoints.ts'

/** The builder's own machine, which nobody else can read, with or without the scheme. */
const OWN_MACHINE = /^(https?:\/\/)?([\w-]+\.)*(localhost|127\.[\d.]+|\[::1\])([:/]|$)/i
const OF_OWN_MACHINE =
  'A page on your own machine is not public: put it online, or read what the console of the browser says after [bb].'

/**
 * The check of the page that the address names (`?url=`): run when the screen opens with one, and whenever it is asked
 * for. What was found stays while it runs again, and when it fails.
 */
export function useInstallCheck(tenant: TenantRow) {
  const [query, setQuery] = useSearchParams()
  const url = query.get('url') ?? ''
  const [report, setReport] = useState<InstallReport>()
  const check = useMutation({
    mutationFn: (typed: string) => call(checkInstallation, { tenant_id: tenant.id, url: typed }),
    onSuccess: setReport,
  })

  function run(typed: string) {
    if (typed !== url) {
      setReport(undefined)
      setQuery(
        (before) => {
          const next = new URLSearchParams(before)
          next.set('url', typed)
          return next
        },
        { replace: true, preventScrollReset: true },
      )
    }
    check.mutate(typed)
  }

  function failed(why: unknown): string {
    const words = callErrorText(why, 'The check could not be run.')
    return OWN_MACHINE.test(url) ? `${words} ${OF_OWN_MACHINE}` : words
  }

  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || !url) return
    begun.current = true
    check.mutate(url)
  }, [url, check])

  return {
    url,
    report,
    checking: check.isPending,
    failure: check.isError ? failed(check.error) : null,
    run: (typed: string) => {
      begun.current = true
      run(typed)
    },
  }
}

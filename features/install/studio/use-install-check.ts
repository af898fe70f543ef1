import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { type InstallReport, checkInstallation } from '../endpoints.ts'

/** Matches the builder's own machine, which our server cannot reach, with or without a scheme. */
const OWN_MACHINE = /^(https?:\/\/)?([\w-]+\.)*(localhost|127\.[\d.]+|\[::1\])([:/]|$)/i
const OF_OWN_MACHINE =
  'A page on your own machine is not public. Publish it, or look for [bb] messages in the browser console.'

/**
 * Checks the page in the address (`?url=`) when the screen opens, and again on request. The previous result
 * stays while the check runs again, and when it fails.
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
    const words = callErrorText(why, 'The check failed. Try again.')
    return OWN_MACHINE.test(url) ? `${words} ${OF_OWN_MACHINE}` : words
  }

  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current || !url) return
    hasStarted.current = true
    check.mutate(url)
  }, [url, check])

  return {
    url,
    report,
    checking: check.isPending,
    failure: check.isError ? failed(check.error) : null,
    run: (typed: string) => {
      hasStarted.current = true
      run(typed)
    },
  }
}

/** The check of a page, and its state. */
export type InstallCheck = ReturnType<typeof useInstallCheck>

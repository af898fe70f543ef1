import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { useAuth } from '#studio/session/session.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { type CheckAnswer, fetchHeaders, listChecks, readCheck, removeChecks } from '../endpoints.ts'

/** A check as the screen shows it; a stored check has no page text. */
export type ShownCheck = Omit<CheckAnswer, 'html' | 'truncated'> &
  Partial<Pick<CheckAnswer, 'html' | 'truncated'>>

const CHECKS = 'trust-checks'

/**
 * Runs or loads the check in the address: `?url=` runs a new check, `?check=` loads a stored one. After a new
 * check is stored, its id replaces the address, so that a reload shows it instead of running it again.
 */
export function useTrustCheck() {
  const [search, setSearch] = useSearchParams()
  const { loading, user } = useAuth()
  const queries = useQueryClient()
  const id = search.get('check')
  const url = id === null ? (search.get('url') ?? '').trim() : ''

  const run = useQuery({
    queryKey: ['trust-check', 'run', url, user?.id],
    enabled: url !== '' && !loading,
    staleTime: Infinity,
    retry: false,
    queryFn: async (): Promise<ShownCheck> => {
      const check = await call(fetchHeaders, { url })
      if (check.id === null) return check
      queries.setQueryData(['trust-check', 'kept', check.id], { check, url })
      void queries.invalidateQueries({ queryKey: [CHECKS] })
      setSearch({ check: check.id }, { replace: true })
      return check
    },
  })
  const stored = useQuery({
    queryKey: ['trust-check', 'kept', id],
    enabled: id !== null && user !== null,
    staleTime: Infinity,
    retry: false,
    queryFn: async (): Promise<{ check: ShownCheck; url: string }> => {
      const { check, report } = await call(readCheck, { id: id! })
      return { check: { ...report, id, checked_at: check.checked_at }, url: check.url }
    },
  })
  const query = id === null ? run : stored
  return {
    /** The requested address of the current check. */
    url: id === null ? url : (stored.data?.url ?? ''),
    check: id === null ? run.data : stored.data?.check,
    checking: query.isFetching,
    /** True for a visitor who opens the address of a private check. */
    foreign: id !== null && !loading && user === null,
    failure:
      query.isError && !query.isFetching ? callErrorText(query.error, 'The check failed. Try again.') : null,
    again: () => void query.refetch(),
    start: (next: string) => {
      const typed = next.trim()
      queries.removeQueries({ queryKey: ['trust-check', 'run', typed] })
      setSearch({ url: typed })
    },
  }
}

/** The caller's own checks, newest first; empty for visitors. */
export function useStoredChecks() {
  const { user } = useAuth()
  return useQuery({
    queryKey: [CHECKS, user?.id],
    enabled: user !== null,
    queryFn: () => call(listChecks, {}),
    select: ({ checks }) => checks,
  })
}

/** Deletes one check, or all of them. */
export function useForgetChecks(onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id?: string) => call(removeChecks, id === undefined ? {} : { id }),
    onSuccess() {
      onDone()
      return queries.invalidateQueries({ queryKey: [CHECKS] })
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The checks were not deleted. Try again.')),
  })
}

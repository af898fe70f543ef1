import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { useAccess } from './use-access.ts'

/**
 * Renders the children if the server grants access, otherwise redirects to the plans. Shows `waiting` while
 * it loads.
 */
export default function AccessGuard({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const { data, isError, isFetching, refetch } = useAccess()
  if (data) return data.active ? children : <Navigate to="/bolt/pricing" replace />
  if (!isError) return waiting
  return (
    <FailedRow message="Your plan could not be checked." busy={isFetching} onRetry={() => void refetch()} />
  )
}

import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { type DashboardAddress, readDashboardAddress, writeDashboardAddress } from './dashboard-address.ts'

export interface DashboardNavigation {
  address: DashboardAddress
  open: (next: DashboardAddress) => void
  /** Changes the open dialog without a history entry. */
  show: (next: DashboardAddress) => void
  close: () => void
}

/**
 * The open dialog, and functions to change it. The browser's Back button closes a dialog that was opened
 * here.
 */
export function useDashboardAddress(): DashboardNavigation {
  const [query] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const state: { opened?: boolean } | null = location.state

  return {
    address: readDashboardAddress(query),
    open: (next) =>
      void navigate({ search: writeDashboardAddress(query, next) }, { state: { opened: true } }),
    show: (next) => void navigate({ search: writeDashboardAddress(query, next) }, { replace: true, state }),
    close: () =>
      state?.opened
        ? void navigate(-1)
        : void navigate({ search: writeDashboardAddress(query, {}) }, { replace: true }),
  }
}

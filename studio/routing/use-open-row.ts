import { useLocation, useNavigate, useSearchParams } from 'react-router'

export interface OpenRow {
  openId: string | undefined
  open: (id: string) => void
  close: () => void
}

/**
 * The row that the URL opens beside a list. The browser's Back button closes it. Going from one row to another adds no
 * history entry.
 * @param parameter the query parameter with the row's id
 */
export function useOpenRow(parameter: string): OpenRow {
  const [query] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const state: Record<string, unknown> | null = location.state
  const openId = query.get(parameter) ?? undefined

  function search(id?: string) {
    const next = new URLSearchParams(query)
    if (id) next.set(parameter, id)
    else next.delete(parameter)
    return next.size ? `?${next}` : ''
  }
  return {
    openId,
    open: (id) =>
      void navigate(
        { search: search(id) },
        {
          state: openId ? state : { ...state, [parameter]: true },
          replace: openId !== undefined,
          preventScrollReset: true,
        },
      ),
    close: () =>
      state?.[parameter]
        ? void navigate(-1)
        : void navigate({ search: search() }, { replace: true, state, preventScrollReset: true }),
  }
}

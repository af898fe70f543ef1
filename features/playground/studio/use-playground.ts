import { useLocation, useNavigate } from 'react-router'
import { type PlaygroundAddress, readAddress, writeAddress } from './address.ts'

/** What the address says, and the way to change it: each change rewrites the query, without a step in the history. */
export function usePlayground(): [PlaygroundAddress, (change: Partial<PlaygroundAddress>) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  function change(next: Partial<PlaygroundAddress>) {
    // Not what is drawn: an earlier change may be on its way there.
    const now = readAddress(new URLSearchParams(window.location.search))
    void navigate({ search: writeAddress({ ...now, ...next }) }, { replace: true })
  }
  return [readAddress(new URLSearchParams(search)), change]
}

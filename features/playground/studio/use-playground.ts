import { useLocation, useNavigate } from 'react-router'
import { type PlaygroundAddress, readAddress, writeAddress } from './address.ts'

/**
 * The playground's state from the address, with a setter. Each change replaces the query without a history
 * entry.
 */
export function usePlayground(): [PlaygroundAddress, (change: Partial<PlaygroundAddress>) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  function change(next: Partial<PlaygroundAddress>) {
    // Reads the current address instead of the rendered one: an earlier change may not have rendered yet.
    const now = readAddress(new URLSearchParams(window.location.search))
    void navigate({ search: writeAddress({ ...now, ...next }) }, { replace: true })
  }
  return [readAddress(new URLSearchParams(search)), change]
}

import { useLocation, useNavigate } from 'react-router'
import { type PlaygroundAddress, readAddress, writeAddress } from './address.ts'

/** What the address says, and the way to change it: each change rewrites the query, without a step in the history. */
export function usePlayground(): [PlaygroundAddress, (change: Partial<PlaygroundAddress>) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const address = readAddress(new URLSearchParams(search))
  const change = (next: Partial<PlaygroundAddress>) =>
    void navigate({ search: writeAddress({ ...address, ...next }) }, { replace: true })
  return [address, change]
}

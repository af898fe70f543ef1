import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { readLook } from '#features/marketing/endpoints.ts'

/** The site in the address, `?site=`, and its look. Without a site, nothing is read. */
export function useSiteLook() {
  const [search] = useSearchParams()
  const site = (search.get('site') ?? '').trim()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['site-look', site],
    enabled: site !== '',
    staleTime: Infinity,
    retry: false,
    queryFn: () => call(readLook, { site }),
  })
  return {
    site,
    read: data,
    isReading: isFetching,
    failure:
      error && !isFetching ? callErrorText(error, 'Your site could not be read. Try again.') : undefined,
    retry: () => void refetch(),
  }
}

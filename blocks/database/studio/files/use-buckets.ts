import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { askStorage } from '#studio/data/ask-storage.ts'
import { toast } from '#ui/toasts/toast.ts'
import type { Bucket, BucketChange } from './bucket.ts'

const bucketsKey = (tenantId: string) => ['buckets', tenantId]

/** The buckets of a tenant, by name. */
export const useBuckets = (tenantId: string) =>
  useQuery({
    queryKey: bucketsKey(tenantId),
    queryFn: async () => (await (await askStorage(tenantId, '/bucket')).json()) as Bucket[],
  })

function useRefreshBuckets(tenantId: string) {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: bucketsKey(tenantId) })
}

/** Creates a bucket. Its dialog shows the error. */
export function useCreateBucket(tenantId: string) {
  const refresh = useRefreshBuckets(tenantId)
  return useMutation({
    mutationFn: async ({ name, ...settings }: BucketChange & { name: string }) => {
      await askStorage(tenantId, '/bucket', { method: 'POST', json: { id: name, name, ...settings } })
    },
    onSuccess: refresh,
  })
}

export function useChangeBucket(tenantId: string, id: string) {
  const refresh = useRefreshBuckets(tenantId)
  return useMutation({
    mutationFn: async (change: BucketChange) => {
      await askStorage(tenantId, `/bucket/${encodeURIComponent(id)}`, { method: 'PUT', json: change })
    },
    onSuccess: refresh,
  })
}

/** Deletes an empty bucket; of another one the service says why not. */
export function useDeleteBucket(tenantId: string) {
  const refresh = useRefreshBuckets(tenantId)
  return useMutation({
    mutationFn: async (id: string) => {
      await askStorage(tenantId, `/bucket/${encodeURIComponent(id)}`, { method: 'DELETE' })
    },
    onSuccess: refresh,
    onError: (error) => toast.error('Error', callErrorText(error, 'The bucket could not be deleted.')),
  })
}

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { CallError, callErrorText } from '#kernel/browser/call.ts'
import { askStorage, filePath } from '#studio/data/ask-storage.ts'
import { toast } from '#ui/toasts/toast.ts'
import { storedName } from './bucket-draft.ts'
import type { StoredEntry } from './bucket.ts'

const PAGE = 100

const filesKey = (tenantId: string, bucket: string) => ['bucket-files', tenantId, bucket]

/**
 * What is directly in a folder of a bucket, folders included, by name.
 * @param folder ends with a slash, or is empty
 */
export const useFiles = (tenantId: string, bucket: string, folder: string) =>
  useInfiniteQuery({
    queryKey: [...filesKey(tenantId, bucket), folder],
    initialPageParam: 0,
    queryFn: async ({ pageParam: offset }) => {
      const json = { prefix: folder, limit: PAGE, offset, sortBy: { column: 'name', order: 'asc' } }
      const path = `/object/list/${encodeURIComponent(bucket)}`
      return (await (await askStorage(tenantId, path, { method: 'POST', json })).json()) as StoredEntry[]
    },
    getNextPageParam: (last, pages) => (last.length < PAGE ? undefined : pages.length * PAGE),
  })

/** Uploads files into a folder, one after the other. The first refusal ends it. */
export function useUploadFiles(tenantId: string, bucket: string, folder: string) {
  const queries = useQueryClient()
  return useMutation({
    async mutationFn(files: readonly File[]) {
      for (const file of files)
        await askStorage(tenantId, `/object${filePath(bucket, storedName(folder, file.name))}`, {
          method: 'POST',
          file,
        }).catch((error: unknown) => {
          throw error instanceof CallError ? new UploadError(file.name, error) : error
        })
    },
    onSuccess: (_, { length }) => toast.success(length === 1 ? 'File uploaded' : `${length} files uploaded`),
    onError: (error) =>
      toast.error('Error', error instanceof UploadError ? error.message : 'The files could not be uploaded.'),
    onSettled: () => queries.invalidateQueries({ queryKey: filesKey(tenantId, bucket) }),
  })
}

class UploadError extends Error {
  constructor(name: string, cause: CallError) {
    const why =
      cause.code === 'KeyAlreadyExists'
        ? 'A file of this name is already here.'
        : callErrorText(cause, 'It could not be uploaded.')
    super(`${name}: ${why}`, { cause })
  }
}

export function useDeleteFile(tenantId: string, bucket: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (file: string) => {
      await askStorage(tenantId, `/object${filePath(bucket, file)}`, { method: 'DELETE' })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: filesKey(tenantId, bucket) }),
    onError: (error) => toast.error('Error', callErrorText(error, 'The file could not be deleted.')),
  })
}

/** Saves a file with the browser's download. */
export const useDownloadFile = (tenantId: string, bucket: string) =>
  useMutation({
    async mutationFn(file: string) {
      const response = await askStorage(tenantId, `/object/authenticated${filePath(bucket, file)}`)
      const address = URL.createObjectURL(await response.blob())
      const link = document.createElement('a')
      link.href = address
      link.download = file.split('/').at(-1)!
      link.click()
      URL.revokeObjectURL(address)
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The file could not be downloaded.')),
  })

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { askStorage, filePath } from '#studio/data/ask-storage.ts'
import { Skeleton } from '#ui/base/skeleton.tsx'

const BUCKET = 'bb-library'

/** A picture of the library's bucket, read with the rights of the staff. */
export function CoverPicture({ tenantId, path }: { tenantId: string; path: string }) {
  const { data: blob, isError } = useQuery({
    queryKey: ['library-cover', tenantId, path],
    queryFn: async () =>
      (await askStorage(tenantId, `/object/authenticated${filePath(BUCKET, path)}`)).blob(),
    staleTime: Infinity,
  })
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (!blob || !image.current) return undefined
    const address = URL.createObjectURL(blob)
    image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [blob])
  if (isError) return <span className="text-small text-text-2">The picture could not be loaded.</span>
  if (!blob) return <Skeleton width={120} height={68} />
  return <img ref={image} alt="Cover" className="h-17 w-30 rounded-control border border-line object-cover" />
}

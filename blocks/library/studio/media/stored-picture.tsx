import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { askStorage, filePath } from '#studio/data/ask-storage.ts'
import { Skeleton } from '#ui/base/skeleton.tsx'

const BUCKET = 'bb-library'

export interface StoredPictureProps {
  tenantId: string
  path: string
  alt: string
  /** In pixels, if they are known: the space that it takes before it is loaded. */
  width?: number | undefined
  height?: number | undefined
  className?: string
}

/** A picture of the library's bucket, read with the rights of the staff. */
export function StoredPicture({ tenantId, path, alt, width, height, className }: StoredPictureProps) {
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
  if (!blob) return <Skeleton width={width ?? 120} height={Math.min(height ?? 68, 400)} />
  return <img ref={image} alt={alt} width={width} height={height} className={className} />
}

import { useQuery } from '@tanstack/react-query'
import { call } from '#studio/data/api.ts'
import { type Item, readItemPicture } from '../endpoints-studio.ts'

/**
 * Address of a product's picture; undefined while there is none. The public address of a picture works only for active
 * products, so the pictures of others are read as data.
 */
export function usePictureUrl(item: Pick<Item, 'id' | 'active' | 'picture'> | undefined): string | undefined {
  const picture = item?.picture
  const { data } = useQuery({
    queryKey: ['item-picture', item?.id, picture?.url],
    queryFn: () => call(readItemPicture, { itemId: item!.id }),
    enabled: Boolean(picture && !item?.active),
    staleTime: Infinity,
  })
  if (!picture) return undefined
  return data?.data_url ?? (item?.active ? picture.url : undefined)
}

import { call } from '#studio/data/api.ts'
import type { BlockKind } from '#studio/screen.ts'
import { createItem, listItems } from '../endpoints-studio.ts'
import { starterItem } from './starter-item.ts'
import { tagsOf } from './tags.ts'

const itemsOf = async (tenantId: string) => (await call(listItems, { tenantId })).items

/** The library on the overview of the blocks. It is in use once there is an item. */
export const kind: BlockKind = {
  pitch: 'Publish articles, media and courses on your site, open only to the members you choose.',
  async readUsage({ id }) {
    const items = await itemsOf(id)
    const published = items.filter(({ status }) => status === 'published').length
    return {
      isInUse: items.length > 0,
      state:
        published > 0 ? { tone: 'ok', label: 'In use' } : { tone: 'neutral', label: 'Nothing published' },
      count: items.length === 1 ? '1 item' : `${items.length} items`,
    }
  },
  async createStarter({ id }) {
    if ((await itemsOf(id)).length === 0)
      await call(createItem, { tenantId: id, kind: 'article', item: starterItem })
    return tagsOf(await itemsOf(id))
  },
}

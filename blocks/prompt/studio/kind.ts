import { call } from '#studio/data/api.ts'
import type { BlockKind } from '#studio/screen.ts'
import { block } from '../block.ts'
import { createAssistant, listAssistants } from '../endpoints-studio.ts'
import { starterAssistant } from './starter-assistant.ts'

const assistantsOf = async (tenantId: string) => (await call(listAssistants, { tenantId })).assistants

/** The assistant on the overview of the blocks. It is in use once there is one with a source. */
export const kind: BlockKind = {
  pitch: 'Answer visitors from your own pages, files and tables, and only from what each of them may see.',
  async readUsage({ id }) {
    const assistants = await assistantsOf(id)
    const sources = assistants.reduce((sum, one) => sum + one.sources, 0)
    return {
      isInUse: assistants.length > 0,
      state: sources > 0 ? { tone: 'ok', label: 'In use' } : { tone: 'neutral', label: 'No sources yet' },
      count: sources === 1 ? '1 source' : `${sources} sources`,
    }
  },
  async createStarter({ id, name }) {
    if ((await assistantsOf(id)).length === 0)
      await call(createAssistant, { tenantId: id, assistant: starterAssistant(name) })
    return [{ name: block.name, embed: block.embed, title: block.title }]
  },
}

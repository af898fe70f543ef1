import { call } from '#studio/data/api.ts'
import type { BlockKind } from '#studio/screen.ts'
import { readSettings, saveSettings } from '../endpoints-studio.ts'

/** Analytics on the overview of the blocks. It is in use once it measures. */
export const kind: BlockKind = {
  pitch:
    'See visits, sources and sales of your site at a glance, without cookies and without a consent banner.',
  async readUsage({ id }) {
    const { collection } = await call(readSettings, { tenantId: id })
    const isOn = collection !== 'off'
    return {
      isInUse: isOn,
      state: isOn ? { tone: 'ok', label: 'Measuring' } : { tone: 'neutral', label: 'Off' },
      count: collection === 'consent' ? 'With consent' : '',
    }
  },
  async createStarter({ id }) {
    const { is_shared: _, ...settings } = await call(readSettings, { tenantId: id })
    if (settings.collection === 'off')
      await call(saveSettings, { tenantId: id, ...settings, collection: 'on' })
  },
}

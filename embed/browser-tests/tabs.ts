// Test helper: tabs that a link opens.
import type { Browser } from 'playwright-core'
import { expect } from '#testing/browser.ts'

export interface Tabs {
  /** Waits for a tab with this address, and closes it. */
  close(url: string): Promise<void>
}

/**
 * Watches the browser's own list of tabs. Playwright's `page` event waits for messages of the tab's document. When a tab
 * without an opener loads while the driver attaches, Chromium does not send them, and the event never comes. On a busy
 * machine that happens to one tab of thirty.
 */
export async function watchTabs(browser: Browser): Promise<Tabs> {
  const protocol = await browser.newBrowserCDPSession()
  const ids = new Map<string, string>()
  const note = ({ targetInfo: { url, targetId } }: { targetInfo: { url: string; targetId: string } }) =>
    void ids.set(url, targetId)
  protocol.on('Target.targetCreated', note)
  protocol.on('Target.targetInfoChanged', note)
  await protocol.send('Target.setDiscoverTargets', { discover: true })
  return {
    async close(url) {
      await expect.poll(() => [...ids.keys()]).toContain(url)
      await protocol.send('Target.closeTarget', { targetId: ids.get(url)! })
      await protocol.detach()
    },
  }
}

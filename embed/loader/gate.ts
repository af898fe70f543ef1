import { readHint } from './hint.ts'
import type { Page } from './page.ts'

/**
 * Reveals `data-bb-show="signed-in"` and `="signed-out"` elements, which stand `hidden` in the page's markup so that
 * they never paint in the wrong state. Frames decide; before their first word the hint of an earlier visit does.
 */
export function makeGate(page: Page): () => void {
  const tenants = () => new Set([page.tenant, ...[...page.mounts.values()].map((m) => m.settings.tenant)])
  const apply = () => {
    const marked = document.querySelectorAll<HTMLElement>('[data-bb-show]')
    if (!marked.length) return
    const all = [...tenants()]
    for (const el of marked) {
      const asked = el.dataset.tenant ? [el.dataset.tenant] : all
      const signedIn = asked.some((tenant) => page.signedIn[tenant] ?? readHint(tenant))
      el.hidden = el.dataset.bbShow !== (signedIn ? 'signed-in' : 'signed-out')
    }
  }
  new MutationObserver((records) => {
    if (records.some((record) => [...record.addedNodes].some(isMarked))) apply()
  }).observe(document, { childList: true, subtree: true })
  // Another tab of the same site signed in or out.
  addEventListener('storage', (event) => {
    if (!event.key?.startsWith('bb:signed-in:')) return
    page.signedIn[event.key.slice(13)] = event.newValue !== null
    apply()
  })
  return apply
}

function isMarked(node: Node): boolean {
  return (
    node instanceof Element &&
    (node.matches('[data-bb-show]') || node.querySelector('[data-bb-show]') !== null)
  )
}

import { believesHint } from './keep-hint.ts'
import type { Page } from './page.ts'

/**
 * Shows and hides the elements marked `data-bb-show="signed-in"` and `="signed-out"`. The page's markup has
 * them `hidden`, so that they are never painted in the wrong state. Frames decide; before their first
 * message, the hint of an earlier visit does.
 */
export function makeGate(page: Page): () => void {
  const { signedIn } = page
  const tenants = () => [page.tenant, ...page.mounts.map((m) => m.settings.tenant)]
  const apply = () => {
    const marked = document.querySelectorAll<HTMLElement>('[data-bb-show]')
    if (!marked.length) return
    const all = tenants()
    for (const el of marked) {
      const asked = el.dataset.tenant ? [el.dataset.tenant] : all
      const isIn = asked.some((tenant) => signedIn[tenant] ?? believesHint(tenant))
      el.hidden = el.dataset.bbShow !== (isIn ? 'signed-in' : 'signed-out')
    }
  }
  new MutationObserver((records) => {
    if (records.some((record) => [...record.addedNodes].some(isMarked))) apply()
  }).observe(document, { childList: true, subtree: true })
  // Another tab of the same site signed in or out.
  addEventListener('storage', (event) => {
    if (!event.key?.startsWith('bb:signed-in:')) return
    signedIn[event.key.slice(13)] = event.newValue !== null
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

import { believesHint } from './keep-hint.ts'
import type { Page } from './page.ts'
import type { Questions } from './questions.ts'

/** Interval between checks of what the visitor has, while an element asks for it. */
const REFRESH_MS = 45_000

/**
 * Shows and hides the elements marked `data-bb-show`: `signed-in`, `signed-out`, or what the visitor has (`role:Editor`,
 * `plan:Bread club`, `bought:` with a product's id). The page's markup has them `hidden`, so that they are never painted
 * in the wrong state. Frames decide; before their first message, the hint of an earlier visit does.
 * @returns applies the state; with a tenant, its session has changed
 */
export function makeGate(page: Page, { ask }: Questions): (tenant?: string) => void {
  const { signedIn } = page
  /** What the visitor has, by tenant, where an element needs it. */
  const access: Record<string, string[]> = {}
  const tenants = () => [page.tenant, ...page.mounts.map((m) => m.settings.tenant)]

  function load(tenant: string): void {
    access[tenant] ??= []
    // A failed request is repeated at the next interval.
    const update = (list: unknown) => {
      access[tenant] = list as string[]
      return apply()
    }
    ask('access', tenant).then(update, () => undefined)
  }

  function apply(changed?: string): void {
    const marked = document.querySelectorAll<HTMLElement>('[data-bb-show]')
    if (!marked.length) return
    const all = tenants()
    for (const el of marked) {
      const asked = el.dataset.tenant ? [el.dataset.tenant] : all
      const wanted = el.dataset.bbShow!
      const present = asked.filter((tenant) => signedIn[tenant] ?? believesHint(tenant))
      el.hidden = wanted.includes(':')
        ? !present.some((tenant) => {
            if (!access[tenant]) load(tenant)
            return access[tenant]!.includes(wanted)
          })
        : wanted !== (present[0] === undefined ? 'signed-out' : 'signed-in')
    }
    if (changed && access[changed]) {
      if (signedIn[changed]) load(changed)
      else delete access[changed]
    }
  }

  new MutationObserver((records) => {
    if (records.some((record) => [...record.addedNodes].some(isMarked))) apply()
  }).observe(document, { childList: true, subtree: true })
  setInterval(() => Object.keys(access).forEach(load), REFRESH_MS)
  // Another tab of the same site signed in or out.
  addEventListener('storage', (event) => {
    if (!event.key?.startsWith('bb:signed-in:')) return
    const tenant = event.key.slice(13)
    signedIn[tenant] = event.newValue !== null
    apply(tenant)
  })
  return apply
}

function isMarked(node: Node): boolean {
  return (
    node instanceof Element &&
    (node.matches('[data-bb-show]') || node.querySelector('[data-bb-show]') !== null)
  )
}

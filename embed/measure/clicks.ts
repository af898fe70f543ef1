import type { Outbox } from './outbox.ts'

const FILES = /\.(pdf|zip|rar|7z|gz|docx?|xlsx?|pptx?|csv|txt|epub|mp[34]|m4a|mov|wav|dmg|exe|apk)$/i

/** Counts links to other sites, downloads, and elements with `data-bb-event="name"`. Inside shadow roots, too. */
export function countClicks(outbox: Outbox): void {
  function clicked(event: Event): void {
    if ((event as MouseEvent).button > 1) return
    const path = event.composedPath() as HTMLElement[]
    const named = path.find((el) => el.dataset?.['bbEvent'])
    // A form is sent, not clicked.
    if (named && (named.tagName === 'FORM') === (event.type === 'submit'))
      outbox.add('event', named.dataset['bbEvent'])
    if (event.type === 'submit') return
    const link = path.find((el) => el.tagName === 'A' && (el as HTMLAnchorElement).href) as
      | HTMLAnchorElement
      | undefined
    if (!link) return
    if (link.hasAttribute('download') || FILES.test(link.pathname)) outbox.add('download', link.href)
    else if (link.protocol.startsWith('http') && link.host !== location.host) outbox.add('link', link.href)
  }
  // Before listeners of the page, which may stop the event.
  for (const type of ['click', 'auxclick', 'submit']) addEventListener(type, clicked, true)
}

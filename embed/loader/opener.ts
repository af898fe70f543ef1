import { bb } from './commands.ts'

/**
 * Makes clicks on links or buttons with `data-bb-open="pay"` open that block in a dialog over the page. With
 * a modifier key a link works as usual; if the block cannot load, the link goes to its `href`.
 */
export function openOnClick(event: MouseEvent): void {
  // Also inside shadow roots.
  const el = event.composedPath().find((at) => (at as HTMLElement).dataset?.['bbOpen']) as
    | HTMLAnchorElement
    | undefined
  if (!el || event.metaKey || event.ctrlKey || event.shiftKey || event.defaultPrevented) return
  event.preventDefault()
  const opened = bb('open', el.dataset['bbOpen'], el.dataset) as Promise<unknown>
  opened.catch(() => el.href && location.assign(el.href))
}

/**
 * Clicks on a link or button with `data-bb-open="pay"` open that block in a dialog over the page. With a key held a link
 * does what links do; where the block cannot come it leads where it points.
 */
export function makeOpener(bb: (name: string, ...args: unknown[]) => unknown): (event: MouseEvent) => void {
  return (event) => {
    // Through shadow roots, too.
    const el = event.composedPath().find((at) => (at as HTMLElement).dataset?.['bbOpen']) as
      | HTMLAnchorElement
      | undefined
    if (!el || event.metaKey || event.ctrlKey || event.shiftKey || event.defaultPrevented) return
    event.preventDefault()
    const opened = bb('open', el.dataset['bbOpen'], el.dataset) as Promise<unknown>
    opened.catch(() => el.href && location.assign(el.href))
  }
}

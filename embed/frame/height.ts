/** Reports each new height of the page in CSS pixels. `lastHeight` is the last reported height. */
export function watchHeight(report: (height: number) => void, lastHeight?: number): void {
  new ResizeObserver(() => {
    const height = currentHeight()
    if (height !== lastHeight) report((lastHeight = height))
  }).observe(document.body)
}

export function currentHeight(): number {
  return Math.ceil(document.body.getBoundingClientRect().height)
}

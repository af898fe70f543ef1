/** Tells each new height of the page, in CSS pixels; `told` is the one that is known already. */
export function watchHeight(tell: (height: number) => void, told?: number): void {
  new ResizeObserver(() => {
    const height = currentHeight()
    if (height !== told) tell((told = height))
  }).observe(document.body)
}

export function currentHeight(): number {
  return Math.ceil(document.body.getBoundingClientRect().height)
}

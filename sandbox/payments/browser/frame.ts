/**
 * Runs in the frame of an embedded Checkout: reports its height and the completed checkout to the host page.
 */
;(() => {
  const { checkout } = (document.currentScript as HTMLScriptElement).dataset
  // The messages contain no secrets, and any site may frame the page.
  const notifyHost = (message: object): void => {
    parent.postMessage(message, '*')
  }
  const measure = (): void =>
    notifyHost({ height: Math.ceil(document.documentElement.getBoundingClientRect().height) })
  addEventListener('load', () => {
    new ResizeObserver(measure).observe(document.documentElement)
    if (checkout === 'complete') notifyHost({ checkout })
  })
})()

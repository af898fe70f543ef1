/** In the frame of an embedded Checkout: tells the page around it how tall it is, and when the buyer is done. */
;(() => {
  const { checkout } = (document.currentScript as HTMLScriptElement).dataset
  // Nothing in it is a secret, and any site may have the frame.
  const tell = (what: object): void => {
    parent.postMessage(what, '*')
  }
  const measure = (): void =>
    tell({ height: Math.ceil(document.documentElement.getBoundingClientRect().height) })
  addEventListener('load', () => {
    new ResizeObserver(measure).observe(document.documentElement)
    if (checkout === 'complete') tell({ checkout })
  })
})()

const failed = new Set<HTMLLinkElement>()
// Errors of links don't bubble. There is no window where components are rendered on a server.
globalThis.addEventListener?.(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target)
  },
  true,
)

/** Requests a failed style sheet again, in the same place of the cascade. Another failure is noted as well. */
function again(link: HTMLLinkElement) {
  failed.delete(link)
  return new Promise<void>((resolve, reject) => {
    const copy = link.cloneNode() as HTMLLinkElement
    copy.addEventListener('load', () => resolve())
    copy.addEventListener('error', () => reject(new Error(`Unable to preload CSS for ${copy.href}`)))
    link.replaceWith(copy)
  })
}

let last = Promise.resolve()

/**
 * Requests again the style sheets that failed to load. Vite requests each only once per page: after a failure,
 * every later screen that needs the sheet would show without it.
 *
 * @throws if one fails again
 */
export function loadFailedSheets(): Promise<void> {
  // In turn: a screen must also wait for the sheets that another is requesting.
  last = last.catch(() => undefined).then(async () => void (await Promise.all([...failed].map(again))))
  return last
}

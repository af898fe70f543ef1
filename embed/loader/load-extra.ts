declare const __BB_EXTRA_HASH__: string

export type Extra = typeof import('./extra.ts')

/** Loads the third chunk, from the folder of this one. */
export function loadExtra(): Promise<Extra> {
  const href = import.meta.url.replace('more', 'extra')
  // Files of a release never change, so their hash can be checked, as a page does that pins the script by its hash.
  if (/v1\./.test(href))
    document.head.append(
      Object.assign(document.createElement('link'), {
        rel: 'modulepreload',
        href,
        integrity: __BB_EXTRA_HASH__,
      }),
    )
  return import(/* @vite-ignore */ href)
}

// The plain page that most of the gauntlet's pages are variations of.

export interface Document {
  body: string
  head?: string
  /** Attributes of `html`. */
  root?: string
  doctype?: string
}

/** A page with the recorder first. What is marked `data-still` must not move. */
export const written = ({ body, head = '', root = 'lang="en"', doctype = '<!doctype html>' }: Document) =>
  `${doctype}<html ${root}><head><meta charset="utf-8"><title>Hearth &amp; Rye</title>` +
  `<script src="/recorder.js"></script>${head}</head><body>${body}</body></html>`

/** A page with something over and something under the block. */
export const around = (block: string) =>
  `<h1 data-still>Hearth &amp; Rye</h1>${block}<p data-still>Open from Tuesday to Saturday.</p>`

/** Keeps the height of the sign-in block free, where the page's policy lets a tag say nothing of its style. */
export const kept = (block: string) => `<div class="kept">${block}</div>`
export const KEPT_CSS = '.kept{min-height:402px}'
export const keptSheet = {
  '/site.css': () => ({ type: 'text/css', body: KEPT_CSS }),
}

/** A tag under a policy that lets it say nothing of its style. */
export const unstyled = (tag: string) => tag.replace(/ style="[^"]*"/, '')

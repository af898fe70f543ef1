// The plain page on which most pages of the gauntlet are based.

export interface Document {
  body: string
  head?: string
  /** Attributes of `html`. */
  root?: string
  doctype?: string
}

/** A page with the recorder as its first script. Elements marked `data-still` must not move. */
export const written = ({ body, head = '', root = 'lang="en"', doctype = '<!doctype html>' }: Document) =>
  `${doctype}<html ${root}><head><meta charset="utf-8"><title>Hearth &amp; Rye</title>` +
  `<script src="/recorder.js"></script>${head}</head><body>${body}</body></html>`

/** Content above and below the block. */
export const around = (block: string) =>
  `<h1 data-still>Hearth &amp; Rye</h1>${block}<p data-still>Open from Tuesday to Saturday.</p>`

/** Reserves the height of the sign-in block where the page's policy forbids `style` attributes. */
export const kept = (block: string) => `<div class="kept">${block}</div>`
export const KEPT_CSS = '.kept{min-height:402px}'
export const keptSheet = {
  '/site.css': () => ({ type: 'text/css', body: KEPT_CSS }),
}

/** A tag without its `style` attribute, for policies that forbid it. */
export const unstyled = (tag: string) => tag.replace(/ style="[^"]*"/, '')

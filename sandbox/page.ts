import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

/** Headers of every page: same-origin content, no scripts or framing. form-action blocks return URLs. */
export const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/** Headers of a page that other sites may frame. It may run the sandbox's own script. */
export const framedHeaders = {
  ...pageHeaders,
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors *",
}

/**
 * Renders a complete page with the sandbox banner. It works without scripts.
 * @param head additional markup for the page's head
 */
export function page(title: string, content: Markup, head: Markup | '' = ''): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/sandbox.css" />
        ${head}
      </head>
      <body>
        <header class="band">sandbox, no real money</header>
        <main>${content}</main>
      </body>
    </html>`
}

export interface Field {
  name: string
  label: string
  value?: string
  error?: string | undefined
  hint?: string
  autocomplete?: string
  inputmode?: 'email' | 'numeric' | 'text'
  placeholder?: string
  readonly?: boolean
}

/** A labelled text field; its hint and error are linked to it for screen readers. */
export function field(one: Field): Markup {
  const described = [one.hint ? `${one.name}-hint` : '', one.error ? `${one.name}-error` : '']
    .join(' ')
    .trim()
  return html`<div class="field">
    <label for="${one.name}">${one.label}</label>
    <input
      id="${one.name}"
      name="${one.name}"
      value="${one.value ?? ''}"
      autocomplete="${one.autocomplete ?? 'off'}"
      inputmode="${one.inputmode ?? 'text'}"
      placeholder="${one.placeholder ?? ''}"
      ${one.readonly ? 'readonly' : ''}
      aria-invalid="${one.error ? 'true' : 'false'}"
      ${described ? html`aria-describedby="${described}"` : ''}
    />
    ${one.hint ? html`<p class="hint" id="${one.name}-hint">${one.hint}</p>` : ''}
    ${one.error ? html`<p class="error" id="${one.name}-error">${one.error}</p>` : ''}
  </div>`
}

/** An alert above a form. Screen readers announce it immediately. */
export function alert(message: string | undefined): Markup | '' {
  return message ? html`<p class="alert" role="alert">${message}</p>` : ''
}

export const stylesheet = `
:root { color-scheme: light dark; --ink: #1c2230; --soft: #5c6475; --line: #d5d9e2; --paper: #fff; --ground: #f4f5f8; --act: #2549c9; --bad: #b3261e }
@media (prefers-color-scheme: dark) { :root { --ink: #eef0f6; --soft: #a5adbf; --line: #3b4252; --paper: #1b1f2a; --ground: #11141b; --act: #8fa8ff; --bad: #ff8f86 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
.band { margin: 0; padding: .4rem 1rem; background: #ffd84d; color: #1c1500; text-align: center; font-weight: 600 }
main { max-width: 30rem; margin: 2rem auto; padding: 1.5rem; background: var(--paper); border: 1px solid var(--line); border-radius: 12px }
main:has(.wide) { max-width: 56rem }
h1 { font-size: 1.35rem; margin: 0 0 1rem } h2 { font-size: 1.05rem; margin: 1.5rem 0 .5rem }
table { width: 100%; border-collapse: collapse; margin: 0 0 1.25rem } th, td { text-align: left; padding: .4rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
td.amount, th.amount { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; overflow-wrap: normal }
.field { margin: 0 0 1rem } label { display: block; font-weight: 600; margin: 0 0 .25rem }
input, select { width: 100%; padding: .6rem .7rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: 8px }
input[aria-invalid=true] { border-color: var(--bad) }
.row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; margin-bottom: .75rem } td + td, th + th { padding-left: .75rem } td select { margin-bottom: .75rem }
@media (max-width: 32rem) { table:has(form) tr { display: block; border-bottom: 1px solid var(--line) } table:has(form) td { display: block; padding-left: 0; border: 0; text-align: left } }
 .row > * { flex: 1 1 8rem } .row label { flex: 0 0 auto; margin: 0 } .row button { margin: 0 }
details { border-bottom: 1px solid var(--line); padding: .4rem 0 } summary { cursor: pointer; min-height: 32px; overflow-wrap: anywhere } .hint:is(span) { margin: 0 }
.choice { display: flex; gap: .6rem; align-items: center; min-height: 44px; font-weight: 400; margin: 0 } .choice input { width: auto }
fieldset { border: 1px solid var(--line); border-radius: 8px; margin: 0 0 1rem } legend { font-weight: 600 }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem }
button { width: 100%; min-height: 44px; padding: .6rem 1rem; margin: 0 0 .75rem; font: inherit; font-weight: 600; border-radius: 8px; border: 1px solid var(--act); background: var(--paper); color: var(--act); cursor: pointer }
button.main { background: #2549c9; border-color: #2549c9; color: #fff }
a { color: var(--act) } :focus-visible { outline: 3px solid var(--act); outline-offset: 2px }
.hint { color: var(--soft); font-size: .875rem; margin: .25rem 0 1rem } .error { color: var(--bad); font-size: .875rem; margin: .25rem 0 0 }
.said { border: 1px solid var(--line); border-left: 6px solid #2e7d4f; border-radius: 8px; padding: .6rem .8rem }
.alert { border: 1px solid var(--bad); border-left-width: 6px; border-radius: 8px; padding: .6rem .8rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit } iframe { width: 100%; min-height: 28rem; border: 1px solid var(--line); border-radius: 8px; background: #fff }
`

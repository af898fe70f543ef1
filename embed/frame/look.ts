import { type CustomLook, type TenantTheme, readCustomLook, readTheme } from '#kernel/browser/theme/theme.ts'
import { resolveTheme } from '#kernel/browser/theme/resolve-theme.ts'
import { type Boot, LOOK_ID, SHEETS } from '../boot.ts'
import type { Look } from '../messages.ts'

let sheet: CSSStyleSheet | undefined
let latestCall = 0

/**
 * Applies another look to the page: light, dark, a panel, colors of the host page, or another theme, whose
 * style sheet is loaded first.
 */
export function applyLook(look: Look, { data, themes, fonts }: Boot): void {
  const root = document.documentElement.dataset
  const tenant: TenantTheme = readTheme(data.tenant?.theme)
  const own: CustomLook = readCustomLook((name) => look[name])
  const resolved = resolveTheme(tenant, {
    ...look,
    panel: Boolean(look.panel),
    plain: look.plain === 'true',
    own,
  })
  root['mode'] = resolved.mode
  mark('panel', resolved.panel ? '' : undefined)
  mark('ground', resolved.ground)
  mark('plain', resolved.plain ? '' : undefined)
  if (resolved.font) loadStyleSheet(fonts[resolved.font]!)
  const call = ++latestCall
  const applyTheme = () => {
    // A style sheet that loads late must not undo a newer call.
    if (call !== latestCall) return
    root['theme'] = resolved.variant
    // Constructed style sheets need no hash in the policy. The document's own rules must be removed, or they
    // would still apply.
    sheet ??= new CSSStyleSheet()
    sheet.replaceSync(resolved.rules)
    document.adoptedStyleSheets = [sheet]
    document.getElementById(LOOK_ID)?.remove()
  }
  if (resolved.variant === root['theme']) applyTheme()
  else loadStyleSheet(themes[resolved.variant]!, applyTheme)
}

function mark(name: string, value: string | undefined): void {
  const root = document.documentElement.dataset
  if (value === undefined) delete root[name]
  else root[name] = value
}

/** Loads a style sheet unless the document has it. */
function loadStyleSheet(href: string, then?: () => void): void {
  if (document.querySelector(`link[href="${href}"],[${SHEETS}~="${href}"]`)) return then?.()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  if (then) link.addEventListener('load', then)
  document.head.append(link)
}

import { type OwnLook, type TenantTheme, readOwnLook, readTheme } from '#kernel/browser/theme/theme.ts'
import { wear } from '#kernel/browser/theme/worn.ts'
import { type Boot, LOOK_ID, SHEETS } from '../boot.ts'
import type { Look } from '../messages.ts'

let sheet: CSSStyleSheet | undefined
let turns = 0

/**
 * Puts other colours on the page: light, dark, on a panel, those of the host page, or another theme, whose style sheet
 * is fetched first.
 */
export function wearLook(look: Look, { data, themes, fonts }: Boot): void {
  const root = document.documentElement.dataset
  const tenant: TenantTheme = readTheme(data.tenant?.theme)
  const own: OwnLook = readOwnLook((name) => look[name])
  const worn = wear(tenant, { ...look, panel: Boolean(look.panel), own })
  root['mode'] = worn.mode
  mark('panel', worn.panel ? '' : undefined)
  mark('ground', worn.ground)
  if (worn.font) bring(fonts[worn.font]!)
  const turn = ++turns
  const dress = () => {
    // A sheet that comes late does not take back what was said after it was asked for.
    if (turn !== turns) return
    root['theme'] = worn.variant
    // Rules of a script's making need no hash in the policy; those of the document would show through.
    sheet ??= new CSSStyleSheet()
    sheet.replaceSync(worn.rules)
    document.adoptedStyleSheets = [sheet]
    document.getElementById(LOOK_ID)?.remove()
  }
  if (worn.variant === root['theme']) dress()
  else bring(themes[worn.variant]!, dress)
}

function mark(name: string, value: string | undefined): void {
  const root = document.documentElement.dataset
  if (value === undefined) delete root[name]
  else root[name] = value
}

/** Fetches a style sheet that is not there yet. */
function bring(href: string, then?: () => void): void {
  if (document.querySelector(`link[href="${href}"],[${SHEETS}~="${href}"]`)) return then?.()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  if (then) link.addEventListener('load', then)
  document.head.append(link)
}

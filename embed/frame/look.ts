import type { Look } from '../messages.ts'

/** Puts other colours on the page: light, dark, on a panel, or another theme, whose style sheet is fetched first. */
export function wearLook(look: Look, themes: Record<string, string>): void {
  const root = document.documentElement.dataset
  root['mode'] = look.mode
  if (look.panel) root['panel'] = ''
  else delete root['panel']
  const theme = look.theme
  if (!theme || theme === root['theme'] || !Object.hasOwn(themes, theme)) return
  const sheet = document.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.href = themes[theme]!
  sheet.addEventListener('load', () => {
    root['theme'] = theme
  })
  document.head.append(sheet)
}

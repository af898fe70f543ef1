// Which of the other two engines are on this machine. `BB_BROWSERS=firefox,webkit` asks for them, as the checks of each
// change do, and then a missing one is a failure; without it, Chromium alone runs and the rest is told as skipped.
import { existsSync, globSync } from 'node:fs'
import { test } from 'node:test'
import type { WebKitParts } from './engines/webkit-browser.ts'

export const FIREFOX = { path: ['/usr/bin/firefox-esr', '/usr/bin/firefox'], packages: 'firefox-esr' }
export const WEBKIT = { packages: 'webkit2gtk-driver xvfb' }

const first = (paths: string[]) => paths.find((path) => existsSync(path))

export const firefoxPath = (): string | undefined => first(FIREFOX.path)

export function webkitParts(): WebKitParts | undefined {
  const driver = first(['/usr/bin/WebKitWebDriver'])
  const browser = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').toSorted().at(-1)
  const screen = first(['/usr/bin/Xvfb'])
  return driver && browser && screen ? { driver, browser, screen } : undefined
}

/** Runs what needs an engine when it is asked for, or says how it is. */
export async function withEngine<Parts>(
  name: 'firefox' | 'webkit',
  packages: string,
  parts: Parts | undefined,
  run: (parts: Parts) => Promise<void>,
): Promise<void> {
  const title = `the pages of the gauntlet in ${name}`
  const asked = (process.env.BB_BROWSERS ?? '').split(',')
  if (!asked.includes(name)) test(title, { skip: `BB_BROWSERS=${name} runs it` }, () => {})
  else if (parts) await run(parts)
  else
    test(title, () => {
      throw new Error(`${name} is not installed: apt-get install ${packages}`)
    })
}

// Finds Firefox and WebKit on this machine. `BB_BROWSERS=firefox,webkit` requests them, as the checks of each
// change do, and then a missing engine is a failure. Without it only Chromium runs and the others count as
// skipped.
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

/**
 * Runs the tests of a requested engine. An engine that is not requested gives a skipped test that says how
 * to run it.
 */
export async function withEngine<Parts>(
  name: 'firefox' | 'webkit',
  packages: string,
  parts: Parts | undefined,
  run: (parts: Parts) => Promise<void>,
): Promise<void> {
  const title = `the pages of the gauntlet in ${name}`
  const requested = (process.env.BB_BROWSERS ?? '').split(',')
  if (!requested.includes(name)) test(title, { skip: `BB_BROWSERS=${name} runs it` }, () => {})
  else if (parts) await run(parts)
  else
    test(title, () => {
      throw new Error(`${name} is not installed: apt-get install ${packages}`)
    })
}

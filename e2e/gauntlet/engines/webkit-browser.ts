// Starts what WebKit needs to run: a screen, a driver, and the small browser that WebKitGTK brings.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Builder } from 'selenium-webdriver'
import type { WebDriver } from 'selenium-webdriver'
import { PATIENCE } from '#testing/browser.ts'
import { endWithThisProcess } from '#testing/guardian/guard.ts'
import { freePorts } from '#testing/test-instance.ts'
import { until } from '../engine.ts'

export interface WebKitParts {
  driver: string
  browser: string
  screen: string
}

export interface WebKit {
  driver: WebDriver
  /** Starts it again with nothing in its cache, which it has for all its windows. */
  renew(): Promise<void>
  end(): Promise<void>
}

export interface Screen {
  display: string
  end(): Promise<void>
}

/** What a desktop's settings say to the browser on it. */
export interface Desktop {
  folder: string
  end(): void
}

/** A virtual screen, where there may be none. */
export async function startScreen({ screen }: WebKitParts): Promise<Screen> {
  const started = spawn(screen, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  if (started.pid) endWithThisProcess({ process: started.pid })
  const [number] = (await once(started.stdio[3]!, 'data')) as [Buffer]
  return { display: `:${number.toString().trim()}`, end: () => end(started) }
}

/** Its bar would keep the window from being as narrow as a phone. */
const SMALL_BAR = '* { min-width: 0; min-height: 0; margin: 0; padding: 0; border-width: 0; font-size: 1px }'

/** @param still whether nothing is to move: WebKit asks the toolkit for `prefers-reduced-motion` */
export function makeDesktop(still: boolean): Desktop {
  const folder = mkdtempSync(join(tmpdir(), 'gauntlet-desktop-'))
  const toolkit = join(folder, 'gtk-3.0')
  mkdirSync(toolkit)
  writeFileSync(join(toolkit, 'settings.ini'), `[Settings]\ngtk-enable-animations=${!still}\n`)
  writeFileSync(join(toolkit, 'gtk.css'), SMALL_BAR)
  return { folder, end: () => rmSync(folder, { recursive: true, force: true }) }
}

/** No page has storage of its own; cookies of third parties it blocks in any case. */
export const NO_STORAGE = ['--enable-html5-local-storage=false', '--enable-html5-database=false']

/** @param settings of the browser, as its command line has them */
export async function startBrowser(
  parts: WebKitParts,
  screen: Screen,
  desktop: Desktop,
  settings: string[] = [],
): Promise<WebKit> {
  const [port] = await freePorts(1)
  const service = spawn(parts.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: screen.display,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
      LANG: 'en_GB.UTF-8',
      LANGUAGE: 'en_GB',
      XDG_CONFIG_HOME: desktop.folder,
    },
  })
  if (service.pid) endWithThisProcess({ process: service.pid })
  async function begin(): Promise<WebDriver> {
    const begun = await until('the WebDriver of WebKit', () =>
      sessionAt(`http://127.0.0.1:${port}`, parts.browser, settings),
    )
    await begun.manage().setTimeouts({ script: PATIENCE, pageLoad: PATIENCE })
    return begun
  }
  const webkit: WebKit = {
    driver: await begin(),
    async renew() {
      await webkit.driver.quit()
      webkit.driver = await begin()
    },
    async end() {
      await webkit.driver.quit()
      await end(service)
    },
  }
  return webkit
}

const sessionAt = (address: string, binary: string, settings: string[]): Promise<WebDriver> =>
  new Builder()
    .usingServer(address)
    .withCapabilities({
      browserName: 'MiniBrowser',
      // Else it waits for every frame of a page before it answers anything.
      pageLoadStrategy: 'none',
      'webkitgtk:browserOptions': { binary, args: ['--automation', ...settings] },
    })
    .build()

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

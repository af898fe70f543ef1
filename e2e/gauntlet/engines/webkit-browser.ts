// Starts what WebKit needs to run: a screen, a driver, and the small browser that WebKitGTK brings.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Builder } from 'selenium-webdriver'
import type { WebDriver } from 'selenium-webdriver'
import type { Command } from 'selenium-webdriver/lib/command.js'
import { PATIENCE } from '#testing/browser.ts'
import { endWithThisProcess } from '#testing/guardian/guard.ts'
import { freePorts } from '#testing/test-instance.ts'
import { BrowserHangs, until } from '../engine.ts'

export interface WebKitParts {
  driver: string
  browser: string
  screen: string
}

export interface WebKit {
  driver: WebDriver
  /** Starts it again with nothing in its cache, which it has for all its windows. */
  renew(): Promise<void>
  /** Ends it without asking it: it no longer answers. */
  kill(): Promise<void>
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
    const started = await until('the WebDriver of WebKit', () =>
      sessionAt(`http://127.0.0.1:${port}`, parts.browser, settings),
    )
    await started.manage().setTimeouts({ script: PATIENCE, pageLoad: PATIENCE })
    limitCommands(started)
    return started
  }
  const webkit: WebKit = {
    driver: await begin(),
    async renew() {
      await webkit.driver.quit()
      webkit.driver = await begin()
    },
    async kill() {
      await end(service, 'SIGKILL')
    },
    async end() {
      if (hasEnded(service)) return
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

/** Longer than any command may take: scripts have `PATIENCE`. */
const HANGS_AFTER = PATIENCE + 10_000

/** The driver loses a command now and then, mostly while a page is left, and would never answer it. */
function limitCommands(driver: WebDriver): void {
  const execute = driver.execute.bind(driver)
  driver.execute = async (command: Command): Promise<void> => {
    const limit = new AbortController()
    const hangs = setTimeout(HANGS_AFTER, undefined, { signal: limit.signal }).then(() => {
      throw new BrowserHangs(`no answer to "${command.getName()}" in ${HANGS_AFTER / 1000} s`)
    })
    // After an answer the aborted limit has no reader.
    hangs.catch(() => {})
    try {
      return await Promise.race([execute(command), hangs])
    } finally {
      limit.abort()
    }
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

async function end(child: ChildProcess, signal?: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

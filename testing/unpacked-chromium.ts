import { spawnSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { endWithThisProcess } from './guardian/guard.ts'
import { ROOT } from './test-cluster.ts'

export interface UnpackedChromium {
  executablePath: string
  /** Where it finds its libraries and fonts: to be added to the environment of the browser alone. */
  env: Record<'LD_LIBRARY_PATH' | 'FONTCONFIG_PATH' | 'XDG_CACHE_HOME', string>
}

/** A Chromium to start: its file, and its whole environment where it needs one of its own. */
export interface ChromiumOfMachine {
  executablePath: string
  env?: Record<string, string | undefined>
}

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const PACKAGE = join(ROOT, 'node_modules', '@sparticuz', 'chromium')

/** CHROMIUM_PATH, the system's Chromium, or the one that npm brought, which is unpacked unless it is already. */
export function chromiumOfMachine(): ChromiumOfMachine {
  const installed = process.env.CHROMIUM_PATH ?? SYSTEM.find((path) => existsSync(path))
  if (installed) return { executablePath: installed }
  const { executablePath, env } = unpackedChromium()
  return { executablePath, env: { ...process.env, ...env } }
}

/**
 * Chromium as npm brought it, with the libraries that bare machines lack, unpacked into the project's own folder. The
 * package itself unpacks into the machine's temporary folder and returns a file that another process still writes,
 * which cannot be started (ETXTBSY). Here it is unpacked beside its place and moved there when it is whole, so that
 * processes of one checkout do not disturb each other, and checkouts share nothing. Of the package only these files are
 * used, never its flags: they switch web security off.
 * @param home folder to unpack into
 */
export function unpackedChromium(home = join(ROOT, '.tmp')): UnpackedChromium {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }
  const folder = join(home, `chromium-${version}`)
  if (!existsSync(folder)) unpack(home, folder)
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
      XDG_CACHE_HOME: join(folder, 'cache'),
    },
  }
}

function unpack(home: string, folder: string): void {
  mkdirSync(home, { recursive: true, mode: 0o711 })
  const fresh = mkdtempSync(join(home, 'unpacking-chromium-'))
  endWithThisProcess({ folder: fresh })
  try {
    runPackage(fresh)
    writeFileSync(join(fresh, 'fonts', 'fonts.conf'), FONTS)
    for (const old of globSync('chromium-*', { cwd: home }))
      if (old !== basename(folder)) rmSync(join(home, old), { recursive: true, force: true })
    renameSync(fresh, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error // else another process was faster
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/**
 * In a process of its own: the package chooses its paths by the environment and changes it. A file that this process
 * has open for writing could be inherited by a child, and would not start until that child ends.
 */
function runPackage(folder: string): void {
  const program = `await (await import(${JSON.stringify(pathToFileURL(join(PACKAGE, 'build', 'index.js')).href)})).default.executablePath()`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    env: {
      TMPDIR: folder,
      TMP: folder,
      TEMP: folder,
      HOME: folder,
      // Makes the package unpack its system libraries, too.
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x',
    },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`Chromium could not be unpacked into ${folder}.\n${stderr}`)
}

/** The package's own file names folders under /tmp, which all checkouts would share. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

import { readFileSync } from 'node:fs'
import ipaddr from 'ipaddr.js'
import { isbot } from 'isbot'
import { Reader } from 'mmdb-lib'
import type { CountryResponse } from 'mmdb-lib'
import { deviceName } from '#kernel/browser/device-name.ts'
import type { Kernel } from '#kernel/kernel.ts'

export interface Client {
  country: string
  device: 'phone' | 'tablet' | 'desktop'
  browser: string
  system: string
}

/** Whether the visitor objects to being counted: Do Not Track, or Global Privacy Control (https://w3c.github.io/gpc/). */
export const objects = (headers: Headers): boolean =>
  headers.get('dnt') === '1' || headers.get('sec-gpc') === '1'

/** Whether the request comes from a program that reads pages, or from one that does not say what it is. */
export const isProgram = (userAgent: string | null): boolean => !userAgent || isbot(userAgent)

/** @param networks in CIDR notation, or addresses */
export function isIn(networks: readonly string[], address: string): boolean {
  if (!networks.length || !ipaddr.isValid(address)) return false
  const own = ipaddr.process(address)
  return networks.some((network) => {
    try {
      const [base, bits] = network.includes('/')
        ? ipaddr.parseCIDR(network)
        : [ipaddr.process(network), ipaddr.process(network).kind() === 'ipv4' ? 32 : 128]
      return base.kind() === own.kind() && own.match(base, bits)
    } catch {
      return false
    }
  })
}

type Countries = Pick<Reader<CountryResponse>, 'get'>
const opened = new Map<string, Countries | undefined>()

function countriesIn(kernel: Kernel): Countries | undefined {
  const file = kernel.config.countryFile
  if (!file) return undefined
  if (!opened.has(file))
    try {
      opened.set(file, new Reader<CountryResponse>(readFileSync(file)))
    } catch (error) {
      opened.set(file, undefined)
      kernel.log.warn({ error: String(error) }, 'COUNTRY_FILE cannot be read: countries are unknown')
    }
  return opened.get(file)
}

function countryOf(kernel: Kernel, address: string): string {
  try {
    const code = countriesIn(kernel)?.get(address)?.country?.iso_code ?? ''
    return /^[A-Z]{2}$/.test(code) ? code : ''
  } catch {
    return ''
  }
}

/** Country, kind of device, browser and system of a request. The address is not stored. */
export function describeClient(kernel: Kernel, address: string, userAgent: string): Client {
  const { mobile, browser = '', system = '' } = deviceName(userAgent)
  const isTablet = system === 'iPad' || (system === 'Android' && !/\bMobile\b/.test(userAgent))
  return {
    country: countryOf(kernel, address),
    device: isTablet ? 'tablet' : mobile ? 'phone' : 'desktop',
    browser,
    system,
  }
}

import { playgroundBlocks } from './blocks.ts'

export const BLOCKS: readonly string[] = playgroundBlocks.map(({ id }) => id)
export const MODES = ['mock', 'live'] as const
export const THEMES = ['', 'auto'] as const
export const DEVICES = ['desktop', 'tablet', 'mobile'] as const

/** The state of the playground, stored in the address so that a shared link shows the same. */
export interface PlaygroundAddress {
  /** Id of one of `playgroundBlocks`. */
  block: string
  mode: (typeof MODES)[number]
  device: (typeof DEVICES)[number]
  /** `auto`: in live mode the block takes its theme from the page; else the tenant's theme. */
  theme: (typeof THEMES)[number]
  /** Public key of a tenant as typed; empty for none. */
  pk: string
  /** One of the creator's own blocks; empty when none is selected. */
  id: string
}

const PUBLIC_KEY = /^pk_[0-9A-Za-z]{24}$/

/** Whether this is a complete key. Incomplete keys are not looked up. */
export const isPublicKey = (pk: string): boolean => PUBLIC_KEY.test(pk)

/** Reads the query; missing or unknown values become the default. */
export function readAddress(query: URLSearchParams): PlaygroundAddress {
  const one = <V extends string>(name: string, known: readonly V[], otherwise: V) =>
    known.find((value) => value === query.get(name)) ?? otherwise
  return {
    block: one('block', BLOCKS, 'checkout'),
    mode: one('mode', MODES, 'mock'),
    device: one('device', DEVICES, 'desktop'),
    theme: one('theme', THEMES, ''),
    pk: query.get('pk')?.trim().slice(0, 100) ?? '',
    id: query.get('id')?.slice(0, 40) ?? '',
  }
}

/** The whole query of an address, without empty values. */
export function writeAddress(address: PlaygroundAddress): string {
  return `?${new URLSearchParams(Object.entries(address).filter(([, value]) => value))}`
}

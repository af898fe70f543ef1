import { type ModeId, type ThemeId, isModeId, isThemeId } from '#ui/themes.ts'
import { TAB_PATHS } from './layout/nav-items.ts'

export const SESSION_KEY = 'bb:session'
export const LAST_TAB_KEY = 'bb:lastTab'
export const THEME_KEY = 'bb:theme'
export const MODE_KEY = 'bb:mode'
/** Session storage: the tenant that the Studio shows. */
export const TENANT_KEY = 'bb:tenant'

/** Storage as far as it is used here; tests bring their own. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

function read(store: Store, key: string): string | null {
  try {
    return store.getItem(key)
  } catch {
    return null
  }
}

/** Writes where storage is open; a browser that forbids it only forgets. */
export function remember(store: Store, key: string, value: string): void {
  try {
    store.setItem(key, value)
  } catch {
    // Private windows and full disks refuse; nothing depends on it.
  }
}

/** The chosen theme; anything that is no theme's id reads as `clean`. */
export function readTheme(store: Store): ThemeId {
  const value = read(store, THEME_KEY)
  return isThemeId(value) ? value : 'clean'
}

/** The chosen mode; anything unknown reads as `system`. */
export function readMode(store: Store): ModeId {
  const value = read(store, MODE_KEY)
  return isModeId(value) ? value : 'system'
}

/** Path of the last visited main tab, or undefined; only the paths of the known tabs are believed. */
export function readLastTab(store: Store): string | undefined {
  const value = read(store, LAST_TAB_KEY)
  return TAB_PATHS.find((path) => path === value)
}

/** Id of the tenant shown last; it is used only if the list from the server has it. */
export function readTenantId(store: Store): string | undefined {
  return read(store, TENANT_KEY) ?? undefined
}

const draftKey = (name: string) => `bb:draft:${name}`

/**
 * What `keepDraft` kept under the name for this person, as it lies there: whoever reads it judges it. Somebody else's
 * is none: a tab may come back after others have signed in.
 */
export function readDraft(store: Store, name: string, owner: string | undefined): unknown {
  try {
    const kept = JSON.parse(read(store, draftKey(name)) ?? 'null') as { of?: unknown; typed?: unknown } | null
    return kept && owner && kept.of === owner ? kept.typed : null
  } catch {
    return null
  }
}

/** Keeps what `owner` typed under the name, for `readDraft`; where storage is closed it is not kept. */
export function keepDraft(store: Store, name: string, owner: string, typed: object): void {
  remember(store, draftKey(name), JSON.stringify({ of: owner, typed }))
}

/** Forgets a draft, whoever wrote it. */
export function dropDraft(store: Store, name: string): void {
  try {
    store.removeItem(draftKey(name))
  } catch {
    // A store that forbids removing has kept nothing either.
  }
}

const OWN_KEY = /^(bb:|onboarding-dismissed-)/

/** Removes every key of the product from the stores; a store that refuses is only warned about. */
export function clearOwnKeys(
  stores: readonly (() => Pick<Storage, 'removeItem'>)[],
  warn = warnInConsole,
): void {
  for (const open of stores)
    try {
      const store = open()
      for (const key of Object.keys(store)) if (OWN_KEY.test(key)) store.removeItem(key)
    } catch (cause) {
      warn('Could not clear the browser storage', cause)
    }
}

function warnInConsole(message: string, cause: unknown): void {
  // oxlint-disable-next-line no-console -- the specification asks for exactly this warning
  console.warn(message, cause)
}

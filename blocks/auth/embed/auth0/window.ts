// The frame's end of the window in which people sign in with the tenant's Auth0.
import { CallError } from '#kernel/browser/call.ts'
import { openChild } from '#kernel/browser/child-window.ts'
import { passLook } from '#kernel/browser/theme/pass-look.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { askInWindow, type HandedToken } from '../window.ts'
import { forgetExternalUser, rememberExternalUser } from './external-user.ts'
import { AUTH0_SETTINGS } from './settings.ts'

/** Our page that goes to Auth0, to sign in or out; `back` is the host page, for when no frame waits any more. */
export function auth0Address(publicKey: string, step: 'begin' | 'leave', back: string): string {
  const { lang } = document.documentElement
  const query = new URLSearchParams({ tenant: publicKey, step, locale: lang })
  if (back) query.set('back', back)
  passLook(query)
  return `/embed/auth0?${query}`
}

interface Place {
  publicKey: string
  back: string
}

/**
 * Signs in; call it inside a click, before anything is awaited. After the time of the window it fails with
 * `timeout`, and whoever comes back later is signed in all the same.
 * @param onDone called once somebody is signed in, also late
 * @returns undefined when the browser opens no window
 */
export function signInWithAuth0(
  { session }: EmbedApi,
  { publicKey, back }: Place,
  onDone: () => void,
): Promise<void> | undefined {
  const handed = askInWindow<HandedToken>(auth0Address(publicKey, 'begin', back))
  if (!handed) return undefined
  const entered = handed.then(async (result) => {
    const { told } = await session.enter('/token?grant_type=auth0', result)
    rememberExternalUser(told)
    return onDone()
  })
  return Promise.race([entered, patience()])
}

function patience(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new CallError(0, 'timeout', '')), AUTH0_SETTINGS.popupTimeout * 1000)
  })
}

/** Signs out here, and at Auth0 in a window of its own; call it inside a click. */
export async function signOutOfAuth0(embed: EmbedApi, { publicKey, back }: Place): Promise<void> {
  const address = auth0Address(publicKey, 'leave', back)
  const opened = openChild(address)
  forgetExternalUser()
  await embed.session.signOut()
  if (!opened) embed.leave(new URL(address, location.href).href)
}

// The frame's side of the window for signing in with the tenant's Auth0.
import { CallError } from '#kernel/browser/call.ts'
import { openChild } from '#kernel/browser/child-window.ts'
import { passLook } from '#kernel/browser/theme/pass-look.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { requestFromWindow, type HandedToken } from '../window.ts'
import { forgetExternalUser, rememberExternalUser } from './external-user.ts'
import { AUTH0_SETTINGS } from './settings.ts'

/**
 * Address of our page that goes to Auth0 to sign in or out. `back` is the host page, used when no frame is
 * waiting.
 */
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
 * Signs in. Call it inside a click handler, before the first await. It rejects with `timeout` when the window
 * takes too long, but a visitor who returns later is signed in anyway. @param onDone called once the visitor
 * is signed in, even after the timeout
 * @returns undefined when the browser blocked the window
 */
export function signInWithAuth0(
  { session }: EmbedApi,
  { publicKey, back }: Place,
  onDone: () => void,
): Promise<void> | undefined {
  const handed = requestFromWindow<HandedToken>(auth0Address(publicKey, 'begin', back))
  if (!handed) return undefined
  const entered = handed.then(async (result) => {
    const { told } = await session.enter('/token?grant_type=auth0', result)
    rememberExternalUser(told)
    return onDone()
  })
  return Promise.race([entered, windowTimeout()])
}

function windowTimeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new CallError(0, 'timeout', '')), AUTH0_SETTINGS.popupTimeout * 1000)
  })
}

/** Signs out here and, in a separate window, at Auth0. Call it inside a click handler. */
export async function signOutOfAuth0(embed: EmbedApi, { publicKey, back }: Place): Promise<void> {
  const address = auth0Address(publicKey, 'leave', back)
  const opened = openChild(address)
  forgetExternalUser()
  await embed.session.signOut()
  if (!opened) embed.leave(new URL(address, location.href).href)
}

import type { Unit } from '#kernel/unit.ts'
import {
  loadAuthData,
  loadConfirmData,
  loadConsentData,
  loadPasskeyData,
  loadReturnData,
} from './embed/embed-data.ts'
import { titlesOf } from './embed/texts/all.ts'

const { languages, title } = titlesOf

/** The block's calls are the auth service's own; here are its pages. */
export const embedPages: NonNullable<Unit['embedPages']> = {
  auth: { title: title((texts) => texts.signIn), languages, load: loadAuthData },
  success: { title: title((texts) => texts.success.title), languages, load: loadAuthData },
  confirm: { title: title((texts) => texts.confirm.title), languages, alone: true, load: loadConfirmData },
  consent: { title: title((texts) => texts.consent.page), languages, alone: true, load: loadConsentData },
  'auth-return': {
    title: title((texts) => texts.handBack.title),
    languages,
    alone: true,
    load: loadReturnData,
  },
  passkey: {
    title: title((texts) => texts.account.passkeyPage),
    languages,
    alone: true,
    load: loadPasskeyData,
  },
}

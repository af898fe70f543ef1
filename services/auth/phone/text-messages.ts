import type { Language } from '#kernel/browser/languages.ts'
import { isolated } from '#kernel/browser/local.ts'
import type { TextMessage } from '#kernel/sms/sms.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { localeOf } from '../mails/locale.ts'
import type { Pool } from '../pool.ts'

/** The copy of a message. Short, because long messages are sent and charged in segments. */
const texts: Record<Language, (brand: string, code: string) => string> = {
  en: (brand, code) => `${code} is your code for ${brand}. Don’t share it.`,
  de: (brand, code) => `${code} ist Ihr Code für ${brand}. Geben Sie ihn niemandem.`,
  fr: (brand, code) => `${code} est votre code pour ${brand}. Ne le donnez à personne.`,
  es: (brand, code) => `${code} es su código para ${brand}. No se lo dé a nadie.`,
  it: (brand, code) => `${code} è il suo codice per ${brand}. Non lo dia a nessuno.`,
  pt: (brand, code) => `${code} é o seu código para ${brand}. Não o dê a ninguém.`,
  nl: (brand, code) => `${code} is uw code voor ${brand}. Geef hem aan niemand.`,
  pl: (brand, code) => `${code} to kod do ${brand}. Nie należy go nikomu podawać.`,
  ja: (brand, code) => `${code} は ${brand} の確認コードです。誰にも教えないでください。`,
  ar: (brand, code) => `${code} هو رمزك لدى ${isolated(brand)}. لا تعطه لأحد.`,
}

const MAX_NAME_LENGTH = 40

export interface TextOrder {
  /** E.164 without the plus. */
  phone: string
  code: string
  userMetadata: Record<string, unknown>
  /** The Accept-Language header of the request. */
  acceptLanguage?: string | undefined
}

/** Renders the message that carries a code. */
export function codeMessage(
  pool: Pool,
  { phone, code, userMetadata, acceptLanguage }: TextOrder,
): TextMessage {
  const brand = (pool.tenant?.name ?? 'Bolt Blocks').slice(0, MAX_NAME_LENGTH)
  return { to: `+${phone}`, text: texts[localeOf(userMetadata, acceptLanguage)](brand, code) }
}

/** Sends without waiting, because the provider's timing or refusal would reveal who has an account. */
export function sendTextQuietly(auth: Auth, message: TextMessage | undefined): void {
  if (message)
    auth.kernel.sms
      .send(message)
      .catch((error: unknown) =>
        auth.kernel.log.error({ error: String(error) }, 'sending a text message failed'),
      )
}

/** Sends to a signed-in user and waits for the result. @throws {AppError} 422 sms_send_failed */
export async function sendTextOrThrow(auth: Auth, message: TextMessage): Promise<void> {
  try {
    await auth.kernel.sms.send(message)
  } catch (cause) {
    auth.kernel.log.error({ error: String(cause) }, 'sending a text message failed')
    throw authErrors.sms_send_failed({ cause })
  }
}

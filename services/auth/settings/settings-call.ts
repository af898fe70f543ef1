import { authErrors } from '../errors.ts'
import { readBody } from '../contract.ts'
import { isPhoneOffered } from '../phone/phone-availability.ts'
import type { Call } from '../route-table.ts'
import { presets, unreachableNames } from '../providers/presets.ts'
import { providersOf } from '../providers/provider-store.ts'
import { changeSettings, poolSettingsInput, settingsOf } from './pool-settings.ts'

/** GET /settings: the data from which clients build their sign-in forms. */
export async function settings({ auth, c, pool }: Call): Promise<Response> {
  const offered = await settingsOf(auth, pool)
  const providers = (await providersOf(auth, pool)).filter(({ enabled }) => enabled)
  return c.json({
    external: {
      ...Object.fromEntries([...Object.keys(presets), ...unreachableNames].map((name) => [name, false])),
      ...Object.fromEntries(providers.map(({ name }) => [name, true])),
      anonymous_users: offered.anonymous_users,
      email: offered.email,
      phone: await isPhoneOffered(auth, pool),
      web3_ethereum: offered.web3_ethereum,
      web3_solana: offered.web3_solana,
    },
    // Button labels for our own pages. Clients of this protocol do not read them.
    external_titles: Object.fromEntries(providers.map(({ name, title }) => [name, title])),
    disable_signup: offered.disable_signup,
    mailer_autoconfirm: auth.kernel.config.auth.autoconfirm,
    phone_autoconfirm: auth.kernel.config.auth.autoconfirm,
    sms_provider: auth.kernel.sms.provider,
    saml_enabled: false,
    passkeys_enabled: offered.passkeys,
  })
}

/** GET /admin/settings: all settings of the pool, with the defaults of those that are not set. */
export async function readSettings({ auth, c, pool }: Call): Promise<Response> {
  return c.json(await settingsOf(auth, pool))
}

/**
 * PATCH /admin/settings: changes the given settings.
 * @throws {AppError} 400 that names an unknown or invalid setting
 */
export async function writeSettings(call: Call): Promise<Response> {
  const change = await readBody(call.c, poolSettingsInput)
  if (!Object.keys(change).length)
    throw authErrors.validation_failed({ text: 'Send at least one setting to change' })
  await changeSettings(call.auth, call.pool, change)
  return readSettings(call)
}

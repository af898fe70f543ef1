import { authErrors } from '../errors.ts'
import { readBody } from '../contract.ts'
import type { Call } from '../route-table.ts'
import { changeSettings, poolSettingsInput, settingsOf } from './pool-settings.ts'

const PROVIDERS =
  'apple azure bitbucket discord facebook figma github gitlab google kakao keycloak linkedin linkedin_oidc notion slack slack_oidc spotify twitch twitter workos zoom'.split(
    ' ',
  )

/** GET /settings: what clients draw their sign-in forms from. */
export async function settings({ auth, c, pool }: Call): Promise<Response> {
  const offered = await settingsOf(auth, pool)
  return c.json({
    external: {
      ...Object.fromEntries(PROVIDERS.map((name) => [name, false])),
      anonymous_users: offered.anonymous_users,
      email: offered.email,
      phone: offered.phone,
      web3_ethereum: offered.web3_ethereum,
      web3_solana: offered.web3_solana,
    },
    disable_signup: offered.disable_signup,
    mailer_autoconfirm: auth.kernel.config.auth.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: offered.passkeys,
  })
}

/** GET /admin/settings: everything that is set for the pool, with the defaults of what is not. */
export async function readSettings({ auth, c, pool }: Call): Promise<Response> {
  return c.json(await settingsOf(auth, pool))
}

/** PATCH /admin/settings: changes the named settings. @throws {AppError} 400 naming an unknown or faulty one */
export async function writeSettings(call: Call): Promise<Response> {
  const change = await readBody(call.c, poolSettingsInput)
  if (!Object.keys(change).length) throw authErrors.validation_failed({ text: 'Name a setting to change' })
  await changeSettings(call.auth, call.pool, change)
  return readSettings(call)
}

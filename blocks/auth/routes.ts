import { endUser } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import type { Unit } from '#kernel/unit.ts'
import {
  auth0Of,
  fromAuth0,
  loadAuth0Data,
  loadAuthData,
  loadConfirmData,
  loadConsentData,
  loadInvitationData,
  loadPasskeyData,
  loadReturnData,
} from './embed/embed-data.ts'
import { titles as teamTitles } from './embed/team/texts/spoken.ts'
import { titles } from './embed/texts/spoken.ts'
import { myAccess } from './endpoints.ts'
import { myAccessContract, readMyAccess } from './my-access.ts'
import { TABS } from './studio/tabs.ts'

export const functions: Route[] = [
  route(myAccess, endUser, myAccessContract, ({ kernel, claims }) => readMyAccess(kernel, claims)),
]

export const screenPaths = TABS.map(({ path }) => path)

const title = await titles()
const teamTitle = await teamTitles()

/** Its calls are those of the auth service. */
export const embedPages: NonNullable<Unit['embedPages']> = {
  auth: {
    title: title((texts) => texts.signIn),
    instead: (tenant, url) => (fromAuth0(tenant, url) ? 'auth0' : undefined),
    load: loadAuthData,
  },
  auth0: {
    title: title((texts) => texts.handBack.title),
    alone: true,
    // The page redeems the code itself, at the tenant's Auth0 domain.
    allows: ({ config }, tenant) => {
      const application = tenant && auth0Of(config, tenant)
      return application ? { connect: [new URL(application.domain).origin] } : {}
    },
    load: loadAuth0Data,
  },
  profile: { title: title((texts) => texts.profile.title), showsParts: true, load: loadAuthData },
  team: { title: teamTitle((texts) => texts.title), load: loadAuthData },
  invitation: { title: teamTitle((texts) => texts.join), alone: true, load: loadInvitationData },
  success: { title: title((texts) => texts.success.title), load: loadAuthData },
  confirm: { title: title((texts) => texts.confirm.title), alone: true, load: loadConfirmData },
  consent: { title: title((texts) => texts.consent.page), alone: true, load: loadConsentData },
  'auth-return': {
    title: title((texts) => texts.handBack.title),
    alone: true,
    load: loadReturnData,
  },
  passkey: {
    title: title((texts) => texts.account.passkeyPage),
    alone: true,
    load: loadPasskeyData,
  },
}

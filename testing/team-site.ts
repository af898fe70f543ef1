import assert from 'node:assert/strict'
import { actAs } from './act-as.ts'
import { givePlan, makeTenant } from './factories.ts'
import { functionCall } from './function-call.ts'
import type { TestApp } from './test-app.ts'
import { newEmail, signUp } from './test-users.ts'
import { letters } from '#features/teams/write-letters.ts'

/** A tenant on the Business plan whose members may create teams, with calls for its owner and its members. */
export async function teamSite(app: TestApp) {
  const ann = await signUp(app, app.anonKey)
  await givePlan(app.database, ann.user.id, 'business')
  const tenant = await makeTenant(app.database, { owner: ann.user.id })
  const owner = functionCall(app, app.anonKey, ann.access_token)
  const allowed = await owner('PUT', `/tenant-teams/${tenant.id}/settings`, { members_create: true })
  assert.equal(allowed.status, 200, JSON.stringify(allowed.body))

  const member = async (email = newEmail()) => {
    const session = await signUp(app, tenant.public_key, email)
    return {
      id: session.user.id,
      email,
      session,
      call: functionCall(app, tenant.public_key, session.access_token),
      claims: actAs.endUser(tenant.id, session.user.id, email),
    }
  }
  type Member = Awaited<ReturnType<typeof member>>

  /** The secret in the email of an invitation. */
  async function secretOf(invitation: string): Promise<string> {
    const letter = await letters['team-invitation']!(app.kernel, { tenant: tenant.id, invitation } as never)
    assert.ok(letter, 'an email')
    const link = /https?:\/\/\S+/.exec(letter.text)![0]
    return new URL(link).searchParams.get('invitation')!
  }

  /** Invites by an admin of the team. @returns the secret of the link, and the id */
  async function invite(by: Member, team: string, email: string, role = 'member') {
    const { status, body } = await by.call('POST', `/my-teams/${team}/invitations`, { email, role })
    assert.equal(status, 200, JSON.stringify(body))
    const id = body.team.invitations.find((one: { email: string }) => one.email === email).id as string
    return { id, secret: await secretOf(id) }
  }

  /** A team with its admin, and members who joined by invitation, in their order. */
  async function team(name: string, ...joining: Member[]) {
    const admin = await member()
    const made = await admin.call('POST', '/my-teams', { name })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    const id = made.body.team.id as string
    for (const one of joining) {
      const { secret } = await invite(admin, id, one.email)
      const accepted = await one.call('POST', '/team-invitation/accept', { secret })
      assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
    }
    return { id, admin }
  }
  return {
    ...tenant,
    ownerId: ann.user.id,
    ownerToken: ann.access_token,
    owner,
    member,
    invite,
    secretOf,
    team,
  }
}

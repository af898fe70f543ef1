import { userBody } from '../accounts/user-body.ts'
import { readBody } from '../contract.ts'
import { readMailRequest } from '../mails/token-mails.ts'
import { returnAddress } from '../redirects.ts'
import type { Call } from '../route-table.ts'
import { inviteInput, linkInput } from './contract.ts'
import { generateLink } from './generate-link.ts'
import { invite } from './invite.ts'

/** POST /invite. */
export async function inviteUser(call: Call): Promise<Response> {
  const { auth, c, pool } = call
  return c.json(
    userBody(await invite(auth, pool, await readBody(c, inviteInput), readMailRequest(call)), pool),
  )
}

/** POST /admin/generate_link: returns the user's fields together with the link, hash and code. */
export async function makeLink({ auth, c, pool }: Call): Promise<Response> {
  const input = await readBody(c, linkInput)
  const requestedAddress = c.req.query('redirect_to') || input.redirect_to
  const returnTo = returnAddress(auth.kernel.config.publicUrl, pool, requestedAddress)
  const { user, type, token, actionLink } = await generateLink(auth, pool, input, returnTo)
  c.header('cache-control', 'no-store')
  return c.json({
    ...userBody(user, pool),
    action_link: actionLink,
    email_otp: token.code,
    hashed_token: token.link,
    verification_type: type,
    redirect_to: returnTo,
  })
}

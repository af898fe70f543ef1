import pg from 'pg'
import { commonErrors, defineErrors } from '#kernel/errors.ts'

export const staffErrors = defineErrors({
  staff_seats: {
    status: 409,
    text: 'The plan has no seat left. Remove a member, withdraw an invitation or choose a higher plan.',
  },
  staff_already: { status: 409, text: 'This person is on the staff already' },
  already_invited: { status: 409, text: 'This person has an invitation already. You can send it again.' },
  member_not_found: { status: 404, text: 'This person is not on the staff' },
  invitation_not_found: { status: 404, text: 'There is no such invitation' },
  invitation_closed: {
    status: 404,
    text: 'This invitation is no longer valid. It was used or withdrawn, or it has expired. Ask for a new one.',
  },
  other_address: {
    status: 403,
    text: 'This invitation is for another email address. Sign in with the address that it was sent to.',
  },
  owner_stays: { status: 409, text: 'The owner cannot leave. Hand over the tenant first, or delete it.' },
  two_step_first: {
    status: 403,
    text: 'Set up two-step verification for your own account first, and sign in with it',
  },
  name_differs: { status: 409, text: 'This is not the name of the tenant' },
  offer_not_found: { status: 404, text: 'This offer is no longer valid' },
  too_many_tenants: { status: 409, text: 'You own 100 tenants already, which is the most' },
  day_pass_runs: {
    status: 409,
    text: 'A day pass is active on this tenant. It can be handed over when the day pass has ended.',
  },
})

/** Constraints and the errors that report their violation. */
const REFUSALS: Record<string, () => Error> = {
  staff_seats: staffErrors.staff_seats,
  staff_already: staffErrors.staff_already,
  staff_invitations_tenant_id_email_key: staffErrors.already_invited,
  staff_invitation_open: staffErrors.invitation_closed,
  staff_invitation_address: staffErrors.other_address,
  staff_two_step_own: staffErrors.two_step_first,
  ownership_offer_open: staffErrors.offer_not_found,
  ownership_two_step: commonErrors.insufficient_aal,
  ownership_day_pass: staffErrors.day_pass_runs,
  ownership_limit: staffErrors.too_many_tenants,
  ownership_offers_tenant_id_user_id_fkey: staffErrors.member_not_found,
}

/** Runs work, and reports the database's refusals as this unit's errors. */
export async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const refusal = error instanceof pg.DatabaseError ? REFUSALS[error.constraint ?? ''] : undefined
    throw refusal ? refusal() : error
  }
}

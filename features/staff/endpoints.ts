import { endpoint } from '#kernel/browser/endpoint.ts'
import type { StaffRole, TenantRole } from '#kernel/browser/staff-rights.ts'

/** A tenant whose staff the caller is. */
export interface Membership {
  tenant_id: string
  name: string
  role: StaffRole
  /** The tenant requires two-step verification, and this session has not proved a second factor: no other call works. */
  needs_two_step: boolean
  /** The owner's plan, which counts for everything on this tenant. */
  plan: 'free' | 'pro' | 'business'
  ownership_offered: boolean
}

export const listMemberships = endpoint<object, { memberships: Membership[] }>('GET', '/memberships')

/** The owner or a member of the staff. Times are ISO 8601. */
export interface Member {
  user_id: string
  role: TenantRole
  email: string
  name: string
  /** Whether they have set up a second factor. */
  two_step: boolean
  created_at: string
}

export interface Invitation {
  id: string
  email: string
  role: StaffRole
  created_at: string
  expires_at: string
  expired: boolean
}

export interface Staff {
  /** The owner first, then the staff in the order in which they joined. */
  members: Member[]
  invitations: Invitation[]
  /** How many members beside the owner the plan includes. Open invitations use a seat, too. */
  seats: number
  two_step_required: boolean
  /** To whom the owner has offered the ownership. */
  offer: { user_id: string; expires_at: string } | null
}

export interface OfTenant {
  tenantId: string
}

/** For the owner and admins (403 `right_missing`). */
export const readStaff = endpoint<OfTenant, Staff>('GET', '/tenant-staff/:tenantId')

/**
 * Sends an invitation that is valid for 7 days and for this address only. Only the owner invites an admin. 409 `staff_seats`,
 * `staff_already`, `already_invited`.
 */
export const inviteStaff = endpoint<OfTenant & { email: string; role: StaffRole }, Invitation>(
  'POST',
  '/tenant-staff/:tenantId/invitations',
)

export interface InvitationOf extends OfTenant {
  invitationId: string
}

/** Sends a new link, valid for 7 days. The earlier link stops working. 404 `invitation_not_found`, 409 `staff_seats`. */
export const sendInvitationAgain = endpoint<InvitationOf, Invitation>(
  'POST',
  '/tenant-staff/:tenantId/invitations/:invitationId/send',
)

/** 404 `invitation_not_found`, also when it has been accepted. */
export const withdrawInvitation = endpoint<InvitationOf, { withdrawn: true }>(
  'DELETE',
  '/tenant-staff/:tenantId/invitations/:invitationId',
)

export interface MemberOf extends OfTenant {
  userId: string
}

/** Only the owner changes an admin or makes one. 404 `member_not_found`. */
export const changeMember = endpoint<MemberOf & { role: StaffRole }, { role: StaffRole }>(
  'PUT',
  '/tenant-staff/:tenantId/members/:userId',
)

/** Takes every right from a member at once. Only the owner removes an admin. 404 `member_not_found`. */
export const removeMember = endpoint<MemberOf, { removed: true }>(
  'DELETE',
  '/tenant-staff/:tenantId/members/:userId',
)

/** The caller leaves the staff. The owner cannot: 409 `owner_stays`. */
export const leaveStaff = endpoint<OfTenant, { left: true }>('DELETE', '/tenant-staff/:tenantId/membership')

/** For the owner, in a session with a second factor (403 `two_step_first`); turning it off needs none. */
export const requireTwoStep = endpoint<OfTenant & { required: boolean }, { required: boolean }>(
  'PUT',
  '/tenant-staff/:tenantId/two-step',
)

/** For the owner, who confirms with the tenant's name. Replaces an earlier offer. 409 `name_differs`, 404 `member_not_found`. */
export const offerOwnership = endpoint<OfTenant & { user_id: string; name: string }, { offered: true }>(
  'POST',
  '/tenant-staff/:tenantId/ownership',
)

/** The owner withdraws the offer, or the member declines it. 404 `offer_not_found`. */
export const withdrawOffer = endpoint<OfTenant, { withdrawn: true }>(
  'DELETE',
  '/tenant-staff/:tenantId/ownership',
)

/**
 * The caller becomes the owner, and the owner an admin. 404 `offer_not_found`, 403 `insufficient_aal`, 409 `too_many_tenants`,
 * `day_pass_runs`.
 */
export const acceptOwnership = endpoint<OfTenant, { accepted: true }>(
  'POST',
  '/tenant-staff/:tenantId/ownership/accept',
)

/** What the link of an invitation is for; without a session, or with another one, the email is masked. 404 `invitation_closed`. */
export const readInvitation = endpoint<
  { token: string },
  { tenant: string; role: StaffRole; email: string; expires_at: string }
>('POST', '/staff-invitation/read')

/**
 * The caller joins the staff: signed in with the confirmed address that the invitation was sent to (403 `other_address`). 404
 * `invitation_closed`: used, withdrawn or expired. 409 `staff_already`, `staff_seats`.
 */
export const acceptInvitation = endpoint<{ token: string }, { tenant_id: string }>(
  'POST',
  '/staff-invitation/accept',
)

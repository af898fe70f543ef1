import type { StaffConversation } from '#blocks/prompt/endpoints-studio.ts'

/** Who asked, as far as it is known. */
export const askerOf = ({ member }: Pick<StaffConversation, 'member'>): string =>
  member ? (member.email ?? 'A member') : 'A visitor'

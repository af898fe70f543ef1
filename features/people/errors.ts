import { defineErrors } from '#kernel/errors.ts'

export const peopleErrors = defineErrors({
  role_not_found: { status: 404, text: 'Role not found' },
  role_exists: { status: 409, text: 'There is a role with this name already' },
  too_many_roles: { status: 409, text: 'A site has at most 20 roles. Delete one first.' },
  role_in_use: {
    status: 409,
    text: 'An audience names this role. Take it out of the audience first, or it would open for the next role of this name.',
  },
  customer_not_found: { status: 404, text: 'Customer not found' },
})

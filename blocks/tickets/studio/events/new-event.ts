/** In the address, in place of an event's id. */
export const NEW_EVENT = 'new'

import type { Unit } from '#kernel/unit.ts'
import { block } from './block.ts'
import { loadAuthData, loadConfirmData } from './embed/embed-data.ts'

/** The block's calls are the auth service's own; here are its pages. */
export const embedPages: NonNullable<Unit['embedPages']> = {
  auth: { title: block.title, load: loadAuthData },
  success: { title: 'Welcome', load: loadAuthData },
  confirm: { title: 'Confirm your email', alone: true, load: loadConfirmData },
}

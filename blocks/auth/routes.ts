import type { Unit } from '#kernel/unit.ts'
import { block } from './block.ts'
import { loadAuthData, loadConfirmData } from './embed/embed-data.ts'
import { texts } from './embed/texts/en.ts'

/** The block's calls are the auth service's own; here are its pages. */
export const embedPages: NonNullable<Unit['embedPages']> = {
  auth: { title: block.title, load: loadAuthData },
  success: { title: texts.success.title, load: loadAuthData },
  confirm: { title: texts.confirm.title, alone: true, load: loadConfirmData },
}

import { useAccess } from '#studio/plan/use-access.ts'
import { Start } from './start-link.tsx'

/** For signed-in users: with access, leads to the Studio; without it, to what is missing. */
export default function StartOfUser() {
  const { data: access } = useAccess()
  return <Start to={access?.active === false ? '/bolt/billing' : '/bolt/studio'} />
}

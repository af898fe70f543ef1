import { useAccess } from '#studio/access.ts'
import { Start } from './start-link.tsx'

/** For somebody signed in: with access to the Studio, without to what is missing. */
export default function StartOfUser() {
  const { data: access } = useAccess()
  return <Start to={access?.active === false ? '/bolt/billing' : '/bolt/studio'} />
}

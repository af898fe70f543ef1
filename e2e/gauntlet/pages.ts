import type { HostPage } from './host-page.ts'
import { assistant } from './pages/assistant.ts'
import { autoPages } from './pages/auto.ts'
import { changing } from './pages/changing.ts'
import { frames } from './pages/frames.ts'
import { guests } from './pages/guests.ts'
import { library } from './pages/library.ts'
import { looks } from './pages/looks.ts'
import { network } from './pages/network.ts'
import { oldPages } from './pages/old.ts'
import { people } from './pages/people.ts'
import { policies } from './pages/policies.ts'
import { tickets } from './pages/tickets.ts'

/** All host pages of the gauntlet. */
export const pages: HostPage[] = [
  ...policies,
  ...oldPages,
  ...looks,
  ...changing,
  ...network,
  ...frames,
  ...people,
  ...guests,
  ...tickets,
  ...library,
  ...assistant,
  ...autoPages,
]

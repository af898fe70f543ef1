import { createElement as h, useState } from 'react'
import {
  AuthBlock,
  BlocksProvider,
  PayBlock,
  SignedIn,
  SignedOut,
  signOut,
  useBlocksEvent,
  useUser,
} from '@bolt-blocks/react'

function Who() {
  const { status, user, error } = useUser()
  return h('p', { id: 'who' }, [status, user?.email, error?.message].filter(Boolean).join(' '))
}

/** A shop that can put its products away, says who is there, and keeps what it heard. */
export function App({ host, tenant }) {
  const [open, setOpen] = useState(true)
  const [heard, setHeard] = useState([])
  const hear = (words) => setHeard((before) => [...before, words])
  useBlocksEvent('ready', ({ block }) => hear(`page:${block}`))
  return h(
    BlocksProvider,
    { host, tenant, theme: 'zen', timeout: 10_000, onFail: (why) => hear(`failed:${why.message}`) },
    h('button', { id: 'toggle', onClick: () => setOpen(!open) }, open ? 'Put away' : 'Show'),
    open ? h(PayBlock, { className: 'shop', onReady: ({ block }) => hear(`own:${block}`) }) : null,
    h(AuthBlock, { onSignedIn: () => hear('signed-in') }),
    h(Who),
    h(SignedIn, null, h('button', { id: 'leave', onClick: () => void signOut() }, 'Leave')),
    h(SignedOut, null, h('p', null, 'Nobody is here')),
    h('output', { id: 'heard' }, heard.join(' ')),
  )
}

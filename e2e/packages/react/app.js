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

/** A shop that can hide its products, shows the user, and logs the events it receives. */
export function App({ host, tenant }) {
  const [open, setOpen] = useState(true)
  const [log, setLog] = useState([])
  const record = (text) => setLog((entries) => [...entries, text])
  useBlocksEvent('ready', ({ block }) => record(`page:${block}`))
  return h(
    BlocksProvider,
    { host, tenant, theme: 'zen', timeout: 10_000, onFail: (why) => record(`failed:${why.message}`) },
    h('button', { id: 'toggle', onClick: () => setOpen(!open) }, open ? 'Hide' : 'Show'),
    open ? h(PayBlock, { className: 'shop', onReady: ({ block }) => record(`own:${block}`) }) : null,
    h(AuthBlock, { onSignedIn: () => record('signed-in') }),
    h(Who),
    h(SignedIn, null, h('button', { id: 'leave', onClick: () => void signOut() }, 'Leave')),
    h(SignedOut, null, h('p', null, 'Signed out')),
    h('output', { id: 'log' }, log.join(' ')),
  )
}

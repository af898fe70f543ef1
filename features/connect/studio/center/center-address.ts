import { useLocation, useNavigate, useSearchParams } from 'react-router'

type Mode = 'test' | 'live'

/** The open dialog of the Connect Center, stored in the address so that a reload restores it. */
export type CenterDialog =
  | { dialog: 'connect' | 'oauth' | 'disconnect' | 'switch'; mode: Mode }
  | { dialog?: undefined }

const DIALOGS = ['connect', 'oauth', 'disconnect', 'switch'] as const

/** Reads the dialog from a query; incomplete or unknown values mean none. */
export function readCenterDialog(query: URLSearchParams): CenterDialog {
  const dialog = DIALOGS.find((name) => name === query.get('dialog'))
  const mode = query.get('mode')
  return dialog && (mode === 'test' || mode === 'live') ? { dialog, mode } : {}
}

/** The open dialog, with functions to change it. The browser's Back button closes it. */
export function useCenterDialog() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { opened?: boolean } | null }
  const dialog = readCenterDialog(query)
  return {
    dialog,
    open: (name: (typeof DIALOGS)[number], mode: Mode) =>
      void navigate(`?dialog=${name}&mode=${mode}`, { state: { opened: true } }),
    close: () => void (state?.opened ? navigate(-1) : navigate('?', { replace: true })),
  }
}

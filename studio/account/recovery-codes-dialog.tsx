import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { CopyTextButton } from '#ui/code/copy-button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'

export interface RecoveryCodesDialogProps {
  codes: readonly string[]
  email: string
  onClose: () => void
}

/** Shows new recovery codes once. The checkbox prevents closing the dialog by accident. */
export default function RecoveryCodesDialog({ codes, email, onClose }: RecoveryCodesDialogProps) {
  const [saved, setSaved] = useState(false)
  const text = codes.join('\n')

  function download() {
    const head = `Bolt Blocks recovery codes for ${email}\nEach code works once.\n\n`
    const file = URL.createObjectURL(new Blob([`${head}${text}\n`], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = file
    link.download = 'bolt-blocks-recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(file)
    setSaved(true)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || (saved && onClose())}
      title="Save your recovery codes"
      description="We show them only once. Store them with your passwords: if you lose your device, each code signs you in once."
      footer={
        <Button variant="primary" disabledReason={saved ? false : 'Save the codes first.'} onClick={onClose}>
          Done
        </Button>
      }
    >
      <ul
        aria-label="Recovery codes"
        className="bb-well grid grid-cols-2 gap-x-6 gap-y-1 p-4 font-mono text-mono max-sm:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 mb-5 flex flex-wrap gap-2">
        <CopyTextButton text={text} label="Copy codes" />
        <Button icon={<Download size={16} strokeWidth={1.75} aria-hidden />} onClick={download}>
          Download
        </Button>
      </div>
      <Checkbox checked={saved} onChange={(event) => setSaved(event.currentTarget.checked)}>
        I have saved these codes
      </Checkbox>
    </Dialog>
  )
}

import { useNavigate } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'

export interface LoginPromptDialogProps {
  feature: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

export default function LoginPromptDialog({ feature, open, onOpenChange }: LoginPromptDialogProps) {
  const navigate = useNavigate()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="question"
      title="Access Required"
      description={`You must login or sign-up to access ${feature}`}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" onClick={() => void navigate('/auth')}>
            Let's Do It
          </Button>
        </>
      }
    />
  )
}

import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../../ui/button/Button.tsx'
import { save } from '../../../ui/form/save.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'

type Props = {
  action: string
  /** The row that is undone, in words. */
  what: string
  title: string
  question: string
  done: string
  failed: string
  undo: Parameters<typeof save>[0]
}

/** Button that undoes what a row records, after a confirmation. A toast shows the result. */
export function UndoButton({ action, what, title, question, done, failed, undo }: Props) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="small" icon={<IconArrowBackUp aria-hidden />} aria-label={`${action}: ${what}`} onClick={() => setAsking(true)}>
        {action}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={title}
          question={question}
          what={what}
          confirm={action}
          kind="primary"
          onConfirm={() => {
            setAsking(false)
            void save(undo, { done, failed, text: what })
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}

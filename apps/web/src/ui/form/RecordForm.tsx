import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/Button.tsx'
import { ConfirmDialog } from '../overlay/ConfirmDialog.tsx'
import { Dialog } from '../overlay/Dialog.tsx'
import classes from '../overlay/RecordsDialog.module.css'
import { SubmitButtons } from './SubmitButtons.tsx'

type Removal = { title: string; question: string; confirm: string; what: string; run: () => void }
type Props = {
  title: string
  subtitle?: string | undefined
  /** There are unsaved changes. */
  unsaved: boolean
  /** Returns whether the form is valid; otherwise the first invalid field gets focus. */
  onSubmit: () => boolean
  onClose: () => void
  removal?: Removal
  isBlocked?: boolean
  width?: 480 | 640
  children: ReactNode
}

/** Dialog form for one record. Asks for confirmation before it deletes the record. */
export function RecordForm({ title, subtitle, unsaved, onSubmit, onClose, removal, isBlocked, width = 480, children }: Props) {
  const { t } = useTranslation(['ui', 'common'])
  const [isRemoving, setRemoving] = useState(false)
  const [invalidSubmits, setInvalidSubmits] = useState(0)
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (invalidSubmits) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [invalidSubmits])
  if (isRemoving && removal) {
    const { run, ...texts } = removal
    return <ConfirmDialog {...texts} onConfirm={run} onClose={() => setRemoving(false)} />
  }
  return (
    <Dialog
      title={title}
      subtitle={subtitle}
      width={width}
      onClose={onClose}
      onSubmit={() => {
        if (!isBlocked && !onSubmit()) setInvalidSubmits(invalidSubmits + 1)
      }}
      unsaved={unsaved}
      footer={(close) => (
        <>
          {removal ? (
            <Button kind="dan-o" icon={<IconTrash aria-hidden />} style={{ marginRight: 'auto' }} onClick={() => setRemoving(true)}>
              {t('ui:record.remove')}
            </Button>
          ) : null}
          <SubmitButtons isBlocked={isBlocked} onCancel={close} />
        </>
      )}
    >
      <div ref={fields} className={classes.fields}>
        {children}
      </div>
    </Dialog>
  )
}

import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/Button.tsx'
import classes from './ConfirmDialog.module.css'
import { Dialog } from './Dialog.tsx'
import type { OpenPatient } from './open-patient.tsx'

type Props = {
  title: string
  subtitle?: string
  patient?: OpenPatient | null | undefined
  question: string
  /** What the action applies to, such as the name of the record. */
  what?: ReactNode
  lang?: string | undefined
  confirm: string
  /** Label of the cancel button. */
  cancelLabel?: string
  /** `removal`: with a trash icon; `danger`: another action that cannot be undone; `primary`: can be undone or done again. */
  kind?: 'removal' | 'danger' | 'primary'
  isBusy?: boolean
  isBlocked?: boolean
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}

/** Asks before an action with consequences, by default a removal; the button names the action. */
export function ConfirmDialog({
  title,
  subtitle,
  patient,
  question,
  what,
  lang,
  confirm,
  cancelLabel,
  kind = 'removal',
  isBusy,
  isBlocked,
  onConfirm,
  onClose,
  children,
}: Props) {
  const { t } = useTranslation('common')
  return (
    <Dialog
      title={title}
      subtitle={subtitle}
      patient={patient}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button kind="neutral" onClick={close}>
            {cancelLabel ?? t('action.cancel')}
          </Button>
          <Button
            kind={kind === 'primary' ? 'primary' : 'danger'}
            icon={kind === 'removal' ? <IconTrash aria-hidden /> : undefined}
            loading={isBusy}
            disabled={isBlocked}
            onClick={onConfirm}
          >
            {confirm}
          </Button>
        </>
      )}
    >
      <p>{question}</p>
      {what ? (
        <blockquote className={classes.what} lang={lang}>
          {what}
        </blockquote>
      ) : null}
      {children}
    </Dialog>
  )
}

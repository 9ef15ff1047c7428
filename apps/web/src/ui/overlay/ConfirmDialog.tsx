import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/Button.tsx'
import classes from './ConfirmDialog.module.css'
import { Dialog } from './Dialog.tsx'

type Props = {
  title: string
  subtitle?: string
  ask: string
  /** What would be gone, in its own words. */
  what?: ReactNode
  lang?: string | undefined
  confirm: string
  /** The way back, where it is more than to cancel. */
  back?: string
  /** It takes something away, rather than setting it back. */
  removes?: boolean
  isBusy?: boolean
  isBlocked?: boolean
  onSure: () => void
  onClose: () => void
  children?: ReactNode
}

/** Asks before what cannot be undone, in the words of the act. */
export function ConfirmDialog({ title, subtitle, ask, what, lang, confirm, back, removes = true, isBusy, isBlocked, onSure, onClose, children }: Props) {
  const { t } = useTranslation('common')
  return (
    <Dialog
      title={title}
      subtitle={subtitle}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button kind="neutral" onClick={close}>
            {back ?? t('action.cancel')}
          </Button>
          <Button kind="dan" icon={removes ? <IconTrash aria-hidden /> : undefined} loading={isBusy} disabled={isBlocked} onClick={onSure}>
            {confirm}
          </Button>
        </>
      )}
    >
      <p>{ask}</p>
      {what ? (
        <blockquote className={classes.what} lang={lang}>
          {what}
        </blockquote>
      ) : null}
      {children}
    </Dialog>
  )
}

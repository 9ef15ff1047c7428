import { IconX } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { Form } from '../form/Form.tsx'
import classes from './Dialog.module.css'
import { type OpenPatient, PatientLine } from './open-patient.tsx'
import { useModal } from './use-modal.ts'

type Props = {
  title: ReactNode
  subtitle?: ReactNode
  /** Person named above the title instead of the page's patient; null if the dialog is about no patient. */
  patient?: OpenPatient | null | undefined
  onClose: () => void
  children: ReactNode
  /**
   * Receives a close function that asks about unsaved changes, for the cancel button. Delete buttons get `style={{ marginRight: 'auto' }}`, save comes
   * last.
   */
  footer?: (close: () => void) => ReactNode
  /** Wraps the dialog in a form: the submit button, Enter in a text field, and Ctrl or ⌘ with Enter submit. */
  onSubmit?: (form: HTMLFormElement) => void
  width?: 440 | 480 | 640 | 1000
  /** Drawer on the right instead of a centred dialog. */
  side?: boolean
  /** There are unsaved changes: closing asks for confirmation. */
  unsaved?: boolean
  /** Removes the body's padding, for example for columns. */
  flush?: boolean
}

/** Modal dialog, open while mounted. Traps focus and restores it; `data-autofocus` marks the initial focus. */
export function Dialog({ title, subtitle, patient, onClose, children, footer, onSubmit, width = 480, side = false, unsaved = false, flush = false }: Props) {
  const { t } = useTranslation('common')
  const id = useId()
  const isPressedOutside = useRef(false)
  const [isConfirmingClose, setConfirmingClose] = useState(false)
  const close = () => (unsaved ? setConfirmingClose(true) : onClose())
  const modal = useModal({ onDismiss: () => (isConfirmingClose ? setConfirmingClose(false) : close()), stays: unsaved })
  const body = (
    <>
      <div className={clsx(classes.body, flush && classes.flush)}>{children}</div>
      {isConfirmingClose ? (
        <UnsavedPrompt onStay={() => setConfirmingClose(false)} onLeave={onClose} />
      ) : footer ? (
        <div className={classes.foot}>{footer(close)}</div>
      ) : null}
    </>
  )
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for it
    <dialog
      {...modal}
      className={clsx(classes.dialog, classes[`w${width}`], side && classes.side)}
      aria-labelledby={id}
      onPointerDown={({ target, currentTarget }) => {
        // a press outside of an open popover closes the popover only
        isPressedOutside.current = target === currentTarget && !currentTarget.querySelector('[data-floating]')
      }}
      onClick={({ target, currentTarget }) => target === currentTarget && isPressedOutside.current && close()}
    >
      <div className={classes.sheet}>
        <header className={classes.head}>
          <div className={classes.titles}>
            <PatientLine patient={patient} />
            <h2 id={id}>{title}</h2>
            {subtitle ? <p className={classes.subtitle}>{subtitle}</p> : null}
          </div>
          <IconButton label={t('action.close')} icon={<IconX aria-hidden />} onClick={close} />
        </header>
        {onSubmit ? (
          <Form onSubmit={onSubmit} className={classes.form}>
            {body}
          </Form>
        ) : (
          body
        )}
      </div>
    </dialog>
  )
}

function UnsavedPrompt({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation('common')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const previousFocus = document.activeElement
    box.current?.querySelector<HTMLElement>('button:last-of-type')?.focus()
    return () => {
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus()
    }
  }, [])
  return (
    <div ref={box} className={clsx(classes.foot, classes.ask)}>
      <p role="alert">{t('leave.unsaved')}</p>
      <Button kind="danger-outline" onClick={onLeave}>
        {t('leave.discard')}
      </Button>
      <Button kind="secondary" onClick={onStay}>
        {t('leave.stay')}
      </Button>
    </div>
  )
}

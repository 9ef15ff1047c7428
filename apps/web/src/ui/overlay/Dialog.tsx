import { IconX } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { Form } from '../form/Form.tsx'
import classes from './Dialog.module.css'
import { registerDialog } from './open-dialogs.ts'

type Props = {
  title: ReactNode
  subtitle?: ReactNode
  onClose: () => void
  children: ReactNode
  /**
   * Receives a close function that asks about unsaved changes, for the cancel button. Delete buttons get `style={{ marginRight: 'auto' }}`, save comes
   * last.
   */
  footer?: (close: () => void) => ReactNode
  /** Wraps the dialog in a form: the submit button, Enter in a text field, and Ctrl or ⌘ with Enter submit. */
  onSubmit?: (form: HTMLFormElement) => void
  width?: 480 | 640 | 1000
  /** Drawer on the right instead of a centred dialog. */
  side?: boolean
  /** There are unsaved changes: closing asks once. */
  unsaved?: boolean
  /** Removes the body's padding, for example for columns. */
  flush?: boolean
}

/** Modal dialog, open while mounted. Traps focus and restores it; `data-autofocus` marks the initial focus. */
export function Dialog({ title, subtitle, onClose, children, footer, onSubmit, width = 480, side = false, unsaved = false, flush = false }: Props) {
  const { t } = useTranslation('common')
  const id = useId()
  const dialogRef = useRef<HTMLDialogElement>(null)
  const isPressedOutside = useRef(false)
  const [isConfirmingClose, setConfirmingClose] = useState(false)

  useLayoutEffect(() => {
    const dialog = dialogRef.current
    if (!dialog) return
    dialog.showModal()
    // focus the dialog instead of its close button, whose tooltip would cover the title
    const first = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog
    first.focus()
    const unregister = registerDialog(dialog)
    return () => {
      unregister()
      dialog.close()
    }
  }, [])

  const close = () => (unsaved ? setConfirmingClose(true) : onClose())
  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.keyCode === 229 || event.defaultPrevented) return
    event.preventDefault()
    event.stopPropagation()
    if (isConfirmingClose) setConfirmingClose(false)
    else close()
  }
  // the back gesture on phones closes a dialog without a cancel event
  const onNativeClose = () => {
    const dialog = dialogRef.current
    if (!dialog || dialog.open) return
    if (unsaved) dialog.showModal()
    close()
  }
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
    <dialog
      ref={dialogRef}
      tabIndex={-1}
      className={clsx(classes.dialog, classes[`w${width}`], side && classes.side)}
      aria-labelledby={id}
      onKeyDown={onKeyDown}
      onCancel={(event) => event.preventDefault()}
      onClose={(event) => event.target === dialogRef.current && onNativeClose()}
      onPointerDown={(event) => {
        isPressedOutside.current = event.target === dialogRef.current
      }}
      onClick={(event) => event.target === dialogRef.current && isPressedOutside.current && close()}
    >
      <div className={classes.sheet}>
        <header className={classes.head}>
          <div className={classes.titles}>
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
      <Button kind="dan-o" onClick={onLeave}>
        {t('leave.discard')}
      </Button>
      <Button kind="sec" onClick={onStay}>
        {t('leave.stay')}
      </Button>
    </div>
  )
}

import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Lightbox.module.css'
import { enterDialog } from './open-dialogs.ts'
import { Zoom } from './Zoom.tsx'

type Shown = { src: string; fine: string; name: string }
type Props = {
  title: ReactNode
  pictures: readonly Shown[]
  at: number
  onMove: (at: number) => void
  onClose: () => void
  onExpired: () => void
  /** Extra action for the current image. */
  action?: ReactNode
}

/** Full-window image viewer, dark in both schemes. */
export function Lightbox({ title, pictures, at, onMove, onClose, onExpired, action }: Props) {
  const { t } = useTranslation('picture')
  const id = useId()
  const own = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = own.current
    if (!dialog) return
    dialog.showModal()
    dialog.focus()
    const leave = enterDialog(dialog)
    return () => {
      leave()
      dialog.close()
    }
  }, [])
  const shown = pictures[at]
  const go = (to: number) => pictures[to] && onMove(to)
  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.target instanceof Element && event.target.closest('dialog') !== own.current) return
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') onClose()
    else if (event.key === 'ArrowRight') go(at + 1)
    else if (event.key === 'ArrowLeft') go(at - 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <dialog
      ref={own}
      tabIndex={-1}
      className={classes.box}
      aria-labelledby={id}
      onKeyDown={onKeyDown}
      onCancel={(event) => event.preventDefault()}
      onClose={(event) => event.target === own.current && !own.current.open && onClose()}
    >
      <header className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {pictures.length > 1 ? (
          <div className={classes.walk}>
            <Tool label={t('view.previous')} icon={<IconChevronLeft aria-hidden />} onClick={() => go(at - 1)} isOff={at === 0} />
            <span role="status">{t('view.place', { at: at + 1, count: pictures.length })}</span>
            <Tool label={t('view.next')} icon={<IconChevronRight aria-hidden />} onClick={() => go(at + 1)} isOff={at === pictures.length - 1} />
          </div>
        ) : null}
        <div className={classes.right}>
          {action}
          <Tool label={t('view.close')} icon={<IconX aria-hidden />} onClick={onClose} />
        </div>
      </header>
      {shown ? (
        <div className={classes.stage}>
          <Zoom key={shown.src} src={shown.src} fine={shown.fine} alt={shown.name} onExpired={onExpired} />
        </div>
      ) : null}
    </dialog>
  )
}

function Tool({ label, icon, onClick, isOff = false }: { label: string; icon: ReactNode; onClick: () => void; isOff?: boolean }) {
  return (
    <button type="button" className={classes.tool} aria-label={label} title={label} aria-disabled={isOff || undefined} onClick={() => !isOff && onClick()}>
      {icon}
    </button>
  )
}

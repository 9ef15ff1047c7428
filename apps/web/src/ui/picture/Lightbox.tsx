import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { PatientLine } from '../overlay/open-patient.tsx'
import { Tooltip } from '../overlay/Tooltip.tsx'
import { useModal } from '../overlay/use-modal.ts'
import classes from './Lightbox.module.css'
import { Zoom } from './Zoom.tsx'

type LightboxPicture = { src: string; originalSrc: string; name: string }
type Props = {
  title: ReactNode
  pictures: readonly LightboxPicture[]
  index: number
  onMove: (index: number) => void
  onClose: () => void
  onExpired: () => void
  /** Extra action for the current image. */
  action?: ReactNode
}

/** Pictures over the full window, one at a time, on a dark background in both colour schemes. */
export function Lightbox({ title, pictures, index, onMove, onClose, onExpired, action }: Props) {
  const { t } = useTranslation('picture')
  const id = useId()
  const modal = useModal({ onDismiss: onClose })
  const current = pictures[index]
  const showAt = (to: number) => pictures[to] && onMove(to)
  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    modal.onKeyDown(event)
    // the key was pressed in a dialog above this one
    if (event.target instanceof Element && event.target.closest('dialog') !== event.currentTarget) return
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowRight') showAt(index + 1)
    else if (event.key === 'ArrowLeft') showAt(index - 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <dialog {...modal} className={classes.box} aria-labelledby={id} onKeyDown={onKeyDown}>
      <header className={classes.head}>
        <div className={classes.titles}>
          <PatientLine className={classes.patient} />
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
        </div>
        {pictures.length > 1 ? (
          <div className={classes.walk}>
            <Tool label={t('view.previous')} icon={<IconChevronLeft aria-hidden />} onClick={() => showAt(index - 1)} isDisabled={index === 0} />
            <span role="status">{t('view.place', { at: index + 1, count: pictures.length })}</span>
            <Tool label={t('view.next')} icon={<IconChevronRight aria-hidden />} onClick={() => showAt(index + 1)} isDisabled={index === pictures.length - 1} />
          </div>
        ) : null}
        <div className={classes.right}>
          {action}
          <Tool label={t('view.close')} icon={<IconX aria-hidden />} onClick={onClose} />
        </div>
      </header>
      {current ? (
        <div className={classes.stage}>
          <Zoom key={current.src} src={current.src} originalSrc={current.originalSrc} alt={current.name} onExpired={onExpired} />
        </div>
      ) : null}
    </dialog>
  )
}

function Tool({ label, icon, onClick, isDisabled = false }: { label: string; icon: ReactNode; onClick: () => void; isDisabled?: boolean }) {
  return (
    <Tooltip label={label}>
      <button type="button" className={classes.tool} aria-label={label} aria-disabled={isDisabled || undefined} onClick={() => !isDisabled && onClick()}>
        {icon}
      </button>
    </Tooltip>
  )
}

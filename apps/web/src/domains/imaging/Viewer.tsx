import type { ImageTestResult } from '@sukoyaka/wire/record/imaging'
import { IconChevronLeft, IconChevronRight, IconColumns2, IconX } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { registerDialog } from '../../ui/overlay/open-dialogs.ts'
import { PatientLine } from '../../ui/overlay/open-patient.tsx'
import { previousOf } from './filter.ts'
import { type Audience, useImageTextsFormatter } from './image-texts.ts'
import { Pane } from './Pane.tsx'
import classes from './Viewer.module.css'

const EditDialog = lazyNamed(() => import('./EditDialog.tsx'), 'EditDialog')

type Props = {
  /** One id, or two to compare. */
  ids: number[]
  results: readonly ImageTestResult[]
  /** Gallery order, for previous and next. */
  order: readonly ImageTestResult[]
  audience: Audience
  mayWrite: boolean
  onOpen: (ids: number[]) => void
  onClose: () => void
  onExpired: () => void
  onRemoved: () => void
}

/** Full-window image viewer, dark in both colour schemes. */
export function Viewer({ ids, results, order, audience, mayWrite, onOpen, onClose, onExpired, onRemoved }: Props) {
  const { t } = useTranslation(['imaging', 'common'])
  const formatTexts = useImageTextsFormatter(audience)
  const id = useId()
  const own = useRef<HTMLDialogElement>(null)
  const [edited, setEdited] = useState<number>()
  const openResults = ids.flatMap((result_id) => results.find((result) => result.id === result_id) ?? [])
  const isGone = openResults.length === 0

  useModal(own)
  // close when the examination was deleted, perhaps by another user
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone, onClose])
  if (!openResults[0]) return null

  const isOne = openResults.length === 1
  const [first] = openResults
  const place = order.findIndex((result) => result.id === first.id)
  const [earlier, later] = isOne && place >= 0 ? [order[place + 1], order[place - 1]] : []
  const previous = isOne ? previousOf(results, first) : undefined
  const { name, day } = formatTexts(first)
  const show = (to: ImageTestResult | undefined) => to && onOpen([to.id])
  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.target instanceof Element && event.target.closest('dialog') !== own.current) return
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') onClose()
    else if (event.key === 'ArrowRight' && !isVideo(event.target)) show(earlier)
    else if (event.key === 'ArrowLeft' && !isVideo(event.target)) show(later)
    else return
    event.preventDefault()
  }
  const editing = openResults.find((result) => result.id === edited)
  return (
    <dialog
      ref={own}
      tabIndex={-1}
      className={classes.viewer}
      aria-labelledby={id}
      onKeyDown={onKeyDown}
      onCancel={(event) => event.preventDefault()}
      onClose={(event) => event.target === own.current && !own.current.open && onClose()}
    >
      <header className={classes.head}>
        <div className={classes.titles}>
          <PatientLine className={classes.patient} />
          <h2 id={id} className={classes.title}>
            {isOne ? t('imaging:view.title', { name, day }) : t('imaging:view.compare')}
          </h2>
        </div>
        {isOne && place >= 0 ? (
          <div className={classes.walk}>
            <Tool label={t('imaging:view.next')} icon={<IconChevronLeft aria-hidden />} onClick={() => show(later)} isOff={!later} />
            <span className={classes.place}>{t('imaging:view.place', { at: place + 1, count: order.length })}</span>
            <Tool label={t('imaging:view.previous')} icon={<IconChevronRight aria-hidden />} onClick={() => show(earlier)} isOff={!earlier} />
          </div>
        ) : null}
        <div className={classes.right}>
          {previous && audience === 'staff' ? <BesidePrevious onClick={() => onOpen([previous.id, first.id])} /> : null}
          <Tool label={t('common:action.close')} icon={<IconX aria-hidden />} onClick={onClose} />
        </div>
      </header>
      <div className={clsx(classes.panes, !isOne && classes.two)}>
        {openResults.map((result) => (
          <Pane
            key={result.id}
            result={result}
            audience={audience}
            isOne={isOne}
            onExpired={onExpired}
            onEdit={mayWrite ? () => setEdited(result.id) : undefined}
          />
        ))}
      </div>
      <Suspense>{editing ? <EditDialog key={editing.id} latest={editing} onClose={() => setEdited(undefined)} onRemoved={onRemoved} /> : null}</Suspense>
    </dialog>
  )
}

/** Shows the dialog while it is mounted. */
const useModal = (ref: RefObject<HTMLDialogElement | null>) =>
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    dialog.showModal()
    dialog.focus()
    const unregister = registerDialog(dialog)
    return () => {
      unregister()
      dialog.close()
    }
  }, [ref])

/** Arrow keys seek within a video. */
const isVideo = (target: EventTarget) => target instanceof HTMLVideoElement

function BesidePrevious({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('imaging')
  return (
    <button type="button" className={classes.side} onClick={onClick}>
      <IconColumns2 aria-hidden />
      {t('view.side')}
    </button>
  )
}

function Tool({ label, icon, onClick, isOff = false }: { label: string; icon: ReactNode; onClick: () => void; isOff?: boolean }) {
  return (
    <button type="button" className={classes.tool} aria-label={label} title={label} aria-disabled={isOff || undefined} onClick={() => !isOff && onClick()}>
      {icon}
    </button>
  )
}

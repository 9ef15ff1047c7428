import { IconAlertCircle, IconArrowBackUp, IconCircleCheck, IconInfoCircle, IconRefresh, IconX } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { useObservable } from '../page/observable.ts'
import { onDialogsChange, topDialog } from './open-dialogs.ts'
import classes from './Toasts.module.css'
import { dismissToast, type ToastItem, toasts } from './toast.ts'

const durationMs = 5000
const icons = { success: IconCircleCheck, error: IconAlertCircle, info: IconInfoCircle }

/** Toast container; one per page. */
export function Toasts() {
  const { t } = useTranslation('ui')
  const items = useObservable(toasts)
  const [layer] = useState(() => document.createElement('section'))
  const label = t('toast.region')
  const newest = items.at(-1)?.id
  useLayoutEffect(() => {
    layer.className = classes.toasts ?? ''
    layer.popover = 'manual'
    layer.ariaLabel = label
  }, [layer, label])
  useLayoutEffect(() => {
    const attachLayer = () => {
      const host = topDialog() ?? document.body
      if (layer.parentElement !== host) host.append(layer)
      // reopen the popover for each toast, so that it is above layers opened meanwhile
      if (!layer.showPopover || layer.contains(document.activeElement)) return
      if (layer.matches(':popover-open')) layer.hidePopover()
      if (newest) layer.showPopover()
    }
    attachLayer()
    return onDialogsChange(attachLayer)
  }, [layer, newest])
  useEffect(() => () => layer.remove(), [layer])
  return createPortal(
    items.map((item) => <Toast key={item.id} item={item} />),
    layer,
  )
}

function Toast({ item }: { item: ToastItem }) {
  const { t } = useTranslation(['common', 'ui'])
  const [isPaused, setPaused] = useState(false)
  const remainingMs = useRef(durationMs)
  const Icon = icons[item.kind]

  useEffect(() => {
    if (isPaused) return
    const started = Date.now()
    const timer = setTimeout(() => dismissToast(item.id), remainingMs.current)
    return () => {
      clearTimeout(timer)
      remainingMs.current -= Date.now() - started
    }
  }, [isPaused, item.id])

  const act = (action: () => void) => () => {
    dismissToast(item.id)
    action()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timeout
    <div
      className={clsx(classes.toast, classes[item.kind])}
      data-held={isPaused || undefined}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={(event) => setPaused(event.currentTarget.contains(document.activeElement))}
      onFocus={() => setPaused(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setPaused(false)}
    >
      <Icon className={classes.icon} aria-hidden />
      <div className={classes.body}>
        <div role={item.kind === 'error' ? 'alert' : 'status'}>
          <p className={classes.title}>{item.title}</p>
          {item.text ? <p className={classes.text}>{item.text}</p> : null}
        </div>
        {item.onRetry || item.onUndo || item.onOpen ? (
          <div className={classes.actions}>
            {item.onRetry ? (
              <Button kind="ghost" size="small" icon={<IconRefresh aria-hidden />} onClick={act(item.onRetry)}>
                {t('common:action.retry')}
              </Button>
            ) : null}
            {item.onUndo ? (
              <Button kind="ghost" size="small" icon={<IconArrowBackUp aria-hidden />} onClick={act(item.onUndo)}>
                {t('common:action.undo')}
              </Button>
            ) : null}
            {item.onOpen ? (
              <Button kind="ghost" size="small" onClick={act(item.onOpen)}>
                {t('common:action.open')}
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
      <IconButton size="small" label={t('common:action.close')} icon={<IconX aria-hidden />} onClick={() => dismissToast(item.id)} />
      <span className={classes.bar} style={{ animationDuration: `${durationMs}ms` }} aria-hidden="true" />
    </div>
  )
}

import { IconX } from '@tabler/icons-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/button/IconButton.tsx'
import { Switch } from '../ui/choice/Switch.tsx'
import { currentShortcuts, setKeysOn, useAreKeysOn, useKeys } from '../ui/page/keys.ts'
import classes from './KeyList.module.css'

const openEvents = new EventTarget()
export const openKeyList = () => openEvents.dispatchEvent(new Event('open'))

/** Dialog with the keyboard shortcuts of the current page, opened by `?` or from the menu, and the switch that turns them off. */
export function KeyList() {
  const { t } = useTranslation(['shell', 'common'])
  const dialog = useRef<HTMLDialogElement>(null)
  const [shortcuts, setShortcuts] = useState<ReturnType<typeof currentShortcuts>>([])
  const areKeysOn = useAreKeysOn()
  useKeys([{ key: '?', label: t('shell:keys.list'), run: openKeyList }])
  useEffect(() => {
    const open = () => {
      setShortcuts(currentShortcuts())
      dialog.current?.showModal()
      // focus the dialog instead of its close button, whose tooltip would cover the list
      dialog.current?.focus()
    }
    openEvents.addEventListener('open', open)
    return () => openEvents.removeEventListener('open', open)
  }, [])
  return (
    <dialog ref={dialog} tabIndex={-1} className={classes.dialog} aria-label={t('shell:keys.title')}>
      <div className={classes.head}>
        <h2>{t('shell:keys.title')}</h2>
        <IconButton label={t('common:action.close')} icon={<IconX aria-hidden />} onClick={() => dialog.current?.close()} />
      </div>
      <Switch checked={areKeysOn} onChange={setKeysOn}>
        {t('shell:keys.use')}
      </Switch>
      <dl className={classes.list}>
        {shortcuts.map(({ key, label }) => (
          <Fragment key={key + label}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </Fragment>
        ))}
      </dl>
    </dialog>
  )
}

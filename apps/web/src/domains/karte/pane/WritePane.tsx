import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { isImeKey } from '../../../ui/form/ime.ts'
import { useIsPhone } from '../../../ui/layout/phone.ts'
import { PatientLine } from '../../../ui/overlay/open-patient.tsx'
import { KarteComposer } from '../composer/KarteComposer.tsx'
import classes from './WritePane.module.css'

type Props = { user_id: number; interview_id?: number; alert?: ReactNode; onClose: () => void }

/** Editor for a new note beside the page, not modal; on phones a sheet that can be minimised to read the page. Closing keeps the draft. */
export function WritePane({ user_id, interview_id, alert, onClose }: Props) {
  const { t } = useTranslation(['karte', 'common'])
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const onPhone = useIsPhone()
  const [isLow, setLow] = useState(false)
  const isLowered = onPhone && isLow
  // the text field takes the focus from here once the draft is loaded
  useLayoutEffect(() => box.current?.focus({ preventScroll: true }), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isImeKey(event.nativeEvent)) return
    event.preventDefault()
    onClose()
  }
  return (
    <div
      ref={box}
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      className={classes.pane}
      data-pane
      data-gives-focus
      data-lowered={isLowered || undefined}
      onKeyDown={onKeyDown}
    >
      <header className={classes.head}>
        <div className={classes.titles}>
          <PatientLine />
          {onPhone ? alert : null}
          <h2 id={id}>{t('karte:write.title')}</h2>
          {interview_id ? <p className={classes.whose}>{t('karte:write.ofInterview')}</p> : null}
        </div>
        {onPhone ? (
          <IconButton
            label={t(isLowered ? 'karte:write.restore' : 'karte:write.minimize')}
            icon={isLowered ? <IconChevronUp aria-hidden /> : <IconChevronDown aria-hidden />}
            aria-expanded={!isLowered}
            onClick={() => setLow(!isLow)}
          />
        ) : null}
        <IconButton label={t('karte:write.close')} icon={<IconX aria-hidden />} onClick={onClose} />
      </header>
      <div className={classes.body}>
        <KarteComposer user_id={user_id} interview_id={interview_id} isBare onSaved={onClose} />
      </div>
    </div>
  )
}

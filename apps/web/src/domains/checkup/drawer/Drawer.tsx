import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { media } from '../../../theme/media.ts'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { topDialog } from '../../../ui/overlay/open-dialogs.ts'
import { PatientLine } from '../../../ui/overlay/open-patient.tsx'
import { groupWord } from '../grid/group-words.ts'
import { nameLang } from '../spoken.ts'
import { Body, type DrawerProps } from './Body.tsx'
import classes from './Drawer.module.css'

type Props = DrawerProps & { onPrevious?: () => void; onNext?: () => void; onClose: () => void }

const handlesArrowKeys = (target: EventTarget) => target instanceof Element && target.closest('input, textarea, select, [role="radiogroup"], table') !== null

/**
 * Details of one item, beside the grid. The grid stays usable except on phones. Outside of fields and tables, the up and down arrow keys show the previous
 * or next item.
 */
export function Drawer({ onPrevious, onNext, onClose, ...props }: Props) {
  const { t } = useTranslation(['results', 'common'])
  const language = useLanguage()
  const id = useId()
  const box = useRef<HTMLElement>(null)
  const { category } = props.row
  // Deferred so that fast arrow-key navigation does not render every chart.
  const deferredRow = useDeferredValue(props.row)

  useEffect(() => {
    // On phones the drawer covers the grid and takes focus; otherwise the grid keeps the focus.
    if (matchMedia(media.phone).matches) box.current?.focus()
  }, [])

  const latestOnClose = useRef(onClose)
  latestOnClose.current = onClose
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing && !event.defaultPrevented && !topDialog()) latestOnClose.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (handlesArrowKeys(event.target) || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowUp') onPrevious?.()
    else if (event.key === 'ArrowDown') onNext?.()
    else return
    event.preventDefault()
  }
  return (
    <section ref={box} className={classes.drawer} aria-labelledby={id} tabIndex={-1} data-drawer onKeyDown={onKeyDown}>
      <header className={classes.head}>
        <div className={classes.titles}>
          <PatientLine />
          <p className={classes.group}>{groupWord(t, category.group)}</p>
          <h2 id={id} lang={nameLang(category, language)} aria-live="polite">
            {category.display_name}
          </h2>
        </div>
        <IconButton label={t('results:drawer.previous')} icon={<IconChevronUp aria-hidden />} disabled={!onPrevious} onClick={onPrevious} />
        <IconButton label={t('results:drawer.next')} icon={<IconChevronDown aria-hidden />} disabled={!onNext} onClick={onNext} />
        <IconButton label={t('common:action.close')} icon={<IconX aria-hidden />} onClick={onClose} />
      </header>
      <Body {...props} row={deferredRow} />
    </section>
  )
}

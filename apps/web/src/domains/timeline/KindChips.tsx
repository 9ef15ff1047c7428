import type { TimelineKind, TimelineMonth } from '@sukoyaka/wire/boards/timeline'
import { timelineKinds } from '@sukoyaka/wire/boards/timeline'
import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { scrollAfterLayout } from '../../ui/layout/after-layout.ts'
import { useScrollFade } from '../../ui/layout/use-scroll-fade.ts'
import classes from './KindChips.module.css'
import { KindIcon } from './KindIcon.tsx'

type Props = { months: readonly TimelineMonth[] | undefined; kinds: readonly TimelineKind[]; onChange: (kinds: TimelineKind[]) => void }

/** Filter chips with counts by kind; if none is pressed, all kinds are shown. */
export function KindChips({ months, kinds, onChange }: Props) {
  const { t } = useTranslation('timeline')
  const row = useRef<HTMLDivElement>(null)
  const sideways = useScrollFade(row)
  const isLoaded = months !== undefined
  // scrolls to a selection from the URL; a chip that is pressed later is in view
  useEffect(() => {
    if (isLoaded) return scrollAfterLayout(row.current, '[aria-pressed="true"]', { block: 'nearest', inline: 'nearest' })
  }, [isLoaded])
  const countOf = (kind?: TimelineKind) => months?.reduce((sum, month) => sum + (kind === undefined || month.kind === kind ? month.count : 0), 0)
  // hide kinds without entries unless they are selected
  const visibleKinds = timelineKinds.filter((kind) => countOf(kind) || kinds.includes(kind))
  const press = (kind: TimelineKind) => onChange(kinds.includes(kind) ? kinds.filter((other) => other !== kind) : [...kinds, kind])
  return (
    // biome-ignore lint/a11y/useSemanticElements: toggle buttons are not a fieldset
    <div ref={row} role="group" aria-label={t('chips.label')} className={clsx(classes.chips, sideways)}>
      <button type="button" className={classes.chip} aria-pressed={kinds.length === 0} onClick={() => onChange([])}>
        {t('chips.all')} <span className={classes.count}>{countOf()}</span>
      </button>
      {visibleKinds.map((kind) => (
        <button key={kind} type="button" className={classes.chip} aria-pressed={kinds.includes(kind)} onClick={() => press(kind)}>
          <KindIcon kind={kind} size={16} />
          {t(`kind.${kind}`)} <span className={classes.count}>{countOf(kind)}</span>
        </button>
      ))}
    </div>
  )
}

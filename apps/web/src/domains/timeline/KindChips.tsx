import type { TimelineKind, TimelineMonth } from '@sukoyaka/wire/boards/timeline'
import { timelineKinds } from '@sukoyaka/wire/boards/timeline'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSideways } from '../../ui/layout/use-sideways.ts'
import classes from './KindChips.module.css'
import { KindIcon } from './KindIcon.tsx'

type Props = { months: readonly TimelineMonth[] | undefined; kinds: readonly TimelineKind[]; onChange: (kinds: TimelineKind[]) => void }

/** What there is of each kind, and which of them are shown. None pressed is all. */
export function KindChips({ months, kinds, onChange }: Props) {
  const { t } = useTranslation('timeline')
  const row = useRef<HTMLDivElement>(null)
  const sideways = useSideways(row)
  const chosen = `${kinds} ${months?.length}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice, or the chips that came, decide what is to be in sight
  useEffect(() => {
    row.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [chosen])
  const countOf = (kind?: TimelineKind) => months?.reduce((sum, one) => sum + (kind === undefined || one.kind === kind ? one.count : 0), 0)
  // a kind the patient has nothing of is no choice, unless it was chosen
  const shown = timelineKinds.filter((kind) => countOf(kind) || kinds.includes(kind))
  const press = (kind: TimelineKind) => onChange(kinds.includes(kind) ? kinds.filter((other) => other !== kind) : [...kinds, kind])
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that are pressed are no fields of a form
    <div ref={row} role="group" aria-label={t('chips.label')} className={`${classes.chips} ${sideways}`}>
      <button type="button" className={classes.chip} aria-pressed={kinds.length === 0} onClick={() => onChange([])}>
        {t('chips.all')} <span className={classes.count}>{countOf()}</span>
      </button>
      {shown.map((kind) => (
        <button key={kind} type="button" className={classes.chip} aria-pressed={kinds.includes(kind)} onClick={() => press(kind)}>
          <KindIcon kind={kind} size={16} />
          {t(`kind.${kind}`)} <span className={classes.count}>{countOf(kind)}</span>
        </button>
      ))}
    </div>
  )
}
